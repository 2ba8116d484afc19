/* Expected values: closed forms, and simulations kept in the theory's tables (removal, replication, n = 10). */
#include "bench/stats/ideal/ideal.h"
#include "bench/stats/quantile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void close_to(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%.10g is not within %g of %.10g", found, tolerance, expected);
}

static double *equal_weights(size_t count) {
    double *weights = malloc(count * sizeof *weights);
    for (size_t i = 0; i < count; i++)
        weights[i] = 1;
    return weights;
}

static double equal_peak(size_t count, double vnodes) {
    double *weights = equal_weights(count);
    double peak = rm_ideal_peak_mean(weights, count, vnodes);
    free(weights);
    return peak;
}

/* xorshift64*, so that simulations share nothing with the tested code. */
static uint64_t state;

static double uniform(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)((state * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53;
}

static void the_ideal_cv_is_that_of_dirichlet_shares(void **unused) {
    (void)unused;
    /* Lamping & Veach (2014), table 1: 1000 buckets */
    double *weights = equal_weights(1000);
    close_to(rm_ideal_cv(weights, 1000, 1), 0.99900, 5e-6);
    close_to(rm_ideal_cv(weights, 1000, 10), 0.316054, 5e-7);
    close_to(rm_ideal_cv(weights, 1000, 100), 0.0999495, 5e-8);
    close_to(rm_ideal_cv(weights, 1000, 1000), 0.0316069, 5e-8);
    free(weights);
}

static void the_ideal_cv_of_weights_is_the_mean_of_beta_variances(void **unused) {
    (void)unused;
    /* node i: Beta(a, V - a) with variance a (V - a)/(V^2 (V + 1)), relative to a/V */
    double weights[] = {1, 2, 5}, squares = 0;
    for (int i = 0; i < 3; i++) {
        double a = 4 * weights[i], all = 32;
        squares += (a * (all - a) / (all * all * (all + 1))) / (a / all * a / all) / 3;
    }
    close_to(rm_ideal_cv(weights, 3, 4), sqrt(squares), 1e-12);
}

static void effective_vnodes_undo_the_ideal_cv(void **unused) {
    (void)unused;
    double weights[] = {1, 2, 5, 1, 1}, vnodes[] = {1, 3.75, 160, 1000};
    for (int i = 0; i < 4; i++) {
        double cv = rm_ideal_cv(weights, 5, vnodes[i]);
        close_to(rm_effective_vnodes(weights, 5, cv * cv), vnodes[i], 1e-9 * vnodes[i]);
    }
    /* ((n-1)/CV^2 - 1)/n by hand: CV .5, n = 10 */
    double *equal = equal_weights(10);
    close_to(rm_effective_vnodes(equal, 10, 0.25), 3.5, 1e-12);
    close_to(rm_effective_vnodes(equal, 10, 9.5), 0, 0); /* above n-1, which no ring passes */
    free(equal);
}

static void an_ideal_peak_of_one_point_a_node_is_a_harmonic_number(void **unused) {
    (void)unused;
    for (size_t n = 1; n <= 1000; n = n * 3 + 1) {
        double harmonic = 0;
        for (size_t k = 1; k <= n; k++)
            harmonic += 1.0 / (double)k;
        close_to(equal_peak(n, 1), harmonic, 1e-8);
    }
}

static void ideal_peaks_agree_with_simulated_rings(void **unused) {
    (void)unused;
    /* n, v, mean peak, four standard errors of the simulation */
    static const double simulated[][4] = {
        {3, 1, 1.8394, .010},   {3, 4, 1.4347, .006},    {3, 16, 1.2157, .003},   {3, 64, 1.1073, .0016},
        {3, 160, 1.0677, .001}, {10, 1, 2.9335, .022},   {10, 4, 1.8908, .009},   {10, 16, 1.4190, .004},
        {10, 64, 1.2008, .002}, {10, 160, 1.1254, .002}, {10, 100, 1.1612, .005}, {10, 1000, 1.0493, .002},
        {10, 5, 1.7982, .03},   {10, 32, 1.2864, .01},
    };
    for (size_t i = 0; i < sizeof simulated / sizeof *simulated; i++)
        close_to(equal_peak((size_t)simulated[i][0], simulated[i][1]), simulated[i][2], simulated[i][3]);
}

static void an_ideal_peak_of_two_weights_agrees_with_its_integral_by_hand(void **unused) {
    (void)unused;
    /* weights 1 and 2, one point a unit: share d ~ Beta(1, 2); E max(3 d, 1.5 (1-d)) = 39/27 */
    double weights[] = {1, 2};
    close_to(rm_ideal_peak_mean(weights, 2, 1), 39.0 / 27, 1e-9);
    /* the order does not matter */
    double turned[] = {2, 1};
    close_to(rm_ideal_peak_mean(turned, 2, 1), 39.0 / 27, 1e-9);
}

static void a_node_alone_has_no_peak(void **unused) {
    (void)unused;
    close_to(equal_peak(1, 160), 1, 1e-9);
    close_to(equal_peak(1, 1e6), 1, 1e-9);
    assert_true(isnan(rm_ideal_peak_mean(NULL, 0, 1)));
}

static void ideal_peaks_of_huge_rings_come_near_to_one(void **unused) {
    (void)unused;
    /* the largest of 10 normals is 1.5388 deviations above the mean */
    close_to(equal_peak(10, 1e6), 1 + 1.5388 / 1e3, 2e-6);
}

static void the_replica_cv_agrees_with_simulated_rings(void **unused) {
    (void)unused;
    static const double simulated[][5] = {
        /* n, R, v, CV, tolerance */
        {3, 1, 1, 0.71186, .01},   {3, 2, 1, 0.35174, .01},   {5, 3, 1, 0.33383, .01},
        {3, 2, 16, 0.13907, .035}, {3, 2, 64, 0.07048, .03},  {5, 3, 160, .04287, .03},
        {5, 4, 64, .05689, .03},   {10, 1, 160, .07508, .03},
    };
    for (size_t i = 0; i < sizeof simulated / sizeof *simulated; i++) {
        const double *row = simulated[i];
        close_to(rm_ideal_replica_cv((uint64_t)row[0], (uint64_t)row[1], row[2]), row[3], row[4] * row[3]);
    }
    assert_true(rm_ideal_replica_cv(5, 5, 10) == 0);
    assert_true(isnan(rm_ideal_replica_cv(5, 6, 10)));
}

static void effective_replica_vnodes_undo_the_replica_cv(void **unused) {
    (void)unused;
    double cv = rm_ideal_replica_cv(10, 3, 160);
    close_to(rm_effective_replica_vnodes(10, 3, cv * cv), 160, 1e-6);
    close_to(rm_effective_replica_vnodes(10, 1, 0.25), 3.5, 1e-12);
}

/* The largest relative count of `keys` keys thrown at the shares. */
static double thrown_peak(const double *shares, const double *fair, size_t count, size_t keys) {
    double counts[16] = {0}, peak = 0;
    for (size_t k = 0; k < keys; k++) {
        double u = uniform();
        size_t i = 0;
        while (i + 1 < count && u >= shares[i])
            u -= shares[i++];
        counts[i]++;
    }
    for (size_t i = 0; i < count; i++)
        peak = fmax(peak, counts[i] / ((double)keys * fair[i]));
    return peak;
}

static void at_most_a_twentieth_of_sampled_peaks_is_outside_the_band(void **unused) {
    (void)unused;
    static const double shares[] = {.11, .09, .1, .12, .08, .1, .105, .095, .1, .1};
    double fair[10], low, high;
    enum { ROUNDS = 4000, KEYS = 1000 };
    for (int i = 0; i < 10; i++)
        fair[i] = 0.1;
    assert_true(rm_sampled_peak_band(shares, fair, 10, KEYS, 0.95, &low, &high));
    state = 20261129;
    int below = 0, above = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double peak = thrown_peak(shares, fair, 10, KEYS);
        below += peak < low - 1e-9;
        above += peak > high + 1e-9;
    }
    printf("seed 20261129: %d below and %d above of %d\n", below, above, ROUNDS);
    /* 2.5 % each is 100; the lower end is on the safe side */
    assert_in_range(below, 1, 130);
    assert_in_range(above, 40, 130);
}

