/* What holds for every placement, and what one refuses. */
#include "nodes.h"

#include "tests/support/memory.h"

#include <math.h>
#include <string.h>

static uint64_t tiny_one(const void *state, const void *data, size_t length) {
    (void)state;
    uint64_t sum = length;
    for (size_t i = 0; i < length; i++)
        sum = sum * 31 + ((const unsigned char *)data)[i];
    return next_random(&sum) >> 55;
}

/* 9 bits: small enough to ask for the owner of every value. */
static const rmk_hash tiny_hash = {.name = "tiny", .bits = 9, .value_bits = 9, .one = tiny_one};
/* The same values at the beginning of a wider circle. */
static const rmk_hash short_hash = {.name = "short", .bits = 11, .value_bits = 9, .one = tiny_one};

static void the_table_has_every_algorithm_once(void **state) {
    (void)state;
    size_t count;
    const rmk_algorithm *const *table = rmk_algorithm_table(&count);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(rmk_algorithm_find(table[i]->name), table[i]);
        assert_non_null(table[i]->summary);
        assert_non_null(table[i]->source);
        assert_int_equal(table[i]->map != NULL, (table[i]->can & RMK_HAS_MAP) != 0);
        assert_int_equal(table[i]->points != NULL, (table[i]->can & RMK_HAS_POINTS) != 0);
        assert_int_equal(table[i]->replicas != NULL, (table[i]->can & RMK_CAN_REPLICAS) != 0);
    }
    assert_ptr_equal(rmk_algorithm_find("ring"), &rmk_algorithm_ring);
    assert_ptr_equal(rmk_algorithm_find("jump"), &rmk_algorithm_jump);
    assert_ptr_equal(rmk_algorithm_find("modulo"), &rmk_algorithm_modulo);
    assert_null(rmk_algorithm_find("rign"));
}

static rmk_status try_to_place(const rmk_algorithm *algorithm, const some_nodes *nodes) {
    rmk_placement_options options = {.key_hash = &rmk_hash_xxh3,
                                     .ring = {.hash = &rmk_hash_xxh3, .vnodes = 4}};
    rmk_placement *placement = (rmk_placement *)&options; /* to see it overwritten */
    rmk_status status = rmk_placement_create(algorithm, &nodes->table, &options, &placement);
    assert_int_equal(status == RMK_OK, placement != NULL);
    rmk_placement_destroy(placement);
    return status;
}

static void weights_are_refused_where_they_mean_nothing(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 4);
    nodes.list[2].weight = 0;
    assert_int_equal(try_to_place(&rmk_algorithm_jump, &nodes), RMK_OK);
    assert_int_equal(try_to_place(&rmk_algorithm_modulo, &nodes), RMK_OK);
    nodes.list[1].weight = 2;
    assert_int_equal(try_to_place(&rmk_algorithm_jump, &nodes), RMK_UNSUPPORTED);
    assert_int_equal(try_to_place(&rmk_algorithm_modulo, &nodes), RMK_UNSUPPORTED);
    assert_int_equal(try_to_place(&rmk_algorithm_ring, &nodes), RMK_OK);
}

static void a_list_without_a_live_node_is_refused(void **state) {
    (void)state;
    static some_nodes nodes;
    size_t count;
    const rmk_algorithm *const *table = rmk_algorithm_table(&count);
    for (size_t i = 0; i < count; i++) {
        some_nodes_make(&nodes, 0, 2);
        nodes.list[0].weight = 0;
        nodes.list[1].down = true;
        assert_int_equal(try_to_place(table[i], &nodes), RMK_EMPTY);
        nodes.table.count = 0;
        assert_int_equal(try_to_place(table[i], &nodes), RMK_EMPTY);
    }
}

static void options_without_a_key_hash_are_refused(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 2);
    rmk_placement_options options = {.ring = {.hash = &rmk_hash_xxh3, .vnodes = 4}};
    rmk_placement *placement;
    assert_int_equal(rmk_placement_create(&rmk_algorithm_jump, &nodes.table, &options, &placement),
                     RMK_BAD_INPUT);
    assert_null(placement);
}

