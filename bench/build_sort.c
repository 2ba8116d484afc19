/* build_sort.c - the sort of the ring's points, from the order in which labels are hashed. */
#include <stdlib.h>
#include <string.h>

#include "build_operations.h"
#include "support/fail.h"

enum { MOST_QSORTED = 1000000 }; /* a fifth of a second */

/* The labels of all points, node after node in name order: what the stable sort of a ring begins from. */
typedef struct generation {
    const rmk_nodes *nodes;
    uint32_t *order;  /* places in the list */
    uint64_t *counts; /* points, by place in the list */
    rmk_pattern label;
    unsigned char *text; /* room for one label */
    rmk_hasher hasher;
} generation;

static rm_point_arrays make_arrays(uint64_t count) {
    return (rm_point_arrays){rm_calloc(count, sizeof(uint64_t)), rm_calloc(count, sizeof(uint32_t))};
}

static void open_generation(const rm_build *build, generation *g) {
    const rm_cell *cell = &build->cell;
    rmk_ring_options options = {.vnodes = cell->vnodes, .total_points = cell->total_points};
    size_t count = build->nodes.nodes.count, longest = 0, fault;
    g->nodes = &build->nodes.nodes;
    g->order = rm_calloc(count, sizeof *g->order);
    g->counts = rm_calloc(count, sizeof *g->counts);
    rm_check(rmk_ring_point_counts(g->nodes, &options, g->counts), "points");
    rm_check(rmk_nodes_name_order(g->nodes, NULL, g->order), "nodes");
    const char *label = cell->options->label ? cell->options->label : RMK_DEFAULT_LABEL;
    rm_check(rmk_pattern_parse(label, RMK_FIELDS_OF_LABELS, &g->label, &fault), "--label");
    for (size_t i = 0; i < count; i++)
        if (g->nodes->list[i].name.length > longest)
            longest = g->nodes->list[i].name.length;
    g->text = rm_alloc(rmk_pattern_bound(&g->label, longest) + 1);
    rm_check(rmk_hasher_open(&g->hasher, cell->node_hash, cell->options->isa, NULL), "hash %s",
             cell->node_hash->name);
}

static void close_generation(generation *g) {
    rmk_hasher_close(&g->hasher);
    free(g->text);
    free(g->counts);
    free(g->order);
}

static void generate(const generation *g, rm_point_arrays *into) {
    size_t at = 0;
    for (size_t k = 0; k < g->nodes->count; k++) {
        const rmk_node *node = &g->nodes->list[g->order[k]];
        for (uint64_t vnode = 0; vnode < g->counts[g->order[k]]; vnode++, at++) {
            rmk_pattern_values values = {.name = node->name, .vnode = vnode};
            size_t length = rmk_pattern_format(&g->label, &values, g->text);
            uint64_t value = rmk_hash_one(&g->hasher, g->text, length);
            into->positions[at] = rmk_hash_position(g->hasher.hash, value);
            into->owners[at] = node->id;
        }
    }
}

/* For all that follow. */
static rmk_status prepare(rm_build *build) {
    unsigned labelled = RMK_HAS_POINTS | RMK_CAN_VNODES;
    /* a preset's labels are its own */
    if (build->cell.options->preset || (build->cell.algorithm->can & labelled) != labelled)
        return RMK_UNSUPPORTED;
    if (build->unsorted.positions)
        return RMK_OK;
    build->unsorted = make_arrays(build->points);
    build->sorted = make_arrays(build->points);
    generation g = {0};
    open_generation(build, &g);
    generate(&g, &build->unsorted);
    close_generation(&g);
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
    (void)result;
    (void)thorough;
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

/* --- what it is measured by ----------------------------------------------------------------------------- */

static rmk_status copy(rm_build *build, rm_build_result *result) {
    (void)result;
    ready(build);
    return RMK_OK;
}

static bool copied(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)result;
    (void)thorough;
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

/* Equal positions may stand in any order: it promises none. */
static bool qsorted(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)result;
    (void)thorough;
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
