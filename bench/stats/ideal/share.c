#include "share.h"

#include <math.h>

#include "concave.h"

/* In deviations of the share; the next would be the square of it. */
#define LAST_STEP 1e-8

double rm_stirling_rest(double x) {
    if (x < 15)
        return lgamma(x) - ((x - 0.5) * log(x) - x + 0.5 * log(2 * M_PI));
    double r = 1 / (x * x);
    return (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r * (1.0 / 1680 - r / 1188)))) / x;
}

rm_share_law rm_share_law_of(double n, double v) {
    double others = (n - 1) * v;
    return (rm_share_law){n, v,
                          0.5 * log(2 * M_PI * n / others) + rm_stirling_rest(v) + rm_stirling_rest(others) -
                              rm_stirling_rest(n * v)};
}

double rm_share_place(double n, double x) {
    return x <= 0 ? -INFINITY : x >= n ? INFINITY : log(x) - log1p(-(x - 1) / (n - 1));
}

double rm_share_at(double n, double w) {
    return n / (1 + (n - 1) * exp(-w));
}

double rm_share_log_density(double w, const rm_share_law *law) {
    double n = law->nodes;
    /* logs of both parts over their means; the smaller one is never taken from a difference */
    double own = w < 0 ? w - log1p(expm1(w) / n) : -log1p((n - 1) / n * expm1(-w));
    double rest = w < 1 ? log1p(-expm1(own) / (n - 1)) : own - w;
    return law->vnodes * (own + (n - 1) * rest) - law->log_norm;
}

static double log_density(double w, const void *law) {
    return rm_share_log_density(w, law);
}

static double log_mass(const rm_share_law *law, double low, double high) {
    rm_support support = rm_concave_support(log_density, law, low, high, 0);
    return fmin(rm_concave_log_integral(log_density, law, &support, rm_order_of(law->vnodes)), 0);
}

static double mass(double n, double v, double low, double high) {
    rm_share_law law = rm_share_law_of(n, v);
    return exp(log_mass(&law, low, high));
}

double rm_share_above(double n, double v, double x) {
    return x <= 0 ? 1 : x >= n ? 0 : mass(n, v, rm_share_place(n, x), INFINITY);
}

double rm_share_below(double n, double v, double x) {
    return x <= 0 ? 0 : x >= n ? 1 : mass(n, v, -INFINITY, rm_share_place(n, x));
}

/*
 * The share whose tail on that side is `tail` <= 1/2. The log of the tail is concave in w, so that Newton's
 * steps come down to the place from beyond it whatever they begin with; a step this small is the last.
 */
static double place_of(double n, double v, double tail, double side) {
    rm_share_law law = rm_share_law_of(n, v);
    double deviation = 1 / sqrt(v * (n - 1) / n), wanted = log(tail);
    double w = side * deviation * sqrt(2 * log(0.5 / tail));
    for (int i = 0; i < 100; i++) {
        double beyond = side > 0 ? log_mass(&law, w, INFINITY) : log_mass(&law, -INFINITY, w);
        double hazard = exp(rm_share_log_density(w, &law) - beyond);
        double step = (beyond - wanted) / hazard;
        w += side * step;
        if (!(fabs(step) > LAST_STEP * deviation))
            break;
    }
    return rm_share_at(n, w);
}

double rm_share_upper(double n, double v, double tail) {
    return tail > 0.5 ? place_of(n, v, 1 - tail, -1) : place_of(n, v, tail, 1);
}

double rm_share_lower(double n, double v, double tail) {
    return tail > 0.5 ? place_of(n, v, 1 - tail, 1) : place_of(n, v, tail, -1);
}
