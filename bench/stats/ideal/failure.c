#include "failure.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdlib.h>

#include "bench/stats/gsl_quiet.h"
#include "bench/support/fail.h"
#include "peak_parts.h"
#include "share.h"

/* With more points a survivor the law keeps its shape but for a part that goes with the root of the points,
 * as its width does. */
#define MOST_POINTS_EACH 1000

double rm_heirs_mean(uint64_t nodes, double vnodes) {
    if (nodes < 2 || !(vnodes > 0 && isfinite(vnodes)))
        return NAN;
    if (nodes == 2)
        return 1;
    /* log Q from log Gamma's parts around x = (n-1)v, whose large ones cancel */
    double others = (double)nodes - 1, v = vnodes, x = others * v, r = 1 / others;
    double log_q = -(x - 0.5) * log1p(-r * r) - v * (log1p(r) - log1p(-r)) + 2 * rm_stirling_rest(x) -
                   rm_stirling_rest(x - v) - rm_stirling_rest(x + v);
    return -others * expm1(log_q);
}

/*
 * The points that one of `heirs` survivors inherits, 0 to v: negative binomial, on condition that all
 * survivors together inherit v. Its load is gamma with as many degrees; loads over their sum are the parts of
 * what left.
 */
typedef struct heritage {
    double heirs, vnodes;
    size_t first, count;      /* the numbers of points that occur */
    double *log_free;         /* log of their chances */
    double *values, *chances; /* tilted; less the mean */
    double *log_within;       /* log P(load <= y) by points */
    double log_all;           /* log P(all inherit v), no load limited */
} heritage;

static void fill_chances(heritage *h) {
    double v = h->vnodes, q = 1 / (h->heirs + 1);
    double first = (double)h->first;
    double log_chance = lgamma(v + first) - lgamma(v) - lgamma(first + 1) + v * log1p(-q) + first * log(q);
    for (size_t i = 0; i < h->count; i++) {
        double k = first + (double)i;
        h->log_free[i] = log_chance;
        log_chance += log(q * (v + k) / (k + 1));
    }
}

static void heritage_make(double heirs, double v, heritage *h) {
    *h = (heritage){.heirs = heirs, .vnodes = v};
    double mean = v / heirs, reach = 13 * sqrt(mean * (1 + 1 / heirs)) + 40;
    h->first = (size_t)fmax(floor(mean - reach), 0);
    h->count = (size_t)fmin(ceil(mean + reach), v) - h->first + 1;
    h->log_free = rm_alloc(4 * h->count * sizeof *h->log_free);
    h->values = h->log_free + h->count;
    h->chances = h->values + h->count;
    h->log_within = h->chances + h->count;
    fill_chances(h);
}

/* P(k, y) by the sum of Poisson chances from k on, downwards. */
static void fill_within(heritage *h, double y) {
    double last = (double)(h->first + h->count - 1), sum = last > 0 ? gsl_cdf_gamma_P(y, last, 1) : 1;
    for (size_t i = h->count; i--;) {
        double k = (double)(h->first + i);
        h->log_within[i] = k > 0 ? log(fmin(sum, 1)) : 0;
        if (k > 1)
            sum += exp((k - 1) * log(y) - y - lgamma(k));
    }
}

/* Chances times exp(tilt points), scaled to 1; mean less the wanted one and variance; log of the scale. */
static double tilt_chances(heritage *h, double tilt, double *mean, double *variance) {
    double top = -INFINITY, sum = 0, first = 0, second = 0, wanted = h->vnodes / h->heirs;
    for (size_t i = 0; i < h->count; i++) {
        h->values[i] = (double)(h->first + i) - wanted;
        h->chances[i] = h->log_free[i] + h->log_within[i] + tilt * h->values[i];
        top = fmax(top, h->chances[i]);
    }
    for (size_t i = 0; i < h->count; i++) {
        h->chances[i] = exp(h->chances[i] - top);
        sum += h->chances[i];
        first += h->chances[i] * h->values[i];
    }
    *mean = first / sum;
    for (size_t i = 0; i < h->count; i++) {
        h->chances[i] /= sum;
        second += h->chances[i] * (h->values[i] - *mean) * (h->values[i] - *mean);
    }
    *variance = second;
    return top + log(sum); /* cppcheck-suppress invalidFunctionArg ; the largest chance alone is 1 */
}

