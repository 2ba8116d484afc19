#include "core/preset/hash_haproxy.h"
#include "recorded.h"

static void recorded_answers_of_the_real_haproxy_hold(void **state) {
    (void)state;
    const recorded_set sets[] = {
        {"haproxy-hash/five", "haproxy", NULL, EXTRA_ID, 80},
        {"haproxy-hash/single", "haproxy", NULL, EXTRA_ID, 16},
        {"haproxy-hash/five-crc32", "haproxy", "crc32", EXTRA_ID, 80},
        {"haproxy-hash/five-djb2-avalanche", "haproxy", "djb2-avalanche", EXTRA_ID, 80},
        {"haproxy-hash/five-sdbm-noavalanche", "haproxy", "sdbm", EXTRA_ID, 80},
        {"haproxy-hash/weights-ids", "haproxy", NULL, EXTRA_ID, 2336},
        {"haproxy-hash/weights-balance150", "haproxy", NULL, EXTRA_ID, 0},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        assert_recorded(sets + i);
}

/* Each line of full_hash() undone: additions of shifts by multiplying with an inverse, xors of shifts by
 * going from one end; what comes back is the number that went in. */
static uint32_t inverse(uint32_t odd) {
    uint32_t x = odd;
    for (int i = 0; i < 5; i++)
        x *= 2 - odd * x;
    return x;
}

static uint32_t undo_xor_right(uint32_t value, unsigned by) {
    uint32_t x = value;
    for (unsigned done = by; done < 32; done += by)
        x = value ^ x >> by;
    return x;
}

/* a such that (a + plus) ^ (a << 9) is the value: bit by bit from the lowest. */
static uint32_t undo_plus_xor_left(uint32_t value, uint32_t plus) {
    uint32_t a = 0;
    for (unsigned bit = 0; bit < 32; bit++)
        if ((((a + plus) ^ a << 9) ^ value) >> bit & 1)
            a |= 1u << bit;
    return a;
}

static uint32_t undone(uint32_t h) {
    h *= inverse(3221225473u);
    h = undo_xor_right(h ^ 0xb55a4f09u, 16);
    h = (h - 0xfd7046c5u) * inverse(1 + (1u << 3));
    h = undo_plus_xor_left(h, 0xd3a2646cu);
    h = (h - 0x165667b1u) * inverse(1 + (1u << 5));
    h = undo_xor_right(h ^ 0xc761c23cu, 19);
    return (h - 0x7ed55d16u) * inverse(1 + (1u << 12));
}

static void the_avalanche_is_a_bijection_that_can_be_undone(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 100000; i++) {
        uint32_t value = (uint32_t)next_random(&seed);
        assert_int_equal(undone(rmk_haproxy_avalanche(value)), value);
    }
    /* id 1 of weight 1 begins at 4096; the lowest point of the recorded ring of one server */
    assert_int_equal(undone(494948004) / 4096, 1);
    assert_in_range(undone(494948004) % 4096, 0, 15);
}

static uint64_t hash_of(const char *name, const char *key) {
    return key_hash("haproxy", name, bytes_of(key));
}

static void functions_have_their_known_values(void **state) {
    (void)state;
    assert_int_equal(hash_of("djb2", ""), 5381);
    assert_int_equal(hash_of("djb2", "a"), 5381 * 33 + 97);
    assert_int_equal(hash_of("sdbm", ""), 0);
    assert_int_equal(hash_of("sdbm", "ab"), 97u * 65599 + 98);
    assert_int_equal(hash_of("sdbm", "\xff"), 255);
    assert_int_equal(hash_of("crc32", "123456789"), 0xcbf43926);
    assert_int_equal(hash_of("wt6", ""), 0xa53c965au ^ 0x5ca6953au);
    /* the real HAProxy 2.6.12 places 500 random keys as this wt6 does */
    assert_int_equal(hash_of("wt6", "a"), 0x714bf225);
    assert_int_equal(hash_of("wt6", "key:1"), 0x7be5165);
    assert_int_equal(hash_of("wt6", "太阳"), 0xb521b906);
    assert_int_equal(hash_of("wt6", "The quick brown fox"), 0x60c344cd);
    assert_int_equal(hash_of("djb2-avalanche", "a"), rmk_haproxy_avalanche(5381 * 33 + 97));
    assert_int_equal(hash_of(NULL, "ab"), hash_of("sdbm-avalanche", "ab"));
}

