#include "recorded.h"

#include <zlib.h>

static void recorded_answers_of_the_real_nginx_hold(void **state) {
    (void)state;
    const recorded_set sets[] = {
        {"nginx-hash/five", "nginx", NULL, NO_EXTRA, 800},
        {"nginx-hash/single", "nginx", NULL, NO_EXTRA, 160},
        {"nginx-hash/noport", "nginx", NULL, NO_EXTRA, 640},
        {"nginx-hash/weights513", "nginx", NULL, NO_EXTRA, 1440},
        {"nginx-hash/collide_ab", "nginx", NULL, NO_EXTRA, 1117},
        {"nginx-hash/collide_ba", "nginx", NULL, NO_EXTRA, 1117},
        {"nginx-hash/plain-weights513", "nginx-plain", NULL, NO_EXTRA, 0},
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        assert_recorded(sets + i);
}

/* The first point that nginx makes for a server, by its rule over the text host NUL port 0 0 0 0. */
static bool has_point(const char *server, const char *text, size_t length) {
    static node_table t;
    t = (node_table){0};
    add_node(&t, server, 1);
    rmk_placement *placement = place("nginx", NULL, &t);
    rmk_points points = placement->algorithm->points(placement);
    uint64_t wanted = (uint64_t)crc32(0, (const unsigned char *)text, (uInt)length) << 32;
    bool found = false;
    for (size_t i = 0; i < points.count; i++)
        found |= points.positions[i] == wanted;
    rmk_placement_destroy(placement);
    return found;
}

#define HAS_POINT(server, text) has_point(server, text "\0\0\0\0", sizeof text "\0\0\0\0" - 1)

static void a_port_is_what_follows_the_last_colon_if_only_digits(void **state) {
    (void)state;
    assert_true(HAS_POINT("a:80",
                          "a\0"
                          "80"));
    assert_true(HAS_POINT("a", "a\0"));
    assert_true(HAS_POINT("123", "123\0"));
    assert_true(HAS_POINT("[::1]:80",
                          "[::1]\0"
                          "80"));
}

static void a_server_that_nginx_cannot_parse_is_refused(void **state) {
    (void)state;
    const char *const names[] = {"a:", "a:8x", "a:0", "a:65536", ":80", "::1"};
    static node_table t;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        rmk_placement *placement;
        t = (node_table){0};
        add_node(&t, names[i], 1);
        assert_int_equal(try_place("nginx", NULL, &t, (rmk_placement_options){0}, &placement), RMK_BAD_INPUT);
    }
}

static void a_unix_socket_loses_its_prefix_and_has_no_port(void **state) {
    (void)state;
    assert_true(HAS_POINT("unix:/run/a", "/run/a\0"));
    assert_true(HAS_POINT("UNIX:/run/a:80", "/run/a:80\0"));
    assert_true(HAS_POINT("unix:", "\0"));
    assert_true(HAS_POINT("unix", "unix\0"));
}

static void one_server_hashes_no_key(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 1);
    const char *const presets[] = {"nginx", "nginx-plain"};
    for (size_t i = 0; i < 2; i++) {
        rmk_placement *placement = place(presets[i], NULL, &t);
        assert_true(placement->keyless);
        rmk_placement_destroy(placement);
    }
    t.nodes.count = 0;
    add_nodes(&t, 2);
    t.list[1].down = true; /* configured all the same: keys are hashed */
    for (size_t i = 0; i < 2; i++) {
        rmk_placement *placement = place(presets[i], NULL, &t);
        assert_false(placement->keyless);
        rmk_placement_destroy(placement);
    }
}

