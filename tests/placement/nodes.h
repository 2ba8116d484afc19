/* nodes.h - node lists, keys and placements for the tests of placements. */
#ifndef TEST_PLACEMENT_NODES_H
#define TEST_PLACEMENT_NODES_H

#include "core/analysis/analysis.h"
#include "core/placement/placement.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_NODES = 128 };

/* splitmix64 */
static inline uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

typedef struct some_nodes {
    rmk_node list[MOST_NODES];
    char names[MOST_NODES][32];
    rmk_nodes table;
} some_nodes;

/* node-SET-0, node-SET-1, ..., ids in this order, weight 1. */
static inline void some_nodes_make(some_nodes *nodes, unsigned set, size_t count) {
    nodes->table = (rmk_nodes){.list = nodes->list, .count = count, .id_limit = MOST_NODES};
    for (size_t i = 0; i < count; i++) {
        int length = snprintf(nodes->names[i], sizeof nodes->names[i], "node-%u-%zu", set, i);
        nodes->list[i] = (rmk_node){
            .id = (uint32_t)i, .weight = 1, .name = {(const unsigned char *)nodes->names[i], (size_t)length}};
    }
}

/* Leaves out the node at this place. */
static inline void some_nodes_drop(some_nodes *nodes, size_t place) {
    nodes->table.count--;
    for (size_t i = place; i < nodes->table.count; i++)
        nodes->list[i] = nodes->list[i + 1];
}

static inline rmk_placement *place(const rmk_algorithm *algorithm, const some_nodes *nodes,
                                   const rmk_hash *key_hash, uint64_t vnodes) {
    rmk_placement_options options = {.key_hash = key_hash,
                                     .ring = {.hash = &rmk_hash_xxh3, .vnodes = vnodes}};
    rmk_placement *placement;
    assert_int_equal(rmk_placement_create(algorithm, &nodes->table, &options, &placement), RMK_OK);
    assert_non_null(placement);
    return placement;
}

static const rmk_bytes no_key = {NULL, 0};

/* The batch, the single and the plain form agree, whatever the length of the batch. */
static inline void assert_forms_agree(const rmk_placement *placement, uint64_t seed) {
    enum { KEYS = 1300 };
    uint64_t hashes[KEYS];
    uint32_t owners[KEYS + 1];
    for (size_t i = 0; i < KEYS; i++)
        hashes[i] = next_random(&seed) >> (64 - placement->domain.value_bits);
    hashes[0] = 0;
    hashes[1] = UINT64_MAX >> (64 - placement->domain.value_bits);
    for (size_t count = 0; count <= KEYS; count += count < 40 ? 1 : 97) {
        owners[count] = 12345;
        rmk_placement_locate_batch(placement, NULL, hashes, count, owners);
        assert_int_equal(owners[count], 12345);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(owners[i], rmk_placement_locate(placement, no_key, hashes[i]));
            assert_int_equal(owners[i], rmk_placement_locate_plain(placement, no_key, hashes[i]));
        }
    }
}

#endif
