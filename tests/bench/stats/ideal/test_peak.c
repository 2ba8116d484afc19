/* Laws of an ideal ring: the theory's exact table, closed forms of one point a node (a broken stick), the
 * figures of a paper, simulated rings. */
#include "bench/stats/ideal/ideal.h"
#include "bench/stats/ideal/peak.h"
#include "bench/stats/quantile.h"

#include "tests/bench/theory.h"

#include "core/ring/ring.h"

#include <inttypes.h>

static void every_count_of_the_table_is_found_exactly(void **unused) {
    (void)unused;
    FILE *table = theory_table("vnodes_golden.tsv");
    double n, eps, p, chance, error;
    uint64_t v;
    int rows = 0;
    for (; fscanf(table, "%lf %lf %lf %" SCNu64 " %lf %lf", &n, &eps, &p, &v, &chance, &error) == 6; rows++) {
        uint64_t nodes = (uint64_t)n, found = rm_peak_vnodes(nodes, 1 + eps, p, 1 << 20);
        if (found != v)
            fail_msg("n=%g eps=%g p=%g: %" PRIu64 ", expected %" PRIu64, n, eps, p, found, v);
        close_to(rm_peak_probability(nodes, (double)v, 1 + eps), chance, 1e-7 + 2 * error);
        /* the limit on the count is kept */
        assert_int_equal(rm_peak_vnodes(nodes, 1 + eps, p, v), v);
        assert_int_equal(rm_peak_vnodes(nodes, 1 + eps, p, v - 1), 0);
    }
    fclose(table);
    assert_int_equal(rows, 348);
}

/* P(the longest of n pieces of a stick broken at n-1 places is at most h/n). */
static double broken_stick(int n, double h) {
    long double sum = 0, ways = 1;
    for (int k = 0; k <= n && k * h < n; k++) {
        sum += (k % 2 ? -1 : 1) * ways * powl(1 - (long double)k * h / n, n - 1);
        ways = ways * (n - k) / (k + 1);
    }
    return (double)sum;
}

/* One point a node is the hardest case: its variables have a sharp edge or a long tail. */
static double stick_error(int n) {
    return n <= 3 ? 1e-9 : n == 4 ? 3e-5 : 3e-6;
}

static void the_peak_of_one_point_a_node_is_that_of_a_broken_stick(void **unused) {
    (void)unused;
    for (int n = 2; n <= 24; n++)
        for (double h = 1.3; h < n; h += 0.37)
            close_to(rm_peak_probability((uint64_t)n, 1, h), broken_stick(n, h), stick_error(n));
}

static void the_least_of_one_point_a_node_is_that_of_a_broken_stick(void **unused) {
    (void)unused;
    /* every piece is longer than l/n with chance (1-l)^(n-1) */
    static const double chances[] = {.001, .01, .3, .5, .9, .99};
    for (int n = 2; n <= 40; n++)
        for (size_t i = 0; i < sizeof chances / sizeof *chances; i++) {
            double least = rm_least_quantile((uint64_t)n, 1, chances[i]);
            close_to(1 - pow(1 - least, n - 1), chances[i], stick_error(n));
        }
}

/* Largest less least piece: gaps of n exponential variables in order are themselves exponential, over n-1
 * .. 1. */
static double stick_range_below(int n, double range) {
    double above = 0, t = range / n;
    for (int i = 1; i < n; i++) {
        double c = 1.0 / i, product = pow(fmax(c - t, 0), n - 1) / c;
        for (int k = 1; k < n; k++)
            product /= k == i ? 1 : c - 1.0 / k;
        above += product;
    }
    return 1 - above;
}

static void the_range_of_one_point_among_three_is_that_of_a_broken_stick(void **unused) {
    (void)unused;
    for (int n = 2; n <= 3; n++)
        for (double p = .01; p < 1; p += .07)
            close_to(stick_range_below(n, rm_range_quantile((uint64_t)n, 1, p)), p, 1e-7);
}

static void quantiles_of_the_peak_invert_its_probability(void **unused) {
    (void)unused;
    static const uint64_t nodes[] = {2, 3, 4, 7, 20, 21, 500, 10000};
    static const double chances[] = {.001, .05, .5, .99, .99999};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        for (size_t k = 0; k < sizeof chances / sizeof *chances; k++)
            for (double v = 1.5; v < 1e5; v *= 37) {
                double h = rm_peak_quantile(nodes[i], v, chances[k]);
                assert_true(rm_peak_probability(nodes[i], v, 1 + (h - 1) * (1 + 1e-6)) >= chances[k] - 1e-9);
                assert_true(rm_peak_probability(nodes[i], v, 1 + (h - 1) * (1 - 1e-6)) <= chances[k] + 1e-9);
            }
}

