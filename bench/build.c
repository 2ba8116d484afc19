/*
 * build.c - `ringmark build`: what do building, adding and removing cost, in time and bytes.
 */
#include <math.h>
#include <stdlib.h>

#include "build_change.h"
#include "command.h"
#include "stats/samples.h"
#include "support/fail.h"
#include "support/progress.h"
#include "support/raw_samples.h"
#include "support/timing.h"

static const char *const columns[] = {RM_CELL_COLUMNS, "index",        "operation",
                                      "threads",       "samples",      "ns_per_point",
                                      "total_ns",      "memory_bytes", "allocated_bytes"};
enum {
    COLUMN_INDEX = RM_CELL_COLUMN_COUNT,
    COLUMN_OPERATION,
    COLUMN_THREADS,
    COLUMN_SAMPLES,
    COLUMN_PER_POINT,
    COLUMN_TOTAL,
    COLUMN_MEMORY,
    COLUMN_ALLOCATED,
    COLUMN_COUNT
};

static const char *const sample_columns[] = {RM_CELL_COLUMNS, "index",  "operation",
                                             "threads",       "sample", "ns"};
enum { SAMPLE_INDEX = RM_CELL_COLUMN_COUNT, SAMPLE_OPERATION, SAMPLE_THREADS, SAMPLE_NUMBER, SAMPLE_NS };
enum { SAMPLE_COUNT = SAMPLE_NS + 1 };

/* Operations are whole: a long one is a sample of its own, of short ones several are taken a visit. */
enum { MOST_A_VISIT = 16 };
#define VISIT_NS UINT64_C(1000000)
#define CELL_NS  UINT64_C(3000000000)
#define QUICK_NS UINT64_C(500000000)

/* One operation of a cell: its samples, and the bytes of the last one. */
typedef struct contest {
    bool possible;
    double *ns;
    size_t count, a_visit;
    rm_build_result result;
} contest;

typedef struct build_run {
    const rm_options *options;
    rm_output *output, *samples;
} build_run;

static uint64_t once(rm_build *build, rm_operation operation, contest *c) {
    uint64_t before = rm_clock_ns();
    rmk_status status = rm_build_do(build, operation, &c->result);
    uint64_t spent = rm_clock_ns() - before;
    rm_check(status, "%s", rm_operation_name(operation));
    rm_build_undo(build, &c->result);
    return spent;
}

/* Whether it can be done at all, that its result is right, and how long it takes; untimed, and all memory is
 * touched by it. */
static void try_out(rm_build *build, rm_operation operation, contest *c, bool thorough) {
    rmk_status status = rm_build_do(build, operation, &c->result);
    c->possible = status == RMK_OK;
    if (status == RMK_EMPTY && operation == RM_OPERATION_REMOVE)
        return;
    rm_check(status, "%s", rm_operation_name(operation));
    const char *reason;
    if (!rm_build_right(build, operation, &c->result, thorough, &reason))
        rm_fail_with(RM_INVALID, "wrong result of %s: %s; please report it", rm_operation_name(operation),
                     reason);
    rm_build_undo(build, &c->result);
}

static void visit(rm_build *build, rm_operation operation, contest *c) {
    for (size_t i = 0; c->possible && i < c->a_visit; i++)
        c->ns[c->count++] = (double)once(build, operation, c);
}

static void race(const build_run *run, rm_build *build, contest *contests) {
    uint64_t limit = run->options->quick ? QUICK_NS : CELL_NS;
    for (int i = 0; i < RM_OPERATION_COUNT; i++) {
        contest *c = &contests[i];
        uint64_t spent = c->possible ? once(build, (rm_operation)i, c) + 1 : 1;
        c->a_visit = VISIT_NS / spent < 1              ? 1
                     : VISIT_NS / spent < MOST_A_VISIT ? VISIT_NS / spent
                                                       : MOST_A_VISIT;
        c->ns = rm_calloc(run->options->repeat * 2 * c->a_visit, sizeof *c->ns);
    }
    uint64_t begin = rm_clock_ns();
    for (uint64_t round = 0; round < run->options->repeat && rm_clock_ns() - begin < limit; round++) {
        for (int i = 0; i < RM_OPERATION_COUNT; i++)
            visit(build, (rm_operation)i, &contests[i]);
        for (int i = RM_OPERATION_COUNT; i-- > 0;)
            visit(build, (rm_operation)i, &contests[i]);
    }
}

