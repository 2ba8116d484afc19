/* arcs.h - the stretches of a ring in which one replica set holds: what replicated shares and their
 * movement are summed over, to the last hash value. */
#ifndef RM_REPLICA_ARCS_H
#define RM_REPLICA_ARCS_H

#include "bench/cells/cells.h"
#include "sets.h"

/* One pass over the circle, stretch by stretch; the fields describe the stretch at hand. One thread at a
 * time. */
typedef struct rm_replica_walk {
    const rmk_placement *placement;
    rmk_points searched,
        walked; /* lookups find the points of `searched`, walks from there pass those of `walked` */
    rm_replica_sets sets;
    size_t next_searched, next_walked;
    bool begun;
    uint64_t end;    /* the last position of the stretch */
    rmk_u128 until;  /* key-hash values at or before it */
    rmk_u128 part;   /* key-hash values in the stretch */
    size_t count;    /* nodes that hold the stretch; 0: nobody. Not set when no values fall into it */
    uint32_t *nodes; /* ids, the owner first */
} rm_replica_walk;

/* Begins before the first stretch. RMK_UNSUPPORTED for what is no ring with replicas. `zone_aware` as in
 * rm_replica_sets_open. The placement is borrowed. Closed by rm_replica_walk_close unless opening failed. */
rmk_status rm_replica_walk_open(const rmk_placement *placement, uint64_t replicas, bool zone_aware,
                                rm_replica_walk *walk);
/* Goes to the next stretch; false behind the last one. O(log points + points passed). */
bool rm_replica_walk_next(rm_replica_walk *walk);
void rm_replica_walk_close(rm_replica_walk *walk);

#endif
