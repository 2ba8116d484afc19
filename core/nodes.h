/*
 * nodes.h - the node list that placements are built from.
 *
 * A list is the configuration: its order matters to ordered placements. An id is an identity: two placements
 * that are compared use one id space, so that "the same node" means the same id whatever its place, weight or
 * name.
 */
#ifndef RMK_NODES_H
#define RMK_NODES_H

#include "base.h"

typedef struct rmk_node {
    uint32_t id;        /* unique in the list, below rmk_nodes.id_limit */
    bool down;          /* configured but not available */
    uint64_t weight;    /* 0: known and out */
    uint64_t server_id; /* HAProxy's `id N`; 0: none given */
    rmk_bytes name;     /* unique in the list, not empty, without NUL */
    rmk_bytes zone;     /* may be empty */
    rmk_bytes alias;    /* twemproxy's second name; may be empty */
} rmk_node;

/* True when the node is up and has weight: only such a node can own keys. */
static inline bool rmk_node_serves(const rmk_node *node) {
    return !node->down && node->weight > 0;
}

/* Borrowed: the nodes and their texts outlive every placement built from them. */
typedef struct rmk_nodes {
    const rmk_node *list;
    size_t count;
    uint32_t id_limit; /* every id is below; arrays by id have this length */
} rmk_nodes;

/* What rmk_nodes_check found: the places in the list of the offender and, for a duplicate, of the earlier
 * one. */
typedef struct rmk_nodes_fault {
    size_t index, other;
    const char *reason;
} rmk_nodes_fault;

/*
 * RMK_OK, or RMK_DUPLICATE (names or ids), RMK_BAD_INPUT (empty name, NUL, id out of range), RMK_LIMIT; then
 * *fault says where. Cost: O(count), allocates a table of it.
 */
RMK_API rmk_status rmk_nodes_check(const rmk_nodes *nodes, const rmk_allocator *allocator,
                                   rmk_nodes_fault *fault);

/* The place in the list of the node with this id, or SIZE_MAX. O(count). */
RMK_API size_t rmk_nodes_place(const rmk_nodes *nodes, uint32_t id);

/* How many nodes serve. O(count). */
RMK_API size_t rmk_nodes_serving(const rmk_nodes *nodes);

/* order[0..count): places of the list sorted by name (bytes). RMK_NO_MEMORY. O(count log count). */
RMK_API rmk_status rmk_nodes_name_order(const rmk_nodes *nodes, const rmk_allocator *allocator,
                                        uint32_t *order);

#endif
