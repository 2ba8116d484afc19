/* Domains and arc maps: how many hash values stand where, and who owns them. */
#include "naive.h"

#include "tests/support/memory.h"

#include <string.h>

static const rmk_u128 whole = (rmk_u128)1 << 64;

static void a_domain_counts_its_values(void **state) {
    (void)state;
    rmk_domain full = {.bits = 64, .value_bits = 64};
    assert_true(rmk_domain_total(&full) == whole);
    assert_true(rmk_domain_until(&full, 0) == 1);
    assert_true(rmk_domain_until(&full, UINT64_MAX) == whole);
    assert_true(rmk_domain_until(&full, UINT64_MAX - 1) == whole - 1);

    rmk_domain word = {.bits = 32, .value_bits = 32};
    assert_true(rmk_domain_total(&word) == 4294967296u);
    assert_true(rmk_domain_until(&word, 0) == 1);
    assert_true(rmk_domain_until(&word, 4294967295u) == 1);
    assert_true(rmk_domain_until(&word, 4294967296u) == 2);
    assert_true(rmk_domain_until(&word, UINT64_MAX) == 4294967296u);

    rmk_domain positive = {.bits = 31, .value_bits = 31};
    assert_true(rmk_domain_total(&positive) == 2147483648u);
    assert_true(rmk_domain_until(&positive, UINT64_MAX / 2) == 1073741824u);

    rmk_domain ribbon = {.bits = 24, .value_bits = 24};
    assert_true(rmk_domain_until(&ribbon, (uint64_t)5 << 40) == 6);
    assert_true(rmk_domain_until(&ribbon, ((uint64_t)5 << 40) - 1) == 5);
}

static void a_short_hash_on_a_wide_circle_stands_at_its_beginning(void **state) {
    (void)state;
    rmk_domain crc = {.bits = 32, .value_bits = 15};
    assert_true(rmk_domain_total(&crc) == 32768);
    assert_true(rmk_domain_until(&crc, (uint64_t)32766 << 32) == 32767);
    assert_true(rmk_domain_until(&crc, (uint64_t)32767 << 32) == 32768);
    assert_true(rmk_domain_until(&crc, (uint64_t)40000 << 32) == 32768);
    assert_true(rmk_domain_until(&crc, UINT64_MAX) == 32768);
}

static void a_domain_may_be_a_list(void **state) {
    (void)state;
    const uint64_t values[] = {0, 7, 8, 1000, UINT32_MAX};
    rmk_domain list = {.bits = 32, .value_bits = 32, .values = values, .value_count = 5};
    assert_true(rmk_domain_total(&list) == 5);
    assert_true(rmk_domain_until(&list, 0) == 1);
    assert_true(rmk_domain_until(&list, ((uint64_t)7 << 32) - 1) == 1);
    assert_true(rmk_domain_until(&list, (uint64_t)7 << 32) == 2);
    assert_true(rmk_domain_until(&list, ((uint64_t)UINT32_MAX << 32) - 1) == 4);
    assert_true(rmk_domain_until(&list, UINT64_MAX) == 5);
}

static void domains_are_equal_when_they_hold_the_same_values(void **state) {
    (void)state;
    const uint64_t low[] = {0, 1, 2, 3}, odd[] = {1, 3, 5, 7}, odd_again[] = {1, 3, 5, 7},
                   other[] = {1, 3, 6, 7};
    rmk_domain two_bits = {.bits = 8, .value_bits = 2};
    rmk_domain two_bits_listed = {.bits = 8, .value_bits = 8, .values = low, .value_count = 4};
    rmk_domain a = {.bits = 8, .value_bits = 8, .values = odd, .value_count = 4};
    rmk_domain b = {.bits = 8, .value_bits = 3, .values = odd_again, .value_count = 4};
    rmk_domain c = {.bits = 8, .value_bits = 8, .values = other, .value_count = 4};
    rmk_domain wider = {.bits = 9, .value_bits = 2};
    rmk_domain three_bits = {.bits = 8, .value_bits = 3};
    assert_true(rmk_domain_equal(&two_bits, &two_bits_listed));
    assert_true(rmk_domain_equal(&a, &b));
    assert_false(rmk_domain_equal(&a, &c));
    assert_false(rmk_domain_equal(&a, &two_bits));
    assert_false(rmk_domain_equal(&two_bits, &wider));
    assert_false(rmk_domain_equal(&two_bits, &three_bits));
}

