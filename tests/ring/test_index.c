#include "model.h"

#include "tests/support/guard.h"
#include "tests/support/memory.h"

enum { PADDING = 16 };

/* Sorted arrays with padding, as a ring gives them. */
typedef struct arrays {
    uint64_t *positions;
    uint32_t *owners;
    rmk_points points;
} arrays;

static int ascending(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

static arrays make_arrays(size_t count, uint64_t mask) {
    arrays a;
    a.positions = aligned_alloc(64, ((count + PADDING) * 8 + 63) / 64 * 64);
    a.owners = aligned_alloc(64, ((count + PADDING) * 4 + 63) / 64 * 64);
    for (size_t i = 0; i < count; i++) {
        a.positions[i] = next_random() & mask;
        a.owners[i] = (uint32_t)(next_random() % 0xffff);
    }
    qsort(a.positions, count, sizeof *a.positions, ascending);
    for (size_t i = count; i < count + PADDING; i++) {
        a.positions[i] = UINT64_MAX;
        a.owners[i] = a.owners[0];
    }
    a.points = (rmk_points){a.positions, a.owners, count};
    return a;
}

static void free_arrays(arrays *a) {
    free(a->positions);
    free(a->owners);
}

static uint32_t slow_owner(const rmk_points *points, uint64_t position) {
    for (size_t i = 0; i < points->count; i++)
        if (points->positions[i] >= position)
            return points->owners[i];
    return points->owners[0];
}

/* Queries at, before and behind every point, at both ends of the circle and anywhere. */
static size_t make_queries(const rmk_points *points, uint64_t *queries) {
    size_t n = 0;
    queries[n++] = 0;
    queries[n++] = UINT64_MAX;
    for (size_t i = 0; i < points->count; i++) {
        queries[n++] = points->positions[i];
        queries[n++] = points->positions[i] - 1;
        queries[n++] = points->positions[i] + 1;
        queries[n++] = next_random();
    }
    return n;
}

static void answers_all_queries(const rmk_index_type *type, const arrays *a, rmk_isa isa, uint32_t id_limit) {
    test_memory memory = {0};
    rmk_allocator allocator = test_allocator(&memory);
    rmk_index_options options = {isa, RMK_PAGES_AUTO, id_limit};
    void *index = NULL;
    assert_int_equal(type->build(&a->points, &options, &allocator, &index), RMK_OK);
    assert_int_equal(type->bytes(index), memory.live_bytes);
    assert_true(type->hot_bytes(index, &a->points) > 0);
    uint64_t *queries = malloc((a->points.count * 4 + 2) * sizeof *queries);
    size_t n = make_queries(&a->points, queries);
    uint32_t *owners = malloc(n * sizeof *owners);
    type->find_batch(index, &a->points, queries, n, owners);
    for (size_t i = 0; i < n; i++) {
        uint32_t expected = slow_owner(&a->points, queries[i]);
        if (owners[i] != expected || type->find(index, &a->points, queries[i]) != expected)
            fail_msg("%s: %zu points, query %zu", type->name, a->points.count, i);
    }
    free(owners);
    free(queries);
    type->destroy(&allocator, index);
    assert_int_equal(memory.live_blocks, 0);
}

static void every_index_finds_the_first_point_at_or_after(void **state) {
    (void)state;
    start_random(61);
    size_t types;
    const rmk_index_type *const *table = rmk_index_table(&types);
    /* full circle; clusters low on it; ties; 32 bits shifted; the top end */
    static const uint64_t masks[] = {UINT64_MAX, 0xfff, 7, 0xffffffff00000000u, 0};
    for (size_t t = 0; t < types; t++)
        for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++)
            for (size_t m = 0; m < sizeof masks / sizeof *masks; m++)
                for (size_t count = 1; count < 400; count += count < 70 ? 1 : 41) {
                    arrays a = make_arrays(count, masks[m]);
                    answers_all_queries(table[t], &a, isa, 0x10000);
                    free_arrays(&a);
                }
}

/* Runs of up to `longest` points 2^shift apart, the most of a run at one owner's, as FNV sets labels that
 * differ in their last digits. */
static void make_runs(arrays *a, uint32_t owners, unsigned shift, size_t longest) {
    size_t count = a->points.count;
    for (size_t i = 0; i < count;) {
        uint64_t start = next_random();
        size_t end = i + 1 + next_random() % longest;
        for (size_t k = 0; i < end && i < count; i++, k++)
            a->positions[i] = start + (k << shift);
    }
    qsort(a->positions, count, sizeof *a->positions, ascending);
    for (size_t i = 0; i < count; i++)
        a->owners[i] = i && next_random() % 4 ? a->owners[i - 1] : (uint32_t)(next_random() % owners);
    for (size_t i = count; i < count + PADDING; i++)
        a->owners[i] = a->owners[0];
}

static void every_index_finds_owners_of_runs(void **state) {
    (void)state;
    start_random(65);
    size_t types;
    const rmk_index_type *const *table = rmk_index_table(&types);
    for (unsigned shift = 34; shift <= 58; shift += 2)
        for (size_t longest = 2; longest <= 128; longest *= 4)
            for (uint32_t owners = 1; owners <= 9; owners += 2) {
                arrays a = make_arrays(150, UINT64_MAX);
                make_runs(&a, owners, shift, longest);
                for (size_t t = 0; t < types; t++)
                    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++) {
                        answers_all_queries(table[t], &a, isa, owners); /* few ids have lines of their own */
                        answers_all_queries(table[t], &a, isa, 0x10000);
                    }
                free_arrays(&a);
            }
}

/* The arrays of the ring, of the index, of the queries and of the answers all end before a page that is not
 * there. */
