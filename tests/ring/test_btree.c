/* The static B-tree where it differs from other indexes: levels, both widths, lanes, and what it reads. */
#include "model.h"

#include "core/ring/index.h"
#include "tests/support/guard.h"

enum { PADDING = 16 };

/* ---- rings ---- */

typedef struct arrays {
    uint64_t *positions;
    uint32_t *owners;
    size_t count;
} arrays;

static int ascending(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static size_t bytes_of(size_t count, size_t item) {
    return ((count + PADDING) * item + 63) / 64 * 64;
}

/* `mask` says which bits positions have; an owner is the place of its point, which no other has. */
static arrays make_arrays(size_t count, uint64_t mask) {
    arrays a = {test_guarded_allocate(NULL, 64, bytes_of(count, 8)),
                test_guarded_allocate(NULL, 64, bytes_of(count, 4)), count};
    for (size_t i = 0; i < count; i++)
        a.positions[i] = next_random() & mask;
    qsort(a.positions, count, sizeof *a.positions, ascending);
    for (size_t i = 0; i < count + PADDING; i++)
        a.owners[i] = i < count ? (uint32_t)i : 0;
    for (size_t i = count; i < count + PADDING; i++)
        a.positions[i] = UINT64_MAX;
    return a;
}

static void free_arrays(arrays *a) {
    test_guarded_release(NULL, a->positions, bytes_of(a->count, 8));
    test_guarded_release(NULL, a->owners, bytes_of(a->count, 4));
}

/* Every third query follows from a point: at it, before it, behind it. */
static void draw_queries(const arrays *a, uint64_t *queries, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t point = a->positions[next_random() % a->count];
        uint64_t choices[] = {
            next_random(),          point,      point - 1,        point + 1, 0, UINT64_MAX, UINT64_MAX << 32,
            (UINT64_MAX << 32) + 1, UINT32_MAX, UINT64_C(1) << 32};
        queries[i] = choices[next_random() % 16 < 10 ? next_random() % 10 : 0];
    }
}

/* By halving a counted range, on values of the test's own. */
static uint32_t naive_owner(const arrays *a, uint64_t query) {
    size_t low = 0, high = a->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (a->positions[middle] >= query)
            high = middle;
        else
            low = middle + 1;
    }
    return low == a->count ? 0 : (uint32_t)low;
}

static void compare(const arrays *a, rmk_isa isa, const uint64_t *queries, size_t count) {
    rmk_points points = {a->positions, a->owners, a->count};
    rmk_index_options options = {isa, RMK_PAGES_NORMAL, RMK_NOBODY};
    void *index;
    assert_int_equal(rmk_index_btree.build(&points, &options, &test_guarded, &index), RMK_OK);
    uint32_t owners[600];
    assert_true(count <= 599);
    for (size_t n = 0; n <= count; n += n < 70 ? 1 : 131) {
        owners[n] = 12345;
        rmk_index_btree.find_batch(index, &points, queries + count - n, n, owners);
        assert_int_equal(owners[n], 12345);
        for (size_t i = 0; i < n; i++)
            if (owners[i] != naive_owner(a, queries[count - n + i]))
                fail_msg("isa %d, %zu points, query %llx in a batch of %zu", (int)isa, a->count,
                         (unsigned long long)queries[count - n + i], n);
    }
    for (size_t i = 0; i < count; i++)
        assert_int_equal(rmk_index_btree.find(index, &points, queries[i]), naive_owner(a, queries[i]));
    rmk_index_btree.destroy(&test_guarded, index);
}

/* Sizes on both sides of a full level: 8 * 9^k points of 64 bits, 16 * 17^k of 32; and those above which more
 * lanes go down together. */
static void every_size_around_a_full_level_is_searched_right(void **state) {
    (void)state;
    static const size_t full[] = {8, 16, 72, 272, 648, 4624, 5832, 32768, 52488, 78608, 262144, 472392};
    static const uint64_t masks[] = {UINT64_MAX, UINT64_MAX << 32, 0xffff, UINT64_C(0xff) << 32};
    uint64_t *queries = malloc(589 * sizeof *queries);
    start_random(401);
    for (size_t f = 0; f < sizeof full / sizeof *full; f++)
        for (size_t count = full[f] - 1; count <= full[f] + 1; count++)
            for (size_t m = 0; m < sizeof masks / sizeof *masks; m++) {
                if (full[f] > 100000 && m > 1)
                    continue;
                arrays a = make_arrays(count, masks[m]);
                draw_queries(&a, queries, 589);
                for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++)
                    compare(&a, isa, queries, 589);
                free_arrays(&a);
            }
    free(queries);
}

static void points_at_the_ends_of_the_circle_are_no_absent_keys(void **state) {
    (void)state;
    static const uint64_t tops[] = {UINT64_MAX, UINT64_MAX << 32};
    uint64_t *queries = malloc(300 * sizeof *queries);
    start_random(402);
    for (size_t t = 0; t < 2; t++)
        for (size_t count = 1; count < 700; count += 1 + count / 4) {
            arrays a = make_arrays(count, tops[t]);
            for (size_t i = 0; i < (count + 2) / 3; i++) {
                a.positions[i] = 0;
                a.positions[count - 1 - i] = tops[t];
            }
            draw_queries(&a, queries, 300);
            for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++)
                compare(&a, isa, queries, 300);
            free_arrays(&a);
        }
    free(queries);
}

static size_t index_bytes(size_t count, uint64_t mask) {
    arrays a = make_arrays(count, mask);
    rmk_points points = {a.positions, a.owners, a.count};
    rmk_index_options options = {RMK_ISA_SCALAR, RMK_PAGES_NORMAL, RMK_NOBODY};
    void *index;
    assert_int_equal(rmk_index_btree.build(&points, &options, &test_guarded, &index), RMK_OK);
    size_t hot = rmk_index_btree.hot_bytes(index, &points);
    rmk_index_btree.destroy(&test_guarded, index);
    free_arrays(&a);
    return hot;
}

/* 12 bytes a point are the arrays' own, and an eighth of a key a point stands above; 8 and a sixteenth. */
static void it_touches_13_bytes_a_point_and_8_of_32_bits(void **state) {
    (void)state;
    start_random(403);
    assert_in_range(index_bytes(100000, UINT64_MAX), 1300000, 1310000);
    assert_in_range(index_bytes(100000, UINT64_MAX << 32), 820000, 830000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_around_a_full_level_is_searched_right),
        cmocka_unit_test(points_at_the_ends_of_the_circle_are_no_absent_keys),
        cmocka_unit_test(it_touches_13_bytes_a_point_and_8_of_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
