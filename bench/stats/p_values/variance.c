/* variance.c - the law of the variance ratio over ideal rings. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "bench/stats/gsl_quiet.h"
#include "bench/stats/mean.h"
#include "bench/stats/quantile.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "null_law.h"
#include "uniformity.h"

enum {
    SIMULATED_BELOW = 32,      /* virtual nodes */
    MANY_DEGREES = 50,         /* sets (n-1) from which a shifted gamma law has nothing to say below 0 */
    MANY_SMALL_DEGREES = 1000, /* the same where shares are far from normal */
    DRAWS = 1 << 16,           /* rings simulated, and means over sets drawn from them */
    LEAST_DRAWS = 1 << 13,
    MOST_SHARES = 20000000, /* simulated in all */
    RARE = 64,              /* draws beyond the quantile that a tail is fitted to */
    KEPT = 32,
};

/* rising(x, k) = x (x+1) .. (x+k-1) */
static rm_wide rising(rm_wide x, int k) {
    rm_wide product = 1;
    for (int i = 0; i < k; i++)
        product *= x + i;
    return product;
}

/* Of one ring's ratio, whose mean is 1. */
typedef struct cumulants {
    double variance, third;
} cumulants;

/* From the first moments of the sum of squares of Dirichlet shares. They cancel to 1/(n^2 v^3): in 113 bits. */
static cumulants ratio_cumulants(uint64_t nodes, uint64_t vnodes) {
    rm_wide n = nodes, v = vnodes, all = n * v, two = rising(v, 2), four = rising(v, 4), six = rising(v, 6);
    rm_wide first = n * two / rising(all, 2);
    rm_wide second = (n * four + n * (n - 1) * two * two) / rising(all, 4);
    rm_wide third = (n * six + 3 * n * (n - 1) * four * two + n * (n - 1) * (n - 2) * two * two * two) /
                    rising(all, 6);
    rm_wide scale = n * (all + 1) / (n - 1);
    return (cumulants){
        (double)((second - first * first) * scale * scale),
        (double)((third - 3 * first * second + 2 * first * first * first) * scale * scale * scale)};
}

/* Gamma(shape) * scale + shift */
typedef struct gamma_law {
    double shape, scale, shift;
} gamma_law;

/* Pearson's type III by three cumulants of the mean over sets. */
static gamma_law shifted_law(cumulants one, double sets) {
    double deviation = sqrt(one.variance / sets);
    double skew = one.third / sets / sets / (deviation * deviation * deviation);
    double shape = 4 / (skew * skew), scale = deviation * skew / 2;
    return (gamma_law){shape, scale, 1 - shape * scale};
}

static double gamma_side(gamma_law law, double x, bool above) {
    double y = (x - law.shift) / law.scale;
    if (y <= 0)
        return above;
    double p = above ? gsl_cdf_gamma_Q(y, law.shape, 1) : gsl_cdf_gamma_P(y, law.shape, 1);
    return isfinite(p) && p > 0 ? p : 0;
}

/* Means over sets of simulated rings, ascending. */
typedef struct sample {
    uint64_t nodes, vnodes, sets;
    size_t count;
    double *values;
} sample;

typedef struct null_law {
    gamma_law gamma; /* for simulated ones, that of the tails: without shift, of the right variance */
    const sample *draws;
} null_law;

/* A gamma variable of a whole shape below 32: at most 31 factors above 2^-53 do not underflow. */
static double whole_gamma(rm_random *random, uint64_t shape) {
    double product = 1;
    for (uint64_t i = 0; i < shape; i++)
        product *= 1 - rm_random_unit(random);
    return -log(product);
}

static double simulated_ratio(rm_random *random, double n, uint64_t vnodes) {
    double sum = 0, squares = 0;
    for (double i = 0; i < n; i++) {
        double share = whole_gamma(random, vnodes);
        sum += share;
        squares += share * share;
    }
    return (n * squares / (sum * sum) - 1) * (n * (double)vnodes + 1) / (n - 1);
}

/* Gives a sample the mean and the variance that are known: else its error would add up over sets. */
static void correct(double *values, size_t count, double variance) {
    double sum = 0, squares = 0, n = (double)count;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - sum / n) * (values[i] - sum / n);
    double stretch = sqrt(variance / (squares / n));
    for (size_t i = 0; i < count; i++)
        values[i] = 1 + (values[i] - sum / n) * stretch;
}

/* Means of `sets` rings drawn from those in `rings`. */
static void draw_means(rm_random *random, const double *rings, size_t count, uint64_t sets, double *means) {
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (uint64_t s = 0; s < sets; s++)
            sum += rings[rm_random_below(random, count)];
        means[i] = sum / (double)sets;
    }
}

