/*
 * spread.h - replica sets over zones: R nodes in distinct zones, as the placement walks from node to node;
 * when there are fewer zones than R, every zone a second node, then a third.
 */
#ifndef RMK_SPREAD_H
#define RMK_SPREAD_H

#include "placement.h"

typedef struct rmk_spread rmk_spread;

/*
 * Numbers the zones of the nodes; nodes without a zone share one. The list is borrowed while this is called.
 * RMK_NO_MEMORY. Cost: O(nodes log nodes) time, 12 bytes a node. Freed by rmk_spread_destroy.
 */
RMK_API rmk_status rmk_spread_create(const rmk_nodes *nodes, const rmk_allocator *allocator,
                                     rmk_spread **spread);
RMK_API void rmk_spread_destroy(rmk_spread *spread);

/* How many zones the listed nodes have, and the number of one: of a node's id, in the order of names. */
RMK_API uint32_t rmk_spread_zones(const rmk_spread *spread);
RMK_API uint32_t rmk_spread_zone(const rmk_spread *spread, uint32_t id);

/*
 * The ids of `wanted` distinct nodes for a key, the owner first; returns how many there are. The placement
 * has RMK_CAN_REPLICAS and is of the same ids; else 0. One thread at a time, as the walk is kept in `spread`.
 * Cost: that of the placement's replicas() for as many nodes as are passed; all of them when there are fewer
 * zones than wanted.
 */
RMK_API size_t rmk_spread_replicas(rmk_spread *spread, const rmk_placement *placement, rmk_bytes key,
                                   uint64_t hash, size_t wanted, uint32_t *out);

#endif
