/* The chance of a window: independent gamma variables, cut to it and tilted, on condition of their sum. */
#include <math.h>

#include "peak_parts.h"
#include "share.h"

/* log of the density of log G, G of shape v and mean 1, times exp(tilt (G - 1)). Log-concave in log G. */
typedef struct gamma_law {
    double vnodes, tilt;
} gamma_law;

static double log_density(double y, const void *context) {
    const gamma_law *law = context;
    double excess = expm1(y);
    return law->vnodes * (y - excess) + law->tilt * excess;
}

static void tilt_by(double v, double tilt, double low, double high, rm_order order, rm_tilt *t) {
    gamma_law law = {v, tilt};
    double mode = tilt < v ? -log1p(-tilt / v) : INFINITY;
    if (isinf(high) && isinf(mode)) {
        t->count = 0;
        return;
    }
    rm_support support = rm_concave_support(log_density, &law, log(low), log(high), mode);
    /* the points are even in log G: a wave in G is fastest at the upper end of a panel. 2 order radians of
     * half a panel are added up exactly; a little is kept back */
    double fastest = fmax(exp(support.high) * (support.high - support.mode),
                          exp(support.mode) * (support.mode - support.low));
    t->frequency = 2 * (2 * (double)order - 60) / fastest;
    t->count = rm_concave_points(&support, order, t->values, t->chances);
    double sum = 0;
    for (size_t i = 0; i < t->count; i++) {
        double excess = expm1(t->values[i]);
        t->chances[i] *= exp(v * (t->values[i] - excess) + tilt * excess - support.top);
        sum += t->chances[i];
        t->values[i] = excess;
    }
    for (size_t i = 0; i < t->count; i++)
        t->chances[i] /= sum;
    /* cppcheck-suppress invalidFunctionArg ; there are points, and -INFINITY is refused later */
    t->log_mass = log(sum) + support.top + 0.5 * log(v / (2 * M_PI)) - rm_stirling_rest(v);
}

static double moment(const rm_tilt *t, int power) {
    double sum = 0;
    for (size_t i = 0; i < t->count; i++) {
        double product = t->chances[i];
        for (int k = 0; k < power; k++)
            product *= t->values[i];
        sum += product;
    }
    return sum;
}

/* Newton's steps for mean 1 from *tilt, halving where one leaves what is known; the mean rises with the tilt.
 * The expansion is good to the square of what is left. */
static bool steps_to_mean(double v, double low, double high, rm_order order, double *tilt, rm_tilt *t) {
    double least = -INFINITY, most = isinf(high) ? v : INFINITY;
    for (int i = 0; i < 200; i++) {
        tilt_by(v, *tilt, low, high, order, t);
        double mean = moment(t, 1), variance = moment(t, 2) - mean * mean;
        if (!t->count || !(variance > 0) || !isfinite(t->log_mass))
            return false;
        t->deviation = sqrt(variance);
        if (fabs(mean) < 1e-8 * t->deviation)
            return true;
        if (mean < 0)
            least = *tilt;
        else
            most = *tilt;
        *tilt -= mean / variance;
        if (!(*tilt > least && *tilt < most))
            *tilt = (least + most) / 2;
        if (!isfinite(*tilt))
            return false;
    }
    return false;
}

/* Without a tilt is slower, and safe. */
static bool tilt_to_mean(double v, double low, double high, rm_order order, double *tilt, rm_tilt *t) {
    if (*tilt != 0 && *tilt < v && steps_to_mean(v, low, high, order, tilt, t))
        return true;
    *tilt = 0;
    if (steps_to_mean(v, low, high, order, tilt, t))
        return true;
    *tilt = 0;
    return false;
}

/* The density of the sum of n such variables at its mean, by its expansion up to n^-2. */
static double expanded(const rm_tilt *t, double n) {
    double c2 = moment(t, 2), c3 = moment(t, 3), c4 = moment(t, 4), s = sqrt(c2);
    double k3 = c3 / (c2 * s), k4 = c4 / (c2 * c2) - 3, k5 = (moment(t, 5) - 10 * c3 * c2) / (c2 * c2 * s);
    double k6 = (moment(t, 6) - 15 * c4 * c2 - 10 * c3 * c3) / (c2 * c2 * c2) + 30;
    double a = k4 / 8 - 5 * k3 * k3 / 24;
    double b = -k6 / 48 + 35 * k4 * k4 / 384 + 7 * k3 * k5 / 48 - 35 * k3 * k3 * k4 / 64 +
               385 * k3 * k3 * k3 * k3 / 1152;
    return (1 + a / n + b / (n * n)) / sqrt(2 * M_PI * n * c2);
}

/* The chance over that of the uncut sum at its mean. */
static double over_free(double n, double v, const rm_tilt *t, double density) {
    double log_free = 0.5 * log(v / (2 * M_PI * n)) - rm_stirling_rest(n * v);
    return density > 0 ? exp(n * t->log_mass + log(density) - log_free) : 0;
}

double rm_window(double n, double v, double low, double high, bool exact) {
    rm_tilt t;
    double tilt = 0;
    if (!exact)
        return rm_window_near(n, v, low, high, rm_order_of(v), &tilt);
    if (!(low < 1 && high > 1))
        return 0;
    if (!tilt_to_mean(v, low, high, rm_order_of(v), &tilt, &t))
        return NAN;
    /* few edges that do not cancel each other need fast waves */
    tilt_by(v, tilt, low, high, n < 7 ? RM_ORDER_512 : RM_ORDER_256, &t);
    if (!t.count)
        return NAN;
    return over_free(n, v, &t,
                     rm_sum_density(t.values, t.chances, t.count, n, t.deviation, false, t.frequency));
}

double rm_window_near(double n, double v, double low, double high, rm_order order, double *tilt) {
    rm_tilt t;
    if (!(low < 1 && high > 1))
        return 0;
    return tilt_to_mean(v, low, high, order, tilt, &t) ? over_free(n, v, &t, expanded(&t, n)) : NAN;
}
