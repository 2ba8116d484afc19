#include "bench/rivals/rival.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

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

static void rivals_are_found_by_name(void **state) {
    (void)state;
    assert_ptr_equal(rm_rival_find("bsearch"), &rm_rival_bsearch);
    assert_ptr_equal(rm_rival_find("tree"), &rm_rival_tree);
    assert_null(rm_rival_find("plain"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rivals_find_the_owner_a_linear_scan_finds),
        cmocka_unit_test(bytes_are_what_the_allocator_gave_and_all_come_back),
        cmocka_unit_test(a_failed_allocation_leaves_nothing_behind),
        cmocka_unit_test(a_tree_of_ascending_points_is_balanced),
        cmocka_unit_test(rivals_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
