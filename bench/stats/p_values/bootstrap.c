#include "bootstrap.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/stats/gsl_quiet.h"
#include "bench/stats/quantile.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"

/* One sample, sorted, and how often each value of it was drawn. */
typedef struct sample {
    double *values;
    uint32_t *drawn;
    size_t count;
} sample;

static sample sample_of(const double *values, size_t count) {
    sample s = {rm_calloc(count ? count : 1, sizeof *s.values), rm_calloc(count ? count : 1, sizeof *s.drawn),
                count};
    if (count)
        memcpy(s.values, values, count * sizeof *values);
    rm_sort_reals(s.values, count);
    return s;
}

static void sample_free(sample *s) {
    free(s->values);
    free(s->drawn);
}

static void draw(sample *s, rm_random *random) {
    memset(s->drawn, 0, s->count * sizeof *s->drawn);
    for (size_t i = 0; i < s->count; i++)
        s->drawn[rm_random_below(random, s->count)]++;
}

static double drawn_mean(const sample *s) {
    double sum = 0, count = 0;
    for (size_t i = 0; i < s->count; i++) {
        sum += s->drawn[i] * s->values[i];
        count += s->drawn[i];
    }
    return sum / count;
}

/* The value at `rank`, from 0, of what was drawn. */
static double drawn_at(const sample *s, size_t rank) {
    size_t i = 0;
    for (size_t seen = s->drawn[0]; seen <= rank; seen += s->drawn[i])
        i++;
    return s->values[i];
}

static double drawn_statistic(const sample *s, size_t count, rm_statistic statistic) {
    if (statistic == RM_STATISTIC_MEAN)
        return drawn_mean(s);
    double high = drawn_at(s, count / 2);
    return count % 2 ? high : (drawn_at(s, count / 2 - 1) + high) / 2;
}

static double whole_statistic(sample *s, rm_statistic statistic) {
    for (size_t i = 0; i < s->count; i++)
        s->drawn[i] = 1;
    return drawn_statistic(s, s->count, statistic);
}

/* Adds the part of this sample to the sums of squared and cubed influences: by how much the estimate moves
 * without each value. */
static void add_influences(sample *s, rm_statistic statistic, double sign, double *squares, double *cubes) {
    double n = (double)s->count, mean = 0;
    double *without = rm_calloc(s->count, sizeof *without);
    double whole = whole_statistic(s, RM_STATISTIC_MEAN);
    for (size_t i = 0; i < s->count; i++) {
        size_t middle = (s->count - 1) / 2; /* of what is left, from 0; behind i everything moves down */
        double at = s->values[middle + (middle >= i)];
        if (s->count % 2)
            at = (at + s->values[middle - 1 + (middle - 1 >= i)]) / 2;
        without[i] = statistic == RM_STATISTIC_MEAN ? (n * whole - s->values[i]) / (n - 1) : at;
        mean += without[i] / n;
    }
    for (size_t i = 0; i < s->count; i++) {
        double influence = sign * (n - 1) * (mean - without[i]);
        *squares += influence * influence / (n * n);
        *cubes += influence * influence * influence / (n * n * n);
    }
    free(without);
}

/* Where the interval's end stands in the sorted resamples, BCa: `z` is the normal quantile of the end. */
static double end_at(const double *sorted, double bias, double acceleration, double z) {
    double shrink = 1 - acceleration * (bias + z);
    double part = shrink > 0 ? gsl_cdf_ugaussian_P(bias + (bias + z) / shrink) : z > 0;
    return rm_quantile(sorted, RM_RESAMPLES, part);
}

/* How far the estimate is from the middle of the resamples, in normal deviations. Ties count half. */
static double bias_of(const double *estimates, double estimate) {
    double below = 0;
    for (size_t i = 0; i < RM_RESAMPLES; i++)
        below += estimates[i] < estimate ? 1 : estimates[i] > estimate ? 0 : 0.5;
    below = fmin(fmax(below, 0.5), RM_RESAMPLES - 0.5);
    return gsl_cdf_ugaussian_Pinv(below / RM_RESAMPLES);
}

static double deviation(const double *values, size_t count) {
    double mean = 0, squares = 0;
    for (size_t i = 0; i < count; i++)
        mean += values[i] / (double)count;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return sqrt(squares / (double)(count - 1));
}

/* Of `head`, minus `base` when there is one. */
static rm_interval interval_of(sample *base, sample *head, rm_statistic statistic, double confidence,
                               uint64_t seed) {
    rm_interval interval = {NAN, NAN, NAN, NAN};
    if (head->count == 0 || (base && base->count == 0))
        return interval;
    interval.estimate = whole_statistic(head, statistic) - (base ? whole_statistic(base, statistic) : 0);
    if (head->count == 1 || (base && base->count == 1))
        return interval;
    rm_gsl_quiet();
    double squares = 0, cubes = 0;
    add_influences(head, statistic, 1, &squares, &cubes);
    if (base)
        add_influences(base, statistic, -1, &squares, &cubes);
    double acceleration = squares > 0 ? cubes / (6 * pow(squares, 1.5)) : 0;
    rm_random random = rm_random_seeded(seed);
    double *estimates = rm_calloc(RM_RESAMPLES, sizeof *estimates);
    for (size_t i = 0; i < RM_RESAMPLES; i++) {
        draw(head, &random);
        estimates[i] = drawn_statistic(head, head->count, statistic);
        if (!base)
            continue;
        draw(base, &random);
        estimates[i] -= drawn_statistic(base, base->count, statistic);
    }
    rm_sort_reals(estimates, RM_RESAMPLES);
    double bias = bias_of(estimates, interval.estimate), z = gsl_cdf_ugaussian_Pinv((1 - confidence) / 2);
    interval.low = end_at(estimates, bias, acceleration, z);
    interval.high = end_at(estimates, bias, acceleration, -z);
    interval.error = deviation(estimates, RM_RESAMPLES);
    free(estimates);
    return interval;
}

rm_interval rm_bootstrap(const double *values, size_t count, rm_statistic statistic, double confidence,
                         uint64_t seed) {
    sample s = sample_of(values, count);
    rm_interval interval = interval_of(NULL, &s, statistic, confidence, seed);
    sample_free(&s);
    return interval;
}

rm_interval rm_bootstrap_difference(const double *base, size_t base_count, const double *head,
                                    size_t head_count, rm_statistic statistic, double confidence,
                                    uint64_t seed) {
    sample b = sample_of(base, base_count), h = sample_of(head, head_count);
    rm_interval interval = interval_of(&b, &h, statistic, confidence, seed);
    sample_free(&b);
    sample_free(&h);
    return interval;
}
