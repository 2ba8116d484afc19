/* How often ideal rings are rejected, by simulation: of each test, of many sets combined, and of a verdict.
 * RINGMARK_LONG=1: more and bigger rings, and the table of null_law.c against quantiles of rings made anew. */
#include "bench/stats/p_values/null_law.h"
#include "bench/stats/p_values/uniformity.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/bench/ideal_ring.h"

enum { NODES = 10, MOST_POINTS = 1600, SETS = 200 };

static uint64_t positions[MOST_POINTS], scratch[3 * MOST_POINTS];
static double gaps[MOST_POINTS];

static bool long_run(void) {
    const char *set = getenv("RINGMARK_LONG");
    return set && *set == '1';
}

typedef struct ring_p {
    double spacing, position, ratio;
} ring_p;

static ring_p judge_a_ring(size_t nodes, size_t vnodes) {
    size_t m = nodes * vnodes;
    ideal_ring(positions, gaps, m);
    return (ring_p){rm_spacing_p(rm_spacing_statistic(positions, m, 64, scratch), m),
                    rm_position_p(rm_position_statistic(positions, m), m),
                    variance_ratio(gaps, nodes, vnodes)};
}

/* The count of so many trials stays within `sigmas` of what `chance` gives. */
static void is_as_frequent(const char *what, double count, double trials, double chance, double sigmas) {
    double expected = trials * chance, deviation = sqrt(expected * (1 - chance));
    if (!(fabs(count - expected) <= sigmas * deviation))
        fail_msg("%s: %g of %g at %g", what, count, trials, chance);
}

static void sizes_of_one_ring(size_t vnodes, double rings) {
    double spacing = 0, position = 0, variance = 0;
    state = 1000 + vnodes;
    for (double i = 0; i < rings; i++) {
        ring_p p = judge_a_ring(NODES, vnodes);
        spacing += p.spacing <= 0.01;
        position += p.position <= 0.01;
        variance += rm_variance_p(NODES, vnodes, 1, p.ratio) <= 0.01;
    }
    print_message("v = %zu, 1 %% level: spacings %.2f %%, positions %.2f %%, variance %.2f %% of %g rings\n",
                  vnodes, 100 * spacing / rings, 100 * position / rings, 100 * variance / rings, rings);
    assert_true(fabs(spacing / rings - 0.01) <= 0.003);
    assert_true(fabs(position / rings - 0.01) <= 0.003);
    assert_true(fabs(variance / rings - 0.01) <= 0.003);
}

static void one_in_a_hundred_ideal_rings_is_rejected_by_each_test(void **unused) {
    (void)unused;
    static const size_t vnodes[] = {1, 8, 32, 160};
    for (size_t i = 0; i < 4; i++)
        sizes_of_one_ring(vnodes[i], long_run() && vnodes[i] < 160 ? 100000 : 10000);
}

static void p_values_of_ideal_rings_are_uniform(void **unused) {
    (void)unused;
    static const size_t counts[] = {5, 7, 10, 16, 50, 320};
    for (size_t c = 0; c < 6; c++) {
        double rings = 4e6 / (double)counts[c] * (long_run() ? 8 : 1), spacing[10] = {0}, position[10] = {0};
        rings = floor(fmin(rings, long_run() ? 4e6 : 2e5));
        state = 77 + counts[c];
        for (double i = 0; i < rings; i++) {
            ring_p p = judge_a_ring(counts[c], 1);
            spacing[(int)fmin(9, 10 * p.spacing)]++;
            position[(int)fmin(9, 10 * p.position)]++;
        }
        for (int bin = 0; bin < 10; bin++) {
            /* the correction's own error comes on top of the chance; the law of few positions has corners */
            double unit = sqrt(rings * 0.1), corners = counts[c] < 16 ? 0.05 : 0.01;
            is_as_frequent("a tenth of spacing p", spacing[bin], rings, 0.1, 4 + 0.002 * unit);
            is_as_frequent("a tenth of position p", position[bin], rings, 0.1, 4 + corners * unit);
        }
    }
}

typedef struct cell_counts {
    double spacing[2], position[2], variance[2], verdict[2];
} cell_counts;

static const double levels[2] = {0.01, 0.001};

static void count_a_cell(size_t nodes, size_t vnodes, cell_counts *counts) {
    double spacing[SETS], position[SETS], ratios = 0;
    for (size_t s = 0; s < SETS; s++) {
        ring_p p = judge_a_ring(nodes, vnodes);
        spacing[s] = p.spacing;
        position[s] = p.position;
        ratios += p.ratio / SETS;
    }
    double p[3] = {rm_variance_p(nodes, vnodes, SETS, ratios), rm_combined_p(spacing, SETS),
                   rm_combined_p(position, SETS)};
    for (size_t l = 0; l < 2; l++) {
        bool rejected[3];
        rm_holm(p, 3, levels[l], rejected);
        counts->variance[l] += p[0] <= levels[l];
        counts->spacing[l] += p[1] <= levels[l];
        counts->position[l] += p[2] <= levels[l];
        counts->verdict[l] += rejected[0] || rejected[1] || rejected[2];
    }
}

