/* The limit really reads: sums against a naive walk over the table, for every form and instruction set. */
#include "bench/speed/measure/limit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ring/array.h"

enum { VALUES = 1000 };

static uint64_t values[VALUES];

static void fill_values(uint64_t seed, unsigned bits) {
    for (int i = 0; i < VALUES; i++) {
        seed ^= seed >> 12;
        seed ^= seed << 25;
        seed ^= seed >> 27;
        values[i] = (seed * 0x2545f4914f6cdd1du) >> (64 - bits);
    }
}

static uint64_t line_sum(const rm_limit *limit, size_t line, uint64_t *first) {
    uint64_t words[8], sum = 0;
    memcpy(words, limit->table + 64 * line, 64);
    for (int i = 0; i < 8; i++)
        sum += words[i];
    *first = words[0];
    return sum;
}

/* In long double: 64 bits of mantissa are enough for the small tables here. */
static size_t naive_line(uint64_t value, unsigned shift, size_t lines) {
    return (size_t)((long double)(value << shift) / 18446744073709551616.0L * (long double)lines);
}

static uint64_t naive(const rm_limit *limit, size_t lines, unsigned shift, size_t count) {
    uint64_t sum = 0, first;
    for (size_t i = 0; i < count; i++)
        sum += line_sum(limit, naive_line(values[i], shift, lines), &first);
    return sum;
}

static uint64_t naive_chain(const rm_limit *limit, size_t lines, unsigned shift, size_t count) {
    uint64_t sum = 0, first = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t value = first % 2 ? values[i + VALUES / 2] : values[i];
        sum += line_sum(limit, naive_line(value, shift, lines), &first);
    }
    return sum;
}

static void all_forms_read_the_same_lines_as_a_naive_walk(void **state) {
    (void)state;
    static const size_t footprints[] = {1, 64, 65, 640, 12000, 1 << 20};
    static const size_t counts[] = {0, 1, 63, 64, 65, 128, VALUES / 2};
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++)
        for (size_t f = 0; f < 6; f++)
            for (unsigned bits = 32; bits <= 64; bits += 32) {
                rm_limit limit = rm_limit_make(footprints[f], RMK_PAGES_AUTO, isa);
                unsigned shift = 64 - bits;
                fill_values(footprints[f], bits);
                for (size_t c = 0; c < 7; c++) {
                    size_t n = counts[c], lines = limit.lines;
                    uint64_t sum = naive(&limit, lines, shift, n);
                    assert_int_equal(limit.kernel->loop(limit.table, lines, shift, values, n), sum);
                    assert_int_equal(limit.kernel->batch(limit.table, lines, shift, values, n), sum);
                    assert_int_equal(limit.kernel->chain(limit.table, lines, shift, values, VALUES / 2, n),
                                     naive_chain(&limit, lines, shift, n));
                }
                rm_limit_free(&limit);
            }
}

static void a_part_of_the_table_can_stand_for_a_smaller_one(void **state) {
    (void)state;
    rm_limit limit = rm_limit_make(64000, RMK_PAGES_NORMAL, RMK_ISA_SCALAR);
    fill_values(5, 64);
    assert_int_equal(limit.kernel->batch(limit.table, 10, 0, values, 500), naive(&limit, 10, 0, 500));
    rm_limit_free(&limit);
}

static void the_table_holds_the_footprint_on_pages_as_asked(void **state) {
    (void)state;
    rm_limit small = rm_limit_make(65, RMK_PAGES_AUTO, RMK_ISA_SCALAR);
    assert_int_equal(small.lines, 2);
    assert_int_equal((uintptr_t)small.table % 64, 0);
    rm_limit large = rm_limit_make(4 << 20, RMK_PAGES_AUTO, RMK_ISA_SCALAR);
    assert_int_equal(large.lines, (4 << 20) / 64);
    assert_int_equal((uintptr_t)large.table % (2 << 20), 0);
    rm_limit huge = rm_limit_make(100, RMK_PAGES_HUGE, RMK_ISA_SCALAR);
    assert_int_equal(huge.bytes, 2 << 20);
    rm_limit odd = rm_limit_make((4 << 20) + 65, RMK_PAGES_AUTO, RMK_ISA_SCALAR);
    assert_int_equal(odd.bytes, rmk_array_bytes(RMK_PAGES_AUTO, odd.lines, 64));
    assert_int_equal(odd.bytes, 6 << 20);
    rm_limit_free(&odd);
    rm_limit_free(&small);
    rm_limit_free(&large);
    rm_limit_free(&huge);
}

static void positions_cover_the_lines_from_first_to_last(void **state) {
    (void)state;
    assert_int_equal(rm_limit_line(0, 7), 0);
    assert_int_equal(rm_limit_line(UINT64_MAX, 7), 6);
    assert_int_equal(rm_limit_line(UINT64_C(1) << 63, 8), 4);
    assert_int_equal(rm_limit_line(UINT64_MAX, 1), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_forms_read_the_same_lines_as_a_naive_walk),
        cmocka_unit_test(a_part_of_the_table_can_stand_for_a_smaller_one),
        cmocka_unit_test(the_table_holds_the_footprint_on_pages_as_asked),
        cmocka_unit_test(positions_cover_the_lines_from_first_to_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
