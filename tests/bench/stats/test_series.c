#include "bench/stats/series.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct item {
    char before;
    double first;
    uint64_t between;
    double second;
} item;

enum { COUNT = 12 };

/* first is 1, 2, ... 12; second is 5 in turn with none. */
static void fill(item *items) {
    for (int i = 0; i < COUNT; i++)
        items[i] = (item){.before = 'x', .first = i + 1, .between = UINT64_MAX, .second = i % 2 ? NAN : 5};
}

static rm_series series_of(const item *items, size_t count, bool skips_nan) {
    return (rm_series){.sets = items, .size = sizeof *items, .count = count, .skips_nan = skips_nan};
}

static void values_are_those_at_the_offset_in_order(void **state) {
    (void)state;
    item items[COUNT];
    fill(items);
    rm_series series = series_of(items, COUNT, false);
    size_t found;
    double *values = rm_series_values(&series, offsetof(item, first), &found);
    assert_int_equal(found, COUNT);
    for (int i = 0; i < COUNT; i++)
        assert_true(values[i] == i + 1);
    free(values);
}

static void mean_error_and_largest_are_those_of_one_to_twelve(void **state) {
    (void)state;
    item items[COUNT];
    fill(items);
    rm_series series = series_of(items, COUNT, false);
    assert_true(rm_series_mean(&series, offsetof(item, first)) == 6.5);
    assert_true(rm_series_largest(&series, offsetof(item, first)) == 12);
    /* the variance of 1 to n is n (n + 1) / 12: 13 here, over 12 values */
    assert_true(fabs(rm_series_error(&series, offsetof(item, first)) - sqrt(13.0 / 12)) < 1e-12);
}

static void sets_without_the_figure_are_left_out_only_when_asked(void **state) {
    (void)state;
    item items[COUNT];
    fill(items);
    rm_series all = series_of(items, COUNT, false), known = series_of(items, COUNT, true);
    size_t found;
    free(rm_series_values(&known, offsetof(item, second), &found));
    assert_int_equal(found, COUNT / 2);
    assert_true(rm_series_mean(&known, offsetof(item, second)) == 5);
    assert_true(isnan(rm_series_mean(&all, offsetof(item, second))));
    assert_true(isnan(rm_series_error(&all, offsetof(item, second))));
    assert_true(rm_series_largest(&all, offsetof(item, second)) == 5);
}

static void no_figures_have_no_mean_and_no_largest(void **state) {
    (void)state;
    item items[COUNT];
    fill(items);
    rm_series known = series_of(items + 1, 1, true);
    assert_true(isnan(rm_series_mean(&known, offsetof(item, second))));
    assert_true(isnan(rm_series_error(&known, offsetof(item, second))));
    assert_true(isnan(rm_series_largest(&known, offsetof(item, second))));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_at_the_offset_in_order),
        cmocka_unit_test(mean_error_and_largest_are_those_of_one_to_twelve),
        cmocka_unit_test(sets_without_the_figure_are_left_out_only_when_asked),
        cmocka_unit_test(no_figures_have_no_mean_and_no_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
