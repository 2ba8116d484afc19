#include "peak.h"

#include <math.h>

#include "concave.h"
#include "peak_parts.h"
#include "share.h"

/* Probabilities are computed to about that; a target met exactly is met. */
#define ROUNDING 1e-12
/* A quantile: the step for a slope, in parts of its bracket; a last correction, in parts of the rarer side,
 * is good to its square or so. */
#define NEAR    1e-4
#define SETTLED 1e-5
/* Above it a count of points is no longer a whole double. */
#define MOST_VNODES ((uint64_t)1 << 53)

/* Which end of the ring is asked for. */
typedef struct extreme {
    double nodes, vnodes;
    bool least;
    bool exact;
} extreme;

static bool is_ring(uint64_t nodes, double vnodes) {
    return nodes && vnodes > 0 && isfinite(vnodes);
}

static bool is_chance(double p) {
    return p > 0 && p < 1;
}

/* One share is beyond x, at that end. */
static double tail(const extreme *e, double x) {
    return e->least ? rm_share_below(e->nodes, e->vnodes, x) : rm_share_above(e->nodes, e->vnodes, x);
}

/* Of three nodes, the density of the first at w times the chance that the second is beyond x too. */
typedef struct two_beyond {
    rm_share_law first;
    const extreme *e;
    double x;
} two_beyond;

static double log_two_beyond(double w, const void *context) {
    const two_beyond *two = context;
    double first = rm_share_at(3, w);
    extreme rest = *two->e;
    rest.nodes = 2;
    return rm_share_log_density(w, &two->first) + log(tail(&rest, two->x * 2 / (3 - first)));
}

static double pair_of_three(const extreme *e, double x) {
    two_beyond two = {rm_share_law_of(3, e->vnodes), e, x};
    double place = rm_share_place(3, x);
    double low = e->least ? -INFINITY : place, high = e->least ? place : rm_share_place(3, 3 - x);
    if (!(low < high))
        return 0;
    rm_support support = rm_concave_support(log_two_beyond, &two, low, high, place);
    return exp(rm_concave_log_integral(log_two_beyond, &two, &support, rm_order_of(e->vnodes)));
}

/* P(no relative share is beyond x). */
static double nobody_beyond(const extreme *e, double x) {
    double n = e->nodes, one = tail(e, x);
    double low = fmax(1 - n * one, 0), high = exp(n * log1p(-one)), all;
    if (n == 2 || (!e->least && x >= n / 2)) /* two cannot be beyond at once */
        return low;
    if (n == 3 && e->exact)
        all = 1 - 3 * one + 3 * pair_of_three(e, x);
    else
        all = e->least ? rm_window(n, e->vnodes, x, INFINITY, e->exact)
                       : rm_window(n, e->vnodes, 0, x, e->exact);
    return isnan(all) ? NAN : fmin(fmax(all, low), high);
}

double rm_peak_probability(uint64_t nodes, double vnodes, double h) {
    if (!is_ring(nodes, vnodes) || isnan(h))
        return NAN;
    extreme e = {.nodes = (double)nodes, .vnodes = vnodes, .exact = nodes <= RM_EXACT_NODES};
    if (h >= e.nodes)
        return 1;
    return h > 1 ? nobody_beyond(&e, h) : 0;
}

static double peak_below(double h, const void *context) {
    return h > 1 ? nobody_beyond(context, h) : 0;
}

static double least_below(double x, const void *context) {
    return x < 1 ? 1 - nobody_beyond(context, x) : 1;
}

/*
 * Where f reaches p. The expansion is off by little and by nearly the same nearby: it finds the place, and
 * two or three exact values correct it.
 */
