/* Where a rising function reaches a level. */
#include <math.h>

#include "peak_parts.h"

/* False position after Illinois: the end that stays twice counts half. */
double rm_crossing(rm_rising *f, const void *context, double level, double low, double high) {
    double below = f(low, context) - level, above = f(high, context) - level;
    if (!(below < 0))
        return isnan(below) ? NAN : low;
    if (!(above > 0))
        return isnan(above) ? NAN : high;
    int side = 0;
    for (int i = 0; i < 100 && high - low > 1e-10 * high; i++) {
        double x = (low * above - high * below) / (above - below);
        if (i % 8 == 7 || !(x > low && x < high))
            x = (low + high) / 2;
        double here = f(x, context) - level;
        if (isnan(here))
            return NAN;
        if (fabs(here) < 1e-13)
            return x;
        if (here < 0) {
            low = x;
            below = here;
            above = side < 0 ? above / 2 : above;
            side = -1;
        } else {
            high = x;
            above = here;
            below = side > 0 ? below / 2 : below;
            side = 1;
        }
    }
    return (low + high) / 2;
}

uint64_t rm_first_met(rm_is_met *is_met, const void *context, uint64_t low, uint64_t high) {
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (is_met(middle, context))
            high = middle;
        else
            low = middle + 1;
    }
    return high;
}

uint64_t rm_first_met_upto(rm_is_met *is_met, const void *context, uint64_t most) {
    uint64_t low = 1, high = 1;
    if (!most)
        return 0;
    while (!is_met(high, context)) {
        if (high >= most)
            return 0;
        low = high + 1;
        high = high > most / 2 ? most : 2 * high;
    }
    return rm_first_met(is_met, context, low, high);
}
