#include "recorded.h"

static void recorded_answers_of_the_real_proxy_hold(void **state) {
    (void)state;
    const recorded_set set = {"twemproxy/modula-fnv1a_64-weights3", "twemproxy-modula", "fnv1a_64",
                              EXTRA_ALIAS, 0};
    assert_recorded(&set);
}

static void assert_slots(const node_table *t, const uint32_t *expected, size_t count) {
    rmk_placement *placement = place("twemproxy-modula", NULL, t);
    rmk_map map;
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    assert_int_equal(map.count, count);
    assert_memory_equal(map.owners, expected, count * sizeof *expected);
    for (uint64_t hash = 0; hash < 3 * count; hash++)
        assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), hash), expected[hash % count]);
    rmk_map_destroy(&map);
    assert_consistent(placement, count);
    rmk_placement_destroy(placement);
}

static void servers_are_sorted_by_length_then_bytes_of_the_hashed_name(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_node(&t, "10.0.0.10:11311", 1);
    add_node(&t, "10.0.0.2:11311", 1);
    add_node(&t, "10.0.0.100:11211", 1); /* 10.0.0.100: the shortest of those without an alias */
    add_node(&t, "10.0.0.1:11311", 1)->alias = bytes_of("zz");
    add_node(&t, "10.0.0.3:11311", 1)->alias = bytes_of("a:11211"); /* an alias keeps its port */
    assert_slots(&t, (const uint32_t[]){3, 4, 2, 1, 0}, 5);
}

static void a_server_stands_as_often_as_its_weight(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_node(&t, "b:1", 2);
    add_node(&t, "a:1", 3);
    add_node(&t, "c:1", 1);
    assert_slots(&t, (const uint32_t[]){1, 1, 1, 0, 0, 2}, 6);
    t.list[1].down = true; /* ejected: the list is made again */
    assert_slots(&t, (const uint32_t[]){0, 0, 2}, 3);
}

static void one_server_hashes_no_key(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_node(&t, "a:1", 3);
    rmk_placement *placement = place("twemproxy-modula", NULL, &t);
    assert_true(placement->keyless);
    rmk_placement_destroy(placement);
}

static void more_slots_than_can_be_numbered_are_refused(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_node(&t, "a:1", UINT64_MAX);
    add_node(&t, "b:1", UINT64_MAX);
    rmk_placement *placement;
    assert_int_equal(try_place("twemproxy-modula", NULL, &t, (rmk_placement_options){0}, &placement),
                     RMK_LIMIT);
}

static void short_memory_leaks_nothing(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 3);
    assert_failures_leak_nothing("twemproxy-modula", &t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_answers_of_the_real_proxy_hold),
        cmocka_unit_test(servers_are_sorted_by_length_then_bytes_of_the_hashed_name),
        cmocka_unit_test(a_server_stands_as_often_as_its_weight),
        cmocka_unit_test(one_server_hashes_no_key),
        cmocka_unit_test(more_slots_than_can_be_numbered_are_refused),
        cmocka_unit_test(short_memory_leaks_nothing),
    };
    return cmocka_run_group_tests_name("twemproxy-modula", tests, NULL, NULL);
}