static void all_forms_of_locate_agree(void **state) {
    (void)state;
    static some_nodes nodes;
    const rmk_hash *hashes[] = {&rmk_hash_xxh3, &rmk_hash_crc32, &tiny_hash, &short_hash};
    size_t count;
    const rmk_algorithm *const *table = rmk_algorithm_table(&count);
    for (size_t i = 0; i < count; i++) {
        for (size_t h = 0; h < sizeof hashes / sizeof *hashes; h++) {
            some_nodes_make(&nodes, (unsigned)h, 17);
            rmk_placement *placement = place(table[i], &nodes, hashes[h], 20);
            assert_forms_agree(placement, i);
            assert_true(placement->algorithm->bytes(placement) > 0);
            rmk_placement_destroy(placement);
        }
    }
}

static void assert_map_says_what_locate_does(const rmk_placement *placement) {
    const char *reason = "";
    rmk_map map;
    rmk_u128 counted[MOST_NODES] = {0}, values[MOST_NODES], nobody;
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    if (!rmk_map_validate(&map, MOST_NODES, &reason))
        fail_msg("%s", reason);
    for (uint64_t value = 0; value < 512; value++) {
        uint32_t owner = rmk_placement_locate_plain(placement, no_key, value);
        assert_int_equal(rmk_map_owner(&map, value), owner);
        counted[owner]++;
    }
    rmk_shares(&map, MOST_NODES, values, &nobody);
    assert_memory_equal(values, counted, sizeof values);
    assert_true(nobody == 0);
    for (size_t i = 1; map.kind == RMK_MAP_ARCS && i < map.count; i++)
        assert_int_not_equal(map.owners[i], map.owners[i - 1]);
    rmk_map_destroy(&map);
}

static void a_map_says_what_locate_does(void **state) {
    (void)state;
    static some_nodes nodes;
    const rmk_hash *hashes[] = {&tiny_hash, &short_hash};
    for (unsigned set = 0; set < 60; set++) {
        some_nodes_make(&nodes, set, 1 + set % 13);
        nodes.list[set % 13 / 2].id = 77; /* ids are not places */
        for (size_t h = 0; h < 2; h++) {
            /* points from a hash of 9 bits too: many of them equal */
            rmk_placement_options options = {
                .key_hash = hashes[h],
                .ring = {.hash = set % 2 ? &tiny_hash : &rmk_hash_xxh3, .vnodes = 1 + set}};
            rmk_placement *ring, *modulo;
            assert_int_equal(rmk_placement_create(&rmk_algorithm_ring, &nodes.table, &options, &ring),
                             RMK_OK);
            assert_int_equal(rmk_placement_create(&rmk_algorithm_modulo, &nodes.table, &options, &modulo),
                             RMK_OK);
            assert_map_says_what_locate_does(ring);
            assert_map_says_what_locate_does(modulo);
            rmk_placement_destroy(ring);
            rmk_placement_destroy(modulo);
        }
    }
}

static void a_ring_of_one_point_owns_the_whole_circle(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 1);
    rmk_placement *placement = place(&rmk_algorithm_ring, &nodes, &rmk_hash_xxh3, 1);
    rmk_map map;
    rmk_u128 values[MOST_NODES], nobody;
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    assert_int_equal(map.count, 1);
    rmk_shares(&map, MOST_NODES, values, &nobody);
    assert_true(values[0] == (rmk_u128)1 << 64);
    rmk_map_destroy(&map);
    rmk_placement_destroy(placement);
}

static void modulo_owns_by_remainder_in_list_order(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 5);
    nodes.list[0].id = 9;
    nodes.list[1].down = true;
    const uint32_t live[] = {9, 2, 3, 4};
    rmk_placement *placement = place(&rmk_algorithm_modulo, &nodes, &rmk_hash_xxh3, 1);
    for (uint64_t hash = 0; hash < 40; hash++)
        assert_int_equal(rmk_placement_locate(placement, no_key, hash), live[hash % 4]);
    assert_int_equal(rmk_placement_locate(placement, no_key, UINT64_MAX), 4);
    rmk_map map;
    rmk_u128 values[MOST_NODES], nobody;
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    rmk_shares(&map, MOST_NODES, values, &nobody);
    assert_true(values[9] == (rmk_u128)1 << 62 && values[4] == (rmk_u128)1 << 62 && values[1] == 0);
    rmk_map_destroy(&map);
    rmk_placement_destroy(placement);
}

static void jump_has_neither_map_nor_ring(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 5);
    rmk_map map;
    rmk_placement *placement = place(&rmk_algorithm_jump, &nodes, &rmk_hash_xxh3, 1);
    assert_int_equal(rmk_placement_map(placement, &map), RMK_UNSUPPORTED);
    assert_null(rmk_placement_ring(placement));
    rmk_placement_destroy(placement);
    placement = place(&rmk_algorithm_ring, &nodes, &rmk_hash_xxh3, 3);
    assert_int_equal(rmk_ring_points(rmk_placement_ring(placement)).count, 15);
    assert_int_equal(placement->algorithm->points(placement).count, 15);
    rmk_placement_destroy(placement);
}

