/* Expected values: every way to place few keys, and closed forms. */
#include "bench/balance/popularity.h"
#include "bench/stats/ideal/occupancy.h"
#include "bench/stats/ideal/spread.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/bench/uniform.h"

static void close_to(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%.10g is not within %g of %.10g", found, tolerance, expected);
}

static void empty_nodes_are_the_mean_over_every_way_to_place_the_keys(void **unused) {
    (void)unused;
    static const double shares[] = {0.5, 0.3, 0.15, 0.05};
    double mean = 0;
    for (int way = 0; way < 4 * 4 * 4 * 4 * 4; way++) {
        double chance = 1;
        unsigned taken = 0;
        for (int key = 0, rest = way; key < 5; key++, rest /= 4) {
            chance *= shares[rest % 4];
            taken |= 1u << rest % 4;
        }
        mean += chance * (4 - __builtin_popcount(taken));
    }
    close_to(rm_empty_expected(shares, 4, 5), mean, 1e-12);
    close_to(rm_empty_expected(shares, 4, 0), 4, 0);
    double all = 1;
    close_to(rm_empty_expected(&all, 1, 1), 0, 0);
}

/* Of ideal rings counted with K keys, the part of CV^2 that counting adds: below a tenth from K on. */
static void so_many_keys_leave_less_than_a_tenth_to_chance(void **unused) {
    (void)unused;
    for (double n = 2; n < 2000; n *= 3)
        for (double v = 1; v < 3000; v *= 7) {
            double arcs = (n - 1) / (n * v + 1), keys = rm_keys_needed(n * v, n);
            close_to((n - 1) / keys / arcs, 0.1, 1e-12);
        }
    close_to(rm_keys_needed(0, 7), 70, 0);
}

static void equally_popular_keys_count_each(void **unused) {
    (void)unused;
    rm_popularity popular = {0};
    uint64_t values[3000];
    for (int i = 0; i < 3000; i++)
        values[i] = (uint64_t)(i % 1000) << 40;
    rm_popularity_add(&popular, values, NULL, 1500);
    rm_popularity_add(&popular, values + 1500, NULL, 1500);
    assert_int_equal(popular.distinct, 1000);
    close_to(rm_effective_keys(&popular), 1000, 1e-9);
    rm_popularity_free(&popular);
    assert_true(isnan(rm_effective_keys(&popular)));
}

static void a_heavy_key_makes_the_others_count_less(void **unused) {
    (void)unused;
    rm_popularity popular = {0};
    static const uint64_t values[] = {0, 5, 0, UINT64_MAX, 9};
    static const double weights[] = {1, 2, 3, 4, 0};
    rm_popularity_add(&popular, values, weights, 5);
    assert_int_equal(popular.distinct, 3);
    close_to(rm_effective_keys(&popular), 1 / (.16 + .04 + .16), 1e-12);
    rm_popularity_free(&popular);
}

static void more_distinct_keys_than_are_kept_have_no_answer(void **unused) {
    (void)unused;
    rm_popularity popular = {0};
    for (uint64_t i = 0; i < RM_MOST_DISTINCT; i++)
        rm_popularity_add(&popular, &i, NULL, 1);
    uint64_t known = 3, another = RM_MOST_DISTINCT;
    rm_popularity_add(&popular, &known, NULL, 1);
    assert_false(popular.full);
    rm_popularity_add(&popular, &another, NULL, 1);
    assert_true(popular.full);
    assert_true(isnan(rm_effective_keys(&popular)));
    rm_popularity_free(&popular);
}

/* One order of nodes, a fair coin a node and view: how many different first ones there are. */
static double simulated_spread(size_t nodes, size_t views, int times) {
    double sum = 0;
    for (int t = 0; t < times; t++) {
        bool used[64] = {false};
        for (size_t c = 0; c < views; c++) {
            size_t first = 0;
            while (first < nodes && uniform() < 0.5)
                first++;
            if (first == nodes)
                first = (size_t)(uniform() * (double)nodes);
            used[first] = true;
        }
        for (size_t j = 0; j < nodes; j++)
            sum += used[j];
    }
    return sum / times;
}

static void the_ideal_spread_is_that_of_simulated_views(void **unused) {
    (void)unused;
    static const size_t cases[][2] = {{1, 5}, {2, 1}, {2, 3}, {3, 10}, {10, 4}, {10, 100}, {50, 30}};
    state = 4242;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        close_to(rm_ideal_spread(cases[i][0], cases[i][1]), simulated_spread(cases[i][0], cases[i][1], 20000),
                 .04);
}

static void one_view_spreads_a_key_to_one_node(void **unused) {
    (void)unused;
    for (uint64_t n = 1; n < 5000; n *= 3)
        close_to(rm_ideal_spread(n, 1), 1, 1e-12);
    close_to(rm_ideal_spread(3, 1000000), 3, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_nodes_are_the_mean_over_every_way_to_place_the_keys),
        cmocka_unit_test(so_many_keys_leave_less_than_a_tenth_to_chance),
        cmocka_unit_test(equally_popular_keys_count_each),
        cmocka_unit_test(a_heavy_key_makes_the_others_count_less),
        cmocka_unit_test(more_distinct_keys_than_are_kept_have_no_answer),
        cmocka_unit_test(the_ideal_spread_is_that_of_simulated_views),
        cmocka_unit_test(one_view_spreads_a_key_to_one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
