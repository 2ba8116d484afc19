#include "samples.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void rm_sort_values(double *values, size_t count) {
    if (count)
        qsort(values, count, sizeof *values, ascending);
}

double rm_sorted_median(const double *sorted, size_t count) {
    if (!count)
        return NAN;
    return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

/* How sure the interval from the r-th smallest to the r-th largest is: it misses the median when fewer than r
 * samples lie on one side of it. */
static double coverage(size_t count, size_t rank) {
    return 1 - 2 * gsl_cdf_binomial_P((unsigned)(rank - 1), 0.5, (unsigned)count);
}

size_t rm_median_rank(size_t count, double confidence) {
    size_t low = 0, high = count / 2;
    while (low < high) {
        size_t middle = low + (high - low + 1) / 2;
        if (coverage(count, middle) >= confidence)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

rm_summary rm_summarise(double *values, size_t count) {
    rm_summary summary = {count, NAN, NAN, NAN, NAN, NAN};
    if (!count)
        return summary;
    rm_sort_values(values, count);
    summary.median = rm_sorted_median(values, count);
    summary.min = values[0];
    /* in whole numbers: 0.95 * 20 is above 19 in binary */
    summary.p95 = values[(95 * count + 99) / 100 - 1];
    size_t rank = rm_median_rank(count, 0.95);
    if (rank) {
        summary.ci_low = values[rank - 1];
        summary.ci_high = values[count - rank];
    }
    return summary;
}