static void the_count_for_a_very_narrow_target_is_the_first_that_meets_it(void **unused) {
    (void)unused;
    static const uint64_t nodes[] = {2, 3, 5, 20, 10000};
    static const double chances[] = {.5, .9, .999, .999999};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        for (size_t k = 0; k < sizeof chances / sizeof *chances; k++) {
            double v = (double)rm_peak_vnodes(nodes[i], 1.001, chances[k], UINT64_MAX);
            assert_true(v > 1e5);
            assert_true(rm_peak_probability(nodes[i], v, 1.001) >= chances[k] - 1e-12);
            assert_true(rm_peak_probability(nodes[i], v - 1, 1.001) < chances[k]);
        }
}

static void a_share_of_one_point_among_two_is_uniform(void **unused) {
    (void)unused;
    close_to(rm_share_quantile(2, 1, .25), .5, 1e-9);
    close_to(rm_share_quantile(2, 1, .9), 1.8, 1e-9);
    /* Beta(1, 9): 1 - (1-x)^9 */
    close_to(rm_share_quantile(10, 1, .7), 10 * (1 - pow(.3, 1.0 / 9)), 1e-9);
    /* of very many points a normal variable, where the incomplete beta of others fails */
    close_to((rm_share_quantile(1000, 1e9, .975) - 1) / sqrt(999 / (1e12 + 1)), 1.959964, 1e-4);
    close_to((rm_peak_quantile(2, 1e9, .95) - 1) * sqrt(2e9 + 1), 1.959964, 1e-4);
}

static void the_jump_papers_table_of_rings_is_reproduced(void **unused) {
    (void)unused;
    /* points, CV, and the interval of 99 % of the shares, each as printed */
    static const double rows[][4] = {{1, .99900, .0050, 5.2896},
                                     {10, .316054, .3718, 1.9989},
                                     {100, .0999495, .7613, 1.2762},
                                     {1000, .0316069, .9205, 1.0833}};
    static const double last_digit[] = {1e-5, 1e-6, 1e-7, 1e-7};
    double *weights = malloc(1000 * sizeof *weights);
    for (int i = 0; i < 1000; i++)
        weights[i] = 1;
    for (int i = 0; i < 4; i++) {
        close_to(rm_ideal_cv(weights, 1000, rows[i][0]), rows[i][1], last_digit[i] / 2);
        close_to(rm_share_quantile(1000, rows[i][0], .005), rows[i][2], .5e-4);
        close_to(rm_share_quantile(1000, rows[i][0], .995), rows[i][3], .5e-4);
    }
    free(weights);
}

/* Arcs of a real ring, added up point by point. */
static void ring_shares(uint64_t nodes, uint64_t vnodes, double *shares) {
    static char names[1000][16];
    static rmk_node list[1000];
    for (uint64_t i = 0; i < nodes; i++) {
        int length = snprintf(names[i], sizeof names[i], "node-%" PRIu64, i);
        list[i] = (rmk_node){
            .id = (uint32_t)i, .weight = 1, .name = {(const unsigned char *)names[i], (size_t)length}};
        shares[i] = 0;
    }
    rmk_nodes table = {.list = list, .count = nodes, .id_limit = (uint32_t)nodes};
    rmk_ring_options options = {.hash = rmk_hash_find("xxh3"), .vnodes = vnodes};
    rmk_ring *ring = NULL;
    assert_int_equal(rmk_ring_build(&table, &options, &ring), RMK_OK);
    rmk_points points = rmk_ring_points(ring);
    uint64_t before = points.positions[points.count - 1];
    for (size_t i = 0; i < points.count; i++) {
        shares[points.owners[i]] += (double)(points.positions[i] - before) * 0x1p-64 * (double)nodes;
        before = points.positions[i];
    }
    rmk_ring_destroy(ring);
}

static void a_ring_of_a_good_hash_shows_the_papers_figures_within_their_errors(void **unused) {
    (void)unused;
    static double shares[1000];
    for (uint64_t v = 1; v <= 1000; v *= 10) {
        double squares = 0, inside = 0;
        double low = rm_share_quantile(1000, (double)v, .005),
               high = rm_share_quantile(1000, (double)v, .995);
        ring_shares(1000, v, shares);
        for (int i = 0; i < 1000; i++) {
            squares += (shares[i] - 1) * (shares[i] - 1) / 1000;
            inside += shares[i] >= low && shares[i] <= high;
        }
        /* a normal variable's 16 % and 84 % are two standard errors apart */
        double error = (rm_cv_quantile(1000, (double)v, .8413) - rm_cv_quantile(1000, (double)v, .1587)) / 2;
        close_to(sqrt(squares), sqrt(999 / (1000 * (double)v + 1)), 2 * error);
        close_to(inside / 1000, .99, 2 * sqrt(.99 * .01 / 1000));
    }
}

