/*
 * samples.h - what is reported of many timings of one thing. Never a mean: preempted blocks would rule it.
 */
#ifndef RM_SAMPLES_H
#define RM_SAMPLES_H

#include <stddef.h>

/* In the unit of the samples. NaN where there is no answer (no samples; an interval of fewer than six). */
typedef struct rm_summary {
    size_t count;
    double median, min, p95;
    double ci_low, ci_high; /* a 95 % confidence interval of the median */
} rm_summary;

/*
 * Sorts `values` in place and sums them up. p95 is the smallest sample that at least 95 % are not above. The
 * interval is distribution-free: two order statistics, by the binomial law of how many samples fall below the
 * median (Conover, "Practical Nonparametric Statistics", 1999, section 3.2). It covers this run only: the
 * layout of another launch is not in it. O(n log n), any thread.
 */
rm_summary rm_summarise(double *values, size_t count);

/*
 * The largest rank r, from 1, such that the r-th smallest and the r-th largest of `count` samples enclose the
 * median with at least `confidence` (0..1); 0 when even the extremes do not.
 */
size_t rm_median_rank(size_t count, double confidence);

/* The median of sorted values; NaN of none. */
double rm_sorted_median(const double *sorted, size_t count);
/* Sorts ascending. */
void rm_sort_values(double *values, size_t count);

#endif
