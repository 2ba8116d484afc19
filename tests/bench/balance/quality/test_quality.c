/* Rings against a naive model: bitwise CRC-32, arcs by hand. Verdicts against the rules in words. */
#include "bench/balance/quality/figures.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ringmark.h"

enum { MOST_NODES = 12, MOST_VNODES = 40 };

/* ---- the model ---- */

typedef struct model_point {
    uint32_t position;
    unsigned node;
} model_point;

static uint32_t model_crc32(const char *text) {
    uint32_t crc = 0xffffffff;
    for (; *text; text++) {
        crc ^= (unsigned char)*text;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc;
}

static int by_position(const void *a, const void *b) {
    uint32_t x = ((const model_point *)a)->position, y = ((const model_point *)b)->position;
    return (x > y) - (x < y);
}

/* CV^2 and peak of the shares of nodes s.0, s.1, ... with labels "s.i+k". */
static void model_of(unsigned set, unsigned nodes, unsigned vnodes, double *cv_squared, double *peak) {
    model_point points[MOST_NODES * MOST_VNODES];
    double own[MOST_NODES] = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < nodes; i++)
        for (unsigned k = 0; k < vnodes; k++) {
            char label[64];
            snprintf(label, sizeof label, "%u.%u+%u", set, i, k);
            points[count++] = (model_point){model_crc32(label), i};
        }
    qsort(points, count, sizeof *points, by_position);
    for (unsigned i = 1; i < count; i++)
        own[points[i].node] += (double)points[i].position - points[i - 1].position;
    own[points[0].node] += 4294967296.0 - points[count - 1].position + points[0].position;
    *cv_squared = *peak = 0;
    for (unsigned i = 0; i < nodes; i++) {
        double relative = own[i] / 4294967296.0 * nodes;
        *cv_squared += (relative - 1) * (relative - 1) / nodes;
        *peak = relative > *peak ? relative : *peak;
    }
}

/* ---- rings ---- */

typedef struct names {
    rmk_node list[MOST_NODES];
    char texts[MOST_NODES][24];
    rmk_nodes table;
} names;

static void name(names *n, unsigned set, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        snprintf(n->texts[i], sizeof n->texts[i], "%u.%u", set, i);
        n->list[i] =
            (rmk_node){.id = i, .weight = 1, .name = {(unsigned char *)n->texts[i], strlen(n->texts[i])}};
    }
    n->table = (rmk_nodes){n->list, count, count};
}

static rm_quality_ring measured(const names *n, const rmk_hash *hash, unsigned vnodes) {
    rmk_placement_options options = {.key_hash = hash,
                                     .ring = {.hash = hash, .label = "{name}+{vnode}", .vnodes = vnodes}};
    rmk_placement *placement;
    assert_int_equal(rmk_placement_create(&rmk_algorithm_ring, &n->table, &options, &placement), RMK_OK);
    rm_quality_ring ring;
    rm_quality_measure(placement, placement->algorithm->points(placement).count, hash->bits, true, &ring);
    rmk_placement_destroy(placement);
    return ring;
}

static void close_to(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%.12g is not within %g of %.12g", found, tolerance, expected);
}

static void a_ring_is_as_uneven_as_its_arcs_are(void **state) {
    (void)state;
    for (unsigned set = 0; set < 200; set++) {
        unsigned nodes = 2 + set % (MOST_NODES - 1), vnodes = 1 + set * 7 % MOST_VNODES;
        names n;
        name(&n, set, nodes);
        rm_quality_ring ring = measured(&n, &rmk_hash_crc32, vnodes);
        double cv_squared, peak;
        model_of(set, nodes, vnodes, &cv_squared, &peak);
        close_to(ring.cv_squared, cv_squared, 1e-12 * (1 + cv_squared));
        close_to(ring.peak, peak, 1e-12 * peak);
        assert_int_equal(ring.points, nodes * vnodes);
        assert_int_equal(ring.points_a_node, vnodes);
        assert_int_equal(ring.serving, nodes);
        free(ring.weights);
    }
}

