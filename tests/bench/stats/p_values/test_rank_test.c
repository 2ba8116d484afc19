/* Expected p-values: tables of the Mann-Whitney U (Siegel & Castellan), the permeability data of Hollander &
 * Wolfe (1973), and all ways to deal out small samples, counted one by one. */
#include "bench/stats/p_values/rank_test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/bench/normal.h"

static void near(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        print_error("found %.9g, expected %.9g\n", found, expected);
    assert_true(fabs(found - expected) <= tolerance);
}

static void separated_samples_have_the_p_of_the_tables(void **context) {
    (void)context;
    static const struct {
        size_t each;
        double ways;
    } table[] = {{1, 2}, {2, 6}, {3, 20}, {4, 70}, {5, 252}, {10, 184756}};
    double low[10], high[10];
    for (int i = 0; i < 10; i++) {
        low[i] = i;
        high[i] = 100 + i;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        near(rm_rank_p(low, table[i].each, high, table[i].each), 2 / table[i].ways, 1e-9);
        near(rm_rank_p(high, table[i].each, low, table[i].each), 2 / table[i].ways, 1e-9);
        near(rm_rank_least_p(table[i].each, table[i].each), 2 / table[i].ways, 1e-9);
    }
}

static void a_textbook_example_has_its_p(void **context) {
    (void)context;
    static const double x[] = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    static const double y[] = {1.15, 0.88, 0.90, 0.74, 1.21};
    near(rm_rank_p(x, 10, y, 5), 2 * 0.1272, 1e-4); /* W = 35; 0.1272 is one-sided */
    static const double a[] = {1, 2, 3, 5, 7}, b[] = {4, 6, 8, 9, 10};
    near(rm_rank_p(a, 5, b, 5), 14. / 252, 1e-9); /* U = 3: 1 + 1 + 2 + 3 of 252 each side */
}

/* Every choice of `a_count` of the values by bits; ranks counted by pairs. */
static double counted_p(const double *all, unsigned count, unsigned a_count) {
    double mean = a_count * (count - a_count) / 2.0, far = -1;
    unsigned total = 0, tail = 0;
    for (int pass = 0; pass < 2; pass++)
        for (unsigned bits = 0; bits < 1u << count; bits++) {
            double u = 0;
            if ((unsigned)__builtin_popcount(bits) != a_count)
                continue;
            for (unsigned i = 0; i < count; i++)
                for (unsigned j = 0; j < count; j++)
                    if (bits >> i & 1 && !(bits >> j & 1))
                        u += all[i] > all[j] ? 1 : all[i] < all[j] ? 0 : 0.5;
            if (pass == 0 && bits == (1u << a_count) - 1)
                far = fabs(u - mean);
            total += pass;
            tail += pass && fabs(u - mean) >= far;
        }
    return (double)tail / total;
}

static void exact_p_values_are_those_of_all_ways_to_deal(void **context) {
    (void)context;
    random_start(20250711);
    for (int t = 0; t < 60; t++) {
        double all[11];
        unsigned count = 2 + (unsigned)(uniform() * 10), first = 1 + (unsigned)(uniform() * (count - 1));
        for (unsigned i = 0; i < count; i++)
            all[i] = t % 2 ? floor(uniform() * 5) : uniform(); /* with ties, and without */
        near(rm_rank_p(all, first, all + first, count - first), counted_p(all, count, first), 1e-9);
    }
}

static void large_samples_go_on_where_exact_ones_end(void **context) {
    (void)context;
    double a[41], b[41];
    for (int i = 0; i < 41; i++) {
        a[i] = i;
        b[i] = i + 7.5;
    }
    double exact = rm_rank_p(a, 40, b, 40), normal_law = rm_rank_p(a, 41, b, 41);
    printf("exact %.6g, normal %.6g\n", exact, normal_law);
    assert_true(exact < 0.01 && fabs(normal_law / exact - 1) < 0.2);
    for (int i = 0; i < 41; i++)
        a[i] = b[i] = 3;
    near(rm_rank_p(a, 41, b, 41), 1, 0);
    near(rm_rank_p(a, 10, b, 10), 1, 0);
}

static void equal_laws_are_rejected_as_often_as_p_says(void **context) {
    (void)context;
    random_start(20250712);
    int rejected[2] = {0, 0}, trials = 2000;
    for (int t = 0; t < trials; t++) {
        double a[50], b[50];
        for (int i = 0; i < 50; i++) {
            a[i] = exp(normal());
            b[i] = exp(normal());
        }
        rejected[0] += rm_rank_p(a, 9, b, 9) < 0.05;
        rejected[1] += rm_rank_p(a, 50, b, 50) < 0.05;
    }
    for (int i = 0; i < 2; i++)
        assert_true(rejected[i] > 0.035 * trials && rejected[i] < 0.062 * trials);
}

static void nothing_has_no_p(void **context) {
    (void)context;
    double one = 1;
    assert_true(isnan(rm_rank_p(&one, 1, NULL, 0)) && isnan(rm_rank_p(NULL, 0, &one, 1)));
    near(rm_rank_least_p(0, 3), 1, 0);
    near(rm_rank_least_p(10000, 10000), 1e-300, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separated_samples_have_the_p_of_the_tables),
        cmocka_unit_test(a_textbook_example_has_its_p),
        cmocka_unit_test(exact_p_values_are_those_of_all_ways_to_deal),
        cmocka_unit_test(large_samples_go_on_where_exact_ones_end),
        cmocka_unit_test(equal_laws_are_rejected_as_often_as_p_says),
        cmocka_unit_test(nothing_has_no_p),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
