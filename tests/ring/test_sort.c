#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ring/ring.h"
#include "core/ring/sort.h"
#include "tests/support/memory.h"

typedef struct point {
    uint64_t position;
    uint32_t owner, place;
} point;

static int by_position_and_place(const void *left, const void *right) {
    const point *a = left, *b = right;
    if (a->position != b->position)
        return a->position < b->position ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static uint64_t seed_state;

static uint64_t next_random(void) {
    uint64_t z = seed_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t uniform(size_t i, size_t n) {
    (void)i, (void)n;
    return next_random();
}
static uint64_t shifted_32(size_t i, size_t n) {
    (void)i, (void)n;
    return next_random() << 32;
}
static uint64_t eight_bits(size_t i, size_t n) {
    (void)i, (void)n;
    return next_random() << 56;
}
static uint64_t all_equal(size_t i, size_t n) {
    (void)i, (void)n;
    return 0x123456789abcdef0u;
}
static uint64_t sequential(size_t i, size_t n) {
    (void)n;
    return i;
}
static uint64_t reversed(size_t i, size_t n) {
    return n - i;
}
static uint64_t fnv_clusters(size_t i, size_t n) { /* many names, few numbers behind: runs a few apart */
    (void)n;
    return (i / 100) * 0xcbf29ce484222325u + (next_random() % 10) * 0x100000001b3u;
}
static uint64_t two_ends(size_t i, size_t n) {
    (void)n;
    return i & 1 ? UINT64_MAX - next_random() % 3 : next_random() % 3;
}
static uint64_t one_far_out(size_t i, size_t n) {
    return i == n / 2 ? UINT64_MAX : next_random() % 1000;
}
static uint64_t powers(size_t i, size_t n) { /* each level of the sort finds one bit more */
    (void)i, (void)n;
    return next_random() >> (next_random() & 63);
}
static uint64_t one_heavy_bucket(size_t i, size_t n) {
    (void)n;
    return i % 10 ? 0x7000000000000000u + next_random() % 5000 : next_random();
}

typedef uint64_t (*distribution)(size_t i, size_t n);
static const distribution distributions[] = {uniform,     shifted_32, eight_bits,      all_equal,
                                             sequential,  reversed,   fnv_clusters,    two_ends,
                                             one_far_out, powers,     one_heavy_bucket};
enum { DISTRIBUTIONS = sizeof distributions / sizeof *distributions };

static void sorts_like_the_model(distribution make, size_t n, unsigned threads) {
    point *model = malloc((n + 1) * sizeof *model);
    uint64_t *positions = malloc((n + 1) * sizeof *positions);
    uint32_t *owners = malloc((n + 1) * sizeof *owners);
    for (size_t i = 0; i < n; i++) {
        model[i] = (point){make(i, n), (uint32_t)next_random(), (uint32_t)i};
        positions[i] = model[i].position;
        owners[i] = model[i].owner;
    }
    positions[n] = 42;
    owners[n] = 43;
    qsort(model, n, sizeof *model, by_position_and_place);
    assert_int_equal(rmk_sort_points(positions, owners, n, threads, NULL), RMK_OK);
    for (size_t i = 0; i < n; i++)
        if (positions[i] != model[i].position || owners[i] != model[i].owner)
            fail_msg("n=%zu threads=%u at %zu", n, threads, i);
    assert_true(positions[n] == 42 && owners[n] == 43);
    free(owners);
    free(positions);
    free(model);
}

static void points_are_sorted_as_a_stable_reference_sorts_them(void **state) {
    (void)state;
    seed_state = 11;
    print_message("seed %llu\n", (unsigned long long)seed_state);
    static const size_t sizes[] = {0,  1,   2,    3,    23,    24,    25,    26,
                                   64, 100, 1000, 4097, 32767, 32768, 50001, 140000};
    for (size_t d = 0; d < DISTRIBUTIONS; d++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            sorts_like_the_model(distributions[d], sizes[s], 1);
}

static void threads_do_not_change_the_order(void **state) {
    (void)state;
    seed_state = 12;
    print_message("seed %llu\n", (unsigned long long)seed_state);
    for (size_t d = 0; d < DISTRIBUTIONS; d++) {
        sorts_like_the_model(distributions[d], 40000, 2);
        sorts_like_the_model(distributions[d], 90001, 2);
        sorts_like_the_model(distributions[d], 33333, 3);
    }
    sorts_like_the_model(uniform, 50000, 0);
    sorts_like_the_model(uniform, 50000, 100);
    sorts_like_the_model(uniform, 600000, 2);
}

static void arrays_may_begin_anywhere(void **state) {
    (void)state;
    enum { N = 70001 };
    seed_state = 13;
    uint64_t *positions = malloc((N + 1) * sizeof *positions);
    uint32_t *owners = malloc((N + 3) * sizeof *owners);
    for (size_t i = 0; i < N; i++) {
        positions[i + 1] = next_random();
        owners[i + 3] = (uint32_t)(positions[i + 1] >> 7);
    }
    assert_int_equal(rmk_sort_points(positions + 1, owners + 3, N, 2, NULL), RMK_OK);
    for (size_t i = 0; i < N; i++)
        assert_true(owners[i + 3] == (uint32_t)(positions[i + 1] >> 7));
    for (size_t i = 1; i < N; i++)
        assert_true(positions[i] <= positions[i + 1]);
    free(owners);
    free(positions);
}

static void too_many_points_are_refused(void **state) {
    (void)state;
    assert_int_equal(rmk_sort_points(NULL, NULL, (size_t)UINT32_MAX, 1, NULL), RMK_LIMIT);
}

static void short_memory_leaves_the_points_as_they_were(void **state) {
    (void)state;
    enum { N = 40000 };
    uint64_t *positions = malloc(N * sizeof *positions);
    uint32_t *owners = malloc(N * sizeof *owners);
    for (size_t i = 0; i < N; i++) {
        positions[i] = N - i;
        owners[i] = (uint32_t)i;
    }
    size_t n = 1;
    for (;; n++) {
        test_memory memory = {.fail_at = n};
        rmk_allocator allocator = test_allocator(&memory);
        rmk_status status = rmk_sort_points(positions, owners, N, 2, &allocator);
        assert_int_equal(memory.live_blocks, 0);
        assert_int_equal(memory.live_bytes, 0);
        if (status == RMK_OK)
            break;
        assert_int_equal(status, RMK_NO_MEMORY);
        for (size_t i = 0; i < N; i++)
            assert_true(positions[i] == N - i && owners[i] == i);
    }
    assert_int_equal(n, 5); /* two arrays, the parts of the threads, what they share */
    free(owners);
    free(positions);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_sorted_as_a_stable_reference_sorts_them),
        cmocka_unit_test(threads_do_not_change_the_order),
        cmocka_unit_test(arrays_may_begin_anywhere),
        cmocka_unit_test(too_many_points_are_refused),
        cmocka_unit_test(short_memory_leaves_the_points_as_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
