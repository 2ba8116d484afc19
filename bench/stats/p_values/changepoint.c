#include "changepoint.h"

#include <math.h>

static double p_of(double k, double n) {
    return fmin(1, 2 * exp(-6 * k * k / (n * n * n + n * n)));
}

rm_change_point rm_pettitt(const double *values, size_t count) {
    rm_change_point best = {0, 1};
    double sum = 0, most = -1; /* sum: of sign(x_j - x_i) over i before the split and j behind it */
    for (size_t t = 0; t + 1 < count; t++) {
        for (size_t i = 0; i < count; i++)
            sum += (values[i] > values[t]) - (values[i] < values[t]);
        if (fabs(sum) > most) {
            most = fabs(sum);
            best.at = t + 1;
        }
    }
    if (best.at)
        best.p = p_of(most, (double)count);
    return best;
}

size_t rm_pettitt_least(double alpha) {
    size_t n = 2;
    while (!(p_of((double)((n / 2) * (n - n / 2)), (double)n) < alpha))
        n++;
    return n;
}

static size_t split(const double *values, size_t from, size_t to, double alpha, rm_change_point *points) {
    rm_change_point best = rm_pettitt(values + from, to - from);
    if (!(best.p < alpha))
        return 0;
    best.at += from;
    size_t before = split(values, from, best.at, alpha, points);
    points[before] = best;
    return before + 1 + split(values, best.at, to, alpha, points + before + 1);
}

size_t rm_change_points(const double *values, size_t count, double alpha, rm_change_point *points) {
    return split(values, 0, count, alpha, points);
}
