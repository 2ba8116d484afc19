/*
 * sets.h - the nodes that hold a key: the next R distinct ones, or with --spread zone at first those
 * of distinct zones.
 */
#ifndef RM_REPLICA_SETS_H
#define RM_REPLICA_SETS_H

#include "core/placement/placement.h"

/* One thread at a time. */
typedef struct rm_replica_sets {
    const rmk_placement *placement;
    size_t wanted;
    rmk_zones zones;   /* of is NULL: they do not matter */
    uint32_t *zone_of; /* what `zones` refers to */
    uint32_t *listed;  /* room for all nodes */
} rm_replica_sets;

/*
 * Of a placement with RMK_CAN_REPLICAS, which is borrowed. `by_zone`: a node without a zone is one line and
 * exit 2; zones fewer than `replicas` are a warning, since second nodes of a zone are then taken. Closed by
 * rm_replica_sets_close.
 */
rm_replica_sets rm_replica_sets_open(const rmk_placement *placement, uint64_t replicas, bool by_zone);
/* The ids, the owner first; `out` has room for `replicas`. Returns how many. */
size_t rm_replica_set(const rm_replica_sets *sets, rmk_bytes key, uint64_t hash, uint32_t *out);
void rm_replica_sets_close(rm_replica_sets *sets);

#endif
