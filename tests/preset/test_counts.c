/* How many labels a node gets, in the systems' own arithmetic. */
#include "core/preset/counts.h"

#include "recorded.h"

static uint64_t equal_share(rmk_count_rule rule, uint64_t nodes) {
    rmk_count_of of = {1, nodes, nodes, 160};
    return rule(&of);
}

/* From SPEC: the float formula loses a digest with 25, 47, 50 and 55 equal servers. */
static void some_numbers_of_equal_servers_lose_a_digest_in_libmemcached(void **state) {
    (void)state;
    const uint64_t losing[] = {25, 47, 50, 55}, whole[] = {1, 2, 3, 5, 8, 24, 26, 40};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(equal_share(rmk_count_libmemcached, losing[i]), 39);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(equal_share(rmk_count_libmemcached, whole[i]), 40);
}

static void sixty_one_equal_servers_lose_a_digest_in_libketama(void **state) {
    (void)state;
    assert_int_equal(equal_share(rmk_count_ketama, 61), 39);
    assert_int_equal(equal_share(rmk_count_ketama, 25), 40);
}

static void a_small_weight_beside_large_ones_gets_nothing(void **state) {
    (void)state;
    const uint64_t weights[] = {1024, 1024, 5};
    const uint64_t expected[] = {59, 59, 0};
    for (size_t i = 0; i < 3; i++) {
        rmk_count_of of = {weights[i], 2053, 3, 160};
        assert_int_equal(rmk_count_libmemcached(&of), expected[i]);
        assert_int_equal(rmk_count_ketama(&of), expected[i]);
        assert_int_equal(rmk_count_uhashring(&of), expected[i]);
    }
}

static void integer_rules_cut(void **state) {
    (void)state;
    const uint64_t vnodes[] = {0, 3, 4, 7, 10, 160}, quarters[] = {0, 0, 1, 1, 2, 40};
    for (size_t i = 0; i < 6; i++) {
        rmk_count_of of = {1, 1, 1, vnodes[i]};
        assert_int_equal(rmk_count_quarter(&of), quarters[i]);
        assert_int_equal(rmk_count_vnodes(&of), vnodes[i]);
    }
    rmk_count_of third = {1, 3, 2, 160}, huge = {UINT64_MAX, UINT64_MAX, 2, 160};
    assert_int_equal(rmk_count_uhashring(&third), 26);
    assert_int_equal(rmk_count_uhashring(&huge), 80);
    assert_true(rmk_count_by_weight(&huge) == UINT64_MAX);
}

static size_t points_of_first(const char *preset, node_table *t) {
    rmk_placement *p = place(preset, NULL, t);
    rmk_points points = p->algorithm->points(p);
    size_t count = 0;
    for (size_t i = 0; i < points.count; i++)
        count += points.owners[i] == 0;
    rmk_placement_destroy(p);
    return count;
}

static void rings_have_the_points_that_the_counts_say(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 25);
    assert_int_equal(points_of_first("libmemcached-weighted", &t), 156);
    assert_int_equal(points_of_first("twemproxy", &t), 156);
    assert_int_equal(points_of_first("libmemcached", &t), 100);
    assert_int_equal(points_of_first("spymemcached", &t), 160);
    assert_int_equal(points_of_first("ketama", &t), 160);
    t.list[3].weight = 2; /* now spymemcached has a map of weights, libmemcached a weighted ring */
    assert_int_equal(points_of_first("spymemcached", &t), 4 * 38);
    assert_int_equal(points_of_first("libmemcached", &t), 4 * 38);
}

/* Counts are of the servers that are left: 25 of 26, whose weights sum to 25. */
static void a_node_that_is_down_counts_as_not_configured(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 26);
    assert_int_equal(points_of_first("libmemcached-weighted", &t), 160);
    t.list[9].down = true;
    assert_int_equal(points_of_first("libmemcached-weighted", &t), 156);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(some_numbers_of_equal_servers_lose_a_digest_in_libmemcached),
        cmocka_unit_test(sixty_one_equal_servers_lose_a_digest_in_libketama),
        cmocka_unit_test(a_small_weight_beside_large_ones_gets_nothing),
        cmocka_unit_test(integer_rules_cut),
        cmocka_unit_test(rings_have_the_points_that_the_counts_say),
        cmocka_unit_test(a_node_that_is_down_counts_as_not_configured),
    };
    return cmocka_run_group_tests_name("counts", tests, NULL, NULL);
}
