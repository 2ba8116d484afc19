#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/nodes.h"
#include "tests/support/memory.h"

static rmk_node node(uint32_t id, const char *name) {
    return (rmk_node){.id = id, .weight = 1, .name = {(const unsigned char *)name, strlen(name)}};
}

static void expect(const rmk_node *list, size_t count, uint32_t limit, rmk_status status, size_t index,
                   size_t other) {
    rmk_nodes nodes = {list, count, limit};
    rmk_nodes_fault fault = {999, 999, NULL};
    assert_int_equal(rmk_nodes_check(&nodes, NULL, &fault), status);
    assert_int_equal(rmk_nodes_check(&nodes, NULL, NULL), status);
    if (status == RMK_OK)
        return;
    assert_int_equal(fault.index, index);
    assert_int_equal(fault.other, other);
    assert_non_null(fault.reason);
}

static void different_names_and_ids_are_good(void **state) {
    (void)state;
    rmk_node list[] = {node(2, "b"), node(0, "a"), node(1, "ab")};
    expect(list, 3, 3, RMK_OK, 0, 0);
    expect(NULL, 0, 0, RMK_OK, 0, 0);
}

static void a_duplicate_names_both_places(void **state) {
    (void)state;
    rmk_node names[] = {node(0, "a"), node(1, "b"), node(2, "c"), node(3, "b"), node(4, "a")};
    expect(names, 5, 5, RMK_DUPLICATE, 3, 1);
    rmk_node ids[] = {node(0, "a"), node(7, "b"), node(7, "c")};
    expect(ids, 3, 8, RMK_DUPLICATE, 2, 1);
}

static void a_bad_node_is_named(void **state) {
    (void)state;
    rmk_node empty[] = {node(0, "a"), node(1, "")};
    expect(empty, 2, 2, RMK_BAD_INPUT, 1, 1);
    rmk_node range[] = {node(0, "a"), node(2, "b")};
    expect(range, 2, 2, RMK_BAD_INPUT, 1, 1);
    rmk_node nobody[] = {node(RMK_NOBODY, "a")};
    expect(nobody, 1, UINT32_MAX, RMK_BAD_INPUT, 0, 0);
    rmk_node nul[] = {node(0, "a"), node(1, "b"), {.id = 2, .name = {(const unsigned char *)"c\0d", 3}}};
    expect(nul, 3, 3, RMK_BAD_INPUT, 2, 2);
}

static void too_many_nodes_are_refused_unread(void **state) {
    (void)state;
    expect(NULL, (size_t)UINT32_MAX, UINT32_MAX, RMK_LIMIT, RMK_MAX_NODES, RMK_MAX_NODES);
}

static void a_place_is_found_by_id(void **state) {
    (void)state;
    rmk_node list[] = {node(5, "a"), node(3, "b"), node(9, "c")};
    rmk_nodes nodes = {list, 3, 10};
    assert_int_equal(rmk_nodes_place(&nodes, 3), 1);
    assert_int_equal(rmk_nodes_place(&nodes, 9), 2);
    assert_true(rmk_nodes_place(&nodes, 4) == SIZE_MAX);
}

static void memory_that_is_short_is_reported_and_nothing_leaks(void **state) {
    (void)state;
    rmk_node list[] = {node(0, "b"), node(1, "a")};
    rmk_nodes nodes = {list, 2, 2};
    uint32_t order[2];
    for (size_t n = 1; n <= 2; n++) {
        test_memory memory = {.fail_at = n};
        rmk_allocator allocator = test_allocator(&memory);
        assert_int_equal(rmk_nodes_name_order(&nodes, &allocator, order), RMK_NO_MEMORY);
        assert_int_equal(memory.live_blocks, 0);
    }
    test_memory memory = {.fail_at = 1};
    rmk_allocator allocator = test_allocator(&memory);
    assert_int_equal(rmk_nodes_check(&nodes, &allocator, NULL), RMK_NO_MEMORY);
    assert_int_equal(memory.live_blocks, 0);
    assert_int_equal(rmk_nodes_check(&nodes, &allocator, NULL), RMK_OK);
    assert_int_equal(memory.live_bytes, 0);
}

/* ---- name order against strcmp-like comparison of all pairs ---- */

static uint64_t seed_state;

