/* Expected: THEORY of history (0 of 400 false alarms at p < .01, a 5 % step found 98 % of the time), a naive
 * count over pairs, and p worked out by hand. */
#include "bench/stats/p_values/changepoint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/bench/normal.h"

/* The statistic by its definition: a sum over all pairs across each split. */
static double naive_p(const double *values, size_t n) {
    double most = 0;
    for (size_t t = 1; t < n; t++) {
        double sum = 0;
        for (size_t i = 0; i < t; i++)
            for (size_t j = t; j < n; j++)
                sum += values[i] < values[j] ? 1 : values[i] > values[j] ? -1 : 0;
        most = fmax(most, fabs(sum));
    }
    double cube = (double)(n * n * n + n * n);
    return fmin(1, 2 * exp(-6 * most * most / cube));
}

static void a_step_is_where_it_is(void **context) {
    (void)context;
    double values[20];
    for (int i = 0; i < 20; i++)
        values[i] = i < 13 ? 1 : 2;
    rm_change_point point = rm_pettitt(values, 20);
    assert_int_equal(point.at, 13);
    assert_true(fabs(point.p - 2 * exp(-6. * 91 * 91 / (8000 + 400))) < 1e-15);
    for (int i = 0; i < 20; i++)
        values[i] = -values[i];
    assert_int_equal(rm_pettitt(values, 20).at, 13);
}

static void p_is_that_of_the_definition(void **context) {
    (void)context;
    random_start(20250713);
    for (int t = 0; t < 200; t++) {
        double values[40];
        size_t n = 2 + (size_t)(uniform() * 38);
        for (size_t i = 0; i < n; i++)
            values[i] = t % 2 ? floor(uniform() * 4) : uniform() + (i > n / 3 ? 0.4 : 0);
        assert_true(fabs(rm_pettitt(values, n).p - naive_p(values, n)) < 1e-12);
    }
}

static void flat_and_short_series_have_no_change(void **context) {
    (void)context;
    double values[30] = {0};
    rm_change_point points[30];
    assert_int_equal(rm_change_points(values, 30, .01, points), 0);
    assert_true(rm_pettitt(values, 1).at == 0 && rm_pettitt(values, 1).p >= 1 &&
                rm_pettitt(values, 0).p >= 1);
    assert_int_equal(rm_pettitt_least(.01), 16);
    for (size_t n = 2; n < 16; n++) {
        for (size_t i = 0; i < n; i++)
            values[i] = i < n / 2;
        assert_true(rm_pettitt(values, n).p >= .01);
    }
}

static void one_wild_value_is_no_change(void **context) {
    (void)context;
    double values[40];
    rm_change_point points[40];
    for (int i = 0; i < 40; i++)
        values[i] = i == 25 ? 900 : 100 + i % 3;
    assert_int_equal(rm_change_points(values, 40, .01, points), 0);
}

static void several_steps_split_the_series_in_order(void **context) {
    (void)context;
    random_start(20250714);
    double values[90];
    rm_change_point points[90];
    for (int i = 0; i < 90; i++)
        values[i] = (i < 30 ? 100 : i < 60 ? 110 : 90) + normal();
    assert_int_equal(rm_change_points(values, 90, .01, points), 2);
    assert_int_equal(points[0].at, 30);
    assert_int_equal(points[1].at, 60);
    assert_true(points[0].p < .01 && points[1].p < .01);
}

static void unchanged_histories_do_not_alarm_and_steps_are_found(void **context) {
    (void)context;
    random_start(20250715);
    int alarms = 0, found = 0, trials = 400;
    for (int t = 0; t < trials; t++) {
        double flat[50], step[50];
        for (int i = 0; i < 50; i++) {
            flat[i] = 100 * exp(0.03 * normal());
            step[i] = 100 * exp(0.03 * normal()) * (i < 25 ? 1 : 1.05);
        }
        alarms += rm_pettitt(flat, 50).p < .01;
        rm_change_point point = rm_pettitt(step, 50);
        found += point.p < .01 && point.at >= 15 && point.at <= 35;
    }
    printf("%d false alarms, %d steps found, of %d\n", alarms, found, trials);
    assert_true(alarms <= .01 * trials && found >= .97 * trials);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_is_where_it_is),
        cmocka_unit_test(p_is_that_of_the_definition),
        cmocka_unit_test(flat_and_short_series_have_no_change),
        cmocka_unit_test(one_wild_value_is_no_change),
        cmocka_unit_test(several_steps_split_the_series_in_order),
        cmocka_unit_test(unchanged_histories_do_not_alarm_and_steps_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
