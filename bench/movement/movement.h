/* movement.h - what one change moves in one name set: exactly, by two exact maps under independent key
 * hashes, or by keys. */
#ifndef RM_MOVEMENT_H
#define RM_MOVEMENT_H

#include "bench/cells/cells.h"
#include "bench/input/nodes/change.h"
#include "replica_movement.h"

typedef enum rm_method { RM_BY_MAP, RM_INDEPENDENT, RM_SAMPLED } rm_method;

/* Names a method as rows do: "exact", "independent" or "sampled". */
const char *rm_method_name(rm_method method);

/* Figures of one set. When each node is removed in turn, all are means over the nodes that can own something:
 * worst_heir is the mean of the heaviest heir's part. NAN where there is none. */
typedef struct rm_moved {
    rm_method method;
    rmk_move_figures figures;
    bool has_sampled; /* keys were wanted beside an answer of another method */
    rmk_move_figures sampled;
    double
        keys; /* keys behind the sampled figures, of all removals together; 0: none, or keys with weights */
    rm_replicas_moved replicas; /* filled with --replicas above 1, from the maps of both sides; else NAN */
    double peak_after;          /* fullest node after the change; NAN without a map */
    uint64_t points;            /* points before the change; 0: there are none */
    uint64_t serving;           /* nodes that could own something before the change */
} rm_moved;

/* The cell as the change leaves it; its nodes are rm_change_apply's. */
rm_cell rm_changed_cell(const rm_cell *cell, const rm_change *change);

/* Keys are sampled when they are wanted, and where two maps cannot tell. Unless a number was given that is
 * RM_DEFAULT_KEYS; when each node is removed in turn they are shared among the removals, but at least a tenth
 * of it each. Any thread; exits 2 when a placement cannot be made. An interrupt ends
 * it, and the figures are then no answer. */
rm_moved rm_measure_change(const rm_cell *cell, const rm_change *change, uint64_t set);

#endif
