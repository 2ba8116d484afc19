/* Replicas in distinct zones, beside a choice from the whole order, of an algorithm that shuffles nodes. */
#include "nodes.h"

#include <string.h>

enum { NODES = 12 };

typedef struct shuffle {
    rmk_placement base;
    size_t most; /* that it names, as a preset whose nodes have no points */
} shuffle;

/* A random order of all nodes of the list that serve, by the hash. */
static size_t order_of(const rmk_nodes *nodes, uint64_t hash, uint32_t *order) {
    size_t count = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (!nodes->list[i].down)
            order[count++] = nodes->list[i].id;
    for (size_t i = count; i > 1; i--) {
        size_t at = (size_t)(next_random(&hash) % i);
        uint32_t id = order[at];
        order[at] = order[i - 1];
        order[i - 1] = id;
    }
    return count;
}

static size_t replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                       uint32_t *out) {
    (void)key;
    uint32_t order[NODES];
    size_t count = order_of(placement->nodes, hash, order);
    size_t most = ((const shuffle *)placement)->most;
    count = count < most ? count : most;
    count = count < wanted ? count : wanted;
    memcpy(out, order, count * sizeof *out);
    return count;
}

static const rmk_algorithm shuffled = {.name = "shuffled", .can = RMK_CAN_REPLICAS, .replicas = replicas};

/* Again and again the first node of the whole order whose zone has the fewest so far. */
static size_t naive(const rmk_placement *placement, const uint32_t *zone_of, uint64_t hash, size_t wanted,
                    uint32_t *out) {
    uint32_t order[NODES];
    size_t count = replicas(placement, no_key, hash, NODES, order), found = 0;
    unsigned used[NODES] = {0};
    bool taken[NODES] = {false};
    while (found < count && found < wanted) {
        size_t best = SIZE_MAX;
        for (size_t i = 0; i < count; i++)
            if (!taken[i] && (best == SIZE_MAX || used[zone_of[order[i]]] < used[zone_of[order[best]]]))
                best = i;
        taken[best] = true;
        used[zone_of[order[best]]]++;
        out[found++] = order[best];
    }
    return found;
}

static void compare(const rmk_placement *placement, const rmk_zones *zones, uint64_t hash) {
    for (size_t wanted = 1; wanted <= NODES + 1; wanted++) {
        uint32_t listed[NODES], found[NODES + 1], expected[NODES + 1];
        size_t count = naive(placement, zones->of, hash, wanted, expected);
        assert_int_equal(rmk_placement_replicas_apart(placement, zones, no_key, hash, wanted, listed, found),
                         count);
        assert_memory_equal(found, expected, count * sizeof *found);
    }
}

static void zones_have_one_node_each_before_any_has_a_second(void **state) {
    (void)state;
    static some_nodes nodes;
    uint64_t seed = 20;
    for (int turn = 0; turn < 2000; turn++) {
        some_nodes_make(&nodes, 0, 1 + next_random(&seed) % NODES);
        uint32_t zone_of[NODES], zones = 1 + (uint32_t)(next_random(&seed) % NODES);
        bool lives[NODES] = {false};
        rmk_zones all = {.of = zone_of};
        for (size_t i = 0; i < nodes.table.count; i++) {
            zone_of[i] = (uint32_t)(next_random(&seed) % zones);
            nodes.list[i].down = i && next_random(&seed) % 4 == 0;
            all.serving += !nodes.list[i].down && !lives[zone_of[i]];
            lives[zone_of[i]] |= !nodes.list[i].down;
        }
        shuffle placement = {.base = {.algorithm = &shuffled, .nodes = &nodes.table}, .most = NODES};
        if (turn % 5 == 0)
            placement.most = 1 + (size_t)(next_random(&seed) % NODES);
        compare(&placement.base, &all, next_random(&seed));
    }
}

static void one_zone_and_a_zone_each_change_nothing(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, NODES);
    rmk_placement *ring = place(&rmk_algorithm_ring, &nodes, &rmk_hash_xxh3, 9);
    uint32_t same[MOST_NODES] = {0}, own[MOST_NODES];
    for (uint32_t id = 0; id < MOST_NODES; id++)
        own[id] = id;
    const rmk_zones zones[] = {{same, 1}, {own, NODES}};
    uint64_t seed = 3;
    for (int i = 0; i < 200; i++) {
        uint64_t hash = next_random(&seed);
        uint32_t plain[5], listed[NODES], apart[5];
        assert_int_equal(ring->algorithm->replicas(ring, no_key, hash, 5, plain), 5);
        for (size_t z = 0; z < 2; z++) {
            assert_int_equal(rmk_placement_replicas_apart(ring, &zones[z], no_key, hash, 5, listed, apart),
                             5);
            assert_memory_equal(apart, plain, sizeof plain);
        }
    }
    rmk_placement_destroy(ring);
}

static void six_replicas_over_three_zones_are_two_in_each(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, NODES);
    uint32_t zone_of[NODES];
    for (uint32_t id = 0; id < NODES; id++) /* of unequal size: 8, 2, 2 */
        zone_of[id] = id < 8 ? 0 : id % 2 + 1;
    const rmk_zones zones = {zone_of, 3};
    shuffle placement = {.base = {.algorithm = &shuffled, .nodes = &nodes.table}, .most = NODES};
    uint64_t seed = 4;
    for (int i = 0; i < 1000; i++) {
        uint32_t listed[NODES], apart[6], used[3] = {0};
        assert_int_equal(rmk_placement_replicas_apart(&placement.base, &zones, no_key, next_random(&seed), 6,
                                                      listed, apart),
                         6);
        for (size_t r = 0; r < 6; r++)
            used[zone_of[apart[r]]]++;
        assert_int_equal(used[0] * 100 + used[1] * 10 + used[2], 222);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zones_have_one_node_each_before_any_has_a_second),
        cmocka_unit_test(six_replicas_over_three_zones_are_two_in_each),
        cmocka_unit_test(one_zone_and_a_zone_each_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
