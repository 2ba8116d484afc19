/* random_changes.h - random additions and removals: nothing moves between nodes that stay. */
#ifndef TEST_PLACEMENT_RANDOM_CHANGES_H
#define TEST_PLACEMENT_RANDOM_CHANGES_H

#include "nodes.h"

/* Nodes go down and come back, one at a time; a key moves to the new node or from the one that left. */
static inline void assert_nothing_else_moves(const rmk_algorithm *algorithm, uint64_t seed, size_t steps) {
    enum { KEYS = 3000, NODES = 40 };
    static some_nodes nodes;
    static uint64_t hashes[KEYS];
    static uint32_t owners[KEYS];
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh3};
    some_nodes_make(&nodes, (unsigned)seed, NODES);
    print_message("%s: seed %llu\n", algorithm->name, (unsigned long long)seed);
    for (size_t i = 0; i < KEYS; i++)
        hashes[i] = next_random(&seed);
    size_t up = NODES, moved = 0;
    for (size_t step = 0; step <= steps; step++) {
        size_t changed = next_random(&seed) % NODES;
        bool adds = nodes.list[changed].down;
        if (step && !adds && up == 1)
            continue;
        if (step) {
            nodes.list[changed].down = !adds;
            up += adds ? 1 : (size_t)-1;
        }
        rmk_placement *placement;
        assert_int_equal(rmk_placement_create(algorithm, &nodes.table, &options, &placement), RMK_OK);
        for (size_t k = 0; k < KEYS; k++) {
            uint32_t owner = rmk_placement_locate(placement, no_key, hashes[k]);
            assert_false(nodes.list[owner].down);
            if (step && owner != owners[k]) {
                assert_int_equal(adds ? owner : owners[k], changed);
                moved++;
            } else if (step && !adds) {
                assert_int_not_equal(owners[k], changed);
            }
            owners[k] = owner;
        }
        rmk_placement_destroy(placement);
    }
    assert_true(moved > 0);
}

/* The next replica is who would own the key if those before were down. */
static inline void assert_replicas_inherit(const rmk_algorithm *algorithm, uint64_t seed, size_t count) {
    static some_nodes nodes;
    some_nodes_make(&nodes, (unsigned)seed, count);
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh3};
    rmk_placement *all, *rest;
    assert_int_equal(rmk_placement_create(algorithm, &nodes.table, &options, &all), RMK_OK);
    for (size_t k = 0; k < 40; k++) {
        uint64_t hash = next_random(&seed);
        uint32_t out[MOST_NODES + 1];
        assert_int_equal(algorithm->replicas(all, no_key, hash, count + 1, out), count);
        for (size_t r = 0; r < count; r++) {
            assert_int_equal(rmk_placement_create(algorithm, &nodes.table, &options, &rest), RMK_OK);
            assert_int_equal(rmk_placement_locate(rest, no_key, hash), out[r]);
            rmk_placement_destroy(rest);
            nodes.list[out[r]].down = true;
        }
        for (size_t i = 0; i < count; i++)
            nodes.list[i].down = false;
    }
    rmk_placement_destroy(all);
}

#endif
