/* move.c - what moves when nodes change: every change of every cell over its name sets. */
#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/cells/sweep.h"
#include "bench/cli/command.h"
#include "bench/stats/chance.h"
#include "bench/stats/series.h"
#include "bench/support/fail.h"
#include "move_faults.h"
#include "movement.h"

enum {
    SETS = RM_CELL_COLUMN_COUNT,
    CHANGE,
    METHOD,
    MOVED,
    IDEAL,
    EXCESS,
    COLLATERAL,
    HEIRS,
    WORST_HEIR,
    MOVED_SE,
    WORST_HEIR_SE,
    PEAK_AFTER,
    PEAK_AFTER_SE,
    REPLICAS,
    REPLICAS_MOVED,
    REPLICAS_COLLATERAL,
    SETS_CHANGED,
    MOVED_BAND_LOW,
    MOVED_BAND_HIGH,
    LIVE_NODES,
    COLUMN_COUNT
};

static const char *const columns[] = {RM_CELL_COLUMNS,
                                      "sets",
                                      "change",
                                      "method",
                                      "moved",
                                      "ideal",
                                      "excess",
                                      "collateral",
                                      "heirs",
                                      "worst_heir",
                                      "moved_se",
                                      "worst_heir_se",
                                      "peak_after",
                                      "peak_after_se",
                                      "replicas",
                                      "replicas_moved",
                                      "replicas_collateral",
                                      "sets_changed",
                                      "moved_band_low",
                                      "moved_band_high",
                                      "live_nodes"};
_Static_assert(sizeof columns / sizeof *columns == COLUMN_COUNT, "a name for each column");

/* Every change of every cell that can be made is measured: one row, or two with keys. */
typedef struct run {
    const rm_options *options;
    rm_cells cells;
    rm_change *changes;
    rm_cells changed;           /* the cell of each change that is measured */
    const rm_change **measured; /* the change that is made to the cell at the same place in `changed` */
} run;

static const rm_change *change_of(const run *r, const rm_cell *cell) {
    return r->measured[cell - r->changed.list];
}

/* Estimates the cost of one set, for the progress bar, in points or keys looked at. */
static double work_units(const rm_cell *cell, const void *context) {
    double points = (double)(cell->nodes * (cell->vnodes ? cell->vnodes : 1) + cell->total_points);
    bool in_turn = change_of(context, cell)->kind == RM_CHANGE_REMOVE_EACH;
    if (!(cell->algorithm->can & RMK_HAS_MAP))
        return in_turn ? RM_DEFAULT_KEYS / 10.0 * (double)cell->nodes : RM_DEFAULT_KEYS;
    return in_turn && cell->total_points ? points * (double)cell->nodes : points + 1000;
}

static void measure(const rm_cell *cell, uint64_t set, void *figures, const void *context) {
    rm_moved *moved = figures;
    *moved = rm_measure_change(cell, change_of(context, cell), set);
}

/* Leaves out sets without a figure: where nothing moves there are no heirs. */
static rm_series series_of(const rm_cell *cell, const rm_moved *sets) {
    size_t count = (size_t)cell->options->sets;
    return (rm_series){.sets = sets, .size = sizeof *sets, .count = count, .skips_nan = true};
}

/* Fills the columns that only maps can tell, not counted keys. */
static void put_after(const rm_options *options, const rm_series *series, rm_row *row) {
    rm_row_real(row, PEAK_AFTER, rm_series_mean(series, offsetof(rm_moved, peak_after)));
    rm_row_real(row, PEAK_AFTER_SE, rm_series_error(series, offsetof(rm_moved, peak_after)));
    if (options->replicas == 1)
        return;
    rm_row_count(row, REPLICAS, options->replicas);
    rm_row_exact(row, REPLICAS_MOVED, rm_series_mean(series, offsetof(rm_moved, replicas.moved)));
    rm_row_exact(row, REPLICAS_COLLATERAL, rm_series_mean(series, offsetof(rm_moved, replicas.collateral)));
    rm_row_exact(row, SETS_CHANGED, rm_series_mean(series, offsetof(rm_moved, replicas.sets_changed)));
}

/* The band in which the true part lies 95 times of 100. Keys that repeat each other are no independent
 * draws and have none. */
static void put_band(const rm_options *options, const rm_moved *sets, double moved, rm_row *row) {
    double keys = 0, low, high;
    for (uint64_t i = 0; i < options->sets; i++)
        keys += sets[i].keys;
    if (!(keys > 0) || options->key_dist == RM_KEYS_ZIPF)
        return;
    rm_chance_band(moved * keys, keys, 0.95, &low, &high);
    rm_row_real(row, MOVED_BAND_LOW, low);
    rm_row_real(row, MOVED_BAND_HIGH, high);
}

