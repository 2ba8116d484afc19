#include "bench/rivals/rival.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/preset/hashes.h"
#include "core/preset/preset.h"
#include "tests/support/memory.h"

enum { OWNERS = 50 };

static uint64_t random_state;

static uint64_t draw(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 0x2545f4914f6cdd1du;
}

/* A ring in parts of its own: sorted by insertion, equal positions in the order given. */
typedef struct model {
    uint64_t positions[600];
    uint32_t owners[600];
    size_t count;
} model;

static void add(model *m, uint64_t position, uint32_t owner) {
    size_t at = m->count++;
    for (; at && m->positions[at - 1] > position; at--) {
        m->positions[at] = m->positions[at - 1];
        m->owners[at] = m->owners[at - 1];
    }
    m->positions[at] = position;
    m->owners[at] = owner;
}

static uint32_t naive_owner(const model *m, uint64_t position) {
    for (size_t i = 0; i < m->count; i++)
        if (m->positions[i] >= position)
            return m->owners[i];
    return m->owners[0];
}

static rmk_points points_of(const model *m) {
    return (rmk_points){m->positions, m->owners, m->count};
}

static const rmk_index_options options = {RMK_ISA_SCALAR, RMK_PAGES_AUTO, OWNERS};

static void compare(const rmk_index_type *type, const model *m, const uint64_t *queries, size_t count) {
    rmk_points points = points_of(m);
    uint32_t owners[2000];
    void *index;
    assert_int_equal(type->build(&points, &options, rmk_default_allocator(), &index), RMK_OK);
    type->find_batch(index, &points, queries, count, owners);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(owners[i], naive_owner(m, queries[i]));
        assert_int_equal(type->find(index, &points, queries[i]), owners[i]);
    }
    type->destroy(rmk_default_allocator(), index);
}

/* Narrow positions collide; queries are random, exact and next to the points. */
static void rivals_find_the_owner_a_linear_scan_finds(void **state) {
    (void)state;
    size_t count;
    const rmk_index_type *const *rivals = rm_rival_table(&count);
    random_state = 77;
    printf("seed %llu\n", (unsigned long long)random_state);
    for (int round = 0; round < 60; round++) {
        model m = {.count = 0};
        unsigned bits = round % 2 ? 64 : 7;
        size_t points = 1 + draw() % 500;
        for (size_t i = 0; i < points; i++)
            add(&m, draw() >> (64 - bits), (uint32_t)(draw() % OWNERS));
        uint64_t queries[2000];
        size_t n = 0;
        for (size_t i = 0; i < m.count; i++) {
            queries[n++] = m.positions[i];
            queries[n++] = m.positions[i] + 1;
            queries[n++] = m.positions[i] - 1;
        }
        queries[n++] = 0;
        queries[n++] = UINT64_MAX;
        while (n < 2000)
            queries[n++] = draw() >> (64 - bits);
        for (size_t r = 0; r < count; r++)
            compare(rivals[r], &m, queries, n);
    }
}

static void bytes_are_what_the_allocator_gave_and_all_come_back(void **state) {
    (void)state;
    size_t count;
    const rmk_index_type *const *rivals = rm_rival_table(&count);
    model m = {.count = 0};
    for (uint32_t i = 0; i < 100; i++)
        add(&m, i * 1000, i % OWNERS);
    add(&m, 5000, 1); /* a loser: it has no place in a tree */
    rmk_points points = points_of(&m);
    for (size_t r = 0; r < count; r++) {
        test_memory memory = {0};
        rmk_allocator allocator = test_allocator(&memory);
        void *index;
        assert_int_equal(rivals[r]->build(&points, &options, &allocator, &index), RMK_OK);
        assert_int_equal(rivals[r]->bytes(index), memory.live_bytes);
        assert_in_range(rivals[r]->hot_bytes(index, &points), 100 * 16, memory.live_bytes);
        rivals[r]->destroy(&allocator, index);
        assert_int_equal(memory.live_bytes, 0);
    }
}

static void a_failed_allocation_leaves_nothing_behind(void **state) {
    (void)state;
    size_t count;
    const rmk_index_type *const *rivals = rm_rival_table(&count);
    model m = {.count = 0};
    for (uint32_t i = 0; i < 40; i++)
        add(&m, i * 31 % 40, i % OWNERS);
    rmk_points points = points_of(&m);
    for (size_t r = 0; r < count; r++)
        for (size_t fail_at = 1;; fail_at++) {
            test_memory memory = {.fail_at = fail_at};
            rmk_allocator allocator = test_allocator(&memory);
            void *index;
            rmk_status status = rivals[r]->build(&points, &options, &allocator, &index);
            if (status == RMK_OK) {
                rivals[r]->destroy(&allocator, index);
                assert_true(fail_at > 2);
                break;
            }
            assert_int_equal(status, RMK_NO_MEMORY);
            assert_null(index);
            assert_int_equal(memory.live_bytes, 0);
        }
}

