/* Expected values: the bootstrap law of an order statistic by binomial sums, and coverage over simulated
 * samples. */
#include "bench/stats/quantile.h"
#include "bench/stats/quantile_error.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/bench/uniform.h"

static double exponential(void) {
    return -log(uniform());
}

/* P(a binomial count of n at p is at least h). */
static double at_least(int h, int n, double p) {
    double sum = 0;
    for (int k = h; k <= n; k++)
        sum += exp(lgamma(n + 1.) - lgamma(k + 1.) - lgamma(n - k + 1.) + k * log(p) + (n - k) * log1p(-p));
    return sum;
}

static void the_error_of_a_quantile_is_that_of_its_order_statistic_drawn_again(void **unused) {
    (void)unused;
    enum { N = 41, PLACE = 31 }; /* p = 0.75: the 31st of 41 */
    double values[N], mean = 0, squares = 0, below = 0;
    state = 7;
    for (int i = 0; i < N; i++)
        values[i] = 100 + exponential();
    rm_sort_reals(values, N);
    for (int i = 0; i < N; i++) {
        /* the order statistic of a sample drawn from the sample is at most values[i] when enough draws are */
        double until = i + 1 < N ? at_least(PLACE, N, (i + 1.) / N) : 1;
        mean += (until - below) * values[i];
        squares += (until - below) * values[i] * values[i];
        below = until;
    }
    assert_true(fabs(rm_quantile_error(values, N, 0.75) - sqrt(squares - mean * mean)) < 1e-7);
}

/* How often 1.96 errors around the sample's quantile hold the true one. */
static double coverage(size_t count, double p, double true_value, int samples) {
    double *values = malloc(count * sizeof *values);
    int held = 0;
    for (int s = 0; s < samples; s++) {
        for (size_t i = 0; i < count; i++)
            values[i] = exponential();
        rm_sort_reals(values, count);
        held += fabs(rm_quantile(values, count, p) - true_value) <=
                1.96 * rm_quantile_error(values, count, p);
    }
    free(values);
    return (double)held / samples;
}

static void is_covered(double found, double low, double high) {
    if (!(found >= low && found <= high))
        fail_msg("coverage %g is not within %g..%g (seed 12345)", found, low, high);
}

static void an_interval_of_two_errors_holds_a_quantile_nearly_always(void **unused) {
    (void)unused;
    state = 12345;
    is_covered(coverage(100, 0.5, log(2), 2000), 0.93, 0.975);
    is_covered(coverage(20, 0.5, log(2), 2000), 0.90, 0.975);
    is_covered(coverage(100, 0.95, log(20), 2000), 0.85, 0.975);
    is_covered(coverage(400, 0.95, log(20), 1000), 0.91, 0.975);
    is_covered(coverage(500, 0.99, log(100), 500), 0.84, 0.975);
}

static void an_interval_of_two_errors_holds_the_mean(void **unused) {
    (void)unused;
    int held = 0;
    state = 99;
    for (int s = 0; s < 4000; s++) {
        double values[50], mean = 0;
        for (int i = 0; i < 50; i++)
            mean += (values[i] = uniform()) / 50;
        held += fabs(mean - 0.5) <= 1.96 * rm_mean_error(values, 50);
    }
    is_covered(held / 4000., 0.93, 0.96);
}

static void the_error_of_a_mean_is_the_deviation_over_the_root(void **unused) {
    (void)unused;
    double values[12];
    for (int i = 0; i < 12; i++)
        values[i] = i % 2 ? 3 : 1;
    assert_true(fabs(rm_mean_error(values, 12) - sqrt(12. / 11 / 12)) < 1e-14);
}

static void too_few_values_have_no_error(void **unused) {
    (void)unused;
    double values[1000];
    for (int i = 0; i < 1000; i++)
        values[i] = i;
    assert_true(isnan(rm_mean_error(values, 9)));
    assert_false(isnan(rm_mean_error(values, 10)));
    assert_true(isnan(rm_quantile_error(values, 9, 0.5)));
    assert_false(isnan(rm_quantile_error(values, 10, 0.5)));
    assert_true(isnan(rm_quantile_error(values, 99, 0.95)));
    assert_false(isnan(rm_quantile_error(values, 100, 0.95)));
    assert_true(isnan(rm_quantile_error(values, 499, 0.99)));
    assert_false(isnan(rm_quantile_error(values, 500, 0.99)));
    assert_true(isnan(rm_quantile_error(values, 50, 0.01)));
    assert_true(isnan(rm_quantile_error(values, 0, 0.5)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_of_a_quantile_is_that_of_its_order_statistic_drawn_again),
        cmocka_unit_test(an_interval_of_two_errors_holds_a_quantile_nearly_always),
        cmocka_unit_test(an_interval_of_two_errors_holds_the_mean),
        cmocka_unit_test(the_error_of_a_mean_is_the_deviation_over_the_root),
        cmocka_unit_test(too_few_values_have_no_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