static void write_row(const rm_cell *cell, const rm_change *change, const rm_moved *sets, bool sampled,
                      rm_output *output) {
    const rm_options *options = cell->options;
    static const struct {
        unsigned column;
        size_t offset;
        bool fraction;
    } figures[] = {
        {MOVED, offsetof(rmk_move_figures, moved), true},
        {IDEAL, offsetof(rmk_move_figures, ideal), true},
        {EXCESS, offsetof(rmk_move_figures, excess), true},
        {COLLATERAL, offsetof(rmk_move_figures, collateral), true},
        {HEIRS, offsetof(rmk_move_figures, heirs), false},
        {WORST_HEIR, offsetof(rmk_move_figures, worst_heir), false},
    };
    rm_method method = sampled ? RM_SAMPLED : sets->method;
    rm_series series = series_of(cell, sets);
    size_t side = sampled ? offsetof(rm_moved, sampled) : offsetof(rm_moved, figures);
    rm_row row = {0};
    rm_cell_columns(cell, sets->points, &row);
    rm_row_count(&row, SETS, options->sets);
    rm_row_text(&row, CHANGE, change->text);
    rm_row_text(&row, METHOD, rm_method_name(method));
    if (rm_has_past(options))
        rm_row_count(&row, LIVE_NODES, sets->serving);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        double value = rm_series_mean(&series, side + figures[i].offset);
        if (figures[i].column ==
            EXCESS) /* the difference of the figures shown: a mean of differences would add rounding */
            value = rm_series_mean(&series, side + offsetof(rmk_move_figures, moved)) -
                    rm_series_mean(&series, side + offsetof(rmk_move_figures, ideal));
        if (figures[i].fraction && method == RM_BY_MAP)
            rm_row_exact(&row, figures[i].column, value);
        else
            rm_row_real(&row, figures[i].column, value);
    }
    rm_row_real(&row, MOVED_SE, rm_series_error(&series, side + offsetof(rmk_move_figures, moved)));
    rm_row_real(&row, WORST_HEIR_SE, rm_series_error(&series, side + offsetof(rmk_move_figures, worst_heir)));
    if (!sampled)
        put_after(options, &series, &row);
    if (method == RM_SAMPLED)
        put_band(options, sets, rm_series_mean(&series, side + offsetof(rmk_move_figures, moved)), &row);
    rm_output_row(output, &row);
}

static void emit(const rm_cell *cell, const void *figures, rm_output *output, void *context) {
    const rm_moved *sets = figures;
    const rm_change *change = change_of(context, cell);
    write_row(cell, change, sets, false, output);
    if (sets->has_sampled)
        write_row(cell, change, sets, true, output);
}

static void parse_changes(run *r) {
    r->changes = rm_calloc(r->options->changes.count, sizeof *r->changes);
    for (size_t i = 0; i < r->options->changes.count; i++)
        r->changes[i] = rm_change_parse(r->options->changes.items[i], r->options->preset);
}

/* Lists the changes of all cells that can be made; refuses the run when none can. */
static void plan_changes(run *r) {
    size_t changes = r->options->changes.count, count = r->cells.count * changes;
    r->changed.list = rm_calloc(count, sizeof *r->changed.list);
    r->measured = rm_calloc(count, sizeof *r->measured);
    for (size_t i = 0; i < count; i++) {
        const rm_cell *cell = r->cells.list + i / changes;
        const rm_change *change = r->changes + i % changes;
        char *fault = rm_move_fault(cell, change);
        if (fault && count == 1)
            rm_fail("%s", fault);
        if (fault) {
            rm_note("skipped: %s", fault);
            free(fault);
            continue;
        }
        rm_move_warn(cell, change);
        r->changed.list[r->changed.count] = *cell;
        r->measured[r->changed.count++] = change;
    }
    if (count && !r->changed.count)
        rm_fail("no change of --change can be made");
}

/* Counts how often the keys are read. */
static size_t key_passes(const run *r) {
    size_t passes = 0;
    for (size_t i = 0; i < r->changed.count; i++)
        passes += r->measured[i]->kind == RM_CHANGE_REMOVE_EACH ? r->changed.list[i].nodes : 1;
    return passes * (size_t)r->options->sets;
}

static void run_free(run *r) {
    for (size_t i = 0; i < r->options->changes.count; i++)
        rm_change_free(r->changes + i);
    free(r->changes);
    free(r->measured);
    rm_cells_free(&r->changed);
    rm_cells_free(&r->cells);
}

static int move(const rm_options *options) {
    run r = {.options = options, .cells = rm_cells_of(options, false)};
    parse_changes(&r);
    plan_changes(&r);
    rm_check_keys(options, key_passes(&r));
    rm_sweep sweep = {
        .options = options,
        .cells = &r.changed,
        .columns = columns,
        .column_count = COLUMN_COUNT,
        .item = sizeof(rm_moved),
        .context = &r,
        .work_units = work_units,
        .measure = measure,
        .emit = emit,
    };
    rm_sweep_run(&sweep);
    run_free(&r);
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_PLACEMENT_OPTIONS, RM_OPT_HASH_TAG, RM_OPT_SETS,
                                     RM_REPLICA_OPTIONS,   RM_OPT_CHANGE,   RM_KEY_OPTIONS,
                                     RM_OPT_JOBS,          RM_CELL_OPTIONS, RM_OPTION_END};

const rm_command rm_command_move = {
    .name = "move",
    .question = "What moves when nodes change?",
    .example = "ringmark move --nodes 10 --change add,remove,weight:first=2",
    .options = takes,
    .lists = true,
    .run = move,
    .placements = 2,
};
