/*
 * counts.c - labels a node, in the arithmetic of the systems. Sums and products of single precision round as
 * theirs do: with 25 equal servers, 1/25 * 40 * 25 is below 40.
 */
#include "counts.h"

#include <math.h>

enum rounding { CUT, HALF_UP, UP };

/* a * b * c / d; UINT64_MAX when it is larger, or a product does not fit 128 bits. */
static uint64_t part(uint64_t a, uint64_t b, uint64_t c, uint64_t d, enum rounding rounding) {
    rmk_u128 product = (rmk_u128)a * b;
    if (__builtin_mul_overflow(product, (rmk_u128)c, &product) || product >> 126)
        return UINT64_MAX;
    product = rounding == HALF_UP ? (2 * product + d) / (2 * (rmk_u128)d)
              : rounding == UP    ? (product + d - 1) / d
                                  : product / d;
    return product > UINT64_MAX ? UINT64_MAX : (uint64_t)product;
}

static uint64_t doubles(const rmk_count_of *of) {
    double part_of = (double)of->weight / (double)of->weights;
    return (uint64_t)floor(part_of * (double)of->nodes * (double)of->vnodes);
}

/* floorf takes the product, a double, as a float. */
static uint64_t libketama(const rmk_count_of *of) {
    float part_of = (float)of->weight / (float)of->weights;
    return (uint64_t)floorf((float)((double)part_of * (double)of->vnodes * (double)(float)of->nodes));
}

/* Step by step in single precision; the last sum is of doubles. */
static uint64_t libmemcached(const rmk_count_of *of) {
    float part_of = (float)of->weight / (float)of->weights;
    float labels = part_of * (float)of->vnodes * (float)of->nodes;
    return (uint64_t)floor((double)(float)((double)labels + 0.0000000001));
}

static uint64_t share(const rmk_rule *rule, const rmk_count_of *of, enum rounding rounding) {
    if (rule->total)
        return part(rule->total / (rule->words ? rule->words : 1), 1, of->weight, of->weights, rounding);
    return part(of->vnodes, of->nodes, of->weight, of->weights, rounding);
}

static uint64_t unlimited(const rmk_rule *rule, const rmk_count_of *of) {
    uint64_t unit = rule->weight_unit ? rule->weight_unit : 1;
    switch (rule->count) {
    case RMK_COUNT_WEIGHT_FLOOR:
        return part(of->vnodes, of->weight, 1, unit, CUT);
    case RMK_COUNT_WEIGHT_ROUND:
        return part(of->vnodes, of->weight, 1, unit, HALF_UP);
    case RMK_COUNT_WEIGHT_CEIL:
        return part(of->vnodes, of->weight, 1, unit, UP);
    case RMK_COUNT_SHARE_FLOOR:
        return share(rule, of, CUT);
    case RMK_COUNT_SHARE_ROUND:
        return share(rule, of, HALF_UP);
    case RMK_COUNT_SHARE_CEIL:
        return share(rule, of, UP);
    case RMK_COUNT_SHARE_DOUBLE:
        return doubles(of);
    case RMK_COUNT_LIBKETAMA:
        return libketama(of);
    case RMK_COUNT_LIBMEMCACHED:
        return libmemcached(of);
    default:
        return of->vnodes;
    }
}

uint64_t rmk_rule_labels(const rmk_rule *rule, const rmk_count_of *of) {
    if (!of->weight)
        return 0;
    uint64_t labels = unlimited(rule, of);
    if (rule->most && labels > rule->most)
        labels = rule->most;
    return labels < rule->least ? rule->least : labels;
}

uint64_t rmk_points_by_weight(const rmk_nodes *nodes, uint64_t each) {
    rmk_u128 points = 0;
    for (size_t i = 0; i < nodes->count; i++)
        points += (rmk_u128)nodes->list[i].weight * each;
    return points > RMK_MAX_POINTS ? UINT64_MAX : (uint64_t)points;
}