/* The next distinct owners, point by point. */
static void replicas_of_a_ring_are_the_next_distinct_nodes(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 3, 12);
    rmk_placement *placement = place(&rmk_algorithm_ring, &nodes, &short_hash, 7);
    rmk_points points = placement->algorithm->points(placement);
    for (uint64_t value = 0; value < 512; value++) {
        uint32_t expected[12], found[20];
        size_t wanted = 0, first = 0;
        while (first < points.count && points.positions[first] < value << 53)
            first++;
        for (size_t i = 0; i < points.count; i++) {
            uint32_t owner = points.owners[(first + i) % points.count];
            bool seen = false;
            for (size_t k = 0; k < wanted; k++)
                seen |= expected[k] == owner;
            if (!seen)
                expected[wanted++] = owner;
        }
        assert_int_equal(placement->algorithm->replicas(placement, no_key, value, 20, found), 12);
        assert_memory_equal(found, expected, sizeof expected);
        assert_int_equal(placement->algorithm->replicas(placement, no_key, value, 3, found), 3);
        assert_memory_equal(found, expected, 3 * sizeof *found);
    }
    rmk_placement_destroy(placement);
}

static void the_fair_share_follows_the_weights_of_live_nodes(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 4);
    nodes.list[1].weight = 2;
    nodes.list[2].down = true;
    nodes.list[2].weight = 50;
    nodes.list[3].weight = 0;
    double live = rmk_serving_weight(&nodes.table);
    assert_true(fabs(rmk_fair_share(nodes.table.list + 0, live) - 1.0 / 3) < 1e-15);
    assert_true(fabs(rmk_fair_share(nodes.table.list + 1, live) - 2.0 / 3) < 1e-15);
    assert_true(rmk_fair_share(nodes.table.list + 2, live) == 0 &&
                rmk_fair_share(nodes.table.list + 3, live) == 0);
}

static void a_failed_allocation_leaks_nothing(void **state) {
    (void)state;
    static some_nodes nodes;
    size_t count;
    const rmk_algorithm *const *table = rmk_algorithm_table(&count);
    some_nodes_make(&nodes, 0, 10);
    nodes.list[4].id = 50;
    for (size_t i = 0; i < count; i++) {
        rmk_status status = RMK_NO_MEMORY;
        for (size_t fail_at = 1; status; fail_at++) {
            test_memory memory = {.fail_at = fail_at};
            rmk_allocator allocator = test_allocator(&memory);
            rmk_placement_options options = {
                .key_hash = &rmk_hash_xxh3,
                .ring = {.hash = &rmk_hash_xxh3, .vnodes = 10, .allocator = &allocator}};
            rmk_placement *placement;
            rmk_map map = {0};
            status = rmk_placement_create(table[i], &nodes.table, &options, &placement);
            if (!status) {
                assert_int_equal(placement->algorithm->bytes(placement), memory.live_bytes);
                if (table[i]->can & RMK_HAS_MAP)
                    status = rmk_placement_map(placement, &map);
            }
            assert_true(status == RMK_OK || status == RMK_NO_MEMORY);
            assert_true(status || fail_at > 2);
            rmk_map_destroy(&map);
            rmk_placement_destroy(placement);
            assert_int_equal(memory.live_blocks, 0);
            assert_int_equal(memory.live_bytes, 0);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_has_every_algorithm_once),
        cmocka_unit_test(weights_are_refused_where_they_mean_nothing),
        cmocka_unit_test(a_list_without_a_live_node_is_refused),
        cmocka_unit_test(options_without_a_key_hash_are_refused),
        cmocka_unit_test(all_forms_of_locate_agree),
        cmocka_unit_test(a_map_says_what_locate_does),
        cmocka_unit_test(a_ring_of_one_point_owns_the_whole_circle),
        cmocka_unit_test(modulo_owns_by_remainder_in_list_order),
        cmocka_unit_test(jump_has_neither_map_nor_ring),
        cmocka_unit_test(replicas_of_a_ring_are_the_next_distinct_nodes),
        cmocka_unit_test(the_fair_share_follows_the_weights_of_live_nodes),
        cmocka_unit_test(a_failed_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