static void simulate(sample *draws, double variance) {
    double affordable = MOST_SHARES / (double)draws->nodes;
    draws->count = (size_t)fmin(fmax(affordable, LEAST_DRAWS), DRAWS);
    double *rings = rm_alloc(draws->count * sizeof *rings);
    draws->values = rm_alloc(draws->count * sizeof *draws->values);
    rm_random random = rm_random_seeded(rm_mix(rm_mix(draws->nodes, draws->vnodes), draws->sets));
    for (size_t i = 0; i < draws->count; i++)
        rings[i] = simulated_ratio(&random, (double)draws->nodes, draws->vnodes);
    if (draws->sets == 1) {
        memcpy(draws->values, rings, draws->count * sizeof *rings);
    } else {
        correct(rings, draws->count, variance);
        draw_means(&random, rings, draws->count, draws->sets, draws->values);
    }
    free(rings);
    rm_sort_reals(draws->values, draws->count);
}

static struct {
    pthread_mutex_t mutex;
    sample laws[KEPT];
    size_t count, oldest;
} kept = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static bool is_of(const sample *draws, uint64_t nodes, uint64_t vnodes, uint64_t sets) {
    return draws->nodes == nodes && draws->vnodes == vnodes && draws->sets == sets;
}

/* The kept draws, or new ones in the place of the oldest. The mutex is held. */
static const sample *draws_of(uint64_t nodes, uint64_t vnodes, uint64_t sets, double variance) {
    for (size_t i = 0; i < kept.count; i++)
        if (is_of(&kept.laws[i], nodes, vnodes, sets))
            return &kept.laws[i];
    sample draws = {nodes, vnodes, sets, 0, NULL};
    simulate(&draws, variance);
    size_t at = kept.oldest;
    kept.oldest = (at + 1) % KEPT;
    free(kept.laws[at].values);
    kept.laws[at] = draws;
    kept.count = kept.count > at + 1 ? kept.count : at + 1;
    return &kept.laws[at];
}

/* How many values are below x. */
static size_t rank_of(const sample *draws, double x) {
    size_t low = 0, high = draws->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (draws->values[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Where draws are rare the gamma law goes on from the last quantile that is sure. */
static double simulated_side(const null_law *law, double x, bool above) {
    const sample *draws = law->draws;
    size_t n = draws->count, below = rank_of(draws, x), beyond = above ? n - below : below;
    if (beyond >= RARE)
        return (double)beyond / (double)n;
    double edge = draws->values[above ? n - RARE : RARE - 1];
    return RARE / (double)n * gamma_side(law->gamma, x, above) / gamma_side(law->gamma, edge, above);
}

/* P(ratio >= x), or P(ratio <= x). */
static double side(const null_law *law, double x, bool above) {
    return law->draws ? simulated_side(law, x, above) : gamma_side(law->gamma, x, above);
}

/* The mutex is held as long as the law is used. */
static bool law_of(null_law *law, uint64_t nodes, uint64_t vnodes, uint64_t sets) {
    if (nodes < 2 || !vnodes || !sets)
        return false;
    rm_gsl_quiet();
    cumulants one = ratio_cumulants(nodes, vnodes);
    double s = (double)sets, degrees = s * ((double)nodes - 1);
    bool small = vnodes < SIMULATED_BELOW;
    law->draws = NULL;
    if (degrees >= (small ? MANY_SMALL_DEGREES : MANY_DEGREES)) {
        law->gamma = shifted_law(one, s);
    } else if (!small) {
        law->gamma = (gamma_law){degrees / 2, 2 / degrees, 0};
    } else {
        law->gamma = (gamma_law){s / one.variance, one.variance / s, 0};
        law->draws = draws_of(nodes, vnodes, sets, one.variance);
    }
    return true;
}

double rm_variance_p(uint64_t nodes, uint64_t vnodes, uint64_t sets, double ratio) {
    null_law law;
    double p = NAN;
    pthread_mutex_lock(&kept.mutex);
    if (ratio >= 0 && law_of(&law, nodes, vnodes, sets)) {
        double one_side = fmin(side(&law, ratio, true), side(&law, ratio, false));
        p = fmin(fmax(2 * one_side, RM_LEAST_P), 1);
    }
    pthread_mutex_unlock(&kept.mutex);
    return p;
}

/* The x whose probability on that side is `chance`. */
static double quantile_of(const null_law *law, double chance, bool above) {
    double low = 0, high = 2;
    while (side(law, high, true) > chance / 2)
        high *= 2;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if ((side(law, middle, above) > chance) == above)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

void rm_variance_band(uint64_t nodes, uint64_t vnodes, uint64_t sets, double confidence, double *low,
                      double *high) {
    null_law law;
    *low = *high = NAN;
    pthread_mutex_lock(&kept.mutex);
    if (confidence > 0 && confidence < 1 && law_of(&law, nodes, vnodes, sets)) {
        *low = quantile_of(&law, (1 - confidence) / 2, false);
        *high = quantile_of(&law, (1 - confidence) / 2, true);
    }
    pthread_mutex_unlock(&kept.mutex);
}
