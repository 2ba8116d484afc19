/* Expected: theory of means and of exponential medians, coverage by simulation. */
#include "bench/stats/p_values/bootstrap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/bench/normal.h"

static bool same(rm_interval a, rm_interval b) {
    return a.low <= b.low && a.low >= b.low && a.high <= b.high && a.high >= b.high && a.error <= b.error &&
           a.error >= b.error;
}

static void a_seed_gives_one_interval(void **context) {
    (void)context;
    double values[] = {5, 1, 4, 2, 3, 9, 7};
    rm_interval a = rm_bootstrap(values, 7, RM_STATISTIC_MEDIAN, .95, 1);
    assert_true(same(a, rm_bootstrap(values, 7, RM_STATISTIC_MEDIAN, .95, 1)));
    double mean = rm_bootstrap(values, 7, RM_STATISTIC_MEAN, .95, 1).low;
    assert_true(fabs(mean - rm_bootstrap(values, 7, RM_STATISTIC_MEAN, .95, 2).low) > 0);
    assert_true(a.estimate >= 4 && a.estimate <= 4 && a.low >= 1 && a.low < 4 && a.high > 4 && a.high <= 9);
    assert_true(values[0] >= 5 && values[0] <= 5); /* left as it was */
}

static void few_values_have_no_interval(void **context) {
    (void)context;
    double values[] = {3, 3};
    rm_interval none = rm_bootstrap(NULL, 0, RM_STATISTIC_MEDIAN, .95, 1);
    assert_true(isnan(none.estimate) && isnan(none.low));
    rm_interval one = rm_bootstrap(values, 1, RM_STATISTIC_MEDIAN, .95, 1);
    assert_true(one.estimate >= 3 && isnan(one.low) && isnan(one.high) && isnan(one.error));
    rm_interval equal = rm_bootstrap(values, 2, RM_STATISTIC_MEDIAN, .95, 1);
    assert_true(equal.low >= 3 && equal.high <= 3 && equal.error < 1e-12);
    assert_true(isnan(rm_bootstrap_difference(values, 2, values, 1, RM_STATISTIC_MEDIAN, .95, 1).low));
}

/* Of a mean the ends are the normal ones in the first order, moved by the skewness in the second (Efron 1987:
 * both move by (2 z^2 + 1) skewness / 6 sqrt(n) errors). */
static void a_mean_has_the_error_and_the_ends_of_theory(void **context) {
    (void)context;
    enum { COUNT = 60, SEEDS = 20 };
    double values[COUNT], sum = 0, squares = 0, cubes = 0, wide = 0, low = 0, high = 0;
    for (int i = 0; i < COUNT; i++) {
        values[i] = -log(1 - (i + 0.5) / COUNT);
        sum += values[i] / COUNT;
    }
    for (int i = 0; i < COUNT; i++) {
        squares += pow(values[i] - sum, 2) / COUNT;
        cubes += pow(values[i] - sum, 3) / COUNT;
    }
    double error = sqrt(squares / COUNT), skewness = cubes / pow(squares, 1.5);
    double shift = (2 * 1.96 * 1.96 + 1) * skewness / 6 / sqrt(COUNT);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        rm_interval found = rm_bootstrap(values, COUNT, RM_STATISTIC_MEAN, .95, seed);
        wide += found.error / error / SEEDS;
        low += (found.low - sum) / error / SEEDS;
        high += (found.high - sum) / error / SEEDS;
    }
    printf("error %.4f, ends off by %.4f and %.4f of %.4f\n", wide - 1, low + 1.96 - shift,
           high - 1.96 - shift, shift);
    assert_true(fabs(wide - 1) < .02);
    assert_true(fabs(low + 1.96 - shift) < .08 && fabs(high - 1.96 - shift) < .08);
}

/* Samples of exponential laws, whose median is ln 2. */
static double covered(size_t count, rm_statistic statistic, double truth) {
    int held = 0, trials = 1500;
    for (int t = 0; t < trials; t++) {
        double values[40];
        for (size_t i = 0; i < count; i++)
            values[i] = -log(1 - uniform());
        rm_interval found = rm_bootstrap(values, count, statistic, .95, (uint64_t)t);
        held += found.low <= truth && truth <= found.high;
    }
    printf("%zu values, statistic %d: %.4f\n", count, (int)statistic, (double)held / trials);
    return (double)held / trials;
}

static void intervals_cover_as_often_as_they_say(void **context) {
    (void)context;
    random_start(20250716);
    double ten = covered(10, RM_STATISTIC_MEDIAN, M_LN2), twenty = covered(20, RM_STATISTIC_MEDIAN, M_LN2),
           odd = covered(21, RM_STATISTIC_MEDIAN, M_LN2), mean = covered(40, RM_STATISTIC_MEAN, 1);
    assert_true(ten > .91 && ten < .97);
    assert_true(twenty > .925 && twenty < .97);
    assert_true(odd > .925 && odd < .97);
    assert_true(mean > .92 && mean < .965);
}

static void intervals_of_differences_cover_as_often_as_they_say(void **context) {
    (void)context;
    random_start(20250717);
    int held = 0, trials = 1000;
    double width = 0;
    for (int t = 0; t < trials; t++) {
        double base[20], head[26];
        for (int i = 0; i < 20; i++)
            base[i] = 3 + .02 * normal();
        for (int i = 0; i < 26; i++)
            head[i] = 3.05 - .02 * log(1 - uniform());
        rm_interval found =
            rm_bootstrap_difference(base, 20, head, 26, RM_STATISTIC_MEDIAN, .95, (uint64_t)t);
        double truth = .05 + .02 * M_LN2;
        held += found.low <= truth && truth <= found.high;
        width += (found.high - found.low) / trials;
    }
    printf("differences: %.4f, width %.4f\n", (double)held / trials, width);
    assert_true(held > .93 * trials && held < .98 * trials);
    assert_true(width > .02 && width < .03);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_gives_one_interval),
        cmocka_unit_test(few_values_have_no_interval),
        cmocka_unit_test(a_mean_has_the_error_and_the_ends_of_theory),
        cmocka_unit_test(intervals_cover_as_often_as_they_say),
        cmocka_unit_test(intervals_of_differences_cover_as_often_as_they_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