static uint64_t next_random(void) {
    seed_state = seed_state * 6364136223846793005u + 1442695040888963407u;
    return seed_state >> 33;
}

static void order_holds(const rmk_nodes *nodes) {
    uint32_t *order = malloc(nodes->count * sizeof *order);
    unsigned char *seen = calloc(nodes->count, 1);
    assert_int_equal(rmk_nodes_name_order(nodes, NULL, order), RMK_OK);
    for (size_t i = 0; i < nodes->count; i++) {
        assert_true(order[i] < nodes->count && !seen[order[i]]);
        seen[order[i]] = 1;
        if (!i)
            continue;
        rmk_bytes a = nodes->list[order[i - 1]].name, b = nodes->list[order[i]].name;
        /* names end in NUL here, so strcmp (unsigned bytes) is the oracle */
        assert_true(strcmp((const char *)a.data, (const char *)b.data) < 0);
    }
    free(seen);
    free(order);
}

static void names_are_put_in_the_order_of_their_bytes(void **state) {
    (void)state;
    uint64_t seed = 20260101;
    print_message("seed %llu\n", (unsigned long long)seed);
    seed_state = seed;
    for (size_t round = 0; round < 60; round++) {
        size_t count = 1 + next_random() % 300;
        rmk_node *list = calloc(count, sizeof *list);
        char(*names)[80] = calloc(count, sizeof *names);
        for (size_t i = 0; i < count; i++) {
            size_t shared = round % 3 ? round % 20 : 0, length = next_random() % 30;
            memset(names[i], 'p', shared);
            /* two letters, one above 127, so that prefixes of one another are plenty; the end makes it unique */
            for (size_t k = 0; k < length; k++)
                names[i][shared + k] = next_random() % 2 ? 'a' : (char)0xe9;
            snprintf(names[i] + shared + length, 20, "%zu", i);
            list[i] = node((uint32_t)i, names[i]);
        }
        rmk_nodes nodes = {list, count, (uint32_t)count};
        assert_int_equal(rmk_nodes_check(&nodes, NULL, NULL), RMK_OK);
        order_holds(&nodes);
        free(names);
        free(list);
    }
}

static void a_name_that_begins_another_stands_before_it(void **state) {
    (void)state;
    rmk_node list[] = {node(0, "node-10"),
                       node(1, "node-1"),
                       node(2, "node-"),
                       node(3, "node-1\x80"),
                       node(4, "node-100000000000000000001"),
                       node(5, "node-100000000000000000000")};
    rmk_nodes nodes = {list, 6, 6};
    uint32_t order[6];
    assert_int_equal(rmk_nodes_name_order(&nodes, NULL, order), RMK_OK);
    const uint32_t expected[] = {2, 1, 0, 5, 4, 3};
    assert_memory_equal(order, expected, sizeof expected);
}

static void many_nodes_are_checked_and_the_first_duplicate_is_found(void **state) {
    (void)state;
    enum { COUNT = 20000 };
    rmk_node *list = calloc(COUNT, sizeof *list);
    char(*names)[32] = calloc(COUNT, sizeof *names);
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof *names, "node-0-%zu", i);
        list[i] = node((uint32_t)(COUNT - 1 - i), names[i]);
    }
    expect(list, COUNT, COUNT, RMK_OK, 0, 0);
    list[19000].name = list[77].name;
    list[19500].name = list[3].name;
    expect(list, COUNT, COUNT, RMK_DUPLICATE, 19000, 77);
    list[500].id = list[499].id;
    expect(list, COUNT, COUNT, RMK_DUPLICATE, 500, 499);
    free(names);
    free(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(different_names_and_ids_are_good),
        cmocka_unit_test(a_duplicate_names_both_places),
        cmocka_unit_test(a_bad_node_is_named),
        cmocka_unit_test(too_many_nodes_are_refused_unread),
        cmocka_unit_test(a_place_is_found_by_id),
        cmocka_unit_test(memory_that_is_short_is_reported_and_nothing_leaks),
        cmocka_unit_test(names_are_put_in_the_order_of_their_bytes),
        cmocka_unit_test(a_name_that_begins_another_stands_before_it),
        cmocka_unit_test(many_nodes_are_checked_and_the_first_duplicate_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