static void until_agrees_with_counting_on_tiny_circles(void **state) {
    (void)state;
    uint64_t seed = 20240601;
    print_message("seed %llu\n", (unsigned long long)seed);
    static naive_circle circle;
    for (int kind = 0; kind < NAIVE_DOMAINS; kind++) {
        naive_circle_make(&circle, 8, kind, &seed);
        for (int i = 0; i < 2000; i++) {
            uint64_t last = naive_random(&seed);
            size_t expected = 0;
            for (uint64_t v = 0; v < circle.places; v++)
                expected += circle.exists[v] && v << 56 <= last;
            assert_true(rmk_domain_until(&circle.domain, last) == expected);
        }
    }
}

static void appending_joins_neighbours_and_drops_empty_arcs(void **state) {
    (void)state;
    rmk_map map;
    rmk_domain domain = {.bits = 64, .value_bits = 64};
    assert_int_equal(rmk_map_create(RMK_MAP_ARCS, 4, domain, NULL, &map), RMK_OK);
    rmk_map_append(&map, 0, 3);
    rmk_map_append(&map, 10, 1);
    rmk_map_append(&map, 10, 2); /* empty */
    rmk_map_append(&map, 9, 2);  /* empty */
    rmk_map_append(&map, 20, 1); /* the same owner */
    rmk_map_append(&map, 30, RMK_NOBODY);
    rmk_map_append(&map, UINT64_MAX, 3);
    const uint64_t ends[] = {0, 20, 30, UINT64_MAX};
    const uint32_t owners[] = {3, 1, RMK_NOBODY, 3};
    assert_int_equal(map.count, 4);
    assert_memory_equal(map.ends, ends, sizeof ends);
    assert_memory_equal(map.owners, owners, sizeof owners);
    assert_true(rmk_map_validate(&map, 4, NULL));
    assert_true(rmk_map_values(&map, 0) == 1);
    assert_true(rmk_map_values(&map, 1) == 20);
    assert_true(rmk_map_values(&map, 2) == 10);
    assert_true(rmk_map_values(&map, 3) == whole - 31);
    rmk_map_destroy(&map);
}

static void an_arc_owns_the_positions_up_to_its_end(void **state) {
    (void)state;
    uint64_t seed = 7;
    static naive_circle circle;
    static uint32_t owners[NAIVE_PLACES];
    naive_circle_make(&circle, 9, NAIVE_FULL, &seed);
    for (int round = 0; round < 50; round++) {
        rmk_map map;
        naive_owners(&circle, 5, 1 + round, &seed, owners);
        naive_map(&circle, owners, &seed, NULL, &map);
        const char *reason = "";
        if (!rmk_map_validate(&map, 5, &reason))
            fail_msg("%s", reason);
        for (uint64_t v = 0; v < circle.places; v++)
            assert_int_equal(rmk_map_owner(&map, v), owners[v]);
        rmk_map_destroy(&map);
    }
}