enum { PEAK, LEAST, CV, RANGE, LAWS };

typedef double quantile_of(uint64_t nodes, double vnodes, double p);
static quantile_of *const laws[LAWS] = {rm_peak_quantile, rm_least_quantile, rm_cv_quantile,
                                        rm_range_quantile};

static void simulate(uint64_t *state, size_t nodes, unsigned points, size_t rings, double *figures[LAWS]) {
    double *shares = malloc(nodes * sizeof *shares);
    for (size_t r = 0; r < rings; r++) {
        theory_ring(state, nodes, points, shares);
        double peak = 0, least = INFINITY, squares = 0;
        for (size_t i = 0; i < nodes; i++) {
            peak = fmax(peak, shares[i]);
            least = fmin(least, shares[i]);
            squares += (shares[i] - 1) * (shares[i] - 1);
        }
        figures[PEAK][r] = peak;
        figures[LEAST][r] = least;
        figures[CV][r] = sqrt(squares / (double)nodes);
        figures[RANGE][r] = peak - least;
    }
    free(shares);
}

/* Within `allowed` of the value, or between the simulated values that four standard errors of the chance
 * reach. */
static void compare_quantile(const double *sorted, size_t rings, size_t nodes, unsigned points, int law,
                             double p, double allowed) {
    double reach = 4 * sqrt(p * (1 - p) / (double)rings), found = laws[law](nodes, points, p);
    double low = rm_quantile(sorted, rings, fmax(p - reach, 0)),
           high = rm_quantile(sorted, rings, fmin(p + reach, 1));
    if (!(found >= low * (1 - allowed) && found <= high * (1 + allowed)))
        fail_msg("law %d of %zu nodes of %u at %g: %.6g, simulated %.6g to %.6g", law, nodes, points, p,
                 found, low, high);
}

static void compare_with_rings(size_t nodes, unsigned points, size_t rings) {
    static const double chances[] = {.1, .5, .9, .99};
    static const double allowed[LAWS] = {1e-4, 1e-4, .005, .001};
    uint64_t state = nodes * 1000 + points;
    double *figures[LAWS];
    for (int law = 0; law < LAWS; law++)
        figures[law] = malloc(rings * sizeof **figures);
    simulate(&state, nodes, points, rings, figures);
    for (int law = 0; law < LAWS; law++) {
        rm_sort_reals(figures[law], rings);
        for (size_t i = 0; i < sizeof chances / sizeof *chances; i++) {
            /* the CV's lower tail is known to be rough */
            double part = law == CV && chances[i] < .5 ? .03 : allowed[law];
            compare_quantile(figures[law], rings, nodes, points, law, chances[i], part);
        }
        free(figures[law]);
    }
}

static void laws_agree_with_simulated_rings(void **unused) {
    (void)unused;
    const char *set = getenv("RINGMARK_LONG");
    bool longer = set && *set == '1';
    static const size_t nodes[] = {2, 3, 4, 5, 10, 30, 1000};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        compare_with_rings(nodes[i], 8, longer || nodes[i] <= 10 ? 100000 : 400000 / nodes[i]);
        if (longer)
            compare_with_rings(nodes[i], 160, 100000);
    }
    compare_with_rings(10, 160, longer ? 100000 : 20000);
}

static void counts_for_a_cv_or_a_range_are_the_first_that_meet_them(void **unused) {
    (void)unused;
    static const uint64_t nodes[] = {2, 3, 4, 10, 1000};
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        uint64_t v = rm_cv_vnodes(nodes[i], .05, .95, 1 << 20);
        assert_true(rm_cv_quantile(nodes[i], (double)v, .95) <= .05 * (1 + 1e-9));
        assert_true(rm_cv_quantile(nodes[i], (double)v - 1, .95) > .05);
        assert_int_equal(rm_cv_vnodes(nodes[i], .05, .95, v - 1), 0);
        v = rm_range_vnodes(nodes[i], .2, .95, 1 << 20);
        assert_true(rm_range_quantile(nodes[i], (double)v, .95) <= .2 * (1 + 1e-9));
        assert_true(rm_range_quantile(nodes[i], (double)v - 1, .95) > .2);
        assert_int_equal(rm_range_vnodes(nodes[i], .2, .95, v - 1), 0);
    }
}

