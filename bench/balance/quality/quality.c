/* quality.c - is this hash as good as random on these names? Exact shares and tests of the points of every
 * cell over its name sets. */
#include <stdlib.h>

#include "bench/cells/sweep.h"
#include "bench/cli/command.h"
#include "bench/support/fail.h"
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

/* Estimates the cost of a ring for the progress bar: its points, and 100 for its nodes and itself. */
static double work_units(const rm_cell *cell, const void *context) {
    (void)context;
    double points = cell->total_points ? (double)cell->total_points
                                       : (double)cell->nodes * (double)(cell->vnodes ? cell->vnodes : 1);
    return points + 100;
}

static void measure(const rm_cell *cell, uint64_t set, void *figures, const void *context) {
    (void)context;
    rm_node_list list = rm_nodes_of(cell->options, cell->nodes, set);
    rmk_placement *placement = rm_cell_place(cell, &list.nodes, set);
    uint64_t made = rm_cell_points_made(cell, placement, set);
    rm_quality_measure(placement, made, rm_cell_point_bits(cell), set == 0, figures);
    rmk_placement_destroy(placement);
    rm_nodes_free(&list);
}

static void release(void *figures) {
    rm_quality_ring *ring = figures;
    free(ring->weights);
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

static void emit(const rm_cell *cell, const void *figures, rm_output *output, void *context) {
    (void)context;
    const rm_quality_ring *rings = figures;
    size_t count = (size_t)cell->options->sets;
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
    rm_output_row(output, &row);
}

static int quality(const rm_options *options) {
    rm_quality_cells cells = rm_quality_cells_of(options);
    rm_sweep sweep = {
        .options = options,
        .cells = &cells.cells,
        .columns = columns,
        .column_count = COLUMN_COUNT,
        .item = sizeof(rm_quality_ring),
        .work_units = work_units,
        .measure = measure,
        .emit = emit,
        .release = release,
    };
    rm_sweep_run(&sweep);
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
