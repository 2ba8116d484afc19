#include "series.h"

#include <math.h>
#include <stdlib.h>

#include "bench/support/fail.h"
#include "mean.h"
#include "quantile_error.h"

double *rm_series_values(const rm_series *series, size_t offset, size_t *found) {
    const char *figure = (const char *)series->sets + offset;
    double *values = rm_calloc(series->count, sizeof *values);
    *found = 0;
    for (size_t i = 0; i < series->count; i++) {
        double value = *(const double *)(figure + i * series->size);
        if (!series->skips_nan || !isnan(value))
            values[(*found)++] = value;
    }
    return values;
}

double rm_series_mean(const rm_series *series, size_t offset) {
    size_t found;
    double *values = rm_series_values(series, offset, &found);
    rm_mean mean = {0};
    for (size_t i = 0; i < found; i++)
        rm_mean_add(&mean, values[i]);
    free(values);
    return rm_mean_of(&mean);
}

double rm_series_error(const rm_series *series, size_t offset) {
    size_t found;
    double *values = rm_series_values(series, offset, &found);
    double error = rm_mean_error(values, found);
    free(values);
    return error;
}

double rm_series_largest(const rm_series *series, size_t offset) {
    size_t found;
    double *values = rm_series_values(series, offset, &found), largest = NAN;
    for (size_t i = 0; i < found; i++)
        largest = fmax(largest, values[i]);
    free(values);
    return largest;
}
