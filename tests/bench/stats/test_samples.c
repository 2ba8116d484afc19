/* Expected ranks: tables of distribution-free intervals for a median (Conover 1999, table A3; Dixon &
 * Massey). */
#include "bench/stats/samples.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* xorshift64*, so that simulations share nothing with the tested code. */
static uint64_t random_state;

static double uniform(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (double)((random_state * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53;
}

static void ranks_are_those_of_the_tables(void **state) {
    (void)state;
    static const struct {
        size_t count, rank;
    } table[] = {{6, 1},  {8, 1},  {9, 2},   {11, 2},  {12, 3}, {15, 4},
                 {20, 6}, {25, 8}, {30, 10}, {50, 18}, {60, 22}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        assert_int_equal(rm_median_rank(table[i].count, 0.95), table[i].rank);
    assert_int_equal(rm_median_rank(10, 0.99), 1);
    assert_int_equal(rm_median_rank(20, 0.99), 4);
}

static void fewer_than_six_samples_have_no_interval(void **state) {
    (void)state;
    for (size_t count = 0; count < 6; count++)
        assert_int_equal(rm_median_rank(count, 0.95), 0);
    double values[] = {3, 1, 2, 5, 4};
    rm_summary summary = rm_summarise(values, 5);
    assert_true(summary.median == 3 && summary.min == 1 && summary.p95 == 5 && summary.count == 5);
    assert_true(isnan(summary.ci_low) && isnan(summary.ci_high));
}

static void nothing_has_no_figures(void **state) {
    (void)state;
    rm_summary summary = rm_summarise(NULL, 0);
    assert_true(summary.count == 0 && isnan(summary.median) && isnan(summary.min) && isnan(summary.p95));
}

static void one_to_a_hundred_backwards_is_summed_up(void **state) {
    (void)state;
    double values[100];
    for (int i = 0; i < 100; i++)
        values[i] = 100 - i;
    rm_summary summary = rm_summarise(values, 100);
    assert_true(summary.median == 50.5 && summary.min == 1 && summary.p95 == 95);
    assert_true(summary.ci_low == 40 && summary.ci_high == 61); /* Conover: ranks 40 and 61 of 100 */
    rm_summary even = rm_summarise(values, 20);
    assert_true(even.median == 10.5 && even.p95 == 19);
}

/* Samples of a skewed law with median ln 2: the interval must hold it in 95 % of the cases or a little more. */
static void the_interval_covers_the_median_as_often_as_it_says(void **state) {
    (void)state;
    random_state = 20240917;
    printf("seed %llu\n", (unsigned long long)random_state);
    int held = 0, trials = 4000;
    for (int t = 0; t < trials; t++) {
        double values[36];
        for (int i = 0; i < 36; i++)
            values[i] = -log(1 - uniform());
        rm_summary summary = rm_summarise(values, 36);
        held += summary.ci_low <= M_LN2 && M_LN2 <= summary.ci_high;
    }
    assert_true(held >= 0.943 * trials && held <= 0.985 * trials);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_are_those_of_the_tables),
        cmocka_unit_test(fewer_than_six_samples_have_no_interval),
        cmocka_unit_test(nothing_has_no_figures),
        cmocka_unit_test(one_to_a_hundred_backwards_is_summed_up),
        cmocka_unit_test(the_interval_covers_the_median_as_often_as_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
