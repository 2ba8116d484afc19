/* quality.c - is this hash as good as random on these names? Exact shares and tests of the points of every
 * cell over its name sets. */
#include <stdlib.h>

#include "bench/cells/limits.h"
#include "bench/cells/parallel.h"
#include "bench/cli/command.h"
#include "bench/output/output.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "cells.h"
#include "figures.h"

enum {
    SETS = RM_CELL_COLUMN_COUNT,
    CV,
    VARIANCE_RATIO,
    EFFECTIVE_VNODES,
    PEAK_MEAN,
    PEAK_MAX,
    P_VARIANCE,
    P_SPACING,
    P_POSITION,
    POINTS_LOST,
    POINTS_LOST_EXPECTED,
    VERDICT,
    SCHEME,
    VARIANCE_LOW,
    VARIANCE_HIGH,
    IDEAL_PEAK_MEAN,
    P_LOST,
    COLUMN_COUNT
};

static const char *const columns[] = {
    RM_CELL_COLUMNS,    "sets",       "cv",           "variance_ratio",
    "effective_vnodes", "peak_mean",  "peak_max",     "p_variance",
    "p_spacing",        "p_position", "points_lost",  "points_lost_expected",
    "verdict",          "scheme",     "variance_low", "variance_high",
    "ideal_peak_mean",  "p_lost"};

typedef struct run {
    const rm_options *options;
    rm_quality_cells *cells;
    rm_quality_ring *rings; /* of cell c from c * options->sets on */
    rm_output *output;
    rm_progress *progress;
} run;

static const rm_cell *cell_at(const run *r, size_t i) {
    return r->cells->cells.list + i / r->options->sets;
}

/* A ring costs its points, and something for its nodes and itself. */
static double work_units(const rm_cell *cell) {
    double points = cell->total_points ? (double)cell->total_points
                                       : (double)cell->nodes * (double)(cell->vnodes ? cell->vnodes : 1);
    return points + 100;
}

static void work(size_t i, void *context) {
    run *r = context;
    const rm_cell *cell = cell_at(r, i);
    uint64_t set = i % r->options->sets;
    char *name = rm_cell_name(cell);
    rm_progress_add(r->progress, 0, name);
    rm_node_list list = rm_nodes_of(cell->options, cell->nodes, set);
    rmk_placement *placement = rm_cell_place(cell, &list.nodes, set);
    uint64_t made = rm_cell_points_made(cell, placement, set);
    rm_quality_measure(placement, made, rm_cell_point_bits(cell), set == 0, r->rings + i);
    rmk_placement_destroy(placement);
    rm_nodes_free(&list);
    rm_progress_add(r->progress, work_units(cell), NULL);
    free(name);
}

static void put_quality(const rm_quality *q, rm_row *row) {
    rm_row_real(row, CV, q->cv);
    rm_row_real(row, VARIANCE_RATIO, q->variance_ratio);
    rm_row_real(row, EFFECTIVE_VNODES, q->effective_vnodes);
    rm_row_real(row, PEAK_MEAN, q->peak_mean);
    rm_row_real(row, PEAK_MAX, q->peak_max);
    rm_row_real(row, P_VARIANCE, q->variance_p);
    rm_row_real(row, P_SPACING, q->spacing_p);
    rm_row_real(row, P_POSITION, q->position_p);
    rm_row_real(row, POINTS_LOST, q->lost);
    rm_row_real(row, POINTS_LOST_EXPECTED, q->lost_expected);
    rm_row_text(row, VERDICT, rm_verdict_text(q->verdict));
    rm_row_real(row, VARIANCE_LOW, q->variance_low);
    rm_row_real(row, VARIANCE_HIGH, q->variance_high);
    rm_row_real(row, IDEAL_PEAK_MEAN, q->ideal_peak_mean);
    rm_row_real(row, P_LOST, q->lost_p);
}

static void note_same(const rm_cell *cell) {
    char *name = rm_cell_name(cell);
    rm_note("%s: the points of all sets are the same, whatever the names; they are judged as one set", name);
    free(name);
}

static void emit(size_t i, void *context) {
    run *r = context;
    size_t count = (size_t)r->options->sets;
    if (i % count != count - 1)
        return;
    const rm_cell *cell = cell_at(r, i);
    const rm_quality_ring *rings = r->rings + (i / count) * count;
    size_t telling = rm_quality_count(rings, count);
    if (telling < count)
        note_same(cell);
    rm_quality quality;
    rm_quality_judge(rings, telling, rm_cell_point_bits(cell), &quality);
    rm_row row = {0};
    rm_cell_columns(cell, rings->points, &row);
    rm_row_count(&row, SETS, telling);
    rm_row_text(&row, SCHEME, cell->options->scheme);
    put_quality(&quality, &row);
    rm_output_row(r->output, &row);
}

static double total_units(const run *r) {
    double sum = 0;
    for (size_t i = 0; i < r->cells->cells.count; i++)
        sum += work_units(r->cells->cells.list + i);
    return sum * (double)r->options->sets;
}

static int quality(const rm_options *options) {
    rm_quality_cells cells = rm_quality_cells_of(options);
    run r = {.options = options, .cells = &cells};
    size_t tasks = cells.cells.count * (size_t)options->sets;
    r.rings = rm_results_of_sets(options, cells.cells.count, sizeof *r.rings);
    rm_interrupts_watch();
    r.output = rm_output_open(options, columns, COLUMN_COUNT);
    r.progress = rm_progress_start(options->no_progress, "quality", total_units(&r));
    if (!rm_parallel((size_t)options->jobs, tasks, work, emit, &r))
        rm_output_abandon(r.output);
    rm_progress_end(r.progress);
    rm_output_close(r.output);
    for (size_t i = 0; i < tasks; i++) /* of cells that an interrupt kept from being emitted, too */
        free(r.rings[i].weights);
    free(r.rings);
    rm_quality_cells_free(&cells);
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_OPT_SCHEME, RM_NODE_OPTIONS, RM_OPT_SETS,         RM_OPT_PRESET,
                                     RM_OPT_RULE,   RM_OPT_VNODES,   RM_OPT_TOTAL_POINTS, RM_OPT_LABEL,
                                     RM_OPT_HASH,   RM_OPT_JOBS,     RM_CELL_OPTIONS,     RM_OPTION_END};

const rm_command rm_command_quality = {
    .name = "quality",
    .question = "Is this hash as good as random on these names? Tests of its rings, and a verdict.",
    .example = "ringmark quality --hash fnv1a-64,xxh64 --scheme java,index-first --sets 200",
    .options = takes,
    .lists = true,
    .run = quality,
    .points_hashed_by = "--hash",
};
