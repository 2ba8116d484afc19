/* move.c - what moves when nodes change: every change of every cell over its name sets. */
#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/cells/limits.h"
#include "bench/cells/parallel.h"
#include "bench/cli/command.h"
#include "bench/output/output.h"
#include "bench/stats/chance.h"
#include "bench/stats/mean.h"
#include "bench/stats/quantile_error.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
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

/* A change of a cell: one row, or two with keys. */
typedef struct job {
    const rm_cell *cell;
    const rm_change *change;
} job;

typedef struct run {
    const rm_options *options;
    rm_cells cells;
    rm_change *changes;
    job *jobs;
    size_t job_count;
    rm_moved *sets; /* those of job j begin at j * options->sets */
    size_t from;    /* sets before this one are not measured again */
    rm_output *output;
    rm_progress *progress;
} run;

/* Estimates the cost of one set, for the progress bar, in points or keys looked at. */
static double work_units(const job *j) {
    double points =
        (double)(j->cell->nodes * (j->cell->vnodes ? j->cell->vnodes : 1) + j->cell->total_points);
    bool in_turn = j->change->kind == RM_CHANGE_REMOVE_EACH;
    if (!(j->cell->algorithm->can & RMK_HAS_MAP))
        return in_turn ? RM_DEFAULT_KEYS / 10.0 * (double)j->cell->nodes : RM_DEFAULT_KEYS;
    return in_turn && j->cell->total_points ? points * (double)j->cell->nodes : points + 1000;
}

static void work(size_t i, void *context) {
    run *r = context;
    i += r->from;
    const job *j = r->jobs + i / r->options->sets;
    char *name = rm_cell_name(j->cell);
    rm_progress_add(r->progress, 0, name);
    r->sets[i] = rm_measure_change(j->cell, j->change, i % r->options->sets);
    rm_progress_add(r->progress, work_units(j), NULL);
    free(name);
}

/* Collects the figure at `offset` of those sets that have one (it is not NAN). Freed by the caller. */
static double *figures_at(const rm_moved *sets, uint64_t count, size_t offset, size_t *found) {
    double *values = rm_calloc((size_t)count, sizeof *values);
    *found = 0;
    for (uint64_t i = 0; i < count; i++) {
        double value = *(const double *)((const char *)(sets + i) + offset);
        if (!isnan(value))
            values[(*found)++] = value;
    }
    return values;
}

static double mean_figure(const rm_moved *sets, uint64_t count, size_t offset) {
    size_t found;
    double *values = figures_at(sets, count, offset, &found);
    rm_mean mean = {0};
    for (size_t i = 0; i < found; i++)
        rm_mean_add(&mean, values[i]);
    free(values);
    return rm_mean_of(&mean);
}

/* The error of the mean over sets, also where a set's figure is itself a mean over its nodes. */
static double error_of_mean(const rm_moved *sets, uint64_t count, size_t offset) {
    size_t found;
    double *values = figures_at(sets, count, offset, &found);
    double error = rm_mean_error(values, found);
    free(values);
    return error;
}

/* Fills the columns that only maps can tell, not counted keys. */
static void put_after(const run *r, const rm_moved *sets, rm_row *row) {
    uint64_t count = r->options->sets;
    rm_row_real(row, PEAK_AFTER, mean_figure(sets, count, offsetof(rm_moved, peak_after)));
    rm_row_real(row, PEAK_AFTER_SE, error_of_mean(sets, count, offsetof(rm_moved, peak_after)));
    if (r->options->replicas == 1)
        return;
    rm_row_count(row, REPLICAS, r->options->replicas);
    rm_row_exact(row, REPLICAS_MOVED, mean_figure(sets, count, offsetof(rm_moved, replicas.moved)));
    rm_row_exact(row, REPLICAS_COLLATERAL, mean_figure(sets, count, offsetof(rm_moved, replicas.collateral)));
    rm_row_exact(row, SETS_CHANGED, mean_figure(sets, count, offsetof(rm_moved, replicas.sets_changed)));
}

/* The band in which the true part lies 95 times of 100. Keys that repeat each other are no independent
 * draws and have none. */
static void put_band(const run *r, const rm_moved *sets, double moved, rm_row *row) {
    double keys = 0, low, high;
    for (uint64_t i = 0; i < r->options->sets; i++)
        keys += sets[i].keys;
    if (!(keys > 0) || r->options->key_dist == RM_KEYS_ZIPF)
        return;
    rm_chance_band(moved * keys, keys, 0.95, &low, &high);
    rm_row_real(row, MOVED_BAND_LOW, low);
    rm_row_real(row, MOVED_BAND_HIGH, high);
}