static void a_slot_owns_the_values_by_remainder(void **state) {
    (void)state;
    uint64_t seed = 11;
    static naive_circle circle;
    for (int kind = 0; kind < NAIVE_DOMAINS; kind++) {
        naive_circle_make(&circle, 10, kind, &seed);
        rmk_map map;
        assert_int_equal(rmk_map_create(RMK_MAP_SLOTS, 7, circle.domain, NULL, &map), RMK_OK);
        size_t expected[7] = {0};
        for (map.count = 0; map.count < 7; map.count++)
            map.owners[map.count] = (uint32_t)map.count * 2;
        for (uint64_t v = 0; v < circle.places; v++) {
            expected[v % 7] += circle.exists[v];
            assert_int_equal(rmk_map_owner(&map, v), v % 7 * 2);
        }
        for (size_t i = 0; i < 7; i++)
            assert_true(rmk_map_values(&map, i) == expected[i]);
        rmk_map_destroy(&map);
    }
}

static void validation_names_what_is_wrong(void **state) {
    (void)state;
    uint64_t ends[] = {4, 9, UINT64_MAX};
    uint32_t owners[] = {0, 1, RMK_NOBODY};
    rmk_map map = {.kind = RMK_MAP_ARCS,
                   .count = 3,
                   .capacity = 3,
                   .ends = ends,
                   .owners = owners,
                   .domain = {.bits = 32, .value_bits = 15}};
    const char *reason = NULL;
    assert_true(rmk_map_validate(&map, 2, &reason));
    assert_null(reason);
    assert_false(rmk_map_validate(&map, 1, &reason));
    assert_string_equal(reason, "an owner is not a node");
    ends[1] = 4;
    assert_false(rmk_map_validate(&map, 2, &reason));
    assert_string_equal(reason, "ends of arcs do not ascend");
    ends[1] = 9;
    map.count = 2;
    assert_false(rmk_map_validate(&map, 2, &reason));
    assert_string_equal(reason, "the last arc does not close the circle");
    map.count = 0;
    assert_false(rmk_map_validate(&map, 2, &reason));
    map.count = 3;
    map.domain.value_bits = 33;
    assert_false(rmk_map_validate(&map, 2, &reason));
    map.domain = (rmk_domain){.bits = 65, .value_bits = 64};
    assert_false(rmk_map_validate(&map, 2, &reason));
    const uint64_t unsorted[] = {3, 3}, too_wide[] = {3, 16};
    map.domain = (rmk_domain){.bits = 8, .value_bits = 4, .values = unsorted, .value_count = 2};
    assert_false(rmk_map_validate(&map, 2, &reason));
    map.domain.values = too_wide;
    assert_false(rmk_map_validate(&map, 2, &reason));
    assert_string_equal(reason, "a listed value is too wide");
}

static void a_map_that_gets_no_memory_leaks_none(void **state) {
    (void)state;
    for (size_t fail_at = 1; fail_at <= 2; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        rmk_allocator allocator = test_allocator(&memory);
        rmk_map map;
        rmk_domain domain = {.bits = 64, .value_bits = 64};
        assert_int_equal(rmk_map_create(RMK_MAP_ARCS, 100, domain, &allocator, &map), RMK_NO_MEMORY);
        assert_int_equal(memory.live_blocks, 0);
        assert_null(map.ends);
        assert_null(map.owners);
    }
    rmk_map map;
    assert_int_equal(rmk_map_create(RMK_MAP_ARCS, SIZE_MAX / 4, (rmk_domain){.bits = 64}, NULL, &map),
                     RMK_NO_MEMORY);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_domain_counts_its_values),
        cmocka_unit_test(a_short_hash_on_a_wide_circle_stands_at_its_beginning),
        cmocka_unit_test(a_domain_may_be_a_list),
        cmocka_unit_test(domains_are_equal_when_they_hold_the_same_values),
        cmocka_unit_test(until_agrees_with_counting_on_tiny_circles),
        cmocka_unit_test(appending_joins_neighbours_and_drops_empty_arcs),
        cmocka_unit_test(an_arc_owns_the_positions_up_to_its_end),
        cmocka_unit_test(a_slot_owns_the_values_by_remainder),
        cmocka_unit_test(validation_names_what_is_wrong),
        cmocka_unit_test(a_map_that_gets_no_memory_leaks_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
