/*
 * arcs.h - the stretches of a ring in which one replica set holds: what replicated shares and their
 * movement are summed over, to the last hash value.
 */
#ifndef RM_REPLICA_ARCS_H
#define RM_REPLICA_ARCS_H

#include "bench/cells/cells.h"
#include "sets.h"

/* One pass over the circle; what stands in it is of the stretch at hand. One thread at a time. */
typedef struct rm_replica_walk {
    const rmk_placement *placement;
    rmk_points searched,
        walked; /* lookups find points of the one, walks from there pass those of the other */
    rm_replica_sets sets;
    size_t next_searched, next_walked;
    bool begun;
    uint64_t end;    /* the last position of the stretch */
    rmk_u128 until;  /* key-hash values at or before it */
    rmk_u128 part;   /* key-hash values in the stretch */
    size_t count;    /* of nodes; 0: nobody. Not set when there are no values */
    uint32_t *nodes; /* ids, the owner first */
} rm_replica_walk;

/* Begins before the first stretch. RMK_UNSUPPORTED for what is no ring with replicas. `by_zone` as in
 * rm_replica_sets_open. The placement is borrowed; closed by rm_replica_walk_close unless it failed. */
rmk_status rm_replica_walk_open(const rmk_placement *placement, uint64_t replicas, bool by_zone,
                                rm_replica_walk *walk);
/* To the next stretch; false behind the last one. O(log points + points passed). */
bool rm_replica_walk_next(rm_replica_walk *walk);
void rm_replica_walk_close(rm_replica_walk *walk);

#endif