static void reads_end_with_the_memory(const rmk_index_type *type, rmk_isa isa, const arrays *a,
                                      uint32_t id_limit) {
    size_t count = a->points.count, room = count + PADDING;
    uint64_t *positions = test_guarded_allocate(NULL, 64, room * sizeof *positions);
    uint32_t *owners = test_guarded_allocate(NULL, 64, room * sizeof *owners);
    memcpy(positions, a->positions, room * sizeof *positions);
    memcpy(owners, a->owners, room * sizeof *owners);
    rmk_points points = {positions, owners, count};
    rmk_index_options options = {isa, RMK_PAGES_NORMAL, id_limit};
    void *index = NULL;
    assert_int_equal(type->build(&points, &options, &test_guarded, &index), RMK_OK);
    for (size_t n = 8; n <= 136; n += 8) { /* 64 bytes of queries at least, so that their end is the page's */
        uint64_t *queries = test_guarded_allocate(NULL, 64, n * sizeof *queries);
        uint32_t *answers = test_guarded_allocate(NULL, 64, n * 2 * sizeof *answers);
        for (size_t i = 0; i < n; i++)
            queries[i] = i % 2 ? next_random() : positions[next_random() % count];
        type->find_batch(index, &points, queries, n, answers + n);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(answers[n + i], slow_owner(&points, queries[i]));
        test_guarded_release(NULL, answers, n * 2 * sizeof *answers);
        test_guarded_release(NULL, queries, n * sizeof *queries);
    }
    type->destroy(&test_guarded, index);
    test_guarded_release(NULL, owners, room * sizeof *owners);
    test_guarded_release(NULL, positions, room * sizeof *positions);
}

static void no_index_reads_behind_its_memory(void **state) {
    (void)state;
    start_random(64);
    static const uint64_t masks[] = {UINT64_MAX, 0xfff, 0};
    static const size_t counts[] = {8, 16, 24, 120, 1000, 40000};
    size_t types;
    const rmk_index_type *const *table = rmk_index_table(&types);
    for (size_t m = 0; m < sizeof masks / sizeof *masks; m++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            arrays a = make_arrays(counts[c], masks[m]);
            for (size_t t = 0; t < types; t++)
                for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++) {
                    reads_end_with_the_memory(table[t], isa, &a, 0x10000);
                    reads_end_with_the_memory(table[t], isa, &a, 0xffff);
                }
            free_arrays(&a);
        }
}

static void points_at_both_ends_of_the_circle_are_found(void **state) {
    (void)state;
    size_t types;
    const rmk_index_type *const *table = rmk_index_table(&types);
    start_random(62);
    for (size_t t = 0; t < types; t++)
        for (size_t count = 2; count < 20; count++) {
            arrays a = make_arrays(count, UINT64_MAX);
            a.positions[0] = 0;
            a.positions[count - 1] = UINT64_MAX;
            answers_all_queries(table[t], &a, RMK_ISA_SCALAR, 0x10000);
            free_arrays(&a);
        }
}

static void the_lower_bound_counts_the_points_before(void **state) {
    (void)state;
    start_random(63);
    arrays a = make_arrays(333, 0xff);
    for (uint64_t position = 0; position < 0x102; position++) {
        size_t before = 0;
        for (size_t i = 0; i < 333; i++)
            before += a.positions[i] < position;
        assert_int_equal(rmk_points_lower_bound(&a.points, position), before);
    }
    rmk_points none = {a.positions, a.owners, 0};
    assert_int_equal(rmk_points_lower_bound(&none, 5), 0);
    free_arrays(&a);
}

static void an_index_is_found_by_its_name(void **state) {
    (void)state;
    assert_ptr_equal(rmk_index_find("plain"), &rmk_index_plain);
    assert_ptr_equal(rmk_index_find("eytzinger"), &rmk_index_eytzinger);
    assert_null(rmk_index_find("plai"));
    assert_null(rmk_index_find("auto"));
    size_t types;
    const rmk_index_type *const *table = rmk_index_table(&types);
    for (size_t i = 0; i < types; i++) {
        assert_ptr_equal(rmk_index_find(table[i]->name), table[i]);
        assert_true(table[i]->isas & 1u << RMK_ISA_SCALAR);
        assert_non_null(table[i]->summary);
    }
}

static void an_index_that_cannot_be_built_leaves_nothing(void **state) {
    (void)state;
    size_t types;
    const rmk_index_type *const *table = rmk_index_table(&types);
    start_random(64);
    arrays a = make_arrays(100, UINT64_MAX);
    for (size_t t = 0; t < types; t++)
        for (size_t n = 1; n < 20; n++) {
            test_memory memory = {.fail_at = n};
            rmk_allocator allocator = test_allocator(&memory);
            rmk_index_options options = {RMK_ISA_SCALAR, RMK_PAGES_AUTO, 0x10000};
            void *index = &memory;
            rmk_status status = table[t]->build(&a.points, &options, &allocator, &index);
            if (status == RMK_OK) {
                table[t]->destroy(&allocator, index);
                n = 20;
            } else {
                assert_int_equal(status, RMK_NO_MEMORY);
                assert_null(index);
            }
            assert_int_equal(memory.live_blocks, 0);
        }
    free_arrays(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_index_finds_the_first_point_at_or_after),
        cmocka_unit_test(every_index_finds_owners_of_runs),
        cmocka_unit_test(no_index_reads_behind_its_memory),
        cmocka_unit_test(points_at_both_ends_of_the_circle_are_found),
        cmocka_unit_test(the_lower_bound_counts_the_points_before),
        cmocka_unit_test(an_index_is_found_by_its_name),
        cmocka_unit_test(an_index_that_cannot_be_built_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
