/*
 * uniformity.h - is this ring's hash as good as random? Three tests of one ring, combined over many, and what
 * is expected of collisions. p-values are those of an ideal ring (uniform, independent points); their sizes are
 * checked by simulation in the tests. NAN where a test has no answer. Any thread.
 */
#ifndef RM_UNIFORMITY_H
#define RM_UNIFORMITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Spacings against the exponential law, scale estimated: Anderson-Darling's A^2 (1 + 0.6/m) (D'Agostino &
 * Stephens, "Goodness-of-Fit Techniques", 1986, table 4.14). `positions` ascending on a circle of 2^64; ties
 * count as half a step of 2^-bits. `scratch`: room for count doubles. O(m log m).
 */
double rm_spacing_statistic(const uint64_t *positions, size_t count, unsigned bits, double *scratch);
double rm_spacing_p(double statistic);
/* Positions against the uniform law whatever the origin: Kuiper's V (sqrt(m) + 0.155 + 0.24/sqrt(m))
 * (Stephens, 1970). O(m). */
double rm_position_statistic(const uint64_t *positions, size_t count);
double rm_position_p(double statistic);

/*
 * Variance over `sets` independent sets: the mean of CV^2 over its expectation (n-1)/(nv+1), two-sided. Against
 * chi-square with sets (n-1) degrees from 32 virtual nodes on, below against simulated ideal rings (fixed seed,
 * the null law of one (n, v) is kept between calls where that is worth it).
 */
double rm_variance_p(uint64_t nodes, uint64_t vnodes, uint64_t sets, double ratio);
/* The ratio's interval that ideal rings stay in with `confidence`. */
void rm_variance_band(uint64_t nodes, uint64_t vnodes, uint64_t sets, double confidence, double *low,
                      double *high);

/* Fisher's combination of independent p-values. O(count). */
double rm_combined_p(const double *p, size_t count);
/* Holm's step-down: rejected[i] for each of p[0..count) at family level `alpha`; NAN never is. count <= 64. */
void rm_holm(const double *p, size_t count, double alpha, bool *rejected);
/* P(at least `lost` where `expected` are expected), Poisson; in the far tail never below 1e-300. */
double rm_poisson_p(double lost, double expected);
/* Points that own nothing because another stands where they do: m - 2^b (1 - (1-2^-b)^m). */
double rm_lost_expected(double points, unsigned bits);

#endif
