/*
 * quantile_error.h - how sure figures of a sample are: standard errors of its mean and of its quantiles. NAN
 * where the sample is too small for one that can be trusted. Any thread.
 */
#ifndef RM_QUANTILE_ERROR_H
#define RM_QUANTILE_ERROR_H

#include <stddef.h>

/* With fewer values there is no standard error at all: an interval of 1.96 errors to either side would cover
 * too little. */
#define RM_FEWEST_FOR_ERROR 10
/* A quantile gets a standard error only where this many values are expected beyond it. */
#define RM_FEWEST_BEYOND 5

/* The standard error of the mean of independent values: their standard deviation over the root of their
 * number. O(count). */
double rm_mean_error(const double *values, size_t count);

/*
 * The standard error of rm_quantile(sorted, count, p), 0 < p < 1, whatever the law of the values. The
 * quantile is about the h-th smallest value, h = 1 + p (count - 1), and the part of the law below that one is
 * distributed as Beta(h, count + 1 - h): by this the sample's own values are weighed (Maritz & Jarrett, "A
 * Note on Estimating the Variance of the Sample Median", 1978). NAN unless RM_FEWEST_BEYOND values are
 * expected on either side: 10 values for a median, 100 for p = 0.95, 500 for p = 0.99. O(count) incomplete
 * betas.
 */
double rm_quantile_error(const double *sorted, size_t count, double p);

#endif
