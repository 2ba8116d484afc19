/* keys.h - what keys did in set 0 of a cell of skew: how uneven they fell, how uneven they may have
 * fallen, and whether they are enough to say anything. */
#ifndef RM_SKEW_KEYS_H
#define RM_SKEW_KEYS_H

#include "bench/balance/peak.h"

typedef enum rm_verdict {
    RM_NO_VERDICT,
    RM_TOO_FEW_KEYS, /* there are fewer than rm_keys_needed() distinct keys */
    RM_POPULAR_KEYS, /* 1/H is below that, and below half of the distinct keys: more keys would not help */
    RM_NO_BAND,      /* keys have weights or were drawn by popularity: there is no band to judge by */
    RM_AS_SHARES,    /* the exact shares explain the sampled peak; only one sample of 1000 lies further out */
    RM_UNLIKE_SHARES, /* they do not explain it: the key hash does, or keys that repeat */
} rm_verdict;

typedef struct rm_skew_keys {
    bool counted, banded;
    double points, nodes; /* points on the placement's ring, and nodes that can own something */
    double keys, peak, low, high;
    double distinct;  /* distinct keys, as far as they were told apart; else all keys */
    double effective; /* 1/H; NAN: unknown */
    double empty, empty_expected, needed;
    double p_uniform, ideal_cv; /* judge counts where nothing exact exists; NAN: no answer */
    rm_verdict verdict;
} rm_skew_keys;

/* Judges keys. `counted` and `popular` are of the same keys. `parts` holds the exact shares; without them
 * (`exact` is false) only what is fair is read from it. `points` counts those on the ring, 0 without one.
 * `values` counts what the key hash can give: half of them are always enough keys. Any thread. */
rm_skew_keys rm_skew_judge(const rm_options *options, const rmk_nodes *nodes, const rm_parts *parts,
                           bool exact, double points, double values, const rm_ownership *counted,
                           const rm_popularity *popular);

/* Names a verdict as rows do ("too few keys"); NULL for RM_NO_VERDICT. */
const char *rm_verdict_name(rm_verdict verdict);

#endif
