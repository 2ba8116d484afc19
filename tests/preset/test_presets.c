/* What presets with the shared rule do beyond the recorded sets: articles, refusals, downs, names, labels. */
#include "core/hash/md5.h"

#include "recorded.h"

static node_table t;

static void only(const char *const *names, size_t count) {
    t = (node_table){0};
    for (size_t i = 0; i < count; i++)
        add_node(&t, names[i], 1);
}

static rmk_placement *place_vnodes(const char *preset, uint64_t vnodes) {
    rmk_placement *p;
    rmk_placement_options options = {.ring = {.vnodes = vnodes}};
    assert_int_equal(try_place(preset, NULL, &t, options, &p), RMK_OK);
    return p;
}

static uint32_t owner_of(const rmk_placement *p, const char *preset, const char *key) {
    return rmk_placement_locate(p, bytes_of(key), key_hash(preset, NULL, bytes_of(key)));
}

/* ---- articles ---- */

/* Published with the article: three nodes, 1000 virtual ones each, keys "192.168.0.<i>1:<j>100". */
static void the_java_ring_spreads_ten_thousand_keys_as_published(void **state) {
    (void)state;
    const char *names[] = {"192.168.11.23:8090", "192.168.11.23:8093", "192.168.11.23:8094"};
    unsigned counts[3] = {0};
    rmk_hasher hasher;
    only(names, 3);
    rmk_placement *p = place_vnodes("java-fnv", 1000);
    assert_int_equal(rmk_hasher_open(&hasher, &rmk_hash_java_fnv1_32, RMK_ISA_AUTO, NULL), RMK_OK);
    for (int i = 0; i < 1000; i++)
        for (int j = 0; j < 10; j++) {
            char key[64];
            snprintf(key, sizeof key, "192.168.0.%d1:%d100", i, j);
            uint64_t hash = rmk_hash_one(&hasher, key, strlen(key));
            counts[rmk_placement_locate(p, bytes_of(key), hash)]++;
        }
    assert_int_equal(counts[0], 3390);
    assert_int_equal(counts[1], 3139);
    assert_int_equal(counts[2], 3471);
    rmk_hasher_close(&hasher);
    rmk_placement_destroy(p);
}

/* From SPEC, the answers that another article prints. */
static void the_java_ring_without_virtual_nodes_prints_what_its_article_prints(void **state) {
    (void)state;
    const char *names[] = {"192.168.0.0:111", "192.168.0.1:111", "192.168.0.2:111", "192.168.0.3:111",
                           "192.168.0.4:111"};
    const char *keys[] = {"太阳", "月亮", "星星"};
    const uint64_t hashes[] = {1977106057, 1132637661, 880019273};
    const uint32_t plain[] = {1, 3, 3}, virtual[] = {2, 4, 3};
    only(names, 5);
    rmk_placement *p = place("java-fnv-plain", NULL, &t), *v = place("java-fnv", NULL, &t);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(key_hash("java-fnv", NULL, bytes_of(keys[i])), hashes[i]);
        assert_int_equal(owner_of(p, "java-fnv-plain", keys[i]), plain[i]);
        assert_int_equal(owner_of(v, "java-fnv", keys[i]), virtual[i]);
    }
    rmk_placement_destroy(p);
    rmk_placement_destroy(v);
}

/* Upstream's own test: this key hashes past the last point and wraps to the first. */
static void libmemcached_wraps_the_key_of_its_own_test(void **state) {
    (void)state;
    const char *names[] = {"10.0.1.1:11211", "10.0.1.2:11211", "10.0.1.3:11211", "10.0.1.4:11211",
                           "10.0.1.5:11211", "10.0.1.6:11211", "10.0.1.7:11211", "10.0.1.8:11211"};
    const uint64_t weights[] = {600, 300, 200, 350, 1000, 800, 950, 100};
    only(names, 8);
    for (size_t i = 0; i < 8; i++)
        t.list[i].weight = weights[i];
    rmk_placement *p = place("libmemcached-weighted", NULL, &t);
    uint64_t hash = key_hash("libmemcached-weighted", NULL, bytes_of("VDEAAAAA"));
    rmk_points points = p->algorithm->points(p);
    assert_int_equal(hash, 0xfffcd1b5u);
    assert_true(hash << 32 > points.positions[points.count - 1]);
    assert_int_equal(rmk_placement_locate(p, bytes_of(""), hash), points.owners[0]);
    rmk_placement_destroy(p);
}

