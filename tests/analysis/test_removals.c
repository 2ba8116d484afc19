/* The removal of each node in turn in one pass, against really removing it. */
#include "rings.h"

#include "tests/support/memory.h"

enum { NODES = 9, POINTS = 300 };

/* The owner of a place in a list of points in the order given, without the points of `removed`. */
enum { NOT_REMOVED = NODES }; /* no node of the list */
static uint32_t naive_owner(const uint64_t *places, const uint32_t *owners, size_t count, uint64_t place,
                            uint64_t size, uint32_t removed) {
    uint32_t best = RMK_NOBODY;
    uint64_t nearest = size;
    for (size_t i = 0; i < count; i++) {
        uint64_t distance = (places[i] + size - place) % size;
        if (owners[i] == removed || distance >= nearest)
            continue;
        nearest = distance;
        best = owners[i];
    }
    return best;
}

static void assert_removal(const naive_circle *circle, const uint64_t *places, const uint32_t *owners,
                           size_t count, const rmk_removal *removal, uint32_t id) {
    size_t taken[NODES] = {0}, moved = 0, heaviest = 0, heirs = 0;
    for (uint64_t v = 0; v < circle->places; v++) {
        if (!circle->exists[v] || naive_owner(places, owners, count, v, circle->places, NOT_REMOVED) != id)
            continue;
        uint32_t heir = naive_owner(places, owners, count, v, circle->places, id);
        moved++;
        if (heir != RMK_NOBODY)
            taken[heir]++;
    }
    for (size_t i = 0; i < NODES; i++) {
        heirs += taken[i] > 0;
        heaviest = taken[i] > heaviest ? taken[i] : heaviest;
    }
    assert_int_equal(removal->id, id);
    assert_true(removal->moved == moved);
    assert_int_equal(removal->heirs, heirs);
    assert_true(removal->heaviest == heaviest);
}

static void removals_agree_with_counting_on_crowded_circles(void **state) {
    (void)state;
    uint64_t seed = 500;
    print_message("seed %llu\n", (unsigned long long)seed);
    static naive_circle circle;
    for (int round = 0; round < 300; round++) {
        naive_circle_make(&circle, 3 + round % 5, round / 5 % NAIVE_DOMAINS, &seed);
        size_t count = 1 + naive_random(&seed) % (round % 2 ? 6 : 60);
        uint32_t nodes = 1 + (uint32_t)(naive_random(&seed) % NODES);
        uint64_t places[60], positions[60];
        uint32_t owners[60];
        for (size_t i = 0; i < count; i++) {
            bool run = i && naive_random(&seed) % 3 == 0; /* long runs of one owner too */
            places[i] = naive_random(&seed) % circle.places;
            positions[i] = places[i] << (64 - circle.bits);
            bool nobody = round % 3 == 2 && naive_random(&seed) % 4 == 0;
            owners[i] = run ? owners[i - 1] : nobody ? RMK_NOBODY : (uint32_t)(naive_random(&seed) % nodes);
        }
        rmk_ring *ring;
        rmk_removal removals[NODES];
        assert_int_equal(rmk_ring_from_points(positions, owners, count, NODES,
                                              &(rmk_ring_options){.isa = RMK_ISA_AUTO}, &ring),
                         RMK_OK);
        assert_int_equal(rmk_ring_removals(ring, &circle.domain, NULL, removals), RMK_OK);
        for (uint32_t id = 0; id < NODES; id++)
            assert_removal(&circle, places, owners, count, removals + id, id);
        rmk_ring_destroy(ring);
    }
}

static void assert_equals_movement(const rmk_removal *removal, const rmk_movement *movement) {
    rmk_u128 heaviest = 0;
    for (size_t i = 0; i < movement->count; i++) {
        assert_int_equal(movement->transfers[i].from, removal->id);
        if (movement->transfers[i].values > heaviest)
            heaviest = movement->transfers[i].values;
    }
    assert_true(removal->moved == movement->moved);
    assert_int_equal(removal->heirs, movement->count);
    assert_true(removal->heaviest == heaviest);
}

