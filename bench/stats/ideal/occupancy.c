#include "occupancy.h"

#include <math.h>

#define FOLD 10 /* of the noise that would be as large as what is looked for */

double rm_empty_expected(const double *shares, size_t count, double keys) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += shares[i] < 1 ? exp(keys * log1p(-shares[i])) : 0;
    return sum;
}

double rm_keys_needed(double points, double nodes) {
    return FOLD * (points > 0 ? points + 1 : nodes);
}
