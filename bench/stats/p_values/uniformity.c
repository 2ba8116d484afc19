#include "uniformity.h"

#include <math.h>

#include "core/ring/sort_bucket.h"
#include "null_law.h"

#define CIRCLE 0x1p64

/* The gaps from each point to the next, the last one around the circle, in ascending order. */
static void sorted_gaps(const uint64_t *positions, size_t count, uint64_t *scratch) {
    uint64_t *gaps = scratch;
    for (size_t i = 0; i + 1 < count; i++)
        gaps[i] = positions[i + 1] - positions[i];
    gaps[count - 1] = positions[0] - positions[count - 1];
    if (!gaps[count - 1]) /* all points are one: its gap is the circle, which is 0 in 64 bits */
        gaps[count - 1] = UINT64_MAX;
    /* the sort carries owners along; these are nobody's */
    uint32_t *owners = (uint32_t *)(scratch + 2 * count);
    rmk_sort_bucket((sort_run){gaps, owners}, (sort_run){scratch + count, owners + count}, count, true);
}

double rm_spacing_statistic(const uint64_t *positions, size_t count, unsigned bits, uint64_t *scratch) {
    if (count < RM_UNIFORMITY_POINTS || bits > 64)
        return NAN;
    sorted_gaps(positions, count, scratch);
    double m = (double)count, sum = 0, tie = m * ldexp(0.5, -(int)bits);
    /* the gap x times its mean has F = 1 - exp(-x): of the definition's two logarithms one is -x itself */
    for (size_t i = 0; i < count; i++) {
        double x = scratch[i] ? (double)scratch[i] * (m / CIRCLE) : tie, rank = (double)i;
        sum += (2 * (m - rank) - 1) * x - (2 * rank + 1) * log(-expm1(-x));
    }
    return (sum / m - m) * (1 + 0.6 / m);
}

double rm_spacing_p(double statistic, size_t count) {
    if (count < RM_UNIFORMITY_POINTS)
        return NAN;
    double a2 = statistic / (1 + 0.6 / (double)count);
    return rm_exponential_law_above(rm_spacing_equivalent(a2, count));
}

static double kuiper_stretch(double m) {
    return sqrt(m) + 0.155 + 0.24 / sqrt(m);
}

double rm_position_statistic(const uint64_t *positions, size_t count) {
    if (count < RM_UNIFORMITY_POINTS)
        return NAN;
    double m = (double)count, above = -INFINITY, below = -INFINITY; /* m (i/m - x) at either end of a step */
    for (size_t i = 0; i < count; i++) {
        double x = (double)positions[i] * (m / CIRCLE), rank = (double)i;
        above = rank + 1 - x > above ? rank + 1 - x : above;
        below = x - rank > below ? x - rank : below;
    }
    return (above + below) / m * kuiper_stretch(m);
}

double rm_position_p(double statistic, size_t count) {
    if (count < RM_UNIFORMITY_POINTS)
        return NAN;
    double m = (double)count, v = statistic / kuiper_stretch(m);
    return rm_kuiper_law_above(rm_position_equivalent(v * sqrt(m) + 1 / (3 * sqrt(m)), count));
}
