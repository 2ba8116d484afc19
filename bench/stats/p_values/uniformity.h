/*
 * uniformity.h - is this ring's hash as good as random? Three tests of one ring, combined over many, and what
 * is expected of collisions. p-values are those of an ideal ring (uniform, independent points), at least
 * 1e-300; their sizes are checked by simulation in the tests. NAN where a test has no answer. Any thread.
 */
#ifndef RM_UNIFORMITY_H
#define RM_UNIFORMITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Fewer points than this say nothing: the tests of one ring answer NAN. */
#define RM_UNIFORMITY_POINTS 5

/*
 * Spacings against the exponential law, scale estimated: Anderson-Darling's A^2 (1 + 0.6/m) (D'Agostino &
 * Stephens, "Goodness-of-Fit Techniques", 1986, table 4.14). `positions` ascending on a circle of 2^64; ties
 * count as half a step of 2^-bits. `scratch`: room for 3 * count values, of any content. O(m log m) whatever
 * the positions, some 30 ns a point.
 */
double rm_spacing_statistic(const uint64_t *positions, size_t count, unsigned bits, uint64_t *scratch);
/* Its p-value on a ring of `count` points: exact for infinitely many, with a correction for few (null_law.h)
 * that is good to a part in a thousand down to p = .02, to 1 % down to .003 and to 10 % down to 1e-5. 1 us. */
double rm_spacing_p(double statistic, size_t count);

/* Positions against the uniform law whatever the origin: Kuiper's V (sqrt(m) + 0.155 + 0.24/sqrt(m))
 * (Stephens, 1970). O(m). */
double rm_position_statistic(const uint64_t *positions, size_t count);
/* Its p-value: within .001 from 20 points on, .004 from 10 and .01 below, where the law has corners that are
 * smoothed; tails as for spacings. Under 1 us. */
double rm_position_p(double statistic, size_t count);

/*
 * Variance over `sets` independent sets: `ratio` is the mean of CV^2 over its expectation (n-1)/(nv+1); the
 * test is two-sided. The law by sets (n-1), the degrees of freedom that chi-square would have:
 * - many: a shifted gamma law with the three first cumulants, exact for Dirichlet shares; it becomes that
 *   chi-square law with growing v, which itself rejects too often for small v.
 * - few, and 32 virtual nodes or more: chi-square.
 * - few, and below: simulated ideal rings (fixed seed, whatever was asked before), some 0.1 s for the first
 *   question about one (n, v, sets); the last laws are kept, so that others cost 1 us.
 */
double rm_variance_p(uint64_t nodes, uint64_t vnodes, uint64_t sets, double ratio);
/* The ratio's interval that ideal rings stay in with `confidence`, each end missed with the half of the rest.
 * NAN for both when there is none. */
void rm_variance_band(uint64_t nodes, uint64_t vnodes, uint64_t sets, double confidence, double *low,
                      double *high);

/* Fisher's combination of independent p-values; those that are NAN do not count. O(count). */
double rm_combined_p(const double *p, size_t count);
/* Holm's step-down: rejected[i] for each of p[0..count) at family level `alpha`; NAN never is and does not
 * count. O(count^2). */
void rm_holm(const double *p, size_t count, double alpha, bool *rejected);
/* P(at least `lost` where `expected` are expected), Poisson; in the far tail never below 1e-300. */
double rm_poisson_p(double lost, double expected);
/* Points that own nothing because another stands where they do: m - 2^b (1 - (1-2^-b)^m). bits <= 64. */
double rm_lost_expected(double points, unsigned bits);

#endif