static void the_cv_of_many_nodes_and_points_is_chi_square(void **unused) {
    (void)unused;
    /* 11 degrees: 95 % are below 19.6751 */
    close_to(rm_cv_quantile(12, 1e9, .95) * sqrt(12e9 + 1), sqrt(19.6751), 1e-4);
    close_to(rm_cv_quantile(12, 1e6, .95) * sqrt(12e6 + 1), sqrt(19.6751), 1e-4);
}

static void a_node_alone_is_even(void **unused) {
    (void)unused;
    close_to(rm_peak_probability(1, 5, 1), 1, 0);
    close_to(rm_peak_probability(1, 5, .99), 0, 0);
    close_to(rm_peak_quantile(1, 5, .5), 1, 0);
    close_to(rm_least_quantile(1, 5, .5), 1, 0);
    close_to(rm_share_quantile(1, 5, .5), 1, 0);
    close_to(rm_cv_quantile(1, 5, .5), 0, 0);
    close_to(rm_range_quantile(1, 5, .5), 0, 0);
    assert_int_equal(rm_peak_vnodes(1, 1, .99, 10), 1);
    assert_int_equal(rm_cv_vnodes(1, 0, .99, 10), 1);
    assert_int_equal(rm_range_vnodes(1, 0, .99, 10), 1);
}

static void what_cannot_be_is_no_answer(void **unused) {
    (void)unused;
    static const double no_vnodes[] = {0, -1, NAN, INFINITY}, no_chance[] = {0, 1, -.1, 1.1, NAN};
    for (size_t i = 0; i < 4; i++) {
        assert_true(isnan(rm_peak_probability(5, no_vnodes[i], 1.1)));
        assert_true(isnan(rm_share_quantile(5, no_vnodes[i], .5)));
        for (int law = 0; law < LAWS; law++)
            assert_true(isnan(laws[law](5, no_vnodes[i], .5)) && isnan(laws[law](0, 10, .5)));
    }
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(rm_peak_vnodes(5, 1.1, no_chance[i], 1 << 20), 0);
        assert_int_equal(rm_cv_vnodes(5, .1, no_chance[i], 1 << 20), 0);
        assert_int_equal(rm_range_vnodes(5, .1, no_chance[i], 1 << 20), 0);
        for (int law = 0; law < LAWS; law++)
            assert_true(isnan(laws[law](5, 10, no_chance[i])));
    }
    assert_true(isnan(rm_peak_probability(5, 10, NAN)) && isnan(rm_peak_probability(0, 10, 1.1)));
}

static void a_target_out_of_reach_has_no_count(void **unused) {
    (void)unused;
    static const double never[] = {1, .9, 0, -1, NAN, -INFINITY};
    for (size_t i = 0; i < 6; i++)
        assert_int_equal(rm_peak_vnodes(5, never[i], .9, UINT64_MAX), 0);
    for (size_t i = 2; i < 6; i++) {
        assert_int_equal(rm_cv_vnodes(5, never[i], .9, UINT64_MAX), 0);
        assert_int_equal(rm_range_vnodes(5, never[i], .9, UINT64_MAX), 0);
    }
    assert_int_equal(rm_peak_vnodes(0, 1.1, .9, 100) + rm_peak_vnodes(5, 1.1, .9, 0), 0);
    assert_int_equal(rm_peak_vnodes(5, 5, .999, 1), 1); /* nobody has more than all */
    assert_int_equal(rm_cv_vnodes(5, 2, .999, 1), 1);
    assert_int_equal(rm_range_vnodes(5, 5, .999, 1), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_count_of_the_table_is_found_exactly),
        cmocka_unit_test(the_peak_of_one_point_a_node_is_that_of_a_broken_stick),
        cmocka_unit_test(the_least_of_one_point_a_node_is_that_of_a_broken_stick),
        cmocka_unit_test(the_range_of_one_point_among_three_is_that_of_a_broken_stick),
        cmocka_unit_test(quantiles_of_the_peak_invert_its_probability),
        cmocka_unit_test(the_count_for_a_very_narrow_target_is_the_first_that_meets_it),
        cmocka_unit_test(a_share_of_one_point_among_two_is_uniform),
        cmocka_unit_test(the_jump_papers_table_of_rings_is_reproduced),
        cmocka_unit_test(a_ring_of_a_good_hash_shows_the_papers_figures_within_their_errors),
        cmocka_unit_test(laws_agree_with_simulated_rings),
        cmocka_unit_test(counts_for_a_cv_or_a_range_are_the_first_that_meet_them),
        cmocka_unit_test(the_cv_of_many_nodes_and_points_is_chi_square),
        cmocka_unit_test(a_node_alone_is_even),
        cmocka_unit_test(what_cannot_be_is_no_answer),
        cmocka_unit_test(a_target_out_of_reach_has_no_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
