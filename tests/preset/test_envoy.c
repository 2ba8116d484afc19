#include "recorded.h"

#include <math.h>

static void recorded_answers_of_the_checked_model_hold(void **state) {
    (void)state;
    const recorded_set sets[] = {
        {"envoy/ring-five", "envoy-ring", NULL, NO_EXTRA, 1025},
        {"envoy/ring-single", "envoy-ring", NULL, NO_EXTRA, 1024},
        {"envoy/ring-unicode", "envoy-ring", NULL, NO_EXTRA, 1025},
        {"envoy/ring-cache8w", "envoy-ring", NULL, NO_EXTRA, 1032},
        {"envoy/maglev-five", "envoy-maglev", NULL, NO_EXTRA, 0},
        {"envoy/maglev-single", "envoy-maglev", NULL, NO_EXTRA, 0},
        {"envoy/maglev-unicode", "envoy-maglev", NULL, NO_EXTRA, 0},
        {"envoy/maglev-cache8w", "envoy-maglev", NULL, NO_EXTRA, 0},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        assert_recorded(sets + i);
}

static void check_slot(void *state, char *fields[3]) {
    recorded_state *s = state;
    uint32_t owner = rmk_placement_locate(s->placement, bytes_of("x"), strtoull(fields[0], NULL, 10));
    assert_true(is_called(s->table->list + owner, fields[1]));
}

static void recorded_slots_of_the_table_hold(void **state) {
    (void)state;
    const char *const folders[] = {"envoy/maglev-five", "envoy/maglev-single", "envoy/maglev-unicode",
                                   "envoy/maglev-cache8w"};
    static node_table table;
    for (size_t i = 0; i < 4; i++) {
        table = (node_table){0};
        recorded_set set = {folders[i], "envoy-maglev", NULL, NO_EXTRA, 0};
        recorded_state s = {.set = &set, .table = &table};
        for_each_row(folders[i], "nodes.tsv", read_node, &s);
        s.placement = place("envoy-maglev", NULL, &table);
        assert_in_range(for_each_row(folders[i], "ring.tsv", check_slot, &s), 190, SIZE_MAX);
        rmk_placement_destroy(s.placement);
    }
}

static void hosts_90_to(node_table *t, const char *before, unsigned last) {
    *t = (node_table){0};
    for (unsigned port = 90; port <= last; port++) {
        char name[32];
        snprintf(name, sizeof name, "%s%u", before, port);
        add_node(t, name, 1);
    }
}

static void assert_table(const node_table *t, uint64_t size, const uint32_t *expected) {
    rmk_placement *placement = NULL;
    rmk_placement_options options = {.table_size = size};
    assert_int_equal(try_place("envoy-maglev", NULL, t, options, &placement), RMK_OK);
    for (uint64_t hash = 0; hash < 3 * size; hash++)
        assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), hash), expected[hash % size]);
    rmk_map map;
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    assert_memory_equal(map.owners, expected, size * sizeof *expected);
    rmk_map_destroy(&map);
    assert_consistent(placement, size);
    rmk_placement_destroy(placement);
}

/* What Envoy's own tests of this balancer expect. */
static void small_tables_are_those_of_envoys_tests(void **state) {
    (void)state;
    static node_table t;
    hosts_90_to(&t, "127.0.0.1:", 95);
    assert_table(&t, 7, (const uint32_t[]){2, 4, 0, 1, 5, 0, 3});
    hosts_90_to(&t, "", 95);
    assert_table(&t, 7, (const uint32_t[]){2, 5, 0, 3, 4, 1, 0});
    hosts_90_to(&t, "127.0.0.1:", 91);
    t.list[1].weight = 2;
    assert_table(&t, 17, (const uint32_t[]){1, 0, 0, 1, 0, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 0, 1});
}

static void the_order_of_hosts_does_not_change_the_table(void **state) {
    (void)state;
    static node_table t, reversed;
    hosts_90_to(&t, "host-", 99);
    reversed = (node_table){0};
    for (size_t i = t.nodes.count; i-- > 0;) {
        rmk_node *node = add_node(&reversed, t.texts[i], 1 + i % 3);
        node->id = (uint32_t)i;
        t.list[i].weight = 1 + i % 3;
    }
    rmk_placement *a = place("envoy-maglev", NULL, &t), *b = place("envoy-maglev", NULL, &reversed);
    for (uint64_t slot = 0; slot < 65537; slot++)
        assert_int_equal(rmk_placement_locate(a, bytes_of("x"), slot),
                         rmk_placement_locate(b, bytes_of("x"), slot));
    rmk_placement_destroy(a);
    rmk_placement_destroy(b);
}

static void slots_go_by_weight(void **state) {
    (void)state;
    static node_table t;
    hosts_90_to(&t, "h", 93);
    for (size_t i = 0; i < 4; i++)
        t.list[i].weight = i + 1;
    rmk_placement *placement = place("envoy-maglev", NULL, &t);
    size_t counts[4] = {0};
    for (uint64_t slot = 0; slot < 65537; slot++)
        counts[rmk_placement_locate(placement, bytes_of("x"), slot)]++;
    for (size_t i = 0; i < 4; i++)
        assert_true(fabs((double)counts[i] - 6553.7 * (double)(i + 1)) <= 2);
    rmk_placement_destroy(placement);
}