/* ---- dubbo ---- */

static void dubbo_with_fewer_than_four_virtual_nodes_owns_nothing(void **state) {
    (void)state;
    const char *names[] = {"10.0.0.1:20880", "10.0.0.2:20880"};
    only(names, 2);
    rmk_placement *p = place_vnodes("dubbo", 3);
    assert_int_equal(p->algorithm->points(p).count, 0);
    assert_int_equal(owner_of(p, "dubbo", "x"), RMK_NOBODY);
    assert_consistent(p, 1);
    rmk_placement_destroy(p);
    t.nodes.count = 1; /* one provider is taken without asking the ring */
    p = place_vnodes("dubbo", 3);
    uint32_t out[2];
    assert_true(p->keyless);
    assert_int_equal(owner_of(p, "dubbo", "x"), 0);
    assert_int_equal(p->algorithm->replicas(p, bytes_of("x"), 1, 2, out), 1);
    assert_consistent(p, 1);
    rmk_placement_destroy(p);
}

/* The extended balancer of an article: what is available decides, in whatever order it is listed. */
static void dubbo_maps_alike_in_any_order_and_a_down_node_moves_only_its_keys(void **state) {
    (void)state;
    static node_table other;
    t = (node_table){0};
    add_nodes(&t, 9);
    other = t;
    for (size_t i = 0; i < 9; i++)
        other.list[i] = t.list[8 - i];
    other.nodes.list = other.list;
    rmk_placement *p = place("dubbo", NULL, &t), *q = place("dubbo", NULL, &other);
    t.list[4].down = true;
    rmk_placement *without = place("dubbo", NULL, &t);
    size_t moved = 0;
    for (int i = 0; i < 20000; i++) {
        char key[32];
        snprintf(key, sizeof key, "device-%d", i);
        uint64_t hash = key_hash("dubbo", NULL, bytes_of(key));
        uint32_t before = rmk_placement_locate(p, bytes_of(key), hash);
        uint32_t after = rmk_placement_locate(without, bytes_of(key), hash);
        assert_int_equal(rmk_placement_locate(q, bytes_of(key), hash), before);
        assert_int_not_equal(after, 4);
        assert_true(after == before || before == 4);
        moved += after != before;
    }
    assert_in_range(moved, 1000, 4000);
    assert_ptr_equal(without->nodes, &t.nodes);
    rmk_placement_destroy(p);
    rmk_placement_destroy(q);
    rmk_placement_destroy(without);
}

/* ---- points and keys that no recorded set has ---- */

/* "1" before "2a" and "12" before "a" are one label: without a separator, one position for two nodes. */
static void the_last_node_added_owns_an_equal_point_in_groupcache(void **state) {
    (void)state;
    const char *names[] = {"2a", "a"}, *reversed[] = {"a", "2a"};
    for (int order = 0; order < 2; order++) {
        only(order ? reversed : names, 2);
        rmk_placement *p = place("groupcache", NULL, &t);
        assert_int_equal(owner_of(p, "groupcache", "12a"), 1);
        assert_int_equal(p->algorithm->points(p).count, 100 - 4); /* 12a, 22a, 32a, 42a */
        rmk_placement_destroy(p);
    }
}

/* "10.0.0.1:1" + "11" is "10.0.0.1:11" + "1". */
static void the_last_node_listed_owns_an_equal_point_in_dubbo(void **state) {
    (void)state;
    const char *names[] = {"10.0.0.1:1", "10.0.0.1:11"}, *reversed[] = {"10.0.0.1:11", "10.0.0.1:1"};
    for (int order = 0; order < 2; order++) {
        only(order ? reversed : names, 2);
        rmk_placement *p = place("dubbo", NULL, &t);
        assert_int_equal(owner_of(p, "dubbo", "10.0.0.1:111"), 1);
        rmk_placement_destroy(p);
    }
}