static void write_row(run *r, const job *j, const rm_moved *sets, bool sampled) {
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
    uint64_t count = r->options->sets;
    size_t side = sampled ? offsetof(rm_moved, sampled) : offsetof(rm_moved, figures);
    rm_row row = {0};
    rm_cell_columns(j->cell, sets->points, &row);
    rm_row_count(&row, SETS, count);
    rm_row_text(&row, CHANGE, j->change->text);
    rm_row_text(&row, METHOD, rm_method_name(method));
    if (rm_has_past(r->options))
        rm_row_count(&row, LIVE_NODES, sets->serving);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        double value = mean_figure(sets, count, side + figures[i].offset);
        if (figures[i].column ==
            EXCESS) /* the difference of the figures shown: a mean of differences would add rounding */
            value = mean_figure(sets, count, side + offsetof(rmk_move_figures, moved)) -
                    mean_figure(sets, count, side + offsetof(rmk_move_figures, ideal));
        if (figures[i].fraction && method == RM_BY_MAP)
            rm_row_exact(&row, figures[i].column, value);
        else
            rm_row_real(&row, figures[i].column, value);
    }
    rm_row_real(&row, MOVED_SE, error_of_mean(sets, count, side + offsetof(rmk_move_figures, moved)));
    rm_row_real(&row, WORST_HEIR_SE,
                error_of_mean(sets, count, side + offsetof(rmk_move_figures, worst_heir)));
    if (!sampled)
        put_after(r, sets, &row);
    if (method == RM_SAMPLED)
        put_band(r, sets, mean_figure(sets, count, side + offsetof(rmk_move_figures, moved)), &row);
    rm_output_row(r->output, &row);
}

static void emit(size_t i, void *context) {
    run *r = context;
    i += r->from;
    uint64_t count = r->options->sets;
    if (i % count != count - 1)
        return;
    const job *j = r->jobs + i / count;
    const rm_moved *sets = r->sets + (i / count) * count;
    write_row(r, j, sets, false);
    if (sets->has_sampled)
        write_row(r, j, sets, true);
    rm_output_reached(r->output, i / count + 1);
}

static void parse_changes(run *r) {
    r->changes = rm_calloc(r->options->changes.count, sizeof *r->changes);
    for (size_t i = 0; i < r->options->changes.count; i++)
        r->changes[i] = rm_change_parse(r->options->changes.items[i], r->options->preset);
}

/* Lists the changes of all cells that can be made; refuses the run when none can. */
static void plan_jobs(run *r) {
    size_t changes = r->options->changes.count, count = r->cells.count * changes;
    r->jobs = rm_calloc(count, sizeof *r->jobs);
    for (size_t i = 0; i < count; i++) {
        job j = {r->cells.list + i / changes, r->changes + i % changes};
        char *fault = rm_move_fault(j.cell, j.change);
        if (fault && count == 1)
            rm_fail("%s", fault);
        if (fault) {
            rm_note("skipped: %s", fault);
            free(fault);
            continue;
        }
        rm_move_warn(j.cell, j.change);
        r->jobs[r->job_count++] = j;
    }
    if (count && !r->job_count)
        rm_fail("no change of --change can be made");
}

/* Counts how often the keys are read. */
static size_t key_passes(const run *r) {
    size_t passes = 0;
    for (size_t i = 0; i < r->job_count; i++)
        passes += r->jobs[i].change->kind == RM_CHANGE_REMOVE_EACH ? r->jobs[i].cell->nodes : 1;
    return passes * (size_t)r->options->sets;
}

static double total_units(const run *r) {
    double sum = 0;
    for (size_t i = r->from / r->options->sets; i < r->job_count; i++)
        sum += work_units(r->jobs + i);
    return sum * (double)r->options->sets;
}

static void run_free(run *r) {
    for (size_t i = 0; i < r->options->changes.count; i++)
        rm_change_free(r->changes + i);
    free(r->changes);
    free(r->jobs);
    free(r->sets);
    rm_cells_free(&r->cells);
}

static int move(const rm_options *options) {
    run r = {.options = options, .cells = rm_cells_of(options, false)};
    parse_changes(&r);
    plan_jobs(&r);
    rm_check_keys(options, key_passes(&r));
    size_t tasks = r.job_count * (size_t)options->sets;
    r.sets = rm_results_of_sets(options, r.job_count, sizeof *r.sets);
    rm_interrupts_watch();
    r.output = rm_output_open(options, columns, COLUMN_COUNT);
    r.from = rm_output_cells(r.output, r.job_count) * (size_t)options->sets;
    r.progress = rm_progress_start(options->no_progress, "move", total_units(&r));
    if (!rm_parallel((size_t)options->jobs, tasks - r.from, work, emit, &r))
        rm_output_abandon(r.output);
    rm_progress_end(r.progress);
    rm_output_close(r.output);
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
