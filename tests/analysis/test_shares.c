/* Exact shares, against counting every value of a tiny circle. */
#include "naive.h"

#include "core/analysis/analysis.h"

#include <string.h>

enum { NODES = 6 };

static const rmk_u128 whole = (rmk_u128)1 << 64;

static void shares_agree_with_counting(void **state) {
    (void)state;
    uint64_t seed = 42;
    print_message("seed %llu\n", (unsigned long long)seed);
    static naive_circle circle;
    static uint32_t owners[NAIVE_PLACES];
    for (int round = 0; round < 300; round++) {
        naive_circle_make(&circle, 4 + round % 9, round / 9 % NAIVE_DOMAINS, &seed);
        naive_owners(&circle, NODES, 1 + round % 50, &seed, owners);
        rmk_u128 expected[NODES] = {0}, expected_nobody = 0, values[NODES], nobody;
        for (size_t v = 0; v < circle.places; v++)
            *(owners[v] == RMK_NOBODY ? &expected_nobody : &expected[owners[v]]) += circle.exists[v];
        rmk_map map;
        naive_map(&circle, owners, &seed, NULL, &map);
        memset(values, 0xff, sizeof values);
        rmk_shares(&map, NODES, values, &nobody);
        assert_memory_equal(values, expected, sizeof values);
        assert_true(nobody == expected_nobody);
        rmk_map_destroy(&map);
    }
}

static void shares_of_slots_agree_with_counting(void **state) {
    (void)state;
    uint64_t seed = 43;
    static naive_circle circle;
    for (int round = 0; round < 90; round++) {
        naive_circle_make(&circle, 8, round % NAIVE_DOMAINS, &seed);
        rmk_map map;
        size_t slots = 1 + naive_random(&seed) % 40;
        assert_int_equal(rmk_map_create(RMK_MAP_SLOTS, slots, circle.domain, NULL, &map), RMK_OK);
        for (map.count = 0; map.count < slots; map.count++) {
            uint32_t owner = (uint32_t)(naive_random(&seed) % (NODES + 1));
            map.owners[map.count] = owner == NODES ? RMK_NOBODY : owner;
        }
        rmk_u128 expected[NODES] = {0}, expected_nobody = 0, values[NODES], nobody;
        for (size_t v = 0; v < circle.places; v++) {
            uint32_t owner = map.owners[v % slots];
            *(owner == RMK_NOBODY ? &expected_nobody : &expected[owner]) += circle.exists[v];
        }
        rmk_shares(&map, NODES, values, &nobody);
        assert_memory_equal(values, expected, sizeof values);
        assert_true(nobody == expected_nobody);
        rmk_map_destroy(&map);
    }
}

static rmk_map arcs(uint64_t *ends, uint32_t *owners, size_t count, unsigned bits, unsigned value_bits) {
    return (rmk_map){.kind = RMK_MAP_ARCS,
                     .count = count,
                     .capacity = count,
                     .ends = ends,
                     .owners = owners,
                     .domain = {.bits = bits, .value_bits = value_bits}};
}

static void one_node_owns_all_two_to_the_64(void **state) {
    (void)state;
    uint64_t ends[] = {UINT64_MAX, 0};
    uint32_t owners[] = {1, 1};
    rmk_u128 values[2], nobody;
    rmk_map map = arcs(ends, owners, 1, 64, 64);
    rmk_shares(&map, 2, values, &nobody);
    assert_true(values[0] == 0 && values[1] == whole && nobody == 0);

    owners[0] = RMK_NOBODY;
    rmk_shares(&map, 2, values, &nobody);
    assert_true(values[0] == 0 && values[1] == 0 && nobody == whole);

    uint64_t two_ends[] = {12345, UINT64_MAX};
    owners[0] = 1;
    map = arcs(two_ends, owners, 2, 64, 64);
    rmk_shares(&map, 2, values, &nobody);
    assert_true(values[1] == whole);

    map.domain = (rmk_domain){.bits = 32, .value_bits = 15};
    rmk_shares(&map, 2, values, &nobody);
    assert_true(values[1] == 32768);
}

static void ends_at_the_seams_of_the_circle_count_once(void **state) {
    (void)state;
    uint64_t ends[] = {0, UINT64_MAX - 1, UINT64_MAX};
    uint32_t owners[] = {0, 1, 2};
    rmk_u128 values[3], nobody;
    rmk_map map = arcs(ends, owners, 3, 64, 64);
    rmk_shares(&map, 3, values, &nobody);
    assert_true(values[0] == 1 && values[1] == whole - 2 && values[2] == 1);
    map.domain = (rmk_domain){.bits = 24, .value_bits = 24};
    rmk_shares(&map, 3, values, &nobody);
    assert_true(values[0] == 1 && values[1] == (1 << 24) - 1 && values[2] == 0);
}

static void shares_of_any_width_add_up_to_the_whole(void **state) {
    (void)state;
    static const unsigned widths[][2] = {{64, 64}, {64, 63}, {64, 32}, {63, 63}, {32, 32}, {32, 31},
                                         {31, 31}, {24, 24}, {32, 15}, {14, 14}, {1, 1}};
    uint64_t seed = 44;
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
        uint64_t ends[64];
        uint32_t owners[64];
        uint64_t end = 0;
        for (size_t i = 0; i < 64; i++) {
            end += 1 + naive_random(&seed) / 64;
            ends[i] = i == 63 ? UINT64_MAX : end;
            owners[i] = (uint32_t)(naive_random(&seed) % NODES);
        }
        rmk_map map = arcs(ends, owners, 64, widths[w][0], widths[w][1]);
        rmk_u128 values[NODES], nobody, sum = 0, by_entry[NODES] = {0};
        rmk_shares(&map, NODES, values, &nobody);
        for (size_t i = 0; i < NODES; i++)
            sum += values[i];
        assert_true(sum == (rmk_u128)1 << widths[w][1]);
        for (size_t i = 0; i < 64; i++)
            by_entry[owners[i]] += rmk_map_values(&map, i);
        assert_memory_equal(values, by_entry, sizeof values);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_agree_with_counting),
        cmocka_unit_test(shares_of_slots_agree_with_counting),
        cmocka_unit_test(one_node_owns_all_two_to_the_64),
        cmocka_unit_test(ends_at_the_seams_of_the_circle_count_once),
        cmocka_unit_test(shares_of_any_width_add_up_to_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
