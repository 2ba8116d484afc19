/*
 * bootstrap.h - confidence intervals of a median, a mean, or the difference of two: the bias-corrected and
 * accelerated bootstrap, BCa (Efron, "Better Bootstrap Confidence Intervals", 1987; the acceleration of two
 * samples: Davison & Hinkley, "Bootstrap Methods and their Application", 1997, section 5.3.2).
 */
#ifndef RM_BOOTSTRAP_H
#define RM_BOOTSTRAP_H

#include <stddef.h>
#include <stdint.h>

/* Resamples of one interval: its ends scatter by some .02 of its width from seed to seed. */
#define RM_RESAMPLES 2000

typedef enum rm_statistic { RM_STATISTIC_MEDIAN, RM_STATISTIC_MEAN } rm_statistic;

/* In the unit of the values. All NAN without values; of one value the ends and the error are NAN. */
typedef struct rm_interval {
    double estimate, low, high;
    double error; /* the standard error: the deviation of the resampled estimates */
} rm_interval;

/*
 * Of the values' statistic, with `confidence` in (0, 1). The same seed gives the same interval. It covers a
 * bit less than it says: .95 became .93 to .94 for medians of 10 to 20 values, .945 for differences (measured
 * in the tests). Values are finite and independent; they are not changed. RM_RESAMPLES * count steps: 1 ms
 * for 100 values. Any thread.
 */
rm_interval rm_bootstrap(const double *values, size_t count, rm_statistic statistic, double confidence,
                         uint64_t seed);

/* Of the statistic of `head` minus that of `base`, two independent samples. Of logarithms it is that of a
 * ratio. */
rm_interval rm_bootstrap_difference(const double *base, size_t base_count, const double *head,
                                    size_t head_count, rm_statistic statistic, double confidence,
                                    uint64_t seed);

#endif
