/*
 * serving.h - the nodes that are up and have a weight, in list order: what ordered placements number;
 * private.
 */
#ifndef RMK_SERVING_H
#define RMK_SERVING_H

#include "../nodes.h"

typedef struct rmk_serving {
    uint32_t *ids; /* NULL when the i-th node has the id i: then lookups read no table */
    uint32_t count;
} rmk_serving;

/* Copies the ids. RMK_NO_MEMORY. */
rmk_status rmk_serving_create(const rmk_nodes *nodes, const rmk_allocator *allocator, rmk_serving *serving);
void rmk_serving_destroy(rmk_serving *serving, const rmk_allocator *allocator);

static inline uint32_t rmk_serving_id(const rmk_serving *serving, uint32_t place) {
    return serving->ids ? serving->ids[place] : place;
}

static inline size_t rmk_serving_bytes(const rmk_serving *serving) {
    return serving->ids ? serving->count * sizeof *serving->ids : 0;
}

#endif
