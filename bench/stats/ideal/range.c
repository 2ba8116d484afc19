/* The law of the range: given the least share, the others are a ring of one node less, in a window. */
#include <math.h>

#include "concave.h"
#include "peak.h"
#include "peak_parts.h"
#include "share.h"

/* From so many virtual nodes on half the points of a sum do. */
#define SMOOTH 64
/* The mode is looked for until it is known to this part of the interval. */
#define MODE_PART 0.03
/* Above it little is cut off, and the expansion misses what is left to 1. */
#define NEARLY_ALL 0.95
/* From so many nodes on the expansion is good enough without bounds elsewhere. */
#define BOUNDED 6

typedef struct range_law {
    rm_share_law share;
    double nodes, vnodes, range;
    double *tilt; /* of the last window, near that of the next */
} range_law;

static rm_order order_of(const range_law *law) {
    return law->vnodes >= SMOOTH && law->nodes > 3 ? RM_ORDER_16 : rm_order_of(law->vnodes);
}

/* P(the other n-1 relative shares are in [least, least + range]) */
static double others_inside(const range_law *law, double least) {
    double n = law->nodes, v = law->vnodes, scale = (n - 1) / (n - least);
    double low = least * scale, high = (least + law->range) * scale;
    if (!(n > 3))
        return fmax(1 - 2 * rm_share_above(2, v, fmin(high, 2 - low)), 0);
    double inside = rm_window_near(n - 1, v, low, high, order_of(law), law->tilt);
    if (n > BOUNDED && inside < NEARLY_ALL)
        return inside;
    double above = rm_share_above(n - 1, v, high), below = rm_share_below(n - 1, v, low);
    return fmin(fmax(inside, 1 - (n - 1) * (above + below)), pow(1 - fmax(above, below), n - 1));
}

static double log_density(double w, const void *context) {
    const range_law *law = context;
    double inside = others_inside(law, rm_share_at(law->nodes, w));
    return rm_share_log_density(w, &law->share) + log(law->nodes * inside);
}

/* Where the density of the least share is largest: golden sections, as it is log-concave. */
static double mode_of(const range_law *law, double low, double high) {
    const double golden = (sqrt(5) - 1) / 2, enough = MODE_PART * (high - low);
    double left = high - golden * (high - low), right = low + golden * (high - low);
    double at_left = log_density(left, law), at_right = log_density(right, law);
    while (high - low > enough) {
        /* nothing at both of them: what there is lies above, where the range reaches past the mean */
        if (at_left > at_right) {
            high = right, right = left, at_right = at_left;
            left = high - golden * (high - low);
            at_left = log_density(left, law);
        } else {
            low = left, left = right, at_left = at_right;
            right = low + golden * (high - low);
            at_right = log_density(right, law);
        }
    }
    return at_left > at_right ? left : right;
}

/* Of its density from low to high. */
static double mass(const range_law *law, double low, double high, double mode) {
    rm_support support = rm_concave_support(log_density, law, low, high, mode);
    return exp(rm_concave_log_integral(log_density, law, &support, order_of(law)));
}

/* P(largest - least relative share <= range) */
static double range_below(double range, const void *context) {
    const range_law *ring = context;
    range_law law = *ring;
    double n = law.nodes, tilt = 0;
    law.range = range;
    law.tilt = &tilt;
    if (!(range > 0))
        return 0;
    if (n == 2)
        return 1 - 2 * rm_share_above(2, law.vnodes, 1 + range / 2);
    /* the others' mean has to be in the window */
    double low = rm_share_place(n, fmax(1 - range * (n - 1) / n, rm_share_lower(n, law.vnodes, 1e-14 / n)));
    double mode = mode_of(&law, low, 0);
    /* of two others it has an edge, where one of them at its most leaves the least to the other */
    double edge = n > 3 ? low : rm_share_place(3, fmax(1 - range / 3, rm_share_at(3, low)));
    double below = mass(&law, edge, 0, mode) + (low < edge ? mass(&law, low, edge, mode) : 0);
    return below > 1 ? 1 : below; /* NAN stays */
}

static range_law ring_of(uint64_t nodes, double vnodes) {
    double n = (double)nodes;
    return (range_law){.share = rm_share_law_of(n, vnodes), .nodes = n, .vnodes = vnodes};
}

/* ---- normal variables, whose range is where to begin ---- */

/* P(the range of n independent standard normal variables <= range): the least at x, the others above it. */
static double normal_below(double range, const void *context) {
    double n = *(const double *)context, sum = 0, step = 0.1;
    for (double x = -9; x < 6; x += step) {
        double inside = (erfc(x * M_SQRT1_2) - erfc((x + range) * M_SQRT1_2)) / 2;
        sum += exp(-x * x / 2 + (n - 1) * log(inside));
    }
    return fmin(n * sum * step / sqrt(2 * M_PI), 1);
}

/* The range of shares is that of such variables over sqrt(v), when points are many; the slope of its log
 * odds. */
static double normal_range(double n, double p, double *slope) {
    double range = rm_crossing(normal_below, &n, p, 0, 24), step = 1e-3 * range;
    *slope = (rm_log_odds(normal_below(range + step, &n)) - rm_log_odds(normal_below(range - step, &n))) /
             (2 * step);
    return range;
}

double rm_range_quantile(uint64_t nodes, double vnodes, double p) {
    if (!nodes || !(vnodes > 0 && isfinite(vnodes)) || !(p > 0 && p < 1))
        return NAN;
    if (nodes == 1)
        return 0;
    range_law ring = ring_of(nodes, vnodes);
    double slope, range = normal_range(ring.nodes, p, &slope), root = sqrt(vnodes);
    return fmin(rm_odds_crossing(range_below, &ring, p, fmin(range / root, ring.nodes / 2), slope * root),
                ring.nodes);
}

typedef struct target {
    uint64_t nodes;
    double range, confidence;
} target;

/* P(the range is within the target), of a ring with root^2 points a node. */
static double met_by(double root, const void *context) {
    const target *t = context;
    range_law ring = ring_of(t->nodes, root * root);
    return range_below(t->range, &ring);
}

static bool is_met(uint64_t v, const void *context) {
    const target *t = context;
    return met_by(sqrt((double)v), t) >= t->confidence;
}

uint64_t rm_range_vnodes(uint64_t nodes, double range, double confidence, uint64_t most) {
    target t = {nodes, range, confidence};
    if (!nodes || !(confidence > 0 && confidence < 1) || !most)
        return 0;
    if (range >= (double)nodes || (nodes == 1 && range >= 0))
        return 1;
    if (!(range > 0))
        return 0;
    double slope, wide = normal_range((double)nodes, confidence, &slope);
    double root = rm_odds_crossing(met_by, &t, confidence, wide / range, slope * range);
    double near = fmax(ceil(root * root), 1);
    if (!(near < (double)most))
        return is_met(most, &t) ? rm_first_met_near(is_met, &t, 1, most, most) : 0;
    uint64_t found = rm_first_met_near(is_met, &t, 1, (uint64_t)near, most);
    return found < most || is_met(most, &t) ? found : 0;
}
