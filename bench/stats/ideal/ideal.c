#include "ideal.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/stats/gsl_quiet.h"
#include "bench/stats/quantile.h"
#include "bench/support/fail.h"

static double sum_of(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

/* mean over nodes of W/w_i - 1: n - 1 for equal weights. */
static double spread(const double *weights, size_t count, double total) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += total / weights[i] - 1;
    return sum / (double)count;
}

double rm_ideal_cv(const double *weights, size_t count, double vnodes) {
    double total = sum_of(weights, count);
    return sqrt(spread(weights, count, total) / (vnodes * total + 1));
}

double rm_effective_vnodes(const double *weights, size_t count, double cv_squared) {
    double total = sum_of(weights, count);
    return fmax(0, spread(weights, count, total) / cv_squared - 1) / total;
}

/* Nodes of one weight: the shape of their gamma variable, and how many they are. */
typedef struct group {
    double shape, members;
} group;

typedef struct groups {
    group *list;
    size_t count;
} groups;

static groups groups_of(const double *weights, size_t count, double vnodes) {
    groups all = {rm_calloc(count + 1, sizeof *all.list), 0};
    double *sorted = rm_alloc((count + 1) * sizeof *sorted);
    memcpy(sorted, weights, count * sizeof *sorted);
    rm_sort_reals(sorted, count);
    for (size_t i = 0; i < count; i++) {
        if (!i || sorted[i] > sorted[i - 1])
            all.list[all.count++].shape = vnodes * sorted[i];
        all.list[all.count - 1].members++;
    }
    free(sorted);
    return all;
}

/* P(the largest relative share is above x), were the shares independent. */
static double peak_above(double x, void *context) {
    const groups *all = context;
    double log_below = 0;
    for (size_t i = 0; i < all->count; i++) {
        double shape = all->list[i].shape;
        log_below += all->list[i].members * log1p(-gsl_cdf_gamma_Q(shape * x, shape, 1));
    }
    return -expm1(log_below);
}

/* The x at which peak_above falls through `level`, to a relative 1e-4: it only bounds the integral. */
static double peak_at(groups *all, double level) {
    double low = 0, high = 2;
    while (peak_above(high, all) > level)
        high *= 2;
    while (high - low > 1e-4 * high) {
        double middle = (low + high) / 2;
        if (peak_above(middle, all) > level)
            low = middle;
        else
            high = middle;
    }
    return level > 0.5 ? low : high;
}

double rm_ideal_peak_mean(const double *weights, size_t count, double vnodes) {
    if (!count || !(vnodes > 0))
        return NAN;
    if (count == 1)
        return 1; /* what it owns is all there is; its gamma variable alone has the same mean */
    rm_gsl_quiet();
    groups all = groups_of(weights, count, vnodes);
    gsl_integration_workspace *workspace = gsl_integration_workspace_alloc(200);
    /* the probability is a step from 1 to 0 that is steep for many points: integrate the step alone */
    double low = peak_at(&all, 1 - 1e-13), high = peak_at(&all, 1e-14), mean = NAN, error = NAN;
    gsl_function above = {peak_above, &all};
    gsl_integration_qag(&above, low, high, 1e-10, 1e-10, 200, GSL_INTEG_GAUSS31, workspace, &mean, &error);
    /* it may have stopped at rounding errors of the probabilities, which are far below what is shown */
    mean = error < 1e-7 ? mean + low : NAN;
    gsl_integration_workspace_free(workspace);
    free(all.list);
    return mean;
}

/* CV^2 (v + 1/n) of replicated shares, v > 1. */
static double replica_spread(uint64_t nodes, uint64_t replicas) {
    double n = (double)nodes, harmonic = 0; /* H_n - H_{n-R} */
    for (uint64_t k = nodes - replicas + 1; k <= nodes; k++)
        harmonic += 1 / (double)k;
    double part = (double)replicas / n, a = (1 - part) * harmonic;
    return (2 * (1 - part) * (part - a) - a * a * n / (n - 1)) / (part * part);
}

double rm_ideal_replica_cv(uint64_t nodes, uint64_t replicas, double vnodes) {
    if (!replicas || replicas > nodes)
        return NAN;
    if (replicas == nodes)
        return 0;
    double n = (double)nodes, r = (double)replicas;
    if (vnodes == 1)
        return sqrt((n - r) / (r * (n + 1)));
    return sqrt(replica_spread(nodes, replicas) / (vnodes + 1 / n));
}

double rm_effective_replica_vnodes(uint64_t nodes, uint64_t replicas, double cv_squared) {
    if (!replicas || replicas >= nodes)
        return NAN;
    return replica_spread(nodes, replicas) / cv_squared - 1 / (double)nodes;
}

/* log P(a binomial count of `keys` at chance p is at most k). */
static double log_binomial(double k, double keys, double p) {
    if (k >= keys || p <= 0)
        return 0;
    if (k < 0 || p >= 1)
        return -INFINITY;
    double z = (k + 0.5 - keys * p) / sqrt(keys * p * (1 - p));
    if (z > 12 && k > keys * p + 100)
        return 0;
    double above = gsl_cdf_beta_P(p, k + 1, keys - k);
    /* around the centre of very many keys the incomplete beta has no answer, but the normal one is good */
    return log1p(-(isfinite(above) ? above : gsl_cdf_ugaussian_Q(z)));
}

typedef struct band_question {
    const double *shares, *fair;
    size_t count;
    double keys;
} band_question;

static bool is_unlike(const band_question *q, size_t i, size_t j) {
    return q->shares[i] < q->shares[j] || q->shares[i] > q->shares[j] || q->fair[i] < q->fair[j] ||
           q->fair[i] > q->fair[j];
}

static bool peak_is_likely_below(const band_question *q, double x, double chance) {
    double log_below = 0, limit = log(chance), one = 0;
    for (size_t i = 0; i < q->count && log_below >= limit; i++) {
        if (!i || is_unlike(q, i, i - 1)) /* of equal nodes one answer does for all */
            one = log_binomial(floor(x * q->keys * q->fair[i] + 1e-6), q->keys, q->shares[i]);
        log_below += one;
    }
    return log_below >= limit;
}

/* Brackets the smallest x with P(peak <= x) >= chance: counts are whole, so the answer is a step. */
static bool band_end(const band_question *q, double chance, double *below, double *above) {
    *below = 0;
    *above = 2;
    while (!peak_is_likely_below(q, *above, chance)) {
        *below = *above;
        *above *= 2;
        if (!isfinite(*above))
            return false;
    }
    while (*above - *below > 1e-9 * *above) {
        double middle = (*below + *above) / 2;
        if (peak_is_likely_below(q, middle, chance))
            *above = middle;
        else
            *below = middle;
    }
    return true;
}

/* When every key counts to somebody, somebody has at least what is fair. */
static bool counts_add_up(const band_question *q) {
    return sum_of(q->shares, q->count) > (1 - 1e-9) * sum_of(q->fair, q->count);
}

bool rm_sampled_peak_band(const double *shares, const double *fair, size_t count, double keys,
                          double confidence, double *low, double *high) {
    band_question q = {shares, fair, count, keys};
    double unused;
    if (!count || !(keys >= 1) || !(confidence > 0 && confidence < 1))
        return false;
    rm_gsl_quiet();
    if (!band_end(&q, (1 - confidence) / 2, low, &unused) ||
        !band_end(&q, (1 + confidence) / 2, &unused, high))
        return false;
    if (counts_add_up(&q))
        *low = fmax(*low, 1);
    *high = fmax(*high, *low);
    return true;
}
