#include "chance.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "gsl_quiet.h"

void rm_chance_band(double hits, double trials, double confidence, double *low, double *high) {
    rm_gsl_quiet();
    double z = gsl_cdf_ugaussian_Qinv((1 - confidence) / 2), part = hits / trials, zz = z * z / trials;
    double middle = (part + zz / 2) / (1 + zz);
    double reach = z * sqrt(part * (1 - part) / trials + zz / (4 * trials)) / (1 + zz);
    *low = hits > 0 ? fmax(0, middle - reach) : 0;
    *high = hits < trials ? fmin(1, middle + reach) : 1;
}