/* Which id each server has, read off its points. */
static void assert_ids(const node_table *t, const uint32_t *expected) {
    rmk_placement *placement = place("haproxy", NULL, t);
    rmk_points points = placement->algorithm->points(placement);
    for (size_t i = 0; i < points.count; i++)
        assert_int_equal(undone((uint32_t)(points.positions[i] >> 32)) / 4096, expected[points.owners[i]]);
    rmk_placement_destroy(placement);
}

static void a_server_without_an_id_takes_its_place_or_the_next_free_number(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 6);
    assert_ids(&t, (const uint32_t[]){1, 2, 3, 4, 5, 6});
    t.list[1].server_id = 77;
    assert_ids(&t, (const uint32_t[]){1, 77, 3, 4, 5, 6});
    t.list[5].server_id = 1;
    t.list[1].server_id = 3;
    /* 1 is given: the first takes 2; the third's 3 is given: 4, and those behind count on */
    assert_ids(&t, (const uint32_t[]){2, 3, 4, 5, 6, 1});
    t.list[0].down = true; /* keeps its number */
    assert_ids(&t, (const uint32_t[]){2, 3, 4, 5, 6, 1});
}

static void an_id_given_twice_is_refused(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 4);
    t.list[0].server_id = t.list[3].server_id = 9;
    rmk_placement *placement;
    assert_int_equal(try_place("haproxy", NULL, &t, (rmk_placement_options){0}, &placement), RMK_DUPLICATE);
    assert_null(placement);
}

static void weights_and_ids_beyond_haproxys_are_refused(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 2);
    rmk_placement *placement;
    t.list[0].weight = 256;
    rmk_placement_destroy(place("haproxy", NULL, &t));
    t.list[0].weight = 257;
    assert_int_equal(try_place("haproxy", NULL, &t, (rmk_placement_options){0}, &placement), RMK_BAD_INPUT);
    t.list[0].weight = 1;
    t.list[0].server_id = 2147483648u;
    assert_int_equal(try_place("haproxy", NULL, &t, (rmk_placement_options){0}, &placement), RMK_BAD_INPUT);
}

/* HAProxy's own search: next = first point >= h, prev = the one before it, unsigned distances, ties to prev. */
static void the_nearest_point_wins(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 9);
    t.list[4].weight = 40;
    t.list[7].down = true;
    rmk_placement *placement = place("haproxy", NULL, &t);
    rmk_points points = placement->algorithm->points(placement);
    uint64_t seed = 5;
    for (size_t i = 0; i < 20000; i++) {
        uint32_t h = (uint32_t)next_random(&seed), next = UINT32_MAX, prev = UINT32_MAX;
        uint32_t owner_next = 0, owner_prev = 0;
        for (size_t p = 0; p < points.count; p++) {
            uint32_t at = (uint32_t)(points.positions[p] >> 32);
            if (at - h <= next)
                next = at - h, owner_next = points.owners[p];
            if (at != h && h - at <= prev)
                prev = h - at, owner_prev = points.owners[p];
        }
        assert_int_equal(rmk_placement_locate(placement, bytes_of("x"), h),
                         prev <= next ? owner_prev : owner_next);
    }
    assert_consistent(placement, 6);
    rmk_placement_destroy(placement);
}

static void short_memory_leaks_nothing(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 3);
    assert_failures_leak_nothing("haproxy", &t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_answers_of_the_real_haproxy_hold),
        cmocka_unit_test(the_avalanche_is_a_bijection_that_can_be_undone),
        cmocka_unit_test(functions_have_their_known_values),
        cmocka_unit_test(a_server_without_an_id_takes_its_place_or_the_next_free_number),
        cmocka_unit_test(an_id_given_twice_is_refused),
        cmocka_unit_test(weights_and_ids_beyond_haproxys_are_refused),
        cmocka_unit_test(the_nearest_point_wins),
        cmocka_unit_test(short_memory_leaks_nothing),
    };
    return cmocka_run_group_tests_name("haproxy", tests, NULL, NULL);
}
