#include "counts.h"

#include <math.h>

#include <gsl/gsl_cdf.h>

#include "bench/stats/gsl_quiet.h"

#define LEAST_EXPECTED 5 /* keys at a node */
#define LEAST_P        1e-300

double rm_counts_p(const double *shares, const double *fair, size_t count, double keys) {
    double square = 0;
    for (size_t i = 0; i < count; i++) {
        if (keys * fair[i] < LEAST_EXPECTED)
            return NAN;
        square += keys * (shares[i] - fair[i]) * (shares[i] - fair[i]) / fair[i];
    }
    if (count < 2)
        return NAN;
    rm_gsl_quiet();
    return fmax(gsl_cdf_chisq_Q(square, (double)count - 1), LEAST_P);
}

double rm_counts_cv(const double *fair, size_t count, double keys, double placement_cv) {
    double chance = 0;
    for (size_t i = 0; i < count; i++)
        chance += (1 - fair[i]) / (keys * fair[i]);
    return sqrt(placement_cv * placement_cv + chance / (double)count);
}

double rm_probes_cv(double probes) {
    return 1 / sqrt(2 * probes - 1);
}