static void nodes_that_own_nothing_are_no_nodes(void **state) {
    (void)state;
    names n;
    name(&n, 5, 6);
    rm_quality_ring five, six = measured(&n, &rmk_hash_xxh3, 20);
    n.list[5].down = true;
    five = measured(&n, &rmk_hash_xxh3, 20);
    assert_int_equal(six.serving, 6);
    assert_int_equal(five.serving, 5);
    assert_int_equal(five.points, 100);
    assert_int_equal(five.points_a_node, 20);
    free(five.weights);
    free(six.weights);
}

static void weights_leave_points_unequal_and_the_variance_untested(void **state) {
    (void)state;
    names n;
    name(&n, 1, 4);
    n.list[2].weight = 3;
    rm_quality_ring ring = measured(&n, &rmk_hash_xxh3, 30);
    rm_quality q;
    assert_int_equal(ring.points_a_node, 0);
    assert_int_equal(ring.points, 180);
    rm_quality_judge(&ring, 1, 64, &q);
    assert_true(isnan(q.variance_p) && isnan(q.variance_low) && isnan(q.variance_high));
    assert_true(isfinite(q.spacing_p) && isfinite(q.position_p) && q.variance_ratio > 0);
    assert_int_equal(q.verdict, RM_VERDICT_RANDOM);
    /* the ratio of its own ring: shares w_i/W are Dirichlet, of node i: (W-w_i)/(w_i (vW+1)) */
    double expected = (3 * (5.0 / 1) + 3.0 / 3) / 4 / (30 * 6 + 1);
    close_to(q.variance_ratio, ring.cv_squared / expected, 1e-9 * q.variance_ratio);
    free(ring.weights);
}

static void one_node_has_it_all_and_no_verdict(void **state) {
    (void)state;
    names n;
    name(&n, 1, 1);
    rm_quality_ring ring = measured(&n, &rmk_hash_fnv1a_64, 160);
    rm_quality q;
    rm_quality_judge(&ring, 1, 64, &q);
    close_to(q.cv, 0, 0);
    close_to(q.peak_max, 1, 0);
    assert_true(isnan(q.variance_ratio) && isnan(q.effective_vnodes));
    assert_true(isnan(q.variance_p) && isnan(q.spacing_p) && isnan(q.position_p));
    assert_int_equal(q.verdict, RM_VERDICT_NONE);
    assert_null(rm_verdict_text(q.verdict));
    free(ring.weights);
}

static void rings_are_averaged_before_they_are_converted(void **state) {
    (void)state;
    enum { RINGS = 5 };
    rm_quality_ring rings[RINGS];
    double squares = 0, peaks = 0, most = 0;
    for (unsigned set = 0; set < RINGS; set++) {
        names n;
        name(&n, set, 10);
        rings[set] = measured(&n, &rmk_hash_xxh64, 40);
        squares += rings[set].cv_squared / RINGS;
        peaks += rings[set].peak / RINGS;
        most = fmax(most, rings[set].peak);
    }
    rm_quality q;
    rm_quality_judge(rings, RINGS, 64, &q);
    assert_true(isfinite(q.variance_p) && q.variance_low < 1 && q.variance_high > 1);
    close_to(q.cv, sqrt(squares), 1e-12);
    close_to(q.variance_ratio, squares * 401 / 9, 1e-9);
    close_to(q.effective_vnodes, (9 / squares - 1) / 10, 1e-9);
    close_to(q.peak_mean, peaks, 1e-12);
    close_to(q.peak_max, most, 0);
    rings[RINGS - 1].points_a_node++; /* no law is known of sets that differ in their numbers of points */
    rm_quality_judge(rings, RINGS, 64, &q);
    assert_true(isnan(q.variance_p) && isfinite(q.spacing_p));
    for (unsigned i = 0; i < RINGS; i++)
        free(rings[i].weights);
}

