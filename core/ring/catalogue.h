/* catalogue.h - private: what a ring remembers of its nodes, so that a changed ring can be made from it alone. */
#ifndef RMK_RING_CATALOGUE_H
#define RMK_RING_CATALOGUE_H

#include "../base.h"

/* A node that the ring knows; it has no points when it is down or has no weight. */
typedef struct ring_node {
    rmk_bytes name;
    uint32_t id;
    uint32_t points;
} ring_node;

/* Copies of the nodes, of their names and of the label, in one block of memory. */
typedef struct ring_catalogue {
    ring_node *nodes;      /* in name order */
    uint32_t *by_id;       /* places in `nodes`, in id order */
    size_t count, serving; /* serving: how many have points */
    char *label;
    void *memory;
    size_t bytes;
    unsigned char *text; /* where the next name goes */
} ring_catalogue;

/* Makes room for `count` nodes with `name_bytes` of names together, and copies the label. */
rmk_status rmk_ring_catalogue_create(ring_catalogue *catalogue, const rmk_allocator *allocator, size_t count,
                                     size_t name_bytes, const char *label);
/* Appends a copy of the node; the caller comes in name order. */
void rmk_ring_catalogue_push(ring_catalogue *catalogue, ring_node node);
/* The place in `nodes` of an id, or SIZE_MAX. O(log count). */
size_t rmk_ring_catalogue_place(const ring_catalogue *catalogue, uint32_t id);

#endif
