/* The law of the range: given the least share, the others are a ring of one node less, in a window. */
#include <math.h>

#include "concave.h"
#include "peak.h"
#include "peak_parts.h"
#include "share.h"

typedef struct range_law {
    rm_share_law share;
    double nodes, vnodes, range;
} range_law;

/* P(the other n-1 relative shares are in [least, least + range]) */
static double others_inside(const range_law *law, double least) {
    double n = law->nodes, scale = (n - 1) / (n - least), low = least * scale,
           high = (least + law->range) * scale;
    if (n > 3) {
        double above = rm_share_above(n - 1, law->vnodes, high),
               below = rm_share_below(n - 1, law->vnodes, low);
        double inside = rm_window(n - 1, law->vnodes, low, high, false);
        /* the expansion misses what is left to 1 where little is cut off */
        return fmin(fmax(inside, 1 - (n - 1) * (above + below)), pow(1 - fmax(above, below), n - 1));
    }
    return fmax(1 - 2 * rm_share_above(2, law->vnodes, fmin(high, 2 - low)), 0);
}

static double log_density(double w, const void *context) {
    const range_law *law = context;
    double inside = others_inside(law, rm_share_at(law->nodes, w));
    return rm_share_log_density(w, &law->share) + log(law->nodes * inside);
}

/* Where the density of the least share is largest: thirds, as it is log-concave. */
static double mode_of(const range_law *law, double low, double high) {
    for (int i = 0; i < 40 && high - low > 0.02 * (fabs(low) + fabs(high)); i++) {
        double left = low + (high - low) / 3, right = high - (high - low) / 3;
        /* nothing at both of them: what there is lies above, where the range reaches past the mean */
        double at_left = log_density(left, law), at_right = log_density(right, law);
        if (at_left > at_right)
            high = right;
        else
            low = left;
    }
    return (low + high) / 2;
}

/* P(largest - least relative share <= range) */
static double range_below(double range, const void *context) {
    const range_law *ring = context;
    range_law law = *ring;
    double n = law.nodes;
    law.range = range;
    if (!(range > 0))
        return 0;
    if (n == 2)
        return 1 - 2 * rm_share_above(2, law.vnodes, 1 + range / 2);
    /* the others' mean has to be in the window */
    double low = rm_share_place(n, fmax(1 - range * (n - 1) / n, rm_share_lower(n, law.vnodes, 1e-14 / n)));
    double mode = mode_of(&law, low, 0);
    rm_support support = rm_concave_support(log_density, &law, low, 0, mode);
    return fmin(exp(rm_concave_log_integral(log_density, &law, &support, RM_ORDER_32)), 1);
}

static range_law ring_of(uint64_t nodes, double vnodes) {
    double n = (double)nodes;
    return (range_law){.share = rm_share_law_of(n, vnodes), .nodes = n, .vnodes = vnodes};
}

/* A range is at most what lies between a largest and a least share that are this rare. */
static double range_limit(const range_law *ring, double rest) {
    double n = ring->nodes, tail = rest / (2 * n);
    return rm_share_upper(n, ring->vnodes, tail) - rm_share_lower(n, ring->vnodes, tail);
}

double rm_range_quantile(uint64_t nodes, double vnodes, double p) {
    if (!nodes || !(vnodes > 0 && isfinite(vnodes)) || !(p > 0 && p < 1))
        return NAN;
    if (nodes == 1)
        return 0;
    range_law ring = ring_of(nodes, vnodes);
    return rm_crossing(range_below, &ring, p, 0, range_limit(&ring, 1 - p));
}

typedef struct target {
    uint64_t nodes;
    double range, confidence;
} target;

static bool is_met(uint64_t v, const void *context) {
    const target *t = context;
    range_law ring = ring_of(t->nodes, (double)v);
    return range_below(t->range, &ring) >= t->confidence;
}

uint64_t rm_range_vnodes(uint64_t nodes, double range, double confidence, uint64_t most) {
    target t = {nodes, range, confidence};
    if (!nodes || !(confidence > 0 && confidence < 1) || !most)
        return 0;
    if (range >= (double)nodes || (nodes == 1 && range >= 0))
        return 1;
    return range > 0 ? rm_first_met_upto(is_met, &t, most) : 0;
}
