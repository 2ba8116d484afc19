#include "keys.h"

#include <math.h>

#include "bench/stats/ideal/ideal.h"
#include "bench/stats/ideal/occupancy.h"

#define CONFIDENCE 0.95
/* How sure the verdict is: at 0.95 one good sample of twenty would fail. */
#define VERDICT_CONFIDENCE 0.999

/* Returns the shares that counts scatter around: the exact ones, or what is fair. */
static const double *expected_shares(const rm_parts *parts, bool exact) {
    return exact ? parts->shares : parts->fair;
}

static void count_peak(const rmk_nodes *nodes, const rm_parts *parts, const rm_ownership *counted,
                       rm_skew_keys *k) {
    for (size_t i = 0; i < parts->count; i++) {
        double amount = counted->amounts[nodes->list[parts->places[i]].id];
        k->peak = fmax(k->peak, amount / counted->total / parts->fair[i]);
        k->empty += !(amount > 0);
    }
}

/* Tells whether counting keys of these shares may give the sampled peak. */
static bool is_explained(const rm_skew_keys *k, const double *shares, const rm_parts *parts) {
    double low, high;
    if (!rm_sampled_peak_band(shares, parts->fair, parts->count, k->keys, VERDICT_CONFIDENCE, &low, &high))
        return false;
    /* counts are whole: their relative parts come from a division, the band's ends from a bisection */
    return k->peak >= low * (1 - 1e-8) && k->peak <= high * (1 + 1e-8);
}

static rm_verdict judge(const rm_skew_keys *k, const double *shares, const rm_parts *parts) {
    if (k->effective < k->needed && k->effective < k->distinct / 2)
        return RM_POPULAR_KEYS;
    if (fmin(k->effective, k->distinct) < k->needed)
        return RM_TOO_FEW_KEYS;
    if (!k->banded)
        return RM_NO_BAND;
    return is_explained(k, shares, parts) ? RM_AS_SHARES : RM_UNLIKE_SHARES;
}

rm_skew_keys rm_skew_judge(const rm_options *options, const rmk_nodes *nodes, const rm_parts *parts,
                           bool exact, double points, double values, const rm_ownership *counted,
                           const rm_popularity *popular) {
    rm_skew_keys k = {
        .counted = true,
        .keys = counted->total,
        .points = points,
        .nodes = (double)parts->count,
        .p_uniform = NAN,
        .ideal_cv = NAN,
    };
    const double *shares = expected_shares(parts, exact);
    count_peak(nodes, parts, counted, &k);
    /* keys of different weight, or drawn again and again, are not independent: no band */
    if (!options->key_weights && options->key_dist != RM_KEYS_ZIPF)
        k.banded =
            rm_sampled_peak_band(shares, parts->fair, parts->count, k.keys, CONFIDENCE, &k.low, &k.high);
    k.distinct = popular->full ? fmax(k.keys, (double)RM_MOST_DISTINCT) : (double)popular->distinct;
    k.effective = rm_effective_keys(popular);
    k.empty_expected = rm_empty_expected(shares, parts->count, k.distinct);
    k.needed = floor(fmin(rm_keys_needed(points, k.nodes), values / 2));
    k.verdict = judge(&k, shares, parts);
    return k;
}

const char *rm_verdict_name(rm_verdict verdict) {
    static const char *const names[] = {NULL,      "too few keys", "popular keys",
                                        "no band", "as shares",    "unlike shares"};
    return names[verdict];
}
