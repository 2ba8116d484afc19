/* Where a rising function reaches a level. */
#include <math.h>

#include "peak_parts.h"

/* Of a secant: the product of its last two steps, over the square of the place. */
#define SETTLED 1e-9

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

double rm_log_odds(double p) {
    return log(p) - log1p(-p);
}

double rm_odds_crossing(rm_rising *f, const void *context, double p, double guess, double slope) {
    double low = 0, high = INFINITY, x = guess, wanted = rm_log_odds(p), last = NAN, last_miss = NAN;
    for (int i = 0; i < 200; i++) {
        double chance = f(x, context), miss = rm_log_odds(chance) - wanted;
        if (isnan(chance))
            return NAN;
        if (miss < 0)
            low = x;
        else
            high = x;
        if (isfinite(miss) && isfinite(last_miss))
            slope = (miss - last_miss) / (x - last);
        double next = x - miss / slope;
        if (isfinite(miss) && next > low && next < high) {
            /* the next error is about the product of two */
            if (fabs(next - x) * fmin(fabs(next - last), x) <= SETTLED * x * x || !(fabs(miss) > 0))
                return next;
        } else {
            next = isinf(high) ? 2 * x : (low + high) / 2;
        }
        if (isfinite(high) && high - low <= 1e-10 * high)
            return high;
        last = x;
        last_miss = miss;
        x = next;
    }
    return x;
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

uint64_t rm_first_met_near(rm_is_met *is_met, const void *context, uint64_t low, uint64_t near,
                           uint64_t high) {
    uint64_t step = 1;
    if (is_met(near, context)) {
        while (near - low >= step && is_met(near - step, context)) {
            near -= step;
            step *= 2;
        }
        return rm_first_met(is_met, context, near - low >= step ? near - step + 1 : low, near);
    }
    while (high - near > step && !is_met(near + step, context)) {
        near += step;
        step *= 2;
    }
    return rm_first_met(is_met, context, near + 1, high - near > step ? near + step : high);
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