static void points_that_were_dropped_are_lost_and_still_count_for_their_nodes(void **state) {
    (void)state;
    names n;
    name(&n, 1, 4);
    rmk_placement_options options = {
        .key_hash = &rmk_hash_crc32,
        .ring = {.hash = &rmk_hash_crc32, .label = "{name}+{vnode}", .vnodes = 25}};
    rmk_placement *placement;
    assert_int_equal(rmk_placement_create(&rmk_algorithm_ring, &n.table, &options, &placement), RMK_OK);
    rm_quality_ring ring;
    rm_quality_measure(placement, 104, 32, false, &ring); /* as if there had been 26 each */
    rmk_placement_destroy(placement);
    assert_int_equal(ring.points, 100);
    assert_int_equal(ring.made, 104);
    assert_int_equal(ring.lost, 4);
    assert_int_equal(ring.points_a_node, 26);
    assert_null(ring.weights);
}

static void rings_that_are_all_the_same_count_once(void **state) {
    (void)state;
    names n;
    rm_quality_ring rings[3];
    name(&n, 1, 4);
    rings[0] = rings[1] = measured(&n, &rmk_hash_xxh3, 9);
    name(&n, 2, 4);
    rings[2] = measured(&n, &rmk_hash_xxh3, 9);
    assert_int_equal(rm_quality_count(rings, 1), 1);
    assert_int_equal(rm_quality_count(rings, 2), 1);
    assert_int_equal(rm_quality_count(rings, 3), 3);
    free(rings[0].weights);
    free(rings[2].weights);
}

/* A ring of points that somebody placed badly: what the tests say of it. */
static rm_ring_verdict verdict_of(const uint64_t *positions, unsigned count, unsigned nodes) {
    names n;
    name(&n, 0, nodes);
    rmk_placement_options options = {.key_hash = &rmk_hash_u64,
                                     .ring = {.hash = &rmk_hash_u64, .label = "{name}", .vnodes = 1}};
    for (unsigned i = 0; i < nodes; i++) {
        snprintf(n.texts[i], sizeof n.texts[i], "%llu", (unsigned long long)positions[i]);
        n.list[i].name.length = strlen(n.texts[i]);
    }
    assert_int_equal(count, nodes);
    rmk_placement *placement;
    assert_int_equal(rmk_placement_create(&rmk_algorithm_ring, &n.table, &options, &placement), RMK_OK);
    rm_quality_ring ring;
    rm_quality_measure(placement, nodes, 64, true, &ring);
    rmk_placement_destroy(placement);
    rm_quality_ring rings[50];
    for (unsigned i = 0; i < 50; i++)
        rings[i] = ring;
    rm_quality q;
    rm_quality_judge(rings, 50, 64, &q);
    free(ring.weights);
    return q.verdict;
}

static void heaps_cluster_wherever_they_stand(void **state) {
    (void)state;
    for (uint64_t origin = 1; origin < 0xf000000000000000u; origin += 0x1234567890abcdefu) {
        uint64_t positions[MOST_NODES];
        for (unsigned i = 0; i < MOST_NODES; i++)
            positions[i] = origin + i * 0x10000;
        assert_int_equal(verdict_of(positions, MOST_NODES, MOST_NODES), RM_VERDICT_CLUSTERS);
    }
}

/* ---- verdicts ---- */

typedef struct verdict_case {
    double variance_p, ratio, spacing_p, position_p, lost_p;
    rm_ring_verdict verdict;
} verdict_case;

static void check_verdict(const verdict_case *c) {
    rm_quality q = {.variance_p = c->variance_p,
                    .variance_ratio = c->ratio,
                    .spacing_p = c->spacing_p,
                    .position_p = c->position_p,
                    .lost_p = c->lost_p};
    rm_ring_verdict found = rm_quality_verdict(&q);
    if (found != c->verdict)
        fail_msg("p %g (ratio %g), %g, %g, lost %g: verdict %d, expected %d", c->variance_p, c->ratio,
                 c->spacing_p, c->position_p, c->lost_p, found, c->verdict);
}

