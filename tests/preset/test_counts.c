/* How many labels a node gets, in the systems' own arithmetic. */
#include "core/preset/counts.h"

#include "recorded.h"

static uint64_t labels(rmk_count_rule count, rmk_count_of of) {
    const rmk_rule rule = {.count = count};
    return rmk_rule_labels(&rule, &of);
}

static uint64_t equal_share(rmk_count_rule count, uint64_t nodes) {
    return labels(count, (rmk_count_of){1, nodes, nodes, 40});
}

/* From SPEC: the float formula loses a digest with 25, 47, 50 and 55 equal servers. */
static void some_numbers_of_equal_servers_lose_a_digest_in_libmemcached(void **state) {
    (void)state;
    const uint64_t losing[] = {25, 47, 50, 55}, whole[] = {1, 2, 3, 5, 8, 24, 26, 40};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(equal_share(RMK_COUNT_LIBMEMCACHED, losing[i]), 39);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(equal_share(RMK_COUNT_LIBMEMCACHED, whole[i]), 40);
}

static void sixty_one_equal_servers_lose_a_digest_in_libketama(void **state) {
    (void)state;
    assert_int_equal(equal_share(RMK_COUNT_LIBKETAMA, 61), 39);
    assert_int_equal(equal_share(RMK_COUNT_LIBKETAMA, 25), 40);
}

static void a_small_weight_beside_large_ones_gets_nothing(void **state) {
    (void)state;
    const uint64_t weights[] = {1024, 1024, 5};
    const uint64_t expected[] = {59, 59, 0};
    for (size_t i = 0; i < 3; i++) {
        rmk_count_of of = {weights[i], 2053, 3, 40};
        assert_int_equal(labels(RMK_COUNT_LIBMEMCACHED, of), expected[i]);
        assert_int_equal(labels(RMK_COUNT_LIBKETAMA, of), expected[i]);
        assert_int_equal(labels(RMK_COUNT_SHARE_FLOOR, of), expected[i]);
    }
}

static void integer_rules_are_exact_and_round_as_they_say(void **state) {
    (void)state;
    const rmk_count_of third = {1, 3, 2, 40}, half = {1, 4, 2, 5}, huge = {UINT64_MAX, UINT64_MAX, 2, 40};
    assert_int_equal(labels(RMK_COUNT_SHARE_FLOOR, third), 26);
    assert_int_equal(labels(RMK_COUNT_SHARE_ROUND, third), 27);
    assert_int_equal(labels(RMK_COUNT_SHARE_CEIL, third), 27);
    assert_int_equal(labels(RMK_COUNT_SHARE_FLOOR, half), 2);
    assert_int_equal(labels(RMK_COUNT_SHARE_ROUND, half), 3);
    assert_int_equal(labels(RMK_COUNT_SHARE_FLOOR, huge), 80);
    assert_int_equal(labels(RMK_COUNT_VNODES, huge), 40);
    assert_true(labels(RMK_COUNT_WEIGHT_FLOOR, huge) == UINT64_MAX);
    assert_int_equal(labels(RMK_COUNT_SHARE_CEIL, (rmk_count_of){0, 3, 2, 40}), 0);
}

/* 1.5 is 1500 over a unit of 1000. */
static void fractions_limits_and_totals_are_of_the_rule(void **state) {
    (void)state;
    const rmk_rule fraction = {.count = RMK_COUNT_WEIGHT_ROUND, .weight_unit = 1000};
    const rmk_rule limited = {.count = RMK_COUNT_SHARE_FLOOR, .least = 1, .most = 50};
    const rmk_rule total = {.count = RMK_COUNT_SHARE_FLOOR, .total = 1001, .words = 4};
    assert_int_equal(rmk_rule_labels(&fraction, &(rmk_count_of){1500, 9999, 3, 1024}), 1536);
    assert_int_equal(rmk_rule_labels(&fraction, &(rmk_count_of){1, 9999, 3, 500}), 1);
    assert_int_equal(rmk_rule_labels(&fraction, &(rmk_count_of){1, 9999, 3, 499}), 0);
    assert_int_equal(rmk_rule_labels(&limited, &(rmk_count_of){1, 1000, 2, 160}), 1);
    assert_int_equal(rmk_rule_labels(&limited, &(rmk_count_of){1, 2, 2, 160}), 50);
    assert_int_equal(rmk_rule_labels(&limited, &(rmk_count_of){0, 2, 2, 160}), 0);
    assert_int_equal(rmk_rule_labels(&total, &(rmk_count_of){1, 3, 3, 40}), 83);
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
        cmocka_unit_test(integer_rules_are_exact_and_round_as_they_say),
        cmocka_unit_test(fractions_limits_and_totals_are_of_the_rule),
        cmocka_unit_test(rings_have_the_points_that_the_counts_say),
        cmocka_unit_test(a_node_that_is_down_counts_as_not_configured),
    };
    return cmocka_run_group_tests_name("counts", tests, NULL, NULL);
}
