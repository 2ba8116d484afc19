/*
 * The scan of given names against rings that are built and summed up naively, number by number; labels,
 * targets and candidates by hand.
 */
#include "bench/plan/draws.h"
#include "bench/plan/label.h"
#include "bench/plan/measure.h"
#include "bench/plan/names.h"
#include "bench/plan/remedy.h"
#include "bench/plan/rows.h"
#include "bench/plan/scan.h"
#include "bench/plan/theory.h"

#include <stdlib.h>
#include <string.h>

#include "bench/cells/cells.h"
#include "bench/cli/command.h"
#include "bench/cli/parse.h"
#include "bench/output/machine.h"
#include "tests/bench/theory.h"

extern const rm_command rm_command_plan;

enum { MOST = 40, NODES = 7 };

static rm_options *parsed(const char *label, const char *hash, const char *file) {
    char *arguments[] = {(char *)"--label", (char *)label,          (char *)"--hash",
                         (char *)hash,      (char *)"--nodes-file", (char *)file};
    return rm_options_parse(&rm_command_plan, 6, arguments);
}

/* ---- the naive model: a list of (position, node), owner by a walk over all points ---- */

typedef struct model_point {
    uint64_t position;
    int node;
} model_point;

static int by_position(const void *a, const void *b) {
    const model_point *x = a, *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return x->node - y->node; /* names ascend with the number */
}

/* "{name}" and "{vnode}" of `label` filled in. */
static void fill_in(const char *label, const char *name, unsigned vnode, char out[128]) {
    size_t n = 0;
    while (*label) {
        if (strncmp(label, "{name}", 6) == 0) {
            n += (size_t)sprintf(out + n, "%s", name);
            label += 6;
        } else if (strncmp(label, "{vnode}", 7) == 0) {
            n += (size_t)sprintf(out + n, "%u", vnode);
            label += 7;
        } else {
            out[n++] = *label++;
        }
    }
    out[n] = '\0';
}

static rm_unevenness model(const char *label, const rmk_hash *hash, const unsigned *weights,
                           unsigned vnodes) {
    model_point points[NODES * MOST * 4];
    size_t count = 0;
    double total_weight = 0, shares[NODES] = {0};
    rmk_hasher hasher;
    assert_int_equal(rmk_hasher_open(&hasher, hash, RMK_ISA_SCALAR, NULL), RMK_OK);
    for (int node = 0; node < NODES; node++) {
        total_weight += weights[node];
        for (unsigned v = 0; v < vnodes * weights[node]; v++) {
            char name[16], text[128];
            snprintf(name, sizeof name, "n%d", node);
            fill_in(label, name, v, text);
            points[count++] = (model_point){rmk_hash_one(&hasher, text, strlen(text)), node};
        }
    }
    rmk_hasher_close(&hasher);
    qsort(points, count, sizeof *points, by_position);
    double circle = ldexp(1, (int)hash->bits);
    for (size_t i = 0; i < count; i++) {
        if (i && points[i].position == points[i - 1].position)
            continue;
        double arc = i ? (double)(points[i].position - points[i - 1].position)
                       : (double)points[0].position + (circle - (double)points[count - 1].position);
        shares[points[i].node] += arc / circle;
    }
    rm_unevenness u = {0, INFINITY, 0};
    for (int node = 0; node < NODES; node++) {
        double relative = shares[node] / (weights[node] / total_weight);
        u.peak = fmax(u.peak, relative);
        u.least = fmin(u.least, relative);
        u.cv_squared += (relative - 1) * (relative - 1) / NODES;
    }
    return u;
}