static void the_first_of_the_rules_that_holds_is_the_verdict(void **state) {
    (void)state;
    static const verdict_case cases[] = {
        {.5, 1.1, .5, .5, .5, RM_VERDICT_RANDOM},
        {1e-9, 1.1, .5, .5, .5, RM_VERDICT_CLUSTERS}, /* less even than chance */
        {1e-9, .9, .5, .5, .5, RM_VERDICT_BIASED},    /* more even than chance */
        {.5, .9, 1e-9, .5, .5, RM_VERDICT_CLUSTERS},
        {1e-9, .9, 1e-9, .5, .5, RM_VERDICT_CLUSTERS},
        {.5, 1.1, .5, 1e-9, .5, RM_VERDICT_BIASED},
        {1e-9, 1.1, .5, 1e-9, .5, RM_VERDICT_CLUSTERS},
        {1e-9, 1.1, 1e-9, 1e-9, 1e-9, RM_VERDICT_COLLIDES},
        {.5, 1.1, .5, .5, .0009, RM_VERDICT_COLLIDES},
        {.5, 1.1, .5, .5, .0011, RM_VERDICT_RANDOM},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_verdict(cases + i);
}

static void three_tests_share_one_level(void **state) {
    (void)state;
    static const verdict_case cases[] = {
        {.5, 2, .00034, .5, 1, RM_VERDICT_RANDOM}, /* a third of the level is .000333 */
        {.5, 2, .00032, .5, 1, RM_VERDICT_CLUSTERS},    {.5, 2, .5, .00034, 1, RM_VERDICT_RANDOM},
        {.5, 2, .5, .00032, 1, RM_VERDICT_BIASED},      {.00034, 2, .5, .5, 1, RM_VERDICT_RANDOM},
        {.00049, 2, .5, .0003, 1, RM_VERDICT_CLUSTERS}, /* the second may be half of it */
        {.00051, 2, .5, .0003, 1, RM_VERDICT_BIASED},   {.00099, .5, .00048, .0003, 1, RM_VERDICT_CLUSTERS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_verdict(cases + i);
}

static void a_test_without_an_answer_says_nothing(void **state) {
    (void)state;
    static const verdict_case cases[] = {
        {NAN, NAN, NAN, NAN, NAN, RM_VERDICT_NONE},   {NAN, NAN, NAN, NAN, 1, RM_VERDICT_NONE},
        {.5, 1, NAN, NAN, 1, RM_VERDICT_RANDOM},      {NAN, 3, .5, 1e-9, 1, RM_VERDICT_BIASED},
        {NAN, 3, 1e-9, .5, NAN, RM_VERDICT_CLUSTERS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_verdict(cases + i);
}

static void verdicts_have_the_words_of_the_rows(void **state) {
    (void)state;
    assert_string_equal(rm_verdict_text(RM_VERDICT_RANDOM), "random");
    assert_string_equal(rm_verdict_text(RM_VERDICT_BIASED), "biased");
    assert_string_equal(rm_verdict_text(RM_VERDICT_CLUSTERS), "clusters");
    assert_string_equal(rm_verdict_text(RM_VERDICT_COLLIDES), "collides");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_is_as_uneven_as_its_arcs_are),
        cmocka_unit_test(nodes_that_own_nothing_are_no_nodes),
        cmocka_unit_test(weights_leave_points_unequal_and_the_variance_untested),
        cmocka_unit_test(one_node_has_it_all_and_no_verdict),
        cmocka_unit_test(rings_are_averaged_before_they_are_converted),
        cmocka_unit_test(points_that_were_dropped_are_lost_and_still_count_for_their_nodes),
        cmocka_unit_test(rings_that_are_all_the_same_count_once),
        cmocka_unit_test(heaps_cluster_wherever_they_stand),
        cmocka_unit_test(the_first_of_the_rules_that_holds_is_the_verdict),
        cmocka_unit_test(three_tests_share_one_level),
        cmocka_unit_test(a_test_without_an_answer_says_nothing),
        cmocka_unit_test(verdicts_have_the_words_of_the_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
