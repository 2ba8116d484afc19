/* Expected values: the definitions in long double, published tables, and results by hand. */
#include "bench/stats/p_values/null_law.h"
#include "bench/stats/p_values/uniformity.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/bench/ideal_ring.h"

static void close_to(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%.10g is not within %g of %.10g", found, tolerance, expected);
}

static int ascending(const void *a, const void *b) {
    long double x = *(const long double *)a, y = *(const long double *)b;
    return (x > y) - (x < y);
}

static double naive_spacing(const uint64_t *positions, size_t m, unsigned bits) {
    long double *gaps = malloc(m * sizeof *gaps), sum = 0;
    for (size_t i = 0; i < m; i++) {
        gaps[i] = i + 1 < m ? ldexpl(positions[i + 1] - positions[i], -64)
                            : 1 - ldexpl(positions[i], -64) + ldexpl(positions[0], -64);
        if (gaps[i] == 0)
            gaps[i] = ldexpl(1, -(int)bits) / 2;
    }
    qsort(gaps, m, sizeof *gaps, ascending);
    for (size_t i = 1; i <= m; i++) {
        long double f = -expm1l(-(long double)m * gaps[i - 1]);
        long double above = expl(-(long double)m * gaps[m - i]); /* 1 - F, which would cancel */
        sum += (2 * (long double)i - 1) * (logl(f) + logl(above));
    }
    free(gaps);
    return (double)((-(long double)m - sum / m) * (1 + 0.6L / m));
}

static double naive_position(const uint64_t *positions, size_t m) {
    long double above = -1, below = -1, root = sqrtl(m);
    for (size_t i = 1; i <= m; i++) {
        long double x = ldexpl(positions[i - 1], -64);
        above = fmaxl(above, (long double)i / m - x);
        below = fmaxl(below, x - (long double)(i - 1) / m);
    }
    return (double)((above + below) * (root + 0.155L + 0.24L / root));
}

static double spacing(const uint64_t *positions, size_t count, unsigned bits) {
    uint64_t *scratch = malloc(3 * count * sizeof *scratch);
    double statistic = rm_spacing_statistic(positions, count, bits, scratch);
    free(scratch);
    return statistic;
}