/* Ascending insertions make an unbalanced tree a list: 2 * 10^10 steps. */
static void a_tree_of_ascending_points_is_balanced(void **state) {
    (void)state;
    size_t count = 200000;
    uint64_t *positions = malloc(count * sizeof *positions);
    uint32_t *owners = calloc(count, sizeof *owners);
    for (size_t i = 0; i < count; i++)
        positions[i] = 10 * i;
    rmk_points points = {positions, owners, count};
    void *index;
    alarm(30);
    assert_int_equal(rm_rival_tree.build(&points, &options, rmk_default_allocator(), &index), RMK_OK);
    assert_int_equal(rm_rival_tree.find(index, &points, 55), 0);
    alarm(0);
    rm_rival_tree.destroy(rmk_default_allocator(), index);
    free(positions);
    free(owners);
}

/* A point behind which there is no answer, as some systems have it. */
static void a_hole_is_an_owner_like_any_other(void **state) {
    (void)state;
    size_t count;
    const rmk_index_type *const *rivals = rm_rival_table(&count);
    model m = {.count = 0};
    for (uint32_t i = 0; i < 90; i++)
        add(&m, draw(), i % 3 ? i % OWNERS : RMK_NOBODY);
    uint64_t queries[2000];
    for (size_t i = 0; i < 2000; i++)
        queries[i] = i < 90 ? m.positions[i] : draw();
    for (size_t r = 0; r < count; r++)
        compare(rivals[r], &m, queries, 2000);
}

static uint64_t value_of(const rmk_hash *hash, const void *data, size_t length) {
    rmk_hasher hasher;
    assert_int_equal(rmk_hasher_open(&hasher, hash, RMK_ISA_AUTO, NULL), RMK_OK);
    uint64_t alone = rmk_hash_one(&hasher, data, length), batch[3];
    rmk_bytes strings[3] = {{data, length}, {data, length / 2}, {data, length}};
    rmk_hash_batch(&hasher, strings, 3, batch);
    assert_int_equal(batch[0], alone);
    assert_int_equal(batch[1], rmk_hash_one(&hasher, data, length / 2));
    assert_int_equal(batch[2], alone);
    rmk_hasher_close(&hasher);
    return alone;
}

/* Those that have a counterpart here give its value; what is not installed is not in the table. */
static void hashes_of_other_libraries_are_those_that_they_are_named_after(void **state) {
    (void)state;
    static const struct {
        const char *name;
        const rmk_hash *same;
        uint64_t mask;
    } pairs[] = {{"openssl/MD5", &rmk_hash_md5, UINT64_MAX},
                 {"openssl/EVP-MD5", &rmk_hash_md5, UINT64_MAX},
                 {"libhashkit/md5", &rmk_hash_md5, UINT32_MAX},
                 {"libhashkit/fnv1_32", &rmk_hash_mc_fnv1_32, UINT32_MAX},
                 {"libhashkit/fnv1a_32", &rmk_hash_mc_fnv1a_32, UINT32_MAX},
                 {"libhashkit/fnv1_64", &rmk_hash_mc_fnv1_64, UINT32_MAX},
                 {"libhashkit/fnv1a_64", &rmk_hash_mc_fnv1a_64, UINT32_MAX},
                 {"libhashkit/one_at_a_time", &rmk_hash_mc_one_at_a_time, UINT32_MAX},
                 {"libhashkit/crc32", &rmk_hash_mc_crc, UINT32_MAX},
                 {"libhashkit/murmur", &rmk_hash_mc_murmur, UINT32_MAX},
                 {"libhashkit/murmur3", &rmk_hash_mc_murmur3, UINT32_MAX},
                 {"libhashkit/jenkins", &rmk_hash_mc_jenkins, UINT32_MAX}};
    random_state = 79;
    for (size_t p = 0; p < sizeof pairs / sizeof *pairs; p++) {
        const rmk_hash *hash = rm_rival_hash_find(pairs[p].name);
        if (!hash)
            continue;
        for (size_t length = 1; length < 130; length++) {
            char text[130];
            for (size_t i = 0; i < length; i++)
                text[i] = (char)(draw() >> 57);
            assert_int_equal(value_of(hash, text, length),
                             value_of(pairs[p].same, text, length) & pairs[p].mask);
        }
    }
    assert_null(rm_rival_hash_find("md5"));
    assert_non_null(rm_rival_hash_find("openssl/MD5"));
}

