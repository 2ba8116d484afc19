/* Expected values: recorded chi-square tables, every way to place few keys, and simulated keys. */
#include "bench/stats/p_values/counts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "tests/bench/uniform.h"

static void close_to(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%.10g is not within %g of %.10g", found, tolerance, expected);
}

/* Two nodes apart by `far` keys of `keys`: chi-square is far^2 / keys, one degree. */
static double two_nodes(double far, double keys) {
    double shares[] = {0.5 + far / keys / 2, 0.5 - far / keys / 2}, fair[] = {0.5, 0.5};
    return rm_counts_p(shares, fair, 2, keys);
}

static void the_chance_is_that_of_the_table_of_chi_square(void **unused) {
    (void)unused;
    /* critical values of one degree: 3.841 at 5 %, 6.635 at 1 %, 10.828 at .1 % */
    close_to(two_nodes(sqrt(3.841459 * 10000), 10000), .05, 1e-6);
    close_to(two_nodes(sqrt(6.634897 * 10000), 10000), .01, 1e-6);
    close_to(two_nodes(sqrt(10.827566 * 10000), 10000), .001, 1e-7);
    /* of two degrees it is exp(-x/2) */
    double shares[] = {.3, .3, .4}, fair[] = {1 / 3., 1 / 3., 1 / 3.};
    close_to(rm_counts_p(shares, fair, 3, 300), exp(-300 * .02 / 2), 1e-9);
}

static void weights_are_what_counts_are_measured_by(void **unused) {
    (void)unused;
    double shares[] = {.25, .75}, fair[] = {.25, .75};
    close_to(rm_counts_p(shares, fair, 2, 1000), 1, 0);
    double even[] = {.5, .5};
    assert_true(rm_counts_p(shares, even, 2, 1000) < 1e-50);
}

static void too_few_keys_or_nodes_have_no_answer(void **unused) {
    (void)unused;
    double shares[] = {.5, .5};
    assert_true(isnan(rm_counts_p(shares, shares, 2, 9)));
    assert_false(isnan(rm_counts_p(shares, shares, 2, 10)));
    double all = 1;
    assert_true(isnan(rm_counts_p(&all, &all, 1, 1000)));
}

static void nothing_is_less_likely_than_what_can_be_written(void **unused) {
    (void)unused;
    double shares[] = {1, 0}, fair[] = {.5, .5};
    close_to(rm_counts_p(shares, fair, 2, 1e9) * 1e300, 1, 1e-9);
}

enum { NODES = 7, KEYS = 700, TIMES = 4000 };

/* Keys drawn at random: p is uniform, and CV^2 is what chance adds. */
static void random_keys_are_rejected_as_often_as_the_level_says(void **unused) {
    (void)unused;
    double fair[NODES], squares = 0;
    unsigned rejected = 0;
    state = 90125;
    for (int i = 0; i < NODES; i++)
        fair[i] = (i + 1) / 28.;
    for (int t = 0; t < TIMES; t++) {
        double shares[NODES] = {0};
        for (int k = 0; k < KEYS; k++) {
            double u = uniform();
            int node = 0;
            while (node < NODES - 1 && u >= fair[node])
                u -= fair[node++];
            shares[node] += 1. / KEYS;
        }
        rejected += rm_counts_p(shares, fair, NODES, KEYS) < .05;
        for (int i = 0; i < NODES; i++)
            squares += (shares[i] / fair[i] - 1) * (shares[i] / fair[i] - 1) / NODES / TIMES;
    }
    close_to(rejected / (double)TIMES, .05, 4 * sqrt(.05 * .95 / TIMES));
    close_to(rm_counts_cv(fair, NODES, KEYS, 0) / sqrt(squares), 1, .03);
}

static void what_a_placement_does_adds_to_chance(void **unused) {
    (void)unused;
    double fair[100];
    for (int i = 0; i < 100; i++)
        fair[i] = .01;
    close_to(rm_counts_cv(fair, 100, 9900, 0), .1, 1e-12);
    close_to(rm_counts_cv(fair, 100, 9900, .24), .26, 1e-12);
    close_to(rm_probes_cv(21), 0.15617376, 1e-8);
    close_to(rm_probes_cv(1), 1, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_chance_is_that_of_the_table_of_chi_square),
        cmocka_unit_test(weights_are_what_counts_are_measured_by),
        cmocka_unit_test(too_few_keys_or_nodes_have_no_answer),
        cmocka_unit_test(nothing_is_less_likely_than_what_can_be_written),
        cmocka_unit_test(random_keys_are_rejected_as_often_as_the_level_says),
        cmocka_unit_test(what_a_placement_does_adds_to_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