static int by_position(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Positions of `bits` bits, crowded into 2^-crowd of the circle. */
static void some_positions(uint64_t *positions, size_t count, unsigned bits, unsigned crowd) {
    for (size_t i = 0; i < count; i++)
        positions[i] = (uint64_t)(uniform() * 0x1p64) >> crowd >> (64 - bits) << (64 - bits);
    qsort(positions, count, sizeof *positions, by_position);
}

static void statistics_are_those_of_the_definitions(void **unused) {
    (void)unused;
    static const size_t counts[] = {5, 6, 10, 33, 100, 1000, 5000};
    uint64_t positions[5000];
    state = 20;
    for (size_t c = 0; c < 7; c++)
        for (unsigned crowd = 0; crowd <= 12; crowd += 6)
            for (unsigned bits = 20; bits <= 64; bits += 11) {
                some_positions(positions, counts[c], bits, crowd);
                double a = naive_spacing(positions, counts[c], bits),
                       v = naive_position(positions, counts[c]);
                close_to(spacing(positions, counts[c], bits), a, 1e-9 * fabs(a) + 1e-9);
                close_to(rm_position_statistic(positions, counts[c]), v, 1e-9 * v);
            }
}

static void rotating_a_ring_changes_no_statistic(void **unused) {
    (void)unused;
    uint64_t positions[50];
    state = 21;
    some_positions(positions, 50, 64, 2);
    double a = spacing(positions, 50, 64), v = rm_position_statistic(positions, 50);
    for (size_t i = 0; i < 50; i++)
        positions[i] += UINT64_C(0xd123456789abcdef);
    qsort(positions, 50, sizeof *positions, by_position);
    close_to(spacing(positions, 50, 64), a, 1e-9);
    close_to(rm_position_statistic(positions, 50), v, 1e-9);
}

static void ties_are_finite_and_suspicious(void **unused) {
    (void)unused;
    uint64_t positions[40];
    for (size_t i = 0; i < 40; i++)
        positions[i] = i / 2 << 59;
    double statistic = spacing(positions, 40, 32);
    close_to(statistic, naive_spacing(positions, 40, 32), 1e-9 * statistic);
    assert_true(rm_spacing_p(statistic, 40) < 1e-9);
    memset(positions, 7, sizeof positions);
    statistic = spacing(positions, 40, 64);
    close_to(statistic, naive_spacing(positions, 40, 64), 1e-9 * statistic);
    assert_true(rm_spacing_p(statistic, 40) == 1e-300);
    assert_true(rm_position_p(rm_position_statistic(positions, 40), 40) < 1e-20);
}

static void few_points_have_no_answer(void **unused) {
    (void)unused;
    uint64_t positions[5] = {1, 2, 3, 4, 5}, scratch[15];
    for (size_t m = 0; m < 5; m++) {
        assert_true(isnan(rm_spacing_statistic(positions, m, 64, scratch)));
        assert_true(isnan(rm_position_statistic(positions, m)));
        assert_true(isnan(rm_spacing_p(1, m)));
        assert_true(isnan(rm_position_p(1, m)));
    }
    assert_true(isnan(rm_spacing_p(NAN, 10)) && isnan(rm_position_p(NAN, 10)));
    assert_false(isnan(rm_spacing_statistic(positions, 5, 64, scratch)));
}

static void critical_values_are_the_published_ones(void **unused) {
    (void)unused;
    /* D'Agostino & Stephens (1986), table 4.14, upper tail; Stephens (1970) for Kuiper. Simulated, the body
     * less well */
    static const double spacings[][2] = {{0.25, 0.736}, {0.20, 0.816},  {0.15, 0.916},
                                         {0.10, 1.062}, {0.05, 1.321},  {0.025, 1.591},
                                         {0.01, 1.959}, {0.005, 2.244}, {0.0025, 2.534}};
    static const double positions[][2] = {
        {0.15, 1.537}, {0.10, 1.620}, {0.05, 1.747}, {0.025, 1.862}, {0.01, 2.001}};
    for (size_t i = 0; i < 9; i++)
        close_to(rm_exponential_law_above(spacings[i][1]), spacings[i][0],
                 (i < 3 ? 0.009 : 0.003) * spacings[i][0]);
    for (size_t i = 0; i < 5; i++)
        close_to(rm_kuiper_law_above(positions[i][1]), positions[i][0], 0.004 * positions[i][0]);
    /* they were made for all m, and are as good for some hundred */
    close_to(rm_spacing_p(1.321, 1600), 0.05, 0.0002);
    close_to(rm_spacing_p(1.959, 1600), 0.01, 0.0001);
    close_to(rm_position_p(1.747, 1600), 0.05, 0.0006);
    close_to(rm_position_p(2.001, 1600), 0.01, 0.0002);
}

static void p_values_fall_with_the_statistic_down_to_their_floor(void **unused) {
    (void)unused;
    static const size_t counts[] = {5, 7, 10, 20, 100, 1600, 100000};
    for (size_t c = 0; c < 7; c++) {
        double spacing_before = 1, position_before = 1;
        for (double z = 0.01; z < 500; z *= 1.002) {
            double s = rm_spacing_p(z, counts[c]), p = rm_position_p(z, counts[c]);
            assert_true(s <= spacing_before * (1 + 1e-9) && s >= 1e-300);
            assert_true(p <= position_before * (1 + 1e-9) && p >= 1e-300);
            assert_true(s > spacing_before * 0.0001 || s < 1e-280);
            spacing_before = s;
            position_before = p;
        }
        assert_true(spacing_before == 1e-300 && position_before == 1e-300);
    }
}

static void the_spacing_tail_decays_as_its_largest_coefficient_says(void **unused) {
    (void)unused;
    /* P = C exp(-y z/2)/sqrt(z) (1 + O(1/z)), y from the zero that tables of this law give: 1/0.23130 */
    for (double z = 25; z < 100; z += 5) {
        double a = rm_exponential_law_above(z), b = rm_exponential_law_above(z + 5);
        close_to(log(a / b), 5 / (2 * 0.2312976) + 0.5 * log((z + 5) / z), 0.002);
    }
}

static void variance_of_many_virtual_nodes_is_chi_square(void **unused) {
    (void)unused;
    /* chi-square, 9 degrees: 1 % above 21.666, 2.5 % above 19.023, 2.5 % below 2.7004 */
    close_to(rm_variance_p(10, 1000, 1, 21.666 / 9), 0.02, 2e-5);
    close_to(rm_variance_p(10, 1000, 1, 19.023 / 9), 0.05, 2e-5);
    close_to(rm_variance_p(10, 1000, 1, 2.7004 / 9), 0.05, 2e-5);
    /* 90 degrees: 2.5 % above 118.136, 2.5 % below 65.647 */
    close_to(rm_variance_p(10, 1000000, 10, 118.136 / 90), 0.05, 5e-5);
    close_to(rm_variance_p(10, 1000000, 10, 65.647 / 90), 0.05, 5e-5);
    /* 1800 degrees, Wilson & Hilferty, where the normal variable is 1.96 */
    double cube = 1 - 2.0 / 9 / 1800 + 1.959964 * sqrt(2.0 / 9 / 1800);
    close_to(rm_variance_p(10, 1000000, 200, cube * cube * cube), 0.05, 1e-4);
}

static void one_point_each_of_two_nodes_has_a_uniform_share(void **unused) {
    (void)unused;
    /* the ratio is 12 (D - 1/2)^2: P(above r) = 1 - sqrt(r/3) */
    double ratios[] = {0.0003, 0.03, 0.5, 1.5, 2.7, 2.97};
    for (size_t i = 0; i < 6; i++) {
        double above = 1 - sqrt(ratios[i] / 3), p = 2 * fmin(above, 1 - above);
        close_to(rm_variance_p(2, 1, 1, ratios[i]), p, 4 * sqrt(p / 65536) + 0.001 * p);
    }
}

static void a_band_ends_where_p_is_what_confidence_leaves(void **unused) {
    (void)unused;
    static const uint64_t rings[][3] = {{10, 160, 200}, {10, 8, 200},  {10, 160, 1},    {10, 1, 1},
                                        {5, 1, 20},     {1000, 40, 1}, {10000, 1, 200}, {2, 50000000, 1000}};
    for (size_t i = 0; i < 8; i++) {
        uint64_t n = rings[i][0], v = rings[i][1], s = rings[i][2];
        double low, high;
        rm_variance_band(n, v, s, 0.999, &low, &high);
        assert_true(0 < low && low < 1 && 1 < high);
        close_to(rm_variance_p(n, v, s, low), 0.001, 2e-5);
        close_to(rm_variance_p(n, v, s, high), 0.001, 2e-5);
        assert_true(rm_variance_p(n, v, s, high * 1.5) < 0.001);
        assert_true(rm_variance_p(n, v, s, low / 1.5) < 0.001);
    }
}

static void laws_do_not_depend_on_what_was_asked_before(void **unused) {
    (void)unused;
    double first = rm_variance_p(7, 3, 2, 1.7);
    for (uint64_t v = 1; v <= 31; v++) /* more than are kept */
        rm_variance_p(3, v, 1, 1), rm_variance_p(4, v, 2, 1);
    assert_true(rm_variance_p(7, 3, 2, 1.7) == first);
    assert_true(first > 0 && first < 1);
}

enum { ASKED = 12 };

/* Asks for laws, in another order in each thread; `context` takes the answers and begins with the order. */
static void *ask_for_laws(void *context) {
    double *answers = context;
    size_t turn = (size_t)answers[0];
    for (size_t i = 0; i < ASKED; i++) {
        size_t which = (i * 5 + turn) % ASKED;
        answers[which] = rm_variance_p(3 + which, 2, 1, 2) + rm_spacing_p(1.1, 50);
    }
    return NULL;
}

static void threads_that_ask_at_once_get_the_same_answers(void **unused) {
    (void)unused;
    pthread_t threads[4];
    double answers[5][ASKED];
    for (size_t t = 0; t < 4; t++) {
        answers[t][0] = (double)t;
        assert_int_equal(pthread_create(&threads[t], NULL, ask_for_laws, answers[t]), 0);
    }
    for (size_t t = 0; t < 4; t++)
        pthread_join(threads[t], NULL);
    answers[4][0] = 7;
    ask_for_laws(answers[4]);
    for (size_t t = 0; t < 4; t++)
        assert_memory_equal(answers[t], answers[4], sizeof answers[4]);
}

static void impossible_variances_have_no_answer(void **unused) {
    (void)unused;
    double low = 0, high = 0;
    assert_true(isnan(rm_variance_p(1, 100, 10, 1)));
    assert_true(isnan(rm_variance_p(10, 0, 10, 1)));
    assert_true(isnan(rm_variance_p(10, 100, 0, 1)));
    assert_true(isnan(rm_variance_p(10, 100, 10, NAN)));
    rm_variance_band(10, 100, 10, 1, &low, &high);
    assert_true(isnan(low) && isnan(high));
    assert_true(rm_variance_p(10, 160, 200, 53.68) < 1e-200);
    assert_true(rm_variance_p(10, 160, 200, 0) == 1e-300);
}

static void fisher_combines(void **unused) {
    (void)unused;
    /* k = 2: P(product of two uniforms <= q) = q (1 - ln q) */
    double two[] = {0.02, 0.3, NAN};
    close_to(rm_combined_p(two, 2), 0.006 * (1 - log(0.006)), 1e-12);
    close_to(rm_combined_p(two, 3), 0.006 * (1 - log(0.006)), 1e-12);
    close_to(rm_combined_p(two, 1), 0.02, 1e-12);
    assert_true(isnan(rm_combined_p(two + 2, 1)) && isnan(rm_combined_p(two, 0)));
    double ones[200], none[200];
    for (size_t i = 0; i < 200; i++) {
        ones[i] = 1;
        none[i] = 0;
    }
    close_to(rm_combined_p(ones, 200), 1, 1e-12);
    assert_true(rm_combined_p(none, 200) == 1e-300);
}

static void holm_steps_down(void **unused) {
    (void)unused;
    /* Holm (1979): sorted .001 .01 .02 .04 against .05/4 .05/3 .05/2 .05 */
    double p[] = {0.04, 0.001, NAN, 0.02, 0.01};
    bool rejected[5];
    rm_holm(p, 5, 0.05, rejected);
    assert_true(rejected[0] && rejected[1] && !rejected[2] && rejected[3] && rejected[4]);
    p[4] = 0.0167; /* above .05/3: it stops here, although .02 is below .05/2 */
    rm_holm(p, 5, 0.05, rejected);
    assert_true(!rejected[0] && rejected[1] && !rejected[2] && !rejected[3] && !rejected[4]);
    rm_holm(p, 0, 0.05, rejected);
}

static void lost_points_follow_poisson(void **unused) {
    (void)unused;
    close_to(rm_poisson_p(0, 3), 1, 0);
    close_to(rm_poisson_p(1, 3), 1 - exp(-3), 1e-12);
    close_to(rm_poisson_p(3, 2), 1 - exp(-2) * (1 + 2 + 2), 1e-12);
    assert_true(rm_poisson_p(100000, 1) == 1e-300 && rm_poisson_p(1, 0) == 1e-300);
    assert_true(isnan(rm_poisson_p(-1, 1)) && isnan(rm_poisson_p(1, NAN)));
}

static void lost_points_are_expected_as_drawers_stay_empty(void **unused) {
    (void)unused;
    close_to(rm_lost_expected(2, 1), 0.5, 1e-15);
    close_to(rm_lost_expected(3, 2), 3 - 4 * (1 - 27.0 / 64), 1e-14);
    for (double m = 2; m < 1e8; m *= 7) { /* at m = 2^32/16 the way changes */
        long double n = 0x1p32L, lost = m + n * expm1l(m * log1pl(-1 / n));
        close_to(rm_lost_expected(m, 32), (double)lost, 1e-6 * (double)lost);
    }
    close_to(rm_lost_expected(1e9, 32), 1e9 - 0x1p32 * (1 - exp(1e9 * log1p(-0x1p-32))), 1);
    close_to(rm_lost_expected(1e6, 64), 1e6 * 999999 * 0x1p-65, 1e-15);
    assert_true(rm_lost_expected(1, 32) == 0 && rm_lost_expected(0, 32) == 0);
    close_to(rm_lost_expected(5, 0), 4, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_are_those_of_the_definitions),
        cmocka_unit_test(rotating_a_ring_changes_no_statistic),
        cmocka_unit_test(ties_are_finite_and_suspicious),
        cmocka_unit_test(few_points_have_no_answer),
        cmocka_unit_test(critical_values_are_the_published_ones),
        cmocka_unit_test(p_values_fall_with_the_statistic_down_to_their_floor),
        cmocka_unit_test(the_spacing_tail_decays_as_its_largest_coefficient_says),
        cmocka_unit_test(variance_of_many_virtual_nodes_is_chi_square),
        cmocka_unit_test(one_point_each_of_two_nodes_has_a_uniform_share),
        cmocka_unit_test(a_band_ends_where_p_is_what_confidence_leaves),
        cmocka_unit_test(laws_do_not_depend_on_what_was_asked_before),
        cmocka_unit_test(threads_that_ask_at_once_get_the_same_answers),
        cmocka_unit_test(impossible_variances_have_no_answer),
        cmocka_unit_test(fisher_combines),
        cmocka_unit_test(holm_steps_down),
        cmocka_unit_test(lost_points_follow_poisson),
        cmocka_unit_test(lost_points_are_expected_as_drawers_stay_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
