/* ring_internal.h - private: what the files of this room share. */
#ifndef RMK_RING_INTERNAL_H
#define RMK_RING_INTERNAL_H

#include "array.h"
#include "ring.h"

/* Readable entries behind the last point, so that kernels may load a whole vector from any of them. */
enum { RING_PADDING = 16 };

/* A node that the ring knows; it has no points when it is down or has no weight. */
typedef struct ring_node {
    rmk_bytes name;
    uint32_t id;
    uint32_t points;
} ring_node;

/* Copies of the nodes, of their names and of the label, in one block of memory. */
typedef struct ring_catalogue {
    ring_node *nodes;   /* in name order */
    uint32_t *by_id;    /* places in `nodes`, in id order */
    size_t count, live; /* live: with points */
    char *label;
    void *memory;
    size_t bytes;
    unsigned char *text; /* where the next name goes */
} ring_catalogue;

/* Room for `count` nodes with `name_bytes` of names together, and a copy of the label. */
rmk_status rmk_ring_catalogue_create(ring_catalogue *catalogue, const rmk_allocator *allocator, size_t count,
                                     size_t name_bytes, const char *label);
/* Appends a copy; the caller comes in name order. */
void rmk_ring_catalogue_push(ring_catalogue *catalogue, ring_node node);
/* The place in `nodes` of an id, or SIZE_MAX. O(log count). */
size_t rmk_ring_catalogue_place(const ring_catalogue *catalogue, uint32_t id);

struct rmk_ring {
    uint64_t *positions;
    uint32_t *owners;
    size_t count;
    size_t lost;
    size_t owner_count; /* an upper bound of the distinct owners */
    uint32_t id_limit;
    void *index;
    rmk_index_find_one *find; /* of the index, by its kernels for this CPU */
    rmk_index_find_many *find_batch;
    rmk_ring_options options; /* label is the catalogue's copy; isa and allocator are resolved */
    ring_catalogue catalogue; /* empty for a ring of given points */
};

/* An empty ring with resolved options. */
rmk_status rmk_ring_create(const rmk_ring_options *options, rmk_ring **ring);
/* Room for `count` points and the padding. */
rmk_status rmk_ring_make_room(rmk_ring *ring, size_t count);
/* The arrays are sorted: pads them, counts the lost points and builds the index. */
rmk_status rmk_ring_finish(rmk_ring *ring);

/* The points of one node by weight and state; false when they pass RMK_MAX_POINTS. */
bool rmk_ring_points_of(const rmk_node *node, uint64_t vnodes, uint64_t *points);
/* The checks of rmk_ring_point_counts that need no memory. */
rmk_status rmk_ring_check_counts(const rmk_nodes *nodes, const rmk_ring_options *options);
/* Hashes the labels of all points of `nodes`, node after node, on options->threads threads. */
rmk_status rmk_ring_generate(const ring_node *nodes, size_t node_count, const rmk_ring_options *options,
                             uint64_t *positions, uint32_t *owners);

#endif