static void sizes_of_cells(size_t nodes, size_t vnodes, double cells) {
    cell_counts counts = {0};
    state = 31 * vnodes + nodes;
    for (double i = 0; i < cells; i++)
        count_a_cell(nodes, vnodes, &counts);
    for (size_t l = 0; l < 2; l++) {
        print_message(
            "n = %zu, v = %zu, %g cells of %d sets at %g: spacings %.4f, positions %.4f, variance %.4f, "
            "verdict %.4f\n",
            nodes, vnodes, cells, SETS, levels[l], counts.spacing[l] / cells, counts.position[l] / cells,
            counts.variance[l] / cells, counts.verdict[l] / cells);
        /* 5 deviations: the p-values are those of an approximation */
        is_as_frequent("spacings combined", counts.spacing[l], cells, levels[l], 5);
        is_as_frequent("positions combined", counts.position[l], cells, levels[l], 5);
        is_as_frequent("variance over sets", counts.variance[l], cells, levels[l], 5);
        /* the three are not independent, so the family may be rejected less often, never more */
        assert_true(counts.verdict[l] <= cells * levels[l] + 4 * sqrt(cells * levels[l]));
        assert_true(counts.verdict[l] >= cells * levels[l] / 2 - 4 * sqrt(cells * levels[l]));
    }
}

static void verdicts_over_many_sets_have_the_size_that_they_claim(void **unused) {
    (void)unused;
    bool more = long_run();
    sizes_of_cells(10, 1, more ? 25000 : 3000);
    sizes_of_cells(5, 1, more ? 25000 : 3000);
    sizes_of_cells(10, 8, more ? 6000 : 400);
    sizes_of_cells(10, 32, more ? 3000 : 100);
}

static void variance_over_few_and_many_sets_rejects_as_often_as_it_says(void **unused) {
    (void)unused;
    static const size_t cases[][3] = {{10, 1, 5}, {3, 2, 20}, {10, 4, 112}, {100, 1, 1}, {10, 33, 6}};
    for (size_t c = 0; c < 5; c++) {
        size_t n = cases[c][0], v = cases[c][1], sets = cases[c][2];
        double trials = long_run() ? 200000 : 10000, few[2] = {0};
        state = 5 + c;
        for (double i = 0; i < trials; i++) {
            double ratio = 0;
            for (size_t s = 0; s < sets; s++) {
                for (size_t g = 0; g < n * v; g++)
                    gaps[g] = -log(uniform());
                ratio += variance_ratio(gaps, n, v) / (double)sets;
            }
            for (size_t l = 0; l < 2; l++)
                few[l] += rm_variance_p(n, v, sets, ratio) <= levels[l];
        }
        print_message("variance, n = %zu, v = %zu, %zu sets: %.4f %.4f of %g\n", n, v, sets, few[0] / trials,
                      few[1] / trials, trials);
        /* a tail of 65536 simulated ones is known to 6 % at a half percent */
        is_as_frequent("1 %", few[0], trials, levels[0], 4 + 0.06 * sqrt(trials * levels[0]));
        is_as_frequent("0.1 %", few[1], trials, levels[1], 4 + 0.2 * sqrt(trials * levels[1]));
    }
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Rare levels of the fitted table: p at the quantile of new rings is the level. */
static void the_table_gives_quantiles_of_new_rings_their_level(void **unused) {
    (void)unused;
    static const size_t counts[] = {5, 10, 24, 120};
    static const double probabilities[] = {0.999, 0.9, 0.5, 0.1, 0.01, 0.005, 0.001, 0.0001, 0.00001};
    size_t rings = long_run() ? 10000000 : 100000;
    double *spacing = malloc(rings * sizeof *spacing), *position = malloc(rings * sizeof *position);
    for (size_t c = 0; c < 4; c++) {
        size_t m = counts[c];
        state = 900 + m;
        for (size_t i = 0; i < rings; i++) {
            ideal_ring(positions, gaps, m);
            spacing[i] = rm_spacing_statistic(positions, m, 64, scratch);
            position[i] = rm_position_statistic(positions, m);
        }
        qsort(spacing, rings, sizeof *spacing, by_value);
        qsort(position, rings, sizeof *position, by_value);
        for (size_t l = 0; l < 9 && probabilities[l] * (double)rings >= 90; l++) {
            double p = probabilities[l];
            size_t at = (size_t)((1 - p) * (double)rings);
            double chance = 4.5 * sqrt((1 - p) / p / (double)rings);
            double slack = p >= 0.05 ? 0.0015 : p >= 0.002 ? 0.008 : p >= 0.0005 ? 0.015 : 0.06;
            double s = rm_spacing_p(spacing[at], m) / p - 1, v = rm_position_p(position[at], m) / p - 1;
            if (!(fabs(s) <= chance + slack && fabs(v) <= chance + slack))
                fail_msg("m = %zu, p = %g: spacings off by %.5f, positions by %.5f", m, p, s, v);
        }
    }
    free(spacing);
    free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_in_a_hundred_ideal_rings_is_rejected_by_each_test),
        cmocka_unit_test(p_values_of_ideal_rings_are_uniform),
        cmocka_unit_test(verdicts_over_many_sets_have_the_size_that_they_claim),
        cmocka_unit_test(variance_over_few_and_many_sets_rejects_as_often_as_it_says),
        cmocka_unit_test(the_table_gives_quantiles_of_new_rings_their_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