static void the_band_of_one_heavy_node_is_a_binomial_interval(void **unused) {
    (void)unused;
    /* 100 keys, chances .9 and .1, fair .5: the peak is the first count over 50; quantiles of Binomial(100,
     * .9) at .025 and .975 are 84 and 95 */
    double shares[] = {.9, .1}, fair[] = {.5, .5}, low, high;
    assert_true(rm_sampled_peak_band(shares, fair, 2, 100, 0.95, &low, &high));
    close_to(low, 84 / 50.0, 1e-6);
    close_to(high, 95 / 50.0, 1e-6);
}

static void no_sample_is_flatter_than_fair(void **unused) {
    (void)unused;
    double even[] = {.5, .5}, low, high;
    assert_true(rm_sampled_peak_band(even, even, 2, 1e6, 0.95, &low, &high));
    assert_true(low >= 1);
    /* 2.2414: both of two counts that mirror each other, 2.5 % in two tails */
    close_to(high, 1 + 2.2414 / 1e3, 3e-5);
}

static void the_band_holds_for_very_many_keys(void **unused) {
    (void)unused;
    double shares[] = {.4, .6}, low, high;
    double fair[] = {.5, .5};
    for (double keys = 1e6; keys <= 1e12; keys *= 1e3) {
        double deviation = sqrt(.24 / keys) / .5;
        assert_true(rm_sampled_peak_band(shares, fair, 2, keys, 0.95, &low, &high));
        close_to(low, 1.2 - 1.96 * deviation, 0.01 * deviation + 3e-9 + 2 / keys);
        close_to(high, 1.2 + 1.96 * deviation, 0.01 * deviation + 3e-9 + 2 / keys);
    }
}

