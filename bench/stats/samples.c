#include "samples.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

#include "quantile.h"

double rm_median(double *values, size_t count) {
    rm_sort_reals(values, count);
    if (!count)
        return NAN;
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
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
    summary.median = rm_median(values, count);
    summary.min = values[0];
    /* computed in whole numbers, since 0.95 * 20 is above 19 in binary */
    summary.p95 = values[(95 * count + 99) / 100 - 1];
    size_t rank = rm_median_rank(count, 0.95);
    if (rank) {
        summary.ci_low = values[rank - 1];
        summary.ci_high = values[count - rank];
    }
    return summary;
}