static void compare_with_reduced_rings(const ring_nodes *nodes, const rmk_hash *hash, uint64_t vnodes) {
    rmk_ring_options options = {.hash = hash, .vnodes = vnodes};
    rmk_domain domain = rmk_domain_of(hash);
    rmk_ring *ring, *reduced;
    rmk_map before, after;
    rmk_movement movement;
    rmk_removal removals[RING_NODES];
    assert_int_equal(rmk_ring_build(&nodes->table, &options, &ring), RMK_OK);
    assert_int_equal(rmk_ring_removals(ring, &domain, NULL, removals), RMK_OK);
    map_of_ring(ring, domain, &before);
    for (uint32_t id = 0; id < nodes->table.count; id++) {
        assert_int_equal(rmk_ring_without(ring, id, &reduced), RMK_OK);
        map_of_ring(reduced, domain, &after);
        assert_int_equal(rmk_movement_between(&before, &after, NULL, &movement), RMK_OK);
        assert_equals_movement(removals + id, &movement);
        rmk_movement_destroy(&movement);
        rmk_map_destroy(&after);
        rmk_ring_destroy(reduced);
    }
    rmk_map_destroy(&before);
    rmk_ring_destroy(ring);
}

static void removals_equal_the_movement_to_each_reduced_ring(void **state) {
    (void)state;
    static ring_nodes nodes;
    for (unsigned set = 0; set < 20; set++) {
        ring_nodes_make(&nodes, set, 2 + set);
        compare_with_reduced_rings(&nodes, &rmk_hash_xxh3, 1 + set);
        compare_with_reduced_rings(&nodes, &tiny_hash, 1 + set % 7);
        compare_with_reduced_rings(&nodes, &rmk_hash_crc32, 3);
    }
    ring_nodes_make(&nodes, 1, 100);
    compare_with_reduced_rings(&nodes, &rmk_hash_xxh3, 20);
}

/* Every removal of the ring of these points, on all 2^64 hash values. */
static void remove_each(const uint64_t *positions, const uint32_t *owners, size_t count, uint32_t id_limit,
                        rmk_removal *removals) {
    rmk_domain domain = {.bits = 64, .value_bits = 64};
    rmk_ring *ring;
    assert_int_equal(rmk_ring_from_points(positions, owners, count, id_limit,
                                          &(rmk_ring_options){.isa = RMK_ISA_AUTO}, &ring),
                     RMK_OK);
    assert_int_equal(rmk_ring_removals(ring, &domain, NULL, removals), RMK_OK);
    rmk_ring_destroy(ring);
}

static void a_node_alone_leaves_nobody_behind(void **state) {
    (void)state;
    const uint64_t positions[] = {5, 5, 77};
    const uint32_t owners[] = {2, 2, 2};
    rmk_removal removals[4];
    remove_each(positions, owners, 3, 4, removals);
    for (uint32_t id = 0; id < 4; id++) {
        assert_int_equal(removals[id].id, id);
        assert_int_equal(removals[id].heirs, 0);
        assert_true(removals[id].heaviest == 0);
        assert_true(removals[id].moved == (rmk_u128)(id == 2) << 64);
    }
}

static void a_loser_inherits_the_whole_arc_of_its_winner(void **state) {
    (void)state;
    const uint64_t positions[] = {100, 200, 200, 300};
    const uint32_t owners[] = {0, 1, 2, 3};
    rmk_removal removals[4];
    remove_each(positions, owners, 4, 4, removals);
    assert_true(removals[0].moved == ((rmk_u128)1 << 64) - 200 && removals[0].heaviest == removals[0].moved);
    assert_true(removals[1].moved == 100 && removals[1].heaviest == 100 && removals[1].heirs == 1);
    assert_true(removals[2].moved == 0 && removals[2].heaviest == 0 && removals[2].heirs == 0);
    assert_true(removals[3].moved == 100 && removals[3].heirs == 1);
}

