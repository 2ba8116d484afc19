/* Expected values: moments of the Dirichlet law, its equal case (peak.h), and rings of points that are drawn
 * one by one. */
#include "bench/stats/ideal/dirichlet.h"
#include "bench/stats/ideal/peak.h"
#include "tests/bench/theory.h"

#include <stdlib.h>

static void gamma_variables_have_their_mean_and_variance(void **state) {
    (void)state;
    static const double shapes[] = {0.25, 1, 3.5, 200};
    rm_random random = rm_random_seeded(11);
    for (size_t k = 0; k < 4; k++) {
        double sum = 0, squares = 0, count = 200000;
        for (int i = 0; i < (int)count; i++) {
            double x = rm_gamma_draw(&random, shapes[k]);
            sum += x;
            squares += x * x;
        }
        double mean = sum / count, variance = squares / count - mean * mean;
        close_to(mean / shapes[k], 1, 4 / sqrt(shapes[k] * count));
        close_to(variance / shapes[k], 1, 4 * sqrt((2 + 6 / shapes[k]) / count));
    }
    assert_true(isnan(rm_gamma_draw(&random, 0)));
}

static void drawn_shares_are_as_uneven_as_beta_variables(void **state) {
    (void)state;
    const double weights[] = {1, 2, 5}, v = 10, total = 8, count = 40000;
    double sum[3] = {0}, squares[3] = {0}, shares[3];
    rm_random random = rm_random_seeded(5);
    for (int i = 0; i < (int)count; i++) {
        rm_dirichlet_draw(&random, weights, 3, v, shares);
        close_to(shares[0] + shares[1] + shares[2], 1, 1e-12);
        for (int k = 0; k < 3; k++) {
            sum[k] += shares[k];
            double off = shares[k] - weights[k] / total;
            squares[k] += off * off;
        }
    }
    for (int k = 0; k < 3; k++) {
        double mean = weights[k] / total, variance = mean * (1 - mean) / (v * total + 1);
        close_to(sum[k] / count, mean, 4 * sqrt(variance / count));
        close_to(squares[k] / count / variance, 1, 0.05);
    }
}

static void bounds_of_equal_weights_hold_the_exact_law(void **state) {
    (void)state;
    const double ones[6] = {1, 1, 1, 1, 1, 1};
    for (double h = 1.05; h < 2; h += 0.13)
        for (double v = 5; v < 3000; v *= 3) {
            double low, high, exact = rm_peak_probability(6, v, h);
            rm_weighted_peak_bounds(ones, 6, v, h, &low, &high);
            assert_true(low <= exact + 1e-9 && exact <= high + 1e-9);
            if (exact > 0.9)
                assert_true(high - low < 0.006);
        }
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Peak and least of a ring of nodes with 3, 6 and 9 points. */
static void ring_of_points(uint64_t *seed, double *peak, double *least) {
    double points[18], shares[3] = {0};
    for (int i = 0; i < 18; i++)
        points[i] = theory_uniform(seed);
    double sorted[18];
    for (int i = 0; i < 18; i++)
        sorted[i] = points[i];
    qsort(sorted, 18, sizeof *sorted, compare);
    for (int i = 0; i < 18; i++) {
        int place = 0;
        while (sorted[place] < points[i])
            place++;
        shares[i < 3   ? 0
               : i < 9 ? 1
                       : 2] += place ? points[i] - sorted[place - 1] : points[i] + 1 - sorted[17];
    }
    *peak = fmax(shares[0] * 6, fmax(shares[1] * 3, shares[2] * 2));
    *least = fmin(shares[0] * 6, fmin(shares[1] * 3, shares[2] * 2));
}

static void bounds_of_different_weights_hold_rings_of_points(void **state) {
    (void)state;
    const double weights[] = {1, 2, 3};
    const int count = 40000;
    const double hs[] = {1.3, 1.6, 2, 2.5};
    int within[4] = {0}, below = 0;
    double median = rm_weighted_least_quantile(weights, 3, 3, 0.5);
    uint64_t seed = 77;
    for (int i = 0; i < count; i++) {
        double peak, least;
        ring_of_points(&seed, &peak, &least);
        for (int k = 0; k < 4; k++)
            within[k] += peak <= hs[k];
        below += least <= median;
    }
    for (int k = 0; k < 4; k++) {
        double low, high, part = (double)within[k] / count, slack = 4 * sqrt(0.25 / count);
        rm_weighted_peak_bounds(weights, 3, 3, hs[k], &low, &high);
        assert_true(low - slack <= part && part <= high + slack);
        assert_true(high - low < 0.25);
    }
    close_to((double)below / count, 0.5, 0.08);
}

static void unevenness_is_of_relative_shares(void **state) {
    (void)state;
    const double shares[] = {0.3, 0.6, 0.1}, fair[] = {0.25, 0.5, 0.25};
    rm_unevenness u = rm_unevenness_of(shares, fair, 3);
    close_to(u.peak, 1.2, 1e-12);
    close_to(u.least, 0.4, 1e-12);
    close_to(u.cv_squared, (0.04 + 0.04 + 0.36) / 3, 1e-12);
}

static void impossible_arguments_have_no_answer(void **state) {
    (void)state;
    const double one[] = {1, 2};
    double low, high;
    rm_weighted_peak_bounds(one, 1, 5, 1.1, &low, &high);
    assert_true(isnan(low) && isnan(high));
    rm_weighted_peak_bounds(one, 2, 0, 1.1, &low, &high);
    assert_true(isnan(low));
    assert_true(isnan(rm_weighted_least_quantile(one, 2, 5, 1)));
    close_to(rm_weighted_least_quantile(one, 1, 5, 0.5), 1, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gamma_variables_have_their_mean_and_variance),
        cmocka_unit_test(drawn_shares_are_as_uneven_as_beta_variables),
        cmocka_unit_test(bounds_of_equal_weights_hold_the_exact_law),
        cmocka_unit_test(bounds_of_different_weights_hold_rings_of_points),
        cmocka_unit_test(unevenness_is_of_relative_shares),
        cmocka_unit_test(impossible_arguments_have_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
