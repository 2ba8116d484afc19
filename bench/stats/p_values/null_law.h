/*
 * null_law.h - private: the laws of the two uniformity statistics over ideal rings, for infinitely many
 * points, and what a statistic of few points is worth there. Any thread.
 *
 * The law for m points is that for infinitely many of a statistic stretched by 1 + (a + b/m + c/m^2)/m, where
 * a, b, c depend on the level. They were fitted to the quantiles of simulated ideal rings: 20 million each of
 * m = 5, 6, 8, 10, 14, 20 points, 8 million of 28, 40, 80, 4 million of 160, 320, spacings from exponential
 * variables, levels .9999 to 3e-6; least squares, weights rings/m^2. Left over: 4 standard errors of these
 * simulations from 10 points on. tests/bench/stats/p_values/test_uniformity_size.c simulates anew and compares.
 */
#ifndef RM_NULL_LAW_H
#define RM_NULL_LAW_H

#include <stddef.h>

/* p-values smaller than this are this. */
#define RM_LEAST_P 1e-300

/* P(A^2 > z) of infinitely many exponential variables of estimated scale. Relative error under 1e-6 down to
 * RM_LEAST_P. 1 us. */
double rm_exponential_law_above(double z);
/* P(V sqrt(m) > z), Kuiper, infinitely many uniform variables. */
double rm_kuiper_law_above(double z);

/* The A^2 of infinitely many variables that is as rare as `a2` of `count` spacings, count >= 5. */
double rm_spacing_equivalent(double a2, size_t count);
/* The same of V sqrt(m) + 1/(3 sqrt(m)): that term is the whole of the order 1/sqrt(m) (Kuiper, "Tests
 * concerning random points on a circle", 1960). */
double rm_position_equivalent(double v, size_t count);

#endif