static void a_key_that_is_a_label_goes_to_the_next_point_in_uhashring(void **state) {
    (void)state;
    const char *presets[] = {"uhashring", "uhashring-ketama", "ketama"};
    t = (node_table){0};
    add_nodes(&t, 5);
    for (size_t k = 0; k < 3; k++) {
        rmk_placement *p = place(presets[k], NULL, &t);
        rmk_points points = p->algorithm->points(p);
        uint64_t hash = key_hash(presets[k], NULL, bytes_of("10.0.0.3:80-7"));
        size_t at = rmk_points_lower_bound(&points, hash << (64 - p->domain.bits));
        assert_true(points.positions[at] == hash << (64 - p->domain.bits));
        assert_int_equal(points.owners[at], 3);
        size_t wanted = k < 2 ? (at + 1) % points.count : at;
        assert_int_equal(p->algorithm->point_of(p, hash), wanted);
        assert_int_equal(rmk_placement_locate(p, bytes_of(""), hash), points.owners[wanted]);
        rmk_placement_destroy(p);
    }
}

/* Every listed value is that of some key, and no key has another. */
static void ribbon_as_written_hashes_to_1024_values(void **state) {
    (void)state;
    static bool seen[1024];
    size_t values = 0;
    t = (node_table){0};
    add_nodes(&t, 5);
    rmk_placement *p = place("ribbon", NULL, &t);
    assert_true(rmk_domain_total(&p->domain) == 1024);
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < 20000; i++) {
        char key[32];
        snprintf(key, sizeof key, "/user/%d?null", i);
        uint64_t hash = key_hash("ribbon", NULL, bytes_of(key));
        size_t at = (size_t)rmk_domain_until(&p->domain, hash << 40) - 1;
        assert_true(p->domain.values[at] == hash);
        values += !seen[at];
        seen[at] = true;
    }
    assert_int_equal(values, 1024);
    rmk_placement_destroy(p);
}

/* ---- names and labels ---- */

static size_t label_of(const rmk_placement *p, size_t point, unsigned char out[256]) {
    size_t length = p->algorithm->label(p, point, out, 256);
    assert_in_range(length, 1, 256);
    return length;
}

/* What label() says is what was hashed: by the named hash, or to one word of its digest. */
static void assert_labels(const char *preset, const rmk_hash *hash, unsigned bits, bool words) {
    rmk_placement *p = place(preset, NULL, &t);
    rmk_points points = p->algorithm->points(p);
    rmk_hasher hasher;
    assert_int_equal(rmk_hasher_open(&hasher, hash, RMK_ISA_AUTO, NULL), RMK_OK);
    assert_in_range(points.count, 2, SIZE_MAX);
    for (size_t i = 0; i < points.count; i++) {
        unsigned char text[256], digest[RMK_MD5_BYTES];
        size_t length = label_of(p, i, text);
        uint64_t value = points.positions[i] >> (64 - bits);
        bool found = !words && rmk_hash_one(&hasher, text, length) == value;
        if (words)
            rmk_md5(hasher.state, text, length, digest);
        for (size_t at = 0; words && at < sizeof digest; at += 4)
            found |= (digest[at] | digest[at + 1] << 8 | digest[at + 2] << 16 |
                      (uint32_t)digest[at + 3] << 24) == value;
        assert_true(found);
    }
    rmk_hasher_close(&hasher);
    rmk_placement_destroy(p);
}

static void labels_hash_to_their_points(void **state) {
    (void)state;
    const char *names[] = {"10.0.0.1:11211", "10.0.0.2:80", "c:11211"};
    only(names, 3);
    assert_labels("java-fnv", &rmk_hash_java_fnv1_32, 31, false);
    assert_labels("groupcache", &rmk_hash_crc32, 32, false);
    assert_labels("libmemcached", &rmk_hash_one_at_a_time, 32, false);
    assert_labels("dubbo", &rmk_hash_md5, 32, true);
    assert_labels("ketama", &rmk_hash_md5, 32, true);
    assert_labels("twemproxy", &rmk_hash_md5, 32, true);
    t.list[0].weight = 3;
    assert_labels("libmemcached", &rmk_hash_md5, 32, true);
    assert_labels("spymemcached-lib", &rmk_hash_md5, 32, true);
}

static bool some_label_is(const rmk_placement *p, const char *wanted) {
    size_t count = p->algorithm->points(p).count;
    for (size_t i = 0; i < count; i++) {
        unsigned char text[256];
        size_t length = label_of(p, i, text);
        if (length == strlen(wanted) && !memcmp(text, wanted, length))
            return true;
    }
    return false;
}

