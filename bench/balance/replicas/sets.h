/* sets.h - the nodes that hold a key: the next R distinct ones, or with --spread zone at first those
 * of distinct zones. */
#ifndef RM_REPLICA_SETS_H
#define RM_REPLICA_SETS_H

#include "core/placement/placement.h"

/* What finding sets needs. One thread at a time. */
typedef struct rm_replica_sets {
    const rmk_placement *placement;
    size_t wanted;
    rmk_zones zones;   /* `of` is NULL where zones do not matter */
    uint32_t *zone_of; /* owned; `zones.of` points here */
    uint32_t *listed;  /* room for the ids of all nodes */
} rm_replica_sets;

/* Opens the sets of a placement with RMK_CAN_REPLICAS, which is borrowed. With `zone_aware` a node without
 * a zone is one line and exit 2, and zones fewer than `replicas` are a warning, since second nodes of a
 * zone are then taken. Closed by rm_replica_sets_close. */
rm_replica_sets rm_replica_sets_open(const rmk_placement *placement, uint64_t replicas, bool zone_aware);
/* Writes the ids of the nodes that hold a key, the owner first, and returns how many; `out` has room for
 * `replicas`. */
size_t rm_replica_set(const rm_replica_sets *sets, rmk_bytes key, uint64_t hash, uint32_t *out);
void rm_replica_sets_close(rm_replica_sets *sets);

#endif
