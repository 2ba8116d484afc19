/* set.h - the figures of one name set of one cell of skew. */
#ifndef RM_SKEW_SET_H
#define RM_SKEW_SET_H

#include "keys.h"
#include "views.h"

typedef struct rm_skew_set {
    rm_evenness nodes;
    rm_evenness groups; /* by zone or host, with --group-by */
    double points, lost;
    double rounding; /* largest |part of the points / part of the weight - 1|; NAN without points */
    bool exact;
    bool slotted;           /* keys fall into slots, and all nodes deserve as many */
    double slot_difference; /* slots that the fullest node has more than the emptiest */
    rm_views views;         /* with --views */
    /* weights of the nodes, and of the zones or hosts, that can own something; set 0 only; owned */
    double *weights, *group_weights;
    size_t serving, groups_serving;
    rm_skew_keys keys;
} rm_skew_set;

/* Measures one set, zeroed before. Any thread; exits 2 when a placement cannot be made. After an interrupt
 * the figures are no answer. */
void rm_skew_measure(const rm_cell *cell, uint64_t set, rm_skew_set *figures);
void rm_skew_set_free(rm_skew_set *figures);

#endif
