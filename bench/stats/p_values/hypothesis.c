/* hypothesis.c - what follows from several p-values, and the p-values of counts of lost points. */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "bench/stats/gsl_quiet.h"
#include "null_law.h"
#include "uniformity.h"

double rm_combined_p(const double *p, size_t count) {
    double sum = 0, used = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(p[i])) {
            sum -= log(fmax(p[i], RM_LEAST_P));
            used++;
        }
    if (!(used > 0))
        return NAN;
    rm_gsl_quiet();
    double above = gsl_cdf_gamma_Q(sum, used, 1); /* half of chi-square with two degrees a value */
    return above > RM_LEAST_P ? above : RM_LEAST_P;
}

/* The smallest p that is neither NAN nor rejected yet; `count` if there is none. */
static size_t next_smallest(const double *p, size_t count, const bool *rejected) {
    size_t best = count;
    for (size_t i = 0; i < count; i++)
        if (!rejected[i] && !isnan(p[i]) && (best == count || p[i] < p[best]))
            best = i;
    return best;
}

void rm_holm(const double *p, size_t count, double alpha, bool *rejected) {
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        rejected[i] = false;
        left += !isnan(p[i]);
    }
    for (; left; left--) {
        size_t i = next_smallest(p, count, rejected);
        if (!(p[i] * (double)left <= alpha))
            return;
        rejected[i] = true;
    }
}

double rm_poisson_p(double lost, double expected) {
    if (!(lost >= 0) || !(expected >= 0))
        return NAN;
    if (lost == 0)
        return 1;
    if (expected == 0)
        return RM_LEAST_P;
    rm_gsl_quiet();
    double p = gsl_cdf_gamma_P(expected, ceil(lost), 1);
    return p > RM_LEAST_P ? p : RM_LEAST_P;
}

/* C(m,2)/N - C(m,3)/N^2 + ..., for m far below N, where the closed form cancels. */
static double lost_of_few(double m, double positions) {
    double term = m * (m - 1) / 2 / positions, sum = 0;
    for (double k = 3; fabs(term) > 1e-17 * sum; k++) {
        sum += term;
        term *= -(m - k + 1) / k / positions;
    }
    return sum;
}

double rm_lost_expected(double points, unsigned bits) {
    if (!(points >= 0) || bits > 64)
        return NAN;
    double positions = ldexp(1, (int)bits);
    if (points <= 1)
        return 0;
    if (points < positions / 16)
        return lost_of_few(points, positions);
    return points + positions * expm1(points * log1p(-1 / positions));
}