enum { SERVERS = 23 };

static void compare_servers(const char *name, const char *hash_name, unsigned most_weight) {
    char texts[SERVERS][40];
    rmk_node list[SERVERS];
    for (uint32_t i = 0; i < SERVERS; i++) {
        int port = i % 3 == 0 ? 11211 : (int)(1 + draw() % 60000);
        snprintf(texts[i], sizeof texts[i], i % 5 ? "10.0.%u.%u:%d" : "cache-%u-%u", i, i * 7, port);
        list[i] = (rmk_node){.id = 100 + i,
                             .weight = 1 + (uint32_t)(draw() % most_weight),
                             .name = {(const unsigned char *)texts[i], strlen(texts[i])},
                             .down = i == 4};
    }
    rmk_nodes nodes = {list, SERVERS, 200};
    const rmk_preset *preset = rmk_preset_find(name);
    rmk_placement_options wanted = {.key_hash = rmk_preset_hash_find(preset, hash_name)};
    rmk_placement *ours, *theirs;
    assert_int_equal(rmk_preset_place(preset, &nodes, &wanted, &ours), RMK_OK);
    rmk_status status = rm_rival_libmemcached(name, wanted.key_hash, &nodes, ours, &theirs);
    if (status == RMK_UNSUPPORTED) {
        rmk_placement_destroy(ours);
        skip();
    }
    assert_int_equal(status, RMK_OK);
    rmk_hasher hasher;
    assert_int_equal(rmk_hasher_open(&hasher, wanted.key_hash, RMK_ISA_AUTO, NULL), RMK_OK);
    for (int k = 0; k < 20000; k++) {
        char key[40];
        int length = snprintf(key, sizeof key, "user:%llx", (unsigned long long)draw());
        rmk_bytes bytes = {(const unsigned char *)key, (size_t)length};
        uint64_t value = rmk_hash_one(&hasher, key, bytes.length);
        uint32_t owner = rmk_placement_locate(ours, bytes, value);
        assert_int_equal(rmk_placement_locate(theirs, bytes, 0), owner);
        assert_int_equal(rmk_placement_locate_plain(theirs, bytes, value), owner);
    }
    rmk_hasher_close(&hasher);
    rmk_placement_destroy(theirs);
    rmk_placement_destroy(ours);
}

static void libmemcached_places_every_key_where_its_presets_do(void **state) {
    (void)state;
    random_state = 80;
    compare_servers("libmemcached-weighted", "md5", 1);
    compare_servers("libmemcached-weighted", "md5", 9);
    compare_servers("libmemcached-weighted", "fnv1a_64", 3);
    compare_servers("libmemcached", "fnv1a_64", 1);
    compare_servers("libmemcached", "one_at_a_time", 1);
}

static void a_preset_of_another_system_has_no_rival(void **state) {
    (void)state;
    rmk_placement *theirs;
    assert_int_equal(rm_rival_libmemcached("twemproxy", &rmk_hash_md5, NULL, NULL, &theirs), RMK_UNSUPPORTED);
    assert_null(theirs);
}

static void rivals_are_found_by_name(void **state) {
    (void)state;
    assert_ptr_equal(rm_rival_find("bsearch"), &rm_rival_bsearch);
    assert_ptr_equal(rm_rival_find("tree"), &rm_rival_tree);
    assert_ptr_equal(rm_rival_find("nginx"), &rm_rival_nginx);
    assert_null(rm_rival_find("plain"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rivals_find_the_owner_a_linear_scan_finds),
        cmocka_unit_test(bytes_are_what_the_allocator_gave_and_all_come_back),
        cmocka_unit_test(a_failed_allocation_leaves_nothing_behind),
        cmocka_unit_test(a_tree_of_ascending_points_is_balanced),
        cmocka_unit_test(a_hole_is_an_owner_like_any_other),
        cmocka_unit_test(hashes_of_other_libraries_are_those_that_they_are_named_after),
        cmocka_unit_test(libmemcached_places_every_key_where_its_presets_do),
        cmocka_unit_test(a_preset_of_another_system_has_no_rival),
        cmocka_unit_test(rivals_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
