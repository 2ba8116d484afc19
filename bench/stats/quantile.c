#include "quantile.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void rm_sort_reals(double *values, size_t count) {
    if (count > 1)
        qsort(values, count, sizeof *values, compare);
}

double rm_quantile(const double *sorted, size_t count, double p) {
    if (!count)
        return NAN;
    double place = p * (double)(count - 1);
    size_t below = (size_t)place;
    if (below + 1 >= count)
        return sorted[count - 1];
    return sorted[below] + (place - (double)below) * (sorted[below + 1] - sorted[below]);
}
