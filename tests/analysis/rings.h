/* rings.h - node lists and a hash of very few bits, whose rings are full of equal positions. */
#ifndef TEST_ANALYSIS_RINGS_H
#define TEST_ANALYSIS_RINGS_H

#include "naive.h"

#include "core/analysis/analysis.h"
#include "core/ring/ring.h"

#include <stdio.h>

enum { TINY_BITS = 6, RING_NODES = 128 };

static inline uint64_t tiny_one(const void *state, const void *data, size_t length) {
    (void)state;
    uint64_t sum = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ ((const unsigned char *)data)[i]) * 1099511628211u;
    return naive_random(&sum) >> (64 - TINY_BITS);
}

static const rmk_hash tiny_hash = {
    .name = "tiny", .bits = TINY_BITS, .value_bits = TINY_BITS, .one = tiny_one};

typedef struct ring_nodes {
    rmk_node list[RING_NODES];
    char names[RING_NODES][32];
    rmk_nodes table;
} ring_nodes;

/* node-SET-0, node-SET-1, ..., ids in this order, weight 1. */
static inline void ring_nodes_make(ring_nodes *nodes, unsigned set, size_t count) {
    nodes->table = (rmk_nodes){.list = nodes->list, .count = count, .id_limit = (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        int length = snprintf(nodes->names[i], sizeof nodes->names[i], "node-%u-%zu", set, i);
        nodes->list[i] = (rmk_node){
            .id = (uint32_t)i, .weight = 1, .name = {(const unsigned char *)nodes->names[i], (size_t)length}};
    }
}

/* The arcs of a ring, point by point. */
static inline void map_of_ring(const rmk_ring *ring, rmk_domain domain, rmk_map *map) {
    rmk_points points = rmk_ring_points(ring);
    assert_int_equal(rmk_map_create(RMK_MAP_ARCS, points.count + 1, domain, NULL, map), RMK_OK);
    for (size_t i = 0; i < points.count; i++)
        rmk_map_append(map, points.positions[i], points.owners[i]);
    rmk_map_append(map, UINT64_MAX, points.owners[0]);
}

#endif
