/*
 * rank_test.h - do two samples come from the same law? The rank-sum test (Wilcoxon 1945, Mann & Whitney
 * 1947): it assumes independent values and nothing of their law, so that one wild timing weighs no more than
 * any.
 */
#ifndef RM_RANK_TEST_H
#define RM_RANK_TEST_H

#include <stddef.h>

/* Up to so many values together the p-value is exact; above, normal with corrections for ties and steps. */
#define RM_EXACT_RANKS 80

/*
 * The two-sided p-value, at least 1e-300; NAN when a sample is empty. Ties get middle ranks, and the exact
 * law is that of all ways to deal these ranks out (so with ties, too). O(n log n), and O(n^4) of the up to
 * RM_EXACT_RANKS values of the exact law: 10 ms. Any thread; the samples are not changed.
 */
double rm_rank_p(const double *a, size_t a_count, const double *b, size_t b_count);

/* The smallest p-value that samples of these sizes can have: two of all ways to deal them out. 1 when empty. */
double rm_rank_least_p(size_t a_count, size_t b_count);

#endif