static void memcached_clients_drop_port_11211_as_each_of_them_does(void **state) {
    (void)state;
    const char *names[] = {"a:11211", "b:11212"};
    const struct {
        const char *preset, *first;
    } cases[] = {{"libmemcached", "a-99"},       {"libmemcached-weighted", "a-39"}, {"ketama", "a:11211-39"},
                 {"spymemcached", "a:11211-39"}, {"spymemcached-lib", "a-39"},      {"twemproxy", "alias-39"},
                 {"uhashring", "a:11211-159"}};
    only(names, 2);
    t.list[0].alias = bytes_of("alias");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rmk_placement *p = place(cases[i].preset, NULL, &t);
        assert_true(some_label_is(p, cases[i].first));
        assert_true(some_label_is(p, "b:11212-0"));
        rmk_placement_destroy(p);
    }
}

static void a_label_is_cut_to_the_room_but_its_length_is_whole(void **state) {
    (void)state;
    const char *names[] = {"node"};
    only(names, 1);
    rmk_placement *p = place("java-fnv-plain", NULL, &t);
    unsigned char text[4] = "....";
    assert_int_equal(p->algorithm->label(p, 0, text, 2), 4);
    assert_memory_equal(text, "no..", 4);
    rmk_placement_destroy(p);
}

/* ---- refusals and memory ---- */

static rmk_status try_options(const char *preset, rmk_placement_options options) {
    rmk_placement *p = NULL;
    rmk_status status = rmk_preset_place(rmk_preset_find(preset), &t.nodes, &options, &p);
    assert_true((status == RMK_OK) == (p != NULL));
    rmk_placement_destroy(p);
    return status;
}

static void what_a_system_does_not_have_is_refused(void **state) {
    (void)state;
    const rmk_placement_options none = {0}, vnodes = {.ring = {.vnodes = 10}},
                                xxh3 = {.key_hash = &rmk_hash_xxh3}, total = {.ring = {.total_points = 100}},
                                table = {.table_size = 101};
    const char *unweighted[] = {"java-fnv-plain", "java-fnv", "dubbo",     "ribbon",
                                "ribbon-intent",  "xxl-job",  "groupcache"};
    t = (node_table){0};
    add_nodes(&t, 3);
    assert_int_equal(try_options("ketama", vnodes), RMK_UNSUPPORTED);
    assert_int_equal(try_options("java-fnv-plain", vnodes), RMK_UNSUPPORTED);
    assert_int_equal(try_options("dubbo", xxh3), RMK_UNSUPPORTED);
    assert_int_equal(try_options("dubbo", total), RMK_UNSUPPORTED);
    assert_int_equal(try_options("dubbo", table), RMK_UNSUPPORTED);
    t.list[1].weight = 2;
    for (size_t i = 0; i < sizeof unweighted / sizeof *unweighted; i++)
        assert_int_equal(try_options(unweighted[i], none), RMK_UNSUPPORTED);
    t.list[1].weight = UINT64_MAX;
    assert_int_equal(try_options("uhashring", none), RMK_LIMIT);
    assert_int_equal(try_options("libmemcached", none), RMK_LIMIT);
}

static void names_that_a_system_cannot_parse_are_refused(void **state) {
    (void)state;
    const char *names[] = {"a&&b:1", "an-address-of-twenty-four"};
    only(names, 2);
    assert_int_equal(try_options("java-fnv", (rmk_placement_options){0}), RMK_BAD_INPUT);
    assert_int_equal(try_options("ketama", (rmk_placement_options){0}), RMK_BAD_INPUT);
    assert_int_equal(try_options("java-fnv-plain", (rmk_placement_options){0}), RMK_OK);
}

static void a_weight_of_zero_is_the_way_out_but_one_in_libmemcached(void **state) {
    (void)state;
    t = (node_table){0};
    add_nodes(&t, 3);
    t.list[1].weight = 0;
    rmk_placement *p = place("ketama", NULL, &t), *q = place("libmemcached", NULL, &t);
    assert_int_equal(p->algorithm->points(p).count, 320);
    assert_int_equal(q->algorithm->points(q).count, 300);
    rmk_placement_destroy(p);
    rmk_placement_destroy(q);
    for (size_t i = 0; i < 3; i++)
        t.list[i].weight = 0;
    assert_int_equal(try_options("ketama", (rmk_placement_options){0}), RMK_EMPTY);
    assert_int_equal(try_options("libmemcached", (rmk_placement_options){0}), RMK_OK);
}

