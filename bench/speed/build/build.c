/*
 * build.c - `ringmark build`: what do building, changing and analysing a placement cost, in time and bytes.
 */
#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/cli/command.h"
#include "bench/output/output.h"
#include "bench/output/raw_samples.h"
#include "bench/plugin/placement.h"
#include "bench/stats/samples.h"
#include "bench/support/clock.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "operation.h"
#include "table.h"

static const char *const columns[] = {RM_CELL_COLUMNS,   "index",        "operation", "threads",
                                      "samples",         "ns_per_point", "total_ns",  "memory_bytes",
                                      "allocated_bytes", "live_nodes"};
enum {
    COLUMN_INDEX = RM_CELL_COLUMN_COUNT,
    COLUMN_OPERATION,
    COLUMN_THREADS,
    COLUMN_SAMPLES,
    COLUMN_PER_POINT,
    COLUMN_TOTAL,
    COLUMN_MEMORY,
    COLUMN_ALLOCATED,
    COLUMN_LIVE_NODES,
    COLUMN_COUNT
};

static const char *const sample_columns[] = {RM_CELL_COLUMNS, "index",  "operation",
                                             "threads",       "sample", "ns"};
/* Samples have the same columns as summaries up to `threads`. */
enum { SAMPLE_NUMBER = COLUMN_THREADS + 1, SAMPLE_NS, SAMPLE_COUNT };

/* One run of an operation is one sample; a visit takes as many as fit into VISIT_NS, at least one. */
enum { MOST_A_VISIT = 16 };
#define VISIT_NS UINT64_C(1000000)
/* An operation rests once it has taken this long, so that a slow one does not hold up the others. */
#define ENOUGH_NS UINT64_C(1000000000)
#define QUICK_NS  UINT64_C(200000000)

/* One operation of a cell: its samples, and the result of the last one. */
typedef struct contest {
    const rm_operation *operation;
    bool possible;
    double *ns;
    size_t count, a_visit;
    double spent_ns;
    rm_build_result result;
} contest;

typedef struct build_run {
    const rm_options *options;
    rm_output *output, *samples;
    contest *contests; /* one an operation, in the order of the rows */
    size_t count;
} build_run;

static uint64_t once(rm_build *build, contest *c) {
    if (c->operation->ready)
        c->operation->ready(build);
    uint64_t before = rm_clock_ns();
    rmk_status status = rm_build_do(build, c->operation, &c->result);
    uint64_t spent = rm_clock_ns() - before;
    rm_check(status, "%s", c->operation->name);
    rm_build_undo(c->operation, &c->result);
    return spent;
}

static bool prepared(rm_build *build, const rm_operation *operation) {
    rmk_status status = operation->prepare ? operation->prepare(build) : RMK_OK;
    if (status == RMK_UNSUPPORTED || status == RMK_EMPTY)
        return false;
    rm_check(status, "%s", operation->name);
    return true;
}

/* Does it once, untimed, to find out whether this cell can do it and whether its result is right. This also
 * touches the memory that timed runs use. */
static void try_out(rm_build *build, contest *c, bool thorough) {
    const rm_operation *operation = c->operation;
    if (!prepared(build, operation))
        return;
    if (operation->ready)
        operation->ready(build);
    rmk_status status = rm_build_do(build, operation, &c->result);
    if (status == RMK_EMPTY)
        return;
    rm_check(status, "%s", operation->name);
    const char *reason;
    if (!operation->right(build, &c->result, thorough, &reason))
        rm_fail_with(RM_INVALID, "wrong result of %s (%s): %s; please report it", operation->name,
                     operation->what, reason);
    rm_build_undo(operation, &c->result);
    c->possible = true;
}

static void visit(rm_build *build, contest *c, double enough_ns) {
    for (size_t i = 0; c->possible && c->spent_ns < enough_ns && i < c->a_visit && !rm_interrupted(); i++) {
        double ns = (double)once(build, c);
        c->ns[c->count++] = ns / (double)(c->result.times ? c->result.times : 1);
        c->spent_ns += ns;
    }
}

static void make_room(const build_run *run, rm_build *build, contest *c) {
    uint64_t fit = VISIT_NS / (once(build, c) + 1);
    c->a_visit = fit < 1 ? 1 : fit < MOST_A_VISIT ? fit : MOST_A_VISIT;
    c->ns = rm_calloc(run->options->repeat * 2 * c->a_visit, sizeof *c->ns);
}

static void race(const build_run *run, rm_build *build) {
    double enough_ns = (double)(run->options->quick ? QUICK_NS : ENOUGH_NS);
    for (size_t i = 0; i < run->count && !rm_interrupted(); i++)
        if (run->contests[i].possible)
            make_room(run, build, &run->contests[i]);
    for (uint64_t round = 0; round < run->options->repeat && !rm_interrupted(); round++) {
        for (size_t i = 0; i < run->count; i++)
            visit(build, &run->contests[i], enough_ns);
        for (size_t i = run->count; i-- > 0;)
            visit(build, &run->contests[i], enough_ns);
    }
}