static void every_number_of_points_is_that_of_a_ring_built_for_it(void **state) {
    (void)state;
    static const struct {
        const char *label, *hash;
        unsigned weights[NODES];
    } cases[] = {
        {"{name}#{vnode}", "xxh3", {1, 1, 1, 1, 1, 1, 1}},
        {"{vnode}/{name}", "crc32", {1, 2, 3, 1, 1, 4, 1}},
        {"{name}&&VN{vnode}", "fnv1a-64", {1, 1, 1, 1, 1, 1, 1}},
        {"{vnode}", "md5", {1, 1, 1, 1, 1, 1, 1}}, /* all positions are equal: the first name has all */
        {"x{vnode}y", "murmur3-32", {2, 1, 1, 3, 1, 1, 1}}, /* some are */
        {"{name}", "xxh64", {1, 1, 1, 1, 1, 1, 1}},         /* all of a node's are */
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        char path[] = "/tmp/plan-XXXXXX";
        int descriptor = mkstemp(path);
        FILE *file = fdopen(descriptor, "w");
        for (int node = 0; node < NODES; node++)
            fprintf(file, "n%d,%u\n", node, cases[c].weights[node]);
        fclose(file);
        rm_options *options = parsed(cases[c].label, cases[c].hash, path);
        const rmk_hash *hash = options->hashes[0];
        rm_plan_row row = {.options = *options};
        row.cell =
            (rm_cell){.options = options, .algorithm = &rmk_algorithm_ring, .hash = hash, .node_hash = hash};
        rm_question q = {.options = options, .cell = row.cell};
        rm_unevenness sets[MOST];
        rm_scan_ring(&q, &row, 0, MOST, sets);
        for (unsigned v = 1; v <= MOST; v++) {
            rm_unevenness expected = model(cases[c].label, hash, cases[c].weights, v);
            close_to(sets[v - 1].peak, expected.peak, 1e-9);
            close_to(sets[v - 1].least, expected.least, 1e-9);
            close_to(sets[v - 1].cv_squared, expected.cv_squared, 1e-9);
        }
        rm_options_free(options);
        remove(path);
    }
}

/* What an allocator that counts gave to a ring that is built. */
static uint64_t bytes_of_built(const rm_plan_row *row, const rmk_nodes *nodes) {
    rm_counting counting = {0};
    rmk_allocator allocator = rm_counting_allocator(&counting);
    rm_cell cell = row->cell;
    cell.index = rm_index_resolved(NULL);
    rmk_placement *placement;
    assert_int_equal(rm_cell_try_place(&cell, nodes, 0, &allocator, &placement), RMK_OK);
    uint64_t bytes = counting.live_bytes;
    rmk_placement_destroy(placement);
    return bytes;
}

static void bytes_that_are_not_measured_are_those_of_a_built_ring(void **state) {
    (void)state;
    /* of eight nodes; in the last two the padding alone takes arrays beyond a size of whole large pages */
    static const uint64_t vnodes[] = {1, 2, 3, 100, 4999, 65533, 65535, 131071};
    enum { SIZES = sizeof vnodes / sizeof *vnodes };
    char *arguments[] = {(char *)"--nodes", (char *)"8", (char *)"--no-measure"};
    rm_options *options = rm_options_parse(&rm_command_plan, 3, arguments);
    const rmk_hash *hash = options->hashes[0];
    rm_cell cell = {
        .options = options, .algorithm = &rmk_algorithm_ring, .hash = hash, .node_hash = hash, .nodes = 8};
    rm_question q = {.options = options, .cell = cell, .facts = {.count = 8, .weight_sum = 8}};
    rm_plan_row list[SIZES];
    for (size_t i = 0; i < SIZES; i++) {
        list[i] = (rm_plan_row){.options = *options, .cell = cell, .points = 8 * vnodes[i]};
        list[i].cell.vnodes = vnodes[i];
    }
    rm_plan_rows rows = {list, SIZES};
    rm_plan_measure(&q, &rows);
    rm_node_list nodes = rm_nodes_of(options, 8, 0);
    for (size_t i = 0; i < SIZES; i++)
        assert_int_equal(list[i].memory_bytes, bytes_of_built(&list[i], &nodes.nodes));
    rm_nodes_free(&nodes);
    rm_options_free(options);
}

