/* sort.c - operations that sort the points of a ring, and copy them, from the order in which labels are
 * hashed. */
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "core/ring/sort.h"
#include "operation.h"

enum { MOST_QSORTED = 1000000 }; /* qsort takes a fifth of a second for so many */

static rm_point_arrays make_arrays(uint64_t count) {
    return (rm_point_arrays){rm_calloc(count, sizeof(uint64_t)), rm_calloc(count, sizeof(uint32_t))};
}

/* Makes the points as the ring has them before it sorts them. */
static void generate(const rm_build *build, rm_point_arrays *into) {
    const rm_cell *cell = &build->cell;
    rmk_ring_options options = {
        .hash = cell->node_hash,
        .label = cell->options->label,
        .vnodes = cell->vnodes,
        .total_points = cell->total_points,
        .isa = cell->options->isa,
    };
    rm_check(rmk_ring_unsorted_points(&build->nodes.nodes, &options, into->positions, into->owners),
             "points");
}

/* Makes the arrays; the operations that follow use them too. */
static rmk_status prepare(rm_build *build) {
    unsigned labelled = RMK_HAS_POINTS | RMK_CAN_VNODES;
    /* a preset makes its labels by itself, so we cannot make its unsorted points */
    if (build->cell.options->preset || (build->cell.algorithm->can & labelled) != labelled)
        return RMK_UNSUPPORTED;
    if (build->unsorted.positions)
        return RMK_OK;
    build->unsorted = make_arrays(build->points);
    build->sorted = make_arrays(build->points);
    generate(build, &build->unsorted);
    return RMK_OK;
}

static void ready(rm_build *build) {
    memcpy(build->sorted.positions, build->unsorted.positions, build->points * sizeof(uint64_t));
    memcpy(build->sorted.owners, build->unsorted.owners, build->points * sizeof(uint32_t));
}

static rmk_status sort(rm_build *build, rm_build_result *result) {
    (void)result;
    return rmk_sort_points(build->sorted.positions, build->sorted.owners, build->points,
                           build->cell.build_threads, &build->allocator);
}

static bool right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)result, (void)thorough;
    rmk_points points = rm_build_points(build->base);
    *reason = "its points are not in the order of the ring's own";
    return !memcmp(points.positions, build->sorted.positions, points.count * sizeof *points.positions) &&
           !memcmp(points.owners, build->sorted.owners, points.count * sizeof *points.owners);
}

const rm_operation rm_operation_sort = {
    .name = "sort",
    .what = "points from the order of their labels to that of their positions",
    .threaded = true,
    .prepare = prepare,
    .ready = ready,
    .run = sort,
    .right = right,
};

/* ---- what it is compared with ---- */

static rmk_status copy(rm_build *build, rm_build_result *result) {
    (void)result;
    ready(build);
    return RMK_OK;
}

static bool copied(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)result, (void)thorough;
    *reason = "it is no copy";
    return !memcmp(build->unsorted.positions, build->sorted.positions, build->points * sizeof(uint64_t)) &&
           !memcmp(build->unsorted.owners, build->sorted.owners, build->points * sizeof(uint32_t));
}

static rmk_status prepare_qsort(rm_build *build) {
    rmk_status status = build->points > MOST_QSORTED ? RMK_UNSUPPORTED : prepare(build);
    if (!status)
        build->pairs = rm_calloc(build->points, sizeof *build->pairs);
    return status;
}

static void ready_qsort(rm_build *build) {
    for (size_t i = 0; i < build->points; i++)
        build->pairs[i] = (rm_point){build->unsorted.positions[i], build->unsorted.owners[i]};
}

static int by_position(const void *left, const void *right) {
    const rm_point *a = left, *b = right;
    return (a->position > b->position) - (a->position < b->position);
}

static rmk_status run_qsort(rm_build *build, rm_build_result *result) {
    (void)result;
    qsort(build->pairs, build->points, sizeof *build->pairs, by_position);
    return RMK_OK;
}

/* Only positions are compared: qsort leaves equal ones in any order. */
static bool qsorted(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)result, (void)thorough;
    rmk_points points = rm_build_points(build->base);
    *reason = "its positions are not the ring's own";
    for (size_t i = 0; i < points.count; i++)
        if (build->pairs[i].position != points.positions[i])
            return false;
    return true;
}

const rm_operation rm_operation_copy = {
    .name = "copy",
    .what = "memcpy of the points that sort takes: the limit of it",
    .prepare = prepare,
    .run = copy,
    .right = copied,
};

const rm_operation rm_operation_qsort = {
    .name = "qsort",
    .what = "the same points by qsort(3)",
    .prepare = prepare_qsort,
    .ready = ready_qsort,
    .run = run_qsort,
    .right = qsorted,
};
