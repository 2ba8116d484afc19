/* replica_movement.h - what a change does to replica sets (the next R distinct nodes of a key), exactly. */
#ifndef RM_REPLICA_MOVEMENT_H
#define RM_REPLICA_MOVEMENT_H

#include "bench/cells/cells.h"

/* Fractions of all copies of all key-hash values, which are R of each; `sets_changed` is a fraction of the
 * values themselves. NAN means that there is no answer. */
typedef struct rm_replicas_moved {
    double moved; /* copies that another node holds than before, wherever they stand in their sets */
    double
        /* the part of `moved` that was not needed: between two nodes whose presence and weight did not
         * change */
        collateral;
    double sets_changed; /* keys of which at least one copy moved */
} rm_replicas_moved;

/* Between two placements of one key hash and one id space, by one sweep over both rings, or over the slots of
 * both tables: all is NAN where they are neither, with replicas, and where their domains or numbers of slots
 * differ. A set that gains g nodes and loses l gained the
 * unchanged ones among g without need as far as no changed node is among l to pair them with. With
 * `all_collateral` all that moves is. `zone_aware` as in rm_replica_sets_open.
 * O((points of both) (log + R^2)).
 * Any thread. */
rm_replicas_moved rm_replicas_between(const rmk_placement *before, const rmk_placement *after,
                                      uint64_t replicas, bool zone_aware, bool all_collateral);

/* The same figures counted over keys, for any placements with RMK_CAN_REPLICAS. One thread at a time. */
typedef struct rm_replica_count rm_replica_count;
/* Returns NULL when one of them has no replicas. */
rm_replica_count *rm_replica_count_open(const rmk_placement *before, const rmk_placement *after,
                                        uint64_t replicas, bool zone_aware);
/* Counts a key `units` times; its hash is the same for both placements. O(R^2). */
void rm_replica_count_add(rm_replica_count *count, rmk_bytes key, uint64_t hash, rmk_u128 units);
/* Returns the figures, all NAN when no key was counted, and frees `count`. */
rm_replicas_moved rm_replica_count_close(rm_replica_count *count, bool all_collateral);

/* The mean over the nodes that can own something of removing each from a ring of points per node: the removed
 * node's copies go to one other node of each set, by zones too, and nothing else moves. O(points R) for all
 * nodes together. */
rm_replicas_moved rm_replicas_removing_each(const rmk_placement *placement, uint64_t replicas,
                                            bool zone_aware);

#endif