static void a_server_that_is_down_gives_its_keys_to_the_next_points(void **state) {
    (void)state;
    static node_table t, up;
    t = up = (node_table){0};
    add_nodes(&t, 5);
    add_nodes(&up, 5);
    t.list[2].down = true;
    rmk_placement *a = place("nginx", NULL, &up), *b = place("nginx", NULL, &t);
    assert_consistent(b, 3);
    uint64_t seed = 9;
    rmk_points points = a->algorithm->points(a);
    for (size_t i = 0; i < 2000; i++) {
        uint64_t hash = next_random(&seed) >> 32;
        size_t p = rmk_points_lower_bound(&points, hash << 32) % points.count;
        while (points.owners[p] == 2)
            p = (p + 1) % points.count;
        assert_int_equal(rmk_placement_locate(b, bytes_of("x"), hash), points.owners[p]);
    }
    rmk_placement_destroy(a);
    rmk_placement_destroy(b);
}

/* nginx's loop, on text: try 0 hashes the key, try n its number before it; sums are taken modulo weights. */
static uint32_t naive_plain(const node_table *t, const char *key) {
    unsigned sum = 0, weights = 0;
    for (size_t i = 0; i < t->nodes.count; i++)
        weights += (unsigned)t->list[i].weight;
    for (int retry = 0; retry < 21; retry++) {
        char text[64];
        snprintf(text, sizeof text, retry ? "%d%s" : "%.0d%s", retry, key);
        sum += (unsigned)crc32(0, (const unsigned char *)text, (uInt)strlen(text)) >> 16 & 0x7fff;
        int w = (int)(sum % weights);
        size_t i = 0;
        while ((w -= (int)t->list[i].weight) >= 0)
            i++;
        if (!t->list[i].down)
            return (uint32_t)i;
    }
    return RMK_NOBODY;
}

static void plain_keys_of_a_server_that_is_down_are_hashed_again(void **state) {
    (void)state;
    static node_table t;
    for (unsigned down = 0; down < 3; down++) {
        t = (node_table){0};
        add_nodes(&t, 7);
        t.list[1].weight = 5;
        t.list[4].weight = 3;
        for (unsigned i = 0; i < down; i++)
            t.list[1 + 3 * i].down = true;
        rmk_placement *placement = place("nginx-plain", NULL, &t);
        uint64_t seed = down;
        for (int i = 0; i < 3000; i++) {
            char key[24];
            snprintf(key, sizeof key, "%llx", (unsigned long long)next_random(&seed));
            uint64_t hash = key_hash("nginx-plain", NULL, bytes_of(key));
            assert_int_equal(rmk_placement_locate(placement, bytes_of(key), hash), naive_plain(&t, key));
        }
        rmk_placement_destroy(placement);
    }
}

static void weights_beyond_the_hash_leave_the_last_servers_out(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_node(&t, "a", 30000);
    add_node(&t, "b", 3000000000);
    add_node(&t, "c", 1);
    rmk_placement *placement = place("nginx-plain", NULL, &t);
    assert_consistent(placement, 4);
    rmk_map map;
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    assert_int_equal(map.count, 32768);
    assert_int_equal(map.owners[29999], 0);
    assert_int_equal(map.owners[30000], 1);
    assert_int_equal(map.owners[32767], 1);
    rmk_map_destroy(&map);
    rmk_placement_destroy(placement);
}

static void short_memory_leaks_nothing(void **state) {
    (void)state;
    static node_table t;
    t = (node_table){0};
    add_nodes(&t, 3);
    assert_failures_leak_nothing("nginx", &t);
    assert_failures_leak_nothing("nginx-plain", &t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_answers_of_the_real_nginx_hold),
        cmocka_unit_test(a_port_is_what_follows_the_last_colon_if_only_digits),
        cmocka_unit_test(a_server_that_nginx_cannot_parse_is_refused),
        cmocka_unit_test(a_unix_socket_loses_its_prefix_and_has_no_port),
        cmocka_unit_test(one_server_hashes_no_key),
        cmocka_unit_test(a_server_that_is_down_gives_its_keys_to_the_next_points),
        cmocka_unit_test(plain_keys_of_a_server_that_is_down_are_hashed_again),
        cmocka_unit_test(weights_beyond_the_hash_leave_the_last_servers_out),
        cmocka_unit_test(short_memory_leaks_nothing),
    };
    return cmocka_run_group_tests_name("nginx", tests, NULL, NULL);
}
