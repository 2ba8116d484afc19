/*
 * quantile.h - quantiles of a sample.
 */
#ifndef RM_QUANTILE_H
#define RM_QUANTILE_H

#include <stddef.h>

/*
 * The quantile p of `count` values sorted ascending, definition 7 of Hyndman & Fan, "Sample Quantiles in
 * Statistical Packages" (1996): linear between order statistics, the smallest at p = 0 and the largest at
 * p = 1. NAN when count is 0. Any thread, O(1).
 */
double rm_quantile(const double *sorted, size_t count, double p);

/* Sorts ascending. O(count log count). */
void rm_sort_reals(double *values, size_t count);

#endif
