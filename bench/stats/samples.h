/*
 * samples.h - summaries of many timings of one thing. None has a mean: a few timings during which another
 * program had the CPU would decide it.
 */
#ifndef RM_SAMPLES_H
#define RM_SAMPLES_H

#include <stddef.h>

/* All in the unit of the samples. Figures are NaN where there are no samples, the interval's ends where there
 * are fewer than six. */
typedef struct rm_summary {
    size_t count;
    double median, min, p95;
    double ci_low, ci_high; /* a 95 % confidence interval of the median */
} rm_summary;

/*
 * Sorts `values` in place and sums them up. p95 is the smallest sample that at least 95 % are not above. The
 * interval is distribution-free: two order statistics, by the binomial law of how many samples fall below the
 * median (Conover, "Practical Nonparametric Statistics", 1999, section 3.2). It speaks of
 * this launch only: another one lies elsewhere in memory and may differ by more. O(n log n), any thread.
 */
rm_summary rm_summarise(double *values, size_t count);

/*
 * The largest rank r, from 1, such that the r-th smallest and the r-th largest of `count` samples enclose the
 * median with at least `confidence` (0..1); 0 when even the extremes do not.
 */
size_t rm_median_rank(size_t count, double confidence);

/* Sorts `values` in place and returns their median; NaN when there are none. O(n log n), any thread. */
double rm_median(double *values, size_t count);

#endif