/* Fills the columns that a row and a sample have in common. */
static void begin_row(const rm_build *build, const contest *c, rm_row *row) {
    const rm_operation *operation = c->operation;
    rm_cell_columns(&build->cell, c->result.points, row);
    rm_row_text(row, COLUMN_INDEX, operation->indexed ? rm_build_index_name(build) : NULL);
    rm_row_text(row, COLUMN_OPERATION, operation->name);
    rm_row_count(row, COLUMN_THREADS, operation->threaded ? build->cell.build_threads : 1);
}

static void sample_rows(build_run *run, const rm_build *build, const contest *c) {
    for (size_t i = 0; run->samples && i < c->count; i++) {
        rm_row row = {0};
        begin_row(build, c, &row);
        rm_row_count(&row, SAMPLE_NUMBER, i);
        rm_row_real(&row, SAMPLE_NS, c->ns[i]);
        rm_output_row(run->samples, &row);
    }
}

static void contest_row(build_run *run, const rm_build *build, contest *c) {
    rm_row row = {0};
    begin_row(build, c, &row);
    if (!rm_plugin_is(build->cell.algorithm)) { /* a foreign ring has memory that we cannot count */
        rm_row_count(&row, COLUMN_MEMORY, c->result.memory_bytes);
        rm_row_count(&row, COLUMN_ALLOCATED, c->result.allocated_bytes);
    }
    if (rm_has_past(run->options))
        rm_row_count(&row, COLUMN_LIVE_NODES, rmk_nodes_serving(&build->nodes.nodes));
    if (!run->options->verify) {
        rm_summary ns = rm_summarise(c->ns, c->count);
        rm_row_count(&row, COLUMN_SAMPLES, ns.count);
        rm_row_real(&row, COLUMN_TOTAL, ns.median);
        rm_row_real(&row, COLUMN_PER_POINT, c->result.points ? ns.median / (double)c->result.points : NAN);
    }
    rm_output_row(run->output, &row);
}

/* Operations that make no index are measured for one of the cells that differ in their index only: the first
 * of --index that --filter leaves, in whatever shard that is. */
static bool is_first_index(const rm_cell *cell) {
    const rm_options *o = cell->options;
    rm_cell first = *cell;
    for (size_t i = 0; cell->index && i < o->index_count; i++) {
        first.index = rm_index_resolved(o->indexes[i]);
        if (rm_cell_wanted(&first))
            break;
    }
    return first.index == cell->index;
}

static void measure(build_run *run, const rm_cell *cell, size_t nth_threads) {
    const rm_operation *const *table = rm_operation_table(&run->count);
    bool first_index = is_first_index(cell), first_threads = nth_threads == 0;
    run->contests = rm_calloc(run->count, sizeof *run->contests);
    rm_build build;
    rm_build_make(&build, cell, (unsigned)run->options->threads.items[nth_threads]);
    for (size_t i = 0; i < run->count; i++) {
        run->contests[i].operation = table[i];
        if ((table[i]->indexed || first_index) && (table[i]->threaded || first_threads) && !rm_interrupted())
            try_out(&build, &run->contests[i], run->options->verify);
    }
    if (!run->options->verify)
        race(run, &build);
    for (size_t i = 0; i < run->count; i++) {
        if (run->contests[i].possible && !rm_interrupted()) {
            sample_rows(run, &build, &run->contests[i]);
            contest_row(run, &build, &run->contests[i]);
        }
        free(run->contests[i].ns);
    }
    free(run->contests);
    rm_build_free(&build);
}

static void measure_all(build_run *run, const rm_cells *cells) {
    const rm_numbers *threads = &run->options->threads;
    size_t count = cells->count * threads->count, from = rm_output_cells(run->output, count);
    rm_progress *progress = rm_progress_start(run->options->no_progress, "build", (double)(count - from));
    for (size_t i = from; i < count && !rm_interrupted(); i++) {
        const rm_cell *cell = &cells->list[i / threads->count];
        char *name = rm_cell_name(cell);
        rm_progress_add(progress, 0, name);
        measure(run, cell, i % threads->count);
        if (!rm_interrupted())
            rm_output_reached(run->output, i + 1);
        rm_progress_add(progress, 1, NULL);
        free(name);
    }
    rm_progress_end(progress);
}

static int run_build(const rm_options *options) {
    build_run run = {.options = options};
    rm_cells cells = rm_cells_of(options, true);
    rm_interrupts_watch();
    run.output = rm_output_open(options, columns, COLUMN_COUNT);
    run.samples = rm_samples_open(options, sample_columns, SAMPLE_COUNT);
    measure_all(&run, &cells);
    rm_output_close(run.output);
    if (run.samples)
        rm_output_close(run.samples);
    rm_cells_free(&cells);
    return RM_GOOD;
}

static const rm_option_id options_taken[] = {RM_PLACEMENT_OPTIONS, RM_OPT_INDEX,      RM_OPT_PAGES,
                                             RM_OPT_THREADS,       RM_TIMING_OPTIONS, RM_CELL_OPTIONS,
                                             RM_OPTION_END};

const rm_command rm_command_build = {
    .name = "build",
    .question = "What do building, changing and analysing a placement cost, in time and bytes?",
    .example = "ringmark build --nodes 100,1000 --vnodes 160 --index auto,tree",
    .options = options_taken,
    .lists = true,
    .run = run_build,
    .placements = 3,
};
