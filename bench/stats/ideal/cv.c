/* The law of a ring's CV: a Pearson curve with the exact first three moments of CV^2. */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "bench/stats/gsl_quiet.h"
#include "bench/stats/mean.h"
#include "peak.h"
#include "peak_parts.h"
#include "share.h"

/* Beyond it CV sqrt(nv+1) no longer changes, and 113 bits are no longer enough for differences of moments. */
#define MOST_VNODES 1e7
/* Nearer than this to a gamma law it is taken for one. */
#define MOST_SHAPE 1e6

/* a (a+1) .. (a+count-1) */
static rm_wide rising(rm_wide a, int count) {
    rm_wide product = 1;
    for (int i = 0; i < count; i++)
        product *= a + i;
    return product;
}

/*
 * E (CV^2)^k for k = 1, 2, 3. CV^2 + 1 is n times the sum of the squared shares; shares are gamma variables
 * over their sum, and independent of it.
 */
static void cv_squared_moments(double nodes, double vnodes, double *moments) {
    rm_wide n = nodes, v = vnodes, g2 = rising(v, 2), g4 = rising(v, 4), g6 = rising(v, 6);
    rm_wide one = n * n * g2 / rising(n * v, 2);
    rm_wide two = n * n * (n * g4 + n * (n - 1) * g2 * g2) / rising(n * v, 4);
    rm_wide three = n * n * n * (n * g6 + 3 * n * (n - 1) * g4 * g2 + n * (n - 1) * (n - 2) * g2 * g2 * g2) /
                    rising(n * v, 6);
    moments[0] = (double)(one - 1);
    moments[1] = (double)(two - 2 * one + 1);
    moments[2] = (double)(three - 3 * two + 3 * one - 1);
}

/* X of these moments is above 0 by nothing but chance: gamma with an offset. */
static double offset_gamma_below(double x, const double *moments) {
    double mean = moments[0], variance = moments[1] - mean * mean;
    double third = moments[2] - 3 * mean * moments[1] + 2 * mean * mean * mean;
    double scale = third / (2 * variance), shape = variance / (scale * scale);
    double above = x - mean + shape * scale;
    return above > 0 ? gsl_cdf_gamma_P(above / scale, shape, 1) : 0;
}

/* P(X <= x) of the variable X > 0 with these moments: scale * gamma(a)/gamma(b) where there is one. */
static double pearson_below(double x, const double *moments) {
    double r1 = moments[0], r2 = moments[1] / moments[0], r3 = moments[2] / moments[1];
    double b = (3 * r3 - 4 * r2 + r1) / (r3 - 2 * r2 + r1);
    double scale = r2 * (b - 2) - r1 * (b - 1), a = r1 * (b - 1) / scale;
    if (!(fabs(b) < MOST_SHAPE))
        return gsl_cdf_gamma_P(x * r1 / (moments[1] - r1 * r1), r1 * r1 / (moments[1] - r1 * r1), 1);
    if (b > 3 && a > 0)
        return gsl_cdf_beta_P(x / (x + scale), a, b);
    /* lighter than gamma: a beta variable that ends at -scale */
    if (b < 0 && a > 0 && 1 - b - a > 0)
        return x >= -scale ? 1 : gsl_cdf_beta_P(-x / scale, a, 1 - b - a);
    return offset_gamma_below(x, moments);
}

typedef struct ring {
    double nodes, vnodes;
} ring;

/* P(CV <= cv) */
static double cv_below(double cv, const void *context) {
    const ring *r = context;
    double n = r->nodes, v = r->vnodes, moments[3];
    if (!(cv > 0))
        return 0;
    if (n == 2)
        return 1 - 2 * rm_share_above(2, v, 1 + cv);
    if (v > MOST_VNODES) {
        cv *= sqrt((n * v + 1) / (n * MOST_VNODES + 1));
        v = MOST_VNODES;
    }
    rm_gsl_quiet();
    cv_squared_moments(n, v, moments);
    return pearson_below(cv * cv, moments);
}

double rm_cv_quantile(uint64_t nodes, double vnodes, double p) {
    if (!nodes || !(vnodes > 0 && isfinite(vnodes)) || !(p > 0 && p < 1))
        return NAN;
    if (nodes == 1)
        return 0;
    ring r = {(double)nodes, vnodes};
    double high = sqrt((r.nodes - 1) / (r.nodes * vnodes + 1)), most = sqrt(r.nodes - 1);
    while (high < most && cv_below(high, &r) < p)
        high *= 2;
    return rm_crossing(cv_below, &r, p, 0, fmin(high, most));
}

typedef struct target {
    double nodes, cv, confidence;
} target;

static bool is_met(uint64_t v, const void *context) {
    const target *t = context;
    ring r = {t->nodes, (double)v};
    return cv_below(t->cv, &r) >= t->confidence;
}

uint64_t rm_cv_vnodes(uint64_t nodes, double cv, double confidence, uint64_t most) {
    target t = {(double)nodes, cv, confidence};
    if (!nodes || !(confidence > 0 && confidence < 1) || !most)
        return 0;
    if (cv >= sqrt(t.nodes - 1))
        return 1;
    return cv > 0 ? rm_first_met_upto(is_met, &t, most) : 0;
}