static void a_table_that_is_not_prime_or_too_large_is_refused(void **state) {
    (void)state;
    static node_table t;
    hosts_90_to(&t, "h", 92);
    rmk_placement *placement;
    const struct {
        uint64_t size;
        rmk_status status;
    } cases[] = {{1, RMK_BAD_INPUT},   {65536, RMK_BAD_INPUT},  {25, RMK_BAD_INPUT},
                 {5000017, RMK_LIMIT}, {UINT64_MAX, RMK_LIMIT}, {2, RMK_OK},
                 {5000011, RMK_OK}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rmk_placement_options options = {.table_size = cases[i].size};
        assert_int_equal(try_place("envoy-maglev", NULL, &t, options, &placement), cases[i].status);
        rmk_placement_destroy(placement);
    }
}

static void count_points(const node_table *t, uint64_t least, size_t *counts) {
    rmk_placement *placement = NULL;
    rmk_placement_options options = {.ring = {.total_points = least}};
    assert_int_equal(try_place("envoy-ring", NULL, t, options, &placement), RMK_OK);
    rmk_points points = placement->algorithm->points(placement);
    memset(counts, 0, t->nodes.count * sizeof *counts);
    for (size_t i = 0; i < points.count; i++)
        counts[points.owners[i]]++;
    rmk_placement_destroy(placement);
}

/* The first and the last of the ring of 12 in Envoy's tests. */
static void a_ring_of_twelve_is_that_of_envoys_tests(void **state) {
    (void)state;
    static node_table t;
    hosts_90_to(&t, "127.0.0.1:", 95);
    rmk_placement *placement = NULL;
    rmk_placement_options options = {.ring = {.total_points = 12}};
    assert_int_equal(try_place("envoy-ring", NULL, &t, options, &placement), RMK_OK);
    rmk_points points = placement->algorithm->points(placement);
    assert_int_equal(points.count, 12);
    assert_true(points.positions[0] == 833437586790550860u);
    assert_int_equal(points.owners[0], 4);
    assert_true(points.positions[3] == 3551244743356806947u);
    assert_int_equal(points.owners[3], 5);
    assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), 0), 4);
    assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), UINT64_MAX), 4);
    assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), 3551244743356806947u), 5);
    rmk_placement_destroy(placement);
}

static void the_lightest_gets_a_whole_number_of_points(void **state) {
    (void)state;
    static node_table t;
    size_t counts[6];
    hosts_90_to(&t, "h", 92);
    count_points(&t, 1024, counts); /* ceil(1024 / 3) */
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(counts[i], 342);
    t.list[0].weight = 2;
    t.list[1].weight = 3;
    t.list[2].weight = 3; /* 4 points of 16: 2, and 3 each */
    count_points(&t, 8, counts);
    assert_int_equal(counts[0], 2);
    assert_int_equal(counts[1], 3);
    assert_int_equal(counts[2], 3);
    /* 2 points to the lightest of 2 + 3 + 3 when 5 are asked for; 1.5 points are carried to the next */
    count_points(&t, 4, counts);
    assert_int_equal(counts[0], 1);
    assert_int_equal(counts[1], 2); /* targets 1, 2.5, 4: points 1, 2, 1 */
    assert_int_equal(counts[2], 1);
}

static void more_points_than_envoys_maximum_are_refused(void **state) {
    (void)state;
    static node_table t;
    hosts_90_to(&t, "h", 92);
    rmk_placement *placement;
    rmk_placement_options options = {.ring = {.total_points = 8388609}};
    assert_int_equal(try_place("envoy-ring", NULL, &t, options, &placement), RMK_LIMIT);
}

static void a_very_light_host_makes_the_ring_as_large_as_it_may_be(void **state) {
    (void)state;
    static node_table t;
    size_t counts[2];
    hosts_90_to(&t, "h", 91);
    t.list[1].weight = 100000000;
    count_points(&t, 1024, counts);
    assert_int_equal(counts[0] + counts[1], 8388608);
    assert_int_equal(counts[0], 1);
}

static void short_memory_leaks_nothing(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 3);
    assert_failures_leak_nothing("envoy-ring", &t);
    assert_failures_leak_nothing("envoy-maglev", &t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_answers_of_the_checked_model_hold),
        cmocka_unit_test(recorded_slots_of_the_table_hold),
        cmocka_unit_test(small_tables_are_those_of_envoys_tests),
        cmocka_unit_test(the_order_of_hosts_does_not_change_the_table),
        cmocka_unit_test(slots_go_by_weight),
        cmocka_unit_test(a_table_that_is_not_prime_or_too_large_is_refused),
        cmocka_unit_test(a_ring_of_twelve_is_that_of_envoys_tests),
        cmocka_unit_test(the_lightest_gets_a_whole_number_of_points),
        cmocka_unit_test(more_points_than_envoys_maximum_are_refused),
        cmocka_unit_test(a_very_light_host_makes_the_ring_as_large_as_it_may_be),
        cmocka_unit_test(short_memory_leaks_nothing),
    };
    return cmocka_run_group_tests_name("envoy", tests, NULL, NULL);
}
