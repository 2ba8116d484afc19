/*
 * keys.h - what keys did in set 0 of a cell of skew: how uneven they fell, how uneven they may have
 * fallen, and whether they are enough to say anything.
 */
#ifndef RM_SKEW_KEYS_H
#define RM_SKEW_KEYS_H

#include "bench/balance/parts.h"

typedef enum rm_verdict {
    RM_NO_VERDICT,
    RM_TOO_FEW_KEYS,  /* fewer than rm_keys_needed() distinct ones */
    RM_POPULAR_KEYS,  /* 1/H is below that, and below half of the distinct ones: more keys would not help */
    RM_NO_BAND,       /* weighted keys, or drawn by popularity: no band to judge by */
    RM_AS_SHARES,     /* the shares explain the sampled peak: so far out is one sample of 1000 */
    RM_UNLIKE_SHARES, /* they do not: the key hash, or keys that repeat */
} rm_verdict;

typedef struct rm_skew_keys {
    bool counted, banded;
    double points, nodes; /* of the placement: on its ring, and that can own something */
    double keys, peak, low, high;
    double distinct;  /* as far as they were told apart: else all */
    double effective; /* 1/H; NAN: unknown */
    double empty, empty_expected, needed;
    double p_uniform, ideal_cv; /* of counts where nothing exact exists; NAN: no answer */
    rm_verdict verdict;
} rm_skew_keys;

/*
 * `counted` and `popular`: the same keys. `parts`: the exact shares, or where there are none (`exact` false)
 * only what is fair is read. `points`: on the ring, 0 without one. `values`: that the key hash can take; half
 * of them are always enough. Any thread.
 */
rm_skew_keys rm_skew_judge(const rm_options *options, const rmk_nodes *nodes, const rm_parts *parts,
                           bool exact, double points, double values, const rm_ownership *counted,
                           const rm_popularity *popular);

/* "too few keys", ...; NULL for RM_NO_VERDICT. */
const char *rm_verdict_name(rm_verdict verdict);

/* One line on stderr that says how many keys would be needed, for a cell whose verdict is withheld; else
 * none. */
void rm_skew_warn(const rm_options *options, const rm_skew_keys *keys);

#endif
