#include "rank_test.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "bench/support/fail.h"

#define LEAST_P 1e-300

typedef struct member {
    double value;
    bool first;  /* of the first sample */
    size_t rank; /* twice the middle rank: whole, also with ties */
} member;

static int by_value(const void *a, const void *b) {
    double x = ((const member *)a)->value, y = ((const member *)b)->value;
    return (x > y) - (x < y);
}

/* Sorted, with their ranks. *ties: the sum of t^3 - t over groups of t equal values. */
static member *ranked(const double *a, size_t a_count, const double *b, size_t b_count, double *ties) {
    size_t count = a_count + b_count;
    member *all = rm_calloc(count, sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i] = (member){i < a_count ? a[i] : b[i - a_count], i < a_count, 0};
    qsort(all, count, sizeof *all, by_value);
    *ties = 0;
    for (size_t from = 0, to; from < count; from = to) {
        for (to = from + 1; to < count && !(all[to].value > all[from].value); to++)
            continue;
        for (size_t i = from; i < to; i++)
            all[i].rank = from + to + 1; /* ranks from+1 .. to */
        double t = (double)(to - from);
        *ties += t * t * t - t;
    }
    return all;
}

/* The part of all ways to choose `chosen` members whose rank sum is at least as far from its mean as `sum`. */
static double exact_p(const member *all, size_t count, size_t chosen, size_t sum) {
    size_t most = 0;
    for (size_t i = 0; i < count; i++)
        most += all[i].rank;
    size_t wide = most + 1;
    double *ways = rm_calloc((chosen + 1) * wide, sizeof *ways); /* by members and rank sum */
    ways[0] = 1;
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1 < chosen ? i + 1 : chosen; k >= 1; k--)
            for (size_t s = all[i].rank; s < wide; s++)
                ways[k * wide + s] += ways[(k - 1) * wide + s - all[i].rank];
    double mean = (double)chosen * (double)(count + 1), far = fabs((double)sum - mean), total = 0, tail = 0;
    for (size_t s = 0; s < wide; s++) {
        total += ways[chosen * wide + s];
        if (fabs((double)s - mean) >= far)
            tail += ways[chosen * wide + s];
    }
    free(ways);
    return tail / total;
}

/* `sum` is twice the rank sum of one sample, as everywhere here. */
static double normal_p(double sum, double a, double b, double ties) {
    double n = a + b;
    double variance = a * b / 12 * (n + 1 - ties / (n * (n - 1)));
    if (!(variance > 0))
        return 1; /* all values are equal */
    double far = fabs(sum / 2 - a * (n + 1) / 2) - 0.5;
    return far > 0 ? erfc(far / sqrt(2 * variance)) : 1;
}

double rm_rank_p(const double *a, size_t a_count, const double *b, size_t b_count) {
    if (a_count == 0 || b_count == 0)
        return NAN;
    size_t count = a_count + b_count, sum = 0;
    double ties;
    bool first = a_count <= b_count; /* the smaller sample has the smaller table */
    member *all = ranked(a, a_count, b, b_count, &ties);
    for (size_t i = 0; i < count; i++)
        sum += all[i].first == first ? all[i].rank : 0;
    size_t few = first ? a_count : b_count;
    double p = count <= RM_EXACT_RANKS ? exact_p(all, count, few, sum)
                                       : normal_p((double)sum, (double)few, (double)(count - few), ties);
    free(all);
    return p > LEAST_P ? p : LEAST_P;
}

double rm_rank_least_p(size_t a_count, size_t b_count) {
    if (a_count == 0 || b_count == 0)
        return 1;
    double a = (double)a_count, b = (double)b_count;
    double log_ways = lgamma(a + b + 1) - lgamma(a + 1) - lgamma(b + 1);
    double p = 2 * exp(-log_ways);
    return p > LEAST_P ? p : LEAST_P;
}
