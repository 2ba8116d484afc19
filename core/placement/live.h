/*
 * live.h - the nodes that are up and have a weight, in list order: what ordered placements number; private.
 */
#ifndef RMK_LIVE_H
#define RMK_LIVE_H

#include "../nodes.h"

typedef struct rmk_live {
    uint32_t *ids; /* NULL when the i-th node has the id i: then lookups read no table */
    uint32_t count;
} rmk_live;

/* How many nodes can own keys. O(count). */
size_t rmk_live_count(const rmk_nodes *nodes);

/* Copies the ids. RMK_NO_MEMORY. */
rmk_status rmk_live_create(const rmk_nodes *nodes, const rmk_allocator *allocator, rmk_live *live);
void rmk_live_destroy(rmk_live *live, const rmk_allocator *allocator);

static inline uint32_t rmk_live_id(const rmk_live *live, uint32_t place) {
    return live->ids ? live->ids[place] : place;
}

static inline size_t rmk_live_bytes(const rmk_live *live) {
    return live->ids ? live->count * sizeof *live->ids : 0;
}

static inline bool rmk_node_is_live(const rmk_node *node) {
    return !node->down && node->weight > 0;
}

#endif
