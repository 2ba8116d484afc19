#include "quantile_error.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>

#include "mean.h"

double rm_mean_error(const double *values, size_t count) {
    if (count < RM_FEWEST_FOR_ERROR)
        return NAN;
    rm_mean mean = {0};
    for (size_t i = 0; i < count; i++)
        rm_mean_add(&mean, values[i]);
    double centre = rm_mean_of(&mean), squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += (values[i] - centre) * (values[i] - centre);
    return sqrt(squares / (double)(count - 1) / (double)count);
}

/* Binary fractions are rounded: 0.95 of 100 leaves a little less than 5, and that counts as 5. */
static bool has_enough(double n, double p) {
    double beyond = n * fmin(p, 1 - p);
    return n >= RM_FEWEST_FOR_ERROR && beyond > RM_FEWEST_BEYOND - 1e-6;
}

double rm_quantile_error(const double *sorted, size_t count, double p) {
    double n = (double)count, place = 1 + p * (n - 1);
    if (!has_enough(n, p))
        return NAN;
    /* distances are from the middle value: squares of large values that are nearly equal would cancel */
    double origin = sorted[(size_t)(p * (n - 1))], mean = 0, squares = 0, below = 0;
    for (size_t i = 0; i < count; i++) {
        double until = gsl_cdf_beta_P((double)(i + 1) / n, place, n + 1 - place);
        double distance = sorted[i] - origin;
        mean += (until - below) * distance;
        squares += (until - below) * distance * distance;
        below = until;
    }
    return sqrt(fmax(squares - mean * mean, 0));
}
