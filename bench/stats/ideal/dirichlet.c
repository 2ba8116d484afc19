#include "dirichlet.h"

#include <math.h>

#include "share.h"

rm_unevenness rm_unevenness_of(const double *shares, const double *fair, size_t count) {
    rm_unevenness u = {0, INFINITY, 0};
    for (size_t i = 0; i < count; i++) {
        double relative = shares[i] / fair[i];
        u.peak = fmax(u.peak, relative);
        u.least = fmin(u.least, relative);
        u.cv_squared += (relative - 1) * (relative - 1);
    }
    u.cv_squared /= (double)count;
    return u;
}

double rm_normal_draw(rm_random *random) {
    for (;;) {
        double x = 2 * rm_random_unit(random) - 1, y = 2 * rm_random_unit(random) - 1, r = x * x + y * y;
        if (r > 0 && r < 1)
            return x * sqrt(-2 * log(r) / r);
    }
}

/* Marsaglia & Tsang's bound of their own condition. */
#define SQUEEZE 0.0331

double rm_gamma_draw(rm_random *random, double shape) {
    if (!(shape > 0))
        return NAN;
    if (shape < 1) /* a larger one, shrunk */
        return rm_gamma_draw(random, shape + 1) * pow(1 - rm_random_unit(random), 1 / shape);
    double d = shape - 1. / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        double x = rm_normal_draw(random), v = 1 + c * x;
        if (v <= 0)
            continue;
        v = v * v * v;
        double u = 1 - rm_random_unit(random);
        if (u < 1 - SQUEEZE * (x * x) * (x * x)) /* then the logs say so too */
            return d * v;
        if (log(u) < x * x / 2 + d - d * v + d * log(v))
            return d * v;
    }
}

void rm_dirichlet_draw(rm_random *random, const double *weights, size_t count, double vnodes,
                       double *shares) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += shares[i] = rm_gamma_draw(random, vnodes * weights[i]);
    for (size_t i = 0; i < count; i++)
        shares[i] /= sum;
}

static double sum_of(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

/* Nodes of the same weight from `i` on, in a list that ascends. */
static size_t alike(const double *weights, size_t count, size_t i) {
    size_t end = i + 1;
    while (end < count && !(weights[end] > weights[i]))
        end++;
    return end - i;
}

void rm_weighted_peak_bounds(const double *weights, size_t count, double vnodes, double h, double *low,
                             double *high) {
    *low = *high = NAN;
    if (count < 2 || !(vnodes > 0) || !(h >= 0))
        return;
    double total = sum_of(weights, count), tails = 0, log_all = 0;
    for (size_t i = 0, n; i < count; i += n) {
        n = alike(weights, count, i);
        double tail = rm_share_above(total / weights[i], vnodes * weights[i], h);
        tails += (double)n * tail;
        log_all += (double)n * log1p(-tail);
    }
    *low = fmax(0, 1 - tails);
    *high = exp(log_all);
}

static double log_all_above(const double *weights, size_t count, double vnodes, double x) {
    double total = sum_of(weights, count), log_all = 0;
    for (size_t i = 0, n; i < count; i += n) {
        n = alike(weights, count, i);
        log_all += (double)n * log1p(-rm_share_below(total / weights[i], vnodes * weights[i], x));
    }
    return log_all;
}

double rm_weighted_least_quantile(const double *weights, size_t count, double vnodes, double p) {
    if (!count || !(vnodes > 0) || !(p > 0 && p < 1))
        return NAN;
    if (count == 1)
        return 1;
    double low = 0, high = 1, wanted = log1p(-p);
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (log_all_above(weights, count, vnodes, middle) >= wanted)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}
