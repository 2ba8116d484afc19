#include "recorded.h"

static uint64_t slot_of(const char *key) {
    return key_hash("redis-cluster", NULL, bytes_of(key));
}

static void check_slot(void *state, char *fields[3]) {
    (void)state;
    assert_int_equal(slot_of(fields[0]), strtoull(fields[1], NULL, 10));
}

static void recorded_slots_of_the_real_redis_hold(void **state) {
    (void)state;
    assert_in_range(for_each_row("redis-slots", "keys.tsv", check_slot, NULL), 400, SIZE_MAX);
}

static void the_check_value_of_the_crc_holds(void **state) {
    (void)state;
    assert_int_equal(slot_of("123456789"), 0x31c3); /* below 2^14: the remainder takes nothing off */
    assert_int_equal(slot_of(""), 0);
    assert_int_equal(key_hash("redis-cluster", NULL, (rmk_bytes){NULL, 0}), 0);
}

static void only_a_tag_with_something_in_it_is_hashed(void **state) {
    (void)state;
    assert_int_equal(slot_of("{user1000}.following"), slot_of("user1000"));
    assert_int_equal(slot_of("a{b}{c}"), slot_of("b"));
    assert_int_equal(slot_of("{{a}}"), slot_of("{a"));
    assert_int_not_equal(slot_of("{}{a}"), slot_of("a"));
    assert_int_not_equal(slot_of("{}a"), slot_of("a"));
    assert_int_not_equal(slot_of("{a"), slot_of("a"));
    assert_int_equal(slot_of("}a{b}"), slot_of("b"));
}

static void three_nodes_get_the_ranges_that_everybody_knows(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 3);
    rmk_placement *placement = place("redis-cluster", NULL, &t);
    const struct {
        uint64_t slot;
        uint32_t owner;
    } expected[] = {{0, 0}, {5460, 0}, {5461, 1}, {10922, 1}, {10923, 2}, {16383, 2}};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), expected[i].slot), expected[i].owner);
    assert_consistent(placement, 1);
    rmk_placement_destroy(placement);
}

static void any_number_of_nodes_covers_every_slot_once_in_order(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    for (size_t n = 1; n <= 1000; n++) {
        char name[16];
        snprintf(name, sizeof name, "n%zu", n);
        add_node(&t, name, 1);
        rmk_placement *placement = place("redis-cluster", NULL, &t);
        rmk_map map;
        assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
        assert_int_equal(map.count, 16384);
        assert_int_equal(map.owners[0], 0);
        assert_int_equal(map.owners[16383], n - 1);
        size_t run = 1, least = SIZE_MAX, most = 0;
        for (size_t slot = 1; slot <= map.count; slot++, run++) {
            if (slot < map.count && map.owners[slot] == map.owners[slot - 1])
                continue;
            if (slot < map.count)
                assert_int_equal(map.owners[slot], map.owners[slot - 1] + 1);
            least = run < least ? run : least;
            most = run > most ? run : most;
            run = 0;
        }
        assert_in_range(least, 16384 / n - 1, 16384 / n);
        assert_in_range(most, (16384 + n - 1) / n, 16384 / n + 1);
        rmk_map_destroy(&map);
        rmk_placement_destroy(placement);
    }
}

static void nobody_answers_for_a_node_that_is_down(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 3);
    t.list[1].down = true;
    rmk_placement *placement = place("redis-cluster", NULL, &t);
    assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), 5460), 0);
    assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), 5461), RMK_NOBODY);
    assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), 10922), RMK_NOBODY);
    assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), 10923), 2);
    assert_consistent(placement, 1);
    rmk_placement_destroy(placement);
}

static void weights_are_refused(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 3);
    t.list[1].weight = 2;
    rmk_placement *placement;
    assert_int_equal(try_place("redis-cluster", NULL, &t, (rmk_placement_options){0}, &placement),
                     RMK_UNSUPPORTED);
}

static void short_memory_leaks_nothing(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 3);
    assert_failures_leak_nothing("redis-cluster", &t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_slots_of_the_real_redis_hold),
        cmocka_unit_test(the_check_value_of_the_crc_holds),
        cmocka_unit_test(only_a_tag_with_something_in_it_is_hashed),
        cmocka_unit_test(three_nodes_get_the_ranges_that_everybody_knows),
        cmocka_unit_test(any_number_of_nodes_covers_every_slot_once_in_order),
        cmocka_unit_test(nobody_answers_for_a_node_that_is_down),
        cmocka_unit_test(weights_are_refused),
        cmocka_unit_test(short_memory_leaks_nothing),
    };
    return cmocka_run_group_tests_name("redis", tests, NULL, NULL);
}