/* P(the tilted numbers add up to v), their mean being right. */
static double chance_of_sum(const heritage *h, double deviation) {
    if (h->heirs > 2)
        return rm_sum_density(h->values, h->chances, h->count, h->heirs, deviation, true, M_PI);
    double sum = 0; /* of two, what the one lacks is the other's */
    for (size_t i = 0; i < h->count; i++) {
        double place = h->vnodes - 2 * (double)h->first - (double)i;
        if (place >= 0 && place < (double)h->count)
            sum += h->chances[i] * h->chances[(size_t)place];
    }
    return sum;
}

/* log P(all inherit v points and no load is beyond its limit); -INFINITY where that is out of reach. */
static double log_chance_of_all(heritage *h) {
    double tilt = 0, low = -INFINITY, high = INFINITY;
    for (int i = 0; i < 200; i++) {
        double mean, variance, log_mass = tilt_chances(h, tilt, &mean, &variance);
        if (!(variance > 0))
            break;
        if (fabs(mean) < 1e-9 * sqrt(variance))
            return h->heirs * log_mass + log(chance_of_sum(h, sqrt(variance)));
        if (mean < 0)
            low = tilt;
        else
            high = tilt;
        tilt -= mean / variance;
        if (!(tilt > low && tilt < high))
            tilt = (low + high) / 2;
    }
    return -INFINITY;
}

/* P(the heaviest load > y) */
static double heaviest_above(heritage *h, double y) {
    fill_within(h, y);
    return fmax(-expm1(log_chance_of_all(h) - h->log_all), 0);
}

/* Where that chance falls through `level`. */
static double load_at(heritage *h, double level) {
    double low = 0, high = h->vnodes / h->heirs + 1;
    while (heaviest_above(h, high) > level) {
        low = high;
        high *= 2;
    }
    while (high - low > 0.02 * high) {
        double middle = (low + high) / 2;
        if (heaviest_above(h, middle) > level)
            low = middle;
        else
            high = middle;
    }
    return level > 0.5 ? low : high;
}

/* The mean of the heaviest load: its chance to be above y, added up over y. */
static double heaviest_mean(heritage *h) {
    for (size_t i = 0; i < h->count; i++)
        h->log_within[i] = 0;
    h->log_all = log_chance_of_all(h);
    gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc(RM_ORDER_32);
    double low = load_at(h, 1 - 1e-6), high = load_at(h, 1e-6), mean = low;
    for (size_t i = 0; i < (size_t)RM_ORDER_32; i++) {
        double y, weight;
        gsl_integration_glfixed_point(low, high, i, &y, &weight, table);
        mean += weight * heaviest_above(h, y);
    }
    gsl_integration_glfixed_table_free(table);
    return mean;
}

static double worst_of_whole(double heirs, double v) {
    heritage h;
    heritage_make(heirs, v, &h);
    rm_gsl_quiet();
    double mean = heaviest_mean(&h);
    free(h.log_free);
    return mean / v; /* the sum of the loads is independent of their parts, and v in the mean */
}

/* What the heaviest heir of a survivor's `each` points takes above its part, over its part: extrapolated. */
static double excess_beyond(double heirs, double each) {
    double most = MOST_POINTS_EACH, least = most / 4;
    double last = (heirs * worst_of_whole(heirs, most * heirs) - 1) * sqrt(most);
    double first = (heirs * worst_of_whole(heirs, least * heirs) - 1) * sqrt(least);
    return (last + (last - first) * (1 - sqrt(most / each))) / sqrt(each);
}

double rm_worst_heir_mean(uint64_t nodes, double vnodes) {
    if (nodes < 2 || !(vnodes >= 1 && isfinite(vnodes)))
        return NAN;
    if (nodes == 2)
        return 1;
    double heirs = (double)nodes - 1;
    if (vnodes > MOST_POINTS_EACH * heirs)
        return (1 + excess_beyond(heirs, vnodes / heirs)) / heirs;
    double whole = floor(vnodes), part = vnodes - whole, worst = worst_of_whole(heirs, whole);
    return part > 0 ? worst + part * (worst_of_whole(heirs, whole + 1) - worst) : worst;
}

double rm_collisions_expected(double points, unsigned bits) {
    if (!(points >= 0 && isfinite(points)))
        return NAN;
    return points > 1 ? ldexp(points * (points - 1), -(int)bits - 1) : 0;
}