static void sample_rows(build_run *run, const rm_build *build, rm_operation operation, const contest *c) {
    for (size_t i = 0; run->samples && i < c->count; i++) {
        rm_row row = {0};
        rm_cell_columns(&build->cell, c->result.points, &row);
        rm_row_text(&row, SAMPLE_INDEX, rm_build_index_name(build));
        rm_row_text(&row, SAMPLE_OPERATION, rm_operation_name(operation));
        rm_row_count(&row, SAMPLE_THREADS, build->cell.build_threads);
        rm_row_count(&row, SAMPLE_NUMBER, i);
        rm_row_real(&row, SAMPLE_NS, c->ns[i]);
        rm_output_row(run->samples, &row);
    }
}

static void contest_row(build_run *run, const rm_build *build, rm_operation operation, contest *c) {
    rm_row row = {0};
    rm_cell_columns(&build->cell, c->result.points, &row);
    rm_row_text(&row, COLUMN_INDEX, rm_build_index_name(build));
    rm_row_text(&row, COLUMN_OPERATION, rm_operation_name(operation));
    rm_row_count(&row, COLUMN_THREADS, build->cell.build_threads);
    rm_row_count(&row, COLUMN_MEMORY, c->result.memory_bytes);
    rm_row_count(&row, COLUMN_ALLOCATED, c->result.allocated_bytes);
    if (!run->options->verify) {
        rm_summary ns = rm_summarise(c->ns, c->count);
        rm_row_count(&row, COLUMN_SAMPLES, ns.count);
        rm_row_real(&row, COLUMN_TOTAL, ns.median);
        rm_row_real(&row, COLUMN_PER_POINT, c->result.points ? ns.median / (double)c->result.points : NAN);
    }
    rm_output_row(run->output, &row);
}

static void measure(build_run *run, const rm_cell *cell, uint64_t threads) {
    contest contests[RM_OPERATION_COUNT] = {0};
    rm_build build;
    rm_build_make(&build, cell, (unsigned)threads);
    for (int i = 0; i < RM_OPERATION_COUNT; i++)
        try_out(&build, (rm_operation)i, &contests[i], run->options->verify);
    if (!run->options->verify)
        race(run, &build, contests);
    for (int i = 0; i < RM_OPERATION_COUNT; i++) {
        if (contests[i].possible) {
            sample_rows(run, &build, (rm_operation)i, &contests[i]);
            contest_row(run, &build, (rm_operation)i, &contests[i]);
        }
        free(contests[i].ns);
    }
    rm_build_free(&build);
}

static void measure_all(build_run *run, const rm_cells *cells) {
    const rm_numbers *threads = &run->options->threads;
    rm_progress *progress = rm_progress_start(run->options, "build", (double)(cells->count * threads->count));
    for (size_t i = 0; i < cells->count * threads->count && !rm_interrupted(); i++) {
        const rm_cell *cell = &cells->list[i / threads->count];
        char *name = rm_cell_name(cell);
        rm_progress_add(progress, 0, name);
        measure(run, cell, threads->items[i % threads->count]);
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

static const rm_option_id options_taken[] = {
    RM_OPT_NODES,        RM_OPT_NAMES,   RM_OPT_NODES_FILE, RM_OPT_ALGORITHM, RM_OPT_VNODES,
    RM_OPT_TOTAL_POINTS, RM_OPT_LABEL,   RM_OPT_HASH,       RM_OPT_NODE_HASH, RM_OPT_INDEX,
    RM_OPT_PAGES,        RM_OPT_THREADS, RM_OPT_REPEAT,     RM_OPT_QUICK,     RM_OPT_VERIFY,
    RM_OPT_SAMPLES,      RM_OPT_FILTER,  RM_OPT_SHARD,      RM_OPTION_END};

const rm_command rm_command_build = {
    .name = "build",
    .question = "What do building, adding and removing cost, in time and bytes?",
    .example = "ringmark build --nodes 100,1000 --vnodes 160 --index auto,tree",
    .options = options_taken,
    .lists = true,
    .run = run_build,
};