static void is_text(char *found, const char *expected) {
    assert_non_null(found);
    assert_string_equal(found, expected);
    free(found);
}

static void a_label_is_turned_so_that_the_number_leads(void **state) {
    (void)state;
    is_text(rm_label_turned("{name}#{vnode}"), "{vnode}-{name}");
    is_text(rm_label_turned(NULL), "{vnode}-{name}");
    is_text(rm_label_turned("{name}&&{set}/{vnode}"), "{vnode}-{set}-{name}");
    assert_null(rm_label_turned("{vnode}{name}"));
    assert_null(rm_label_turned("{name}"));
    assert_null(rm_label_turned("{{vnode}{name}")); /* a brace, no placeholder */
}

static void a_salt_stands_for_the_set_or_behind_the_label(void **state) {
    (void)state;
    is_text(rm_label_salted("{name}#{vnode}", 0), "{name}#{vnode}");
    is_text(rm_label_salted("{name}#{vnode}", 12), "{name}#{vnode}~12");
    is_text(rm_label_salted("{set}{name}#{vnode}/{set}", 3), "3{name}#{vnode}/3");
    is_text(rm_label_salted("{{set}{name}{vnode}", 1), "{{set}{name}{vnode}~1");
}

static void the_best_of_many_sets_needs_less_of_each(void **state) {
    (void)state;
    rm_aim aim = {.seeds = 20};
    close_to(rm_aim_single(&aim, 0.95), 1 - pow(0.05, 1. / 20), 1e-12);
    close_to(rm_aim_best(&aim, rm_aim_single(&aim, 0.3)), 0.3, 1e-12);
    aim.seeds = 1;
    close_to(rm_aim_single(&aim, 0.95), 0.95, 1e-15);
}

static void a_target_is_of_its_own_figure(void **state) {
    (void)state;
    rm_unevenness set = {1.25, 0.5, 0.04};
    close_to(rm_aim_figure(&(rm_aim){.kind = RM_AIM_PEAK}, &set), 1.25, 0);
    close_to(rm_aim_figure(&(rm_aim){.kind = RM_AIM_CV}, &set), 0.2, 1e-15);
    close_to(rm_aim_figure(&(rm_aim){.kind = RM_AIM_RANGE}, &set), 0.75, 0);
    assert_true(rm_aim_met(&(rm_aim){.most = 1.1}, 1.1));
    assert_false(rm_aim_met(&(rm_aim){.most = 1.1}, 1.1000001));
}

static void candidates_ascend_around_the_answer_and_hold_the_usual_ones(void **state) {
    (void)state;
    rm_candidates c = rm_candidates_of(200, 300);
    const uint64_t expected[] = {100, 150, 160, 199, 200, 250, 256, 300};
    assert_int_equal(c.count, 8);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(c.vnodes[i], expected[i]);
    c = rm_candidates_of(1, 100000);
    assert_int_equal(c.vnodes[0], 1);
    assert_int_equal(c.vnodes[1], 2);
    assert_int_equal(c.count, 2); /* the usual ones are too far away */
    rm_candidates_add(&c, 0, 10);
    rm_candidates_add(&c, 11, 10);
    rm_candidates_add(&c, 2, 10);
    assert_int_equal(c.count, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_points_is_that_of_a_ring_built_for_it),
        cmocka_unit_test(bytes_that_are_not_measured_are_those_of_a_built_ring),
        cmocka_unit_test(a_label_is_turned_so_that_the_number_leads),
        cmocka_unit_test(a_salt_stands_for_the_set_or_behind_the_label),
        cmocka_unit_test(the_best_of_many_sets_needs_less_of_each),
        cmocka_unit_test(a_target_is_of_its_own_figure),
        cmocka_unit_test(candidates_ascend_around_the_answer_and_hold_the_usual_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