/* Of equal points the one whose hashed name stands first in twemproxy's order owns, however listed. */
/* 40 * 3 * 1 // 2 digests of four points; a list without the third node would give 40. */
static void a_node_of_weight_zero_is_counted_where_the_system_counts_its_map(void **state) {
    (void)state;
    const char *names[] = {"a:1", "b:1", "c:1"};
    const char *presets[] = {"uhashring-ketama", "spymemcached", "spymemcached-lib"};
    only(names, 3);
    t.list[2].weight = 0;
    for (size_t i = 0; i < 3; i++) {
        rmk_placement *p = place(presets[i], NULL, &t);
        assert_int_equal(p->algorithm->points(p).count, 2 * 60 * 4);
        assert_int_equal(
            rmk_preset_points(rmk_preset_find(presets[i]), &t.nodes, &(rmk_placement_options){0}),
            2 * 60 * 4);
        rmk_placement_destroy(p);
    }
}

static void twemproxy_sorts_its_servers_before_it_makes_points(void **state) {
    (void)state;
    t = (node_table){0};
    add_nodes(&t, 40);
    static node_table reversed;
    reversed = t;
    for (size_t i = 0; i < 40; i++)
        reversed.list[i] = t.list[39 - i];
    reversed.nodes.list = reversed.list;
    rmk_placement *p = place("twemproxy", NULL, &t), *q = place("twemproxy", NULL, &reversed);
    rmk_points one = p->algorithm->points(p), other = q->algorithm->points(q);
    assert_int_equal(one.count, other.count);
    assert_memory_equal(one.owners, other.owners, one.count * sizeof *one.owners);
    rmk_placement_destroy(p);
    rmk_placement_destroy(q);
}

static void every_preset_survives_a_failing_allocator(void **state) {
    (void)state;
    size_t count;
    const rmk_preset *const *table = rmk_preset_table(&count);
    t = (node_table){0};
    add_nodes(&t, 3);
    for (size_t i = 0; i < count; i++)
        assert_failures_leak_nothing(table[i]->name, &t);
}

static void presets_are_found_by_name_and_have_what_list_shows(void **state) {
    (void)state;
    size_t count;
    const rmk_preset *const *table = rmk_preset_table(&count);
    assert_null(rmk_preset_find("nosuch"));
    for (size_t i = 0; i < count; i++) {
        const rmk_preset *p = table[i];
        assert_ptr_equal(rmk_preset_find(p->name), p);
        assert_true(p->system && p->keys && p->points && p->labels && p->weights && p->ties && p->lookup);
        assert_true(p->source && p->checked && p->algorithm && p->create && p->hash_count && p->bits);
        assert_ptr_equal(rmk_preset_hash_find(p, p->hashes[0].name), p->hashes[0].hash);
        assert_null(rmk_preset_hash_find(p, "nosuch"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_java_ring_spreads_ten_thousand_keys_as_published),
        cmocka_unit_test(the_java_ring_without_virtual_nodes_prints_what_its_article_prints),
        cmocka_unit_test(libmemcached_wraps_the_key_of_its_own_test),
        cmocka_unit_test(dubbo_with_fewer_than_four_virtual_nodes_owns_nothing),
        cmocka_unit_test(dubbo_maps_alike_in_any_order_and_a_down_node_moves_only_its_keys),
        cmocka_unit_test(the_last_node_added_owns_an_equal_point_in_groupcache),
        cmocka_unit_test(the_last_node_listed_owns_an_equal_point_in_dubbo),
        cmocka_unit_test(a_key_that_is_a_label_goes_to_the_next_point_in_uhashring),
        cmocka_unit_test(ribbon_as_written_hashes_to_1024_values),
        cmocka_unit_test(labels_hash_to_their_points),
        cmocka_unit_test(memcached_clients_drop_port_11211_as_each_of_them_does),
        cmocka_unit_test(a_label_is_cut_to_the_room_but_its_length_is_whole),
        cmocka_unit_test(what_a_system_does_not_have_is_refused),
        cmocka_unit_test(names_that_a_system_cannot_parse_are_refused),
        cmocka_unit_test(a_weight_of_zero_is_the_way_out_but_one_in_libmemcached),
        cmocka_unit_test(a_node_of_weight_zero_is_counted_where_the_system_counts_its_map),
        cmocka_unit_test(twemproxy_sorts_its_servers_before_it_makes_points),
        cmocka_unit_test(every_preset_survives_a_failing_allocator),
        cmocka_unit_test(presets_are_found_by_name_and_have_what_list_shows),
    };
    return cmocka_run_group_tests_name("presets", tests, NULL, NULL);
}