static void at_one_position_the_next_node_inherits_the_whole_circle(void **state) {
    (void)state;
    const uint64_t positions[] = {42, 42, 42};
    const uint32_t owners[] = {1, 0, 2};
    rmk_removal removals[3];
    remove_each(positions, owners, 3, 3, removals);
    assert_true(removals[1].moved == (rmk_u128)1 << 64 && removals[1].heaviest == removals[1].moved);
    assert_int_equal(removals[1].heirs, 1);
    assert_true(removals[0].moved == 0 && removals[0].heirs == 0);
    assert_true(removals[2].moved == 0 && removals[2].heirs == 0);
}

static void at_one_position_nobody_may_inherit_the_whole_circle(void **state) {
    (void)state;
    const uint64_t positions[] = {5, 5};
    rmk_removal removals[2];
    remove_each(positions, (const uint32_t[]){1, RMK_NOBODY}, 2, 2, removals);
    assert_true(removals[1].moved == (rmk_u128)1 << 64);
    assert_int_equal(removals[1].heirs, 0);
    assert_true(removals[1].heaviest == 0);
    remove_each(positions, (const uint32_t[]){RMK_NOBODY, 1}, 2, 2, removals);
    assert_true(removals[1].moved == 0);
}

static void a_node_that_comes_first_everywhere_leaves_the_whole_circle(void **state) {
    (void)state;
    const uint64_t positions[] = {42, 42, 99, 99};
    const uint32_t owners[] = {1, 0, 1, 0};
    rmk_removal removals[2];
    remove_each(positions, owners, 4, 2, removals);
    assert_true(removals[1].moved == (rmk_u128)1 << 64 && removals[1].heaviest == removals[1].moved);
    assert_int_equal(removals[1].heirs, 1);
    assert_true(removals[0].moved == 0 && removals[0].heirs == 0);
}

static void points_at_the_end_of_the_circle_leave_no_wrap(void **state) {
    (void)state;
    const uint64_t positions[] = {0, UINT64_MAX, UINT64_MAX};
    const uint32_t owners[] = {0, 1, 2};
    rmk_removal removals[3];
    remove_each(positions, owners, 3, 3, removals);
    assert_true(removals[0].moved == 1 && removals[0].heaviest == 1);
    assert_true(removals[1].moved == ((rmk_u128)1 << 64) - 1 && removals[1].heaviest == removals[1].moved);
    assert_true(removals[2].moved == 0 && removals[2].heirs == 0);
}

static void a_failed_allocation_leaks_nothing(void **state) {
    (void)state;
    static ring_nodes nodes;
    ring_nodes_make(&nodes, 0, 40);
    rmk_ring_options options = {.hash = &rmk_hash_xxh3, .vnodes = POINTS / 40};
    rmk_domain domain = rmk_domain_of(options.hash);
    rmk_ring *ring;
    rmk_removal removals[RING_NODES];
    assert_int_equal(rmk_ring_build(&nodes.table, &options, &ring), RMK_OK);
    rmk_status status = RMK_NO_MEMORY;
    for (size_t fail_at = 1; status; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        rmk_allocator allocator = test_allocator(&memory);
        status = rmk_ring_removals(ring, &domain, &allocator, removals);
        assert_true(status == RMK_NO_MEMORY || (!status && fail_at > 2));
        assert_int_equal(memory.live_blocks, 0);
        assert_int_equal(memory.live_bytes, 0);
    }
    rmk_ring_destroy(ring);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removals_agree_with_counting_on_crowded_circles),
        cmocka_unit_test(removals_equal_the_movement_to_each_reduced_ring),
        cmocka_unit_test(a_node_alone_leaves_nobody_behind),
        cmocka_unit_test(a_loser_inherits_the_whole_arc_of_its_winner),
        cmocka_unit_test(at_one_position_the_next_node_inherits_the_whole_circle),
        cmocka_unit_test(at_one_position_nobody_may_inherit_the_whole_circle),
        cmocka_unit_test(a_node_that_comes_first_everywhere_leaves_the_whole_circle),
        cmocka_unit_test(points_at_the_end_of_the_circle_leave_no_wrap),
        cmocka_unit_test(a_failed_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