static double crossing(rm_rising *f, const extreme *e, double p, double low, double high) {
    if (!e->exact || e->nodes < 3)
        return rm_crossing(f, e, p, low, high);
    extreme expanded = *e;
    expanded.exact = false;
    double x = rm_crossing(f, &expanded, p, low, high), near = x + NEAR * (high - low);
    double slope = (f(near, &expanded) - f(x, &expanded)) / (near - x), good = SETTLED * fmin(p, 1 - p);
    for (int i = 0; i < 6; i++) {
        double miss = f(x, e) - p, next = x - miss / slope;
        if (!(next > low && next < high))
            break;
        if (fabs(miss) <= good)
            return next;
        double here = f(next, e) - p;
        if (fabs(here) > fabs(miss) / 2)
            break;
        slope = (here - miss) / (next - x);
        x = next;
    }
    return rm_crossing(f, e, p, low, high);
}

double rm_peak_quantile(uint64_t nodes, double vnodes, double p) {
    if (!is_ring(nodes, vnodes) || !is_chance(p))
        return NAN;
    double n = (double)nodes;
    if (nodes == 1)
        return 1;
    extreme e = {.nodes = n, .vnodes = vnodes, .exact = nodes <= RM_EXACT_NODES};
    double low = fmax(rm_share_upper(n, vnodes, -expm1(log(p) / n)), 1);
    double high = rm_share_upper(n, vnodes, (1 - p) / n);
    return low < high ? crossing(peak_below, &e, p, low, high) : high;
}

double rm_least_quantile(uint64_t nodes, double vnodes, double p) {
    if (!is_ring(nodes, vnodes) || !is_chance(p))
        return NAN;
    double n = (double)nodes;
    if (nodes == 1)
        return 1;
    extreme e = {.nodes = n, .vnodes = vnodes, .least = true, .exact = nodes <= RM_EXACT_NODES};
    double low = rm_share_lower(n, vnodes, p / n);
    double high = fmin(rm_share_lower(n, vnodes, -expm1(log1p(-p) / n)), 1);
    return low < high ? crossing(least_below, &e, p, low, high) : low;
}

double rm_share_quantile(uint64_t nodes, double vnodes, double p) {
    if (!is_ring(nodes, vnodes) || !is_chance(p))
        return NAN;
    return nodes == 1 ? 1 : rm_share_lower((double)nodes, vnodes, p);
}

typedef struct target {
    double nodes, h, confidence;
    bool exact;
} target;

/* One share passes h at most that often, and the target is surely met; or may be met at all. */
static bool is_safe(uint64_t v, const void *context) {
    const target *t = context;
    return t->nodes * rm_share_above(t->nodes, (double)v, t->h) <= 1 - t->confidence + ROUNDING;
}

static bool is_possible(uint64_t v, const void *context) {
    const target *t = context;
    return t->nodes * log1p(-rm_share_above(t->nodes, (double)v, t->h)) >= log(t->confidence - ROUNDING);
}

static bool is_met(uint64_t v, const void *context) {
    const target *t = context;
    extreme e = {.nodes = t->nodes, .vnodes = (double)v, .exact = t->exact};
    return peak_below(t->h, &e) >= t->confidence - ROUNDING;
}

uint64_t rm_peak_vnodes(uint64_t nodes, double h, double confidence, uint64_t most) {
    target t = {.nodes = (double)nodes, .h = h, .confidence = confidence};
    if (!nodes || isnan(h) || !is_chance(confidence) || !most)
        return 0;
    if (h >= t.nodes)
        return 1;
    if (!(h > 1))
        return 0;
    most = most < MOST_VNODES ? most : MOST_VNODES;
    uint64_t low = rm_first_met_upto(is_possible, &t, most);
    if (!low)
        return 0;
    uint64_t high = rm_first_met_upto(is_safe, &t, MOST_VNODES);
    t.exact = nodes <= RM_EXACT_NODES;
    if (!high || high > most) {
        if (!is_met(most, &t))
            return 0;
        high = most;
    }
    t.exact = false;
    uint64_t found = rm_first_met(is_met, &t, low < high ? low : high, high);
    t.exact = nodes > 2 && nodes <= RM_EXACT_NODES;
    return t.exact ? rm_first_met_near(is_met, &t, low, found, high) : found;
}