static void a_band_without_keys_or_nodes_is_refused(void **unused) {
    (void)unused;
    double half[] = {.5, .5}, low, high;
    assert_false(rm_sampled_peak_band(half, half, 2, 0, 0.95, &low, &high));
    assert_false(rm_sampled_peak_band(half, half, 0, 10, 0.95, &low, &high));
}

static void quantiles_are_linear_between_order_statistics(void **unused) {
    (void)unused;
    double values[] = {4, 1, 3, 2};
    rm_sort_reals(values, 4);
    /* R: quantile(1:4, c(0, .05, .5, .95, 1), type = 7) */
    close_to(rm_quantile(values, 4, 0), 1, 0);
    close_to(rm_quantile(values, 4, .05), 1.15, 1e-12);
    close_to(rm_quantile(values, 4, .5), 2.5, 1e-12);
    close_to(rm_quantile(values, 4, .95), 3.85, 1e-12);
    close_to(rm_quantile(values, 4, 1), 4, 0);
    close_to(rm_quantile(values, 1, .95), 1, 0);
    assert_true(isnan(rm_quantile(values, 0, .5)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ideal_cv_is_that_of_dirichlet_shares),
        cmocka_unit_test(the_ideal_cv_of_weights_is_the_mean_of_beta_variances),
        cmocka_unit_test(effective_vnodes_undo_the_ideal_cv),
        cmocka_unit_test(an_ideal_peak_of_one_point_a_node_is_a_harmonic_number),
        cmocka_unit_test(ideal_peaks_agree_with_simulated_rings),
        cmocka_unit_test(an_ideal_peak_of_two_weights_agrees_with_its_integral_by_hand),
        cmocka_unit_test(a_node_alone_has_no_peak),
        cmocka_unit_test(ideal_peaks_of_huge_rings_come_near_to_one),
        cmocka_unit_test(the_replica_cv_agrees_with_simulated_rings),
        cmocka_unit_test(effective_replica_vnodes_undo_the_replica_cv),
        cmocka_unit_test(at_most_a_twentieth_of_sampled_peaks_is_outside_the_band),
        cmocka_unit_test(the_band_of_one_heavy_node_is_a_binomial_interval),
        cmocka_unit_test(no_sample_is_flatter_than_fair),
        cmocka_unit_test(the_band_holds_for_very_many_keys),
        cmocka_unit_test(a_band_without_keys_or_nodes_is_refused),
        cmocka_unit_test(quantiles_are_linear_between_order_statistics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
