/* Equal runs: every kernel stops at the first arc that differs, and reads none behind the last. */
#include "naive.h"

#include "core/analysis/runs.h"
#include "tests/support/guard.h"

static rmk_equal_run *const kernels[] = {[RMK_ISA_SCALAR] = rmk_equal_run_scalar,
                                         [RMK_ISA_AVX2] = rmk_equal_run_avx2,
                                         [RMK_ISA_AVX512] = rmk_equal_run_avx512};

enum { MOST = 100 };

typedef struct two_lists {
    uint64_t *ends[2];
    uint32_t *owners[2];
} two_lists;

static void make_lists(two_lists *lists) {
    uint64_t seed = 5;
    for (int side = 0; side < 2; side++) {
        lists->ends[side] = test_before_guard(MOST * sizeof(uint64_t));
        lists->owners[side] = test_before_guard(MOST * sizeof(uint32_t));
    }
    for (size_t i = 0; i < MOST; i++) {
        lists->ends[0][i] = lists->ends[1][i] = naive_random(&seed);
        lists->owners[0][i] = lists->owners[1][i] = (uint32_t)naive_random(&seed);
    }
}

static void assert_run(const two_lists *lists, size_t count, size_t run) {
    size_t first = MOST - count;
    rmk_arcs a = {lists->ends[0] + first, lists->owners[0] + first};
    rmk_arcs b = {lists->ends[1] + first, lists->owners[1] + first};
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++)
        assert_int_equal(kernels[isa](a, b, count), run);
}

static void equal_lists_are_one_run(void **state) {
    (void)state;
    two_lists lists;
    make_lists(&lists);
    for (size_t count = 0; count <= MOST; count++)
        assert_run(&lists, count, count);
}

/* Any single bit of an end or an owner, at any place of a list of any length; a later one changes nothing. */
static void a_run_ends_at_the_first_bit_that_differs(void **state) {
    (void)state;
    two_lists lists;
    make_lists(&lists);
    uint64_t seed = 6;
    for (size_t count = 1; count <= MOST; count++)
        for (size_t at = 0; at < count; at++) {
            size_t place = MOST - count + at;
            unsigned bit = (unsigned)(naive_random(&seed) % 96);
            uint64_t of_end = bit < 64 ? UINT64_C(1) << bit : 0;
            uint32_t of_owner = bit < 64 ? 0 : UINT32_C(1) << (bit - 64);
            lists.ends[1][place] ^= of_end;
            lists.owners[1][place] ^= of_owner;
            uint32_t later = at + 1 < count;
            assert_run(&lists, count, at);
            lists.owners[0][MOST - 1] ^= later;
            assert_run(&lists, count, at);
            lists.owners[0][MOST - 1] ^= later;
            lists.ends[1][place] ^= of_end;
            lists.owners[1][place] ^= of_owner;
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_lists_are_one_run),
        cmocka_unit_test(a_run_ends_at_the_first_bit_that_differs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
