/* skew.c - runs the command skew, which measures how even the exact shares of every cell are. */
#include <stdlib.h>

#include "bench/cells/limits.h"
#include "bench/cells/parallel.h"
#include "bench/cli/command.h"
#include "bench/input/nodes/zones.h"
#include "bench/output/output.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "rows.h"

typedef struct run {
    const rm_options *options;
    rm_cells cells;
    rm_skew_set *sets; /* those of cell c begin at c * options->sets */
    /* The keys of the cell that needs the most of them, of the cells whose verdict is withheld: the run
     * warns only once, about that cell. */
    rm_skew_keys worst;
    size_t from; /* the first set to measure: --resume found the rows of those before it */
    rm_output *output;
    rm_progress *progress;
} run;

static double work_units(const rm_cell *cell) {
    double points = cell->total_points ? (double)cell->total_points
                                       : (double)cell->nodes * (double)(cell->vnodes ? cell->vnodes : 1);
    double views = 1 + (double)cell->options->views;
    return points * views + (cell->algorithm->can & RMK_HAS_MAP ? 1000 : RM_DEFAULT_KEYS);
}

static void work(size_t i, void *context) {
    run *r = context;
    i += r->from;
    const rm_cell *cell = r->cells.list + i / r->options->sets;
    char *name = rm_cell_name(cell);
    rm_progress_add(r->progress, 0, name);
    rm_skew_measure(cell, i % r->options->sets, r->sets + i);
    rm_progress_add(r->progress, work_units(cell), NULL);
    free(name);
}

static void note_verdict(run *r, const rm_skew_set *first) {
    bool withheld = first->keys.verdict == RM_TOO_FEW_KEYS || first->keys.verdict == RM_POPULAR_KEYS;
    if (!withheld || first->keys.needed <= r->worst.needed)
        return;
    r->worst = first->keys;
}

static void emit(size_t i, void *context) {
    run *r = context;
    i += r->from;
    uint64_t count = r->options->sets;
    if (i % count != count - 1)
        return;
    const rm_cell *cell = r->cells.list + i / count;
    const rm_skew_set *sets = r->sets + (i / count) * count;
    rm_row row = {0};
    rm_skew_row(cell, sets, &row);
    rm_output_row(r->output, &row);
    rm_output_reached(r->output, i / count + 1);
    note_verdict(r, sets);
    if (r->options->views && !sets->views.measured)
        rm_note("%s has no arcs on a circle: --views is left out", cell->algorithm->name);
}

static double total_units(const run *r) {
    double sum = 0;
    for (size_t i = r->from / r->options->sets; i < r->cells.count; i++)
        sum += work_units(r->cells.list + i);
    return sum * (double)r->options->sets;
}

/* Counts how often keys are read: once a cell, and in every set where nothing exact exists. */
static size_t key_passes(const rm_options *options, const rm_cells *cells) {
    size_t passes = 0;
    for (size_t i = 0; i < cells->count; i++)
        passes += cells->list[i].algorithm->can & RMK_HAS_MAP ? 1 : (size_t)options->sets;
    return passes;
}

/* Refuses nodes without a zone before anything is measured. */
static void check_groups(const rm_options *options) {
    if (options->group_by == RM_GROUP_NONE)
        return;
    rm_node_list list = rm_nodes_of(options, options->nodes.items[0], 0);
    rm_groups groups = rm_groups_of(options->group_by, &list.nodes);
    rm_groups_free(&groups);
    rm_nodes_free(&list);
}

static int skew(const rm_options *options) {
    run r = {.options = options, .cells = rm_cells_of(options, false)};
    check_groups(options);
    rm_check_keys(options, key_passes(options, &r.cells));
    size_t tasks = r.cells.count * (size_t)options->sets;
    r.sets = rm_results_of_sets(options, r.cells.count, sizeof *r.sets);
    rm_interrupts_watch();
    unsigned count;
    const char *const *columns = rm_skew_columns(&count);
    r.output = rm_output_open(options, columns, count);
    r.from = rm_output_cells(r.output, r.cells.count) * (size_t)options->sets;
    r.progress = rm_progress_start(options->no_progress, "skew", total_units(&r));
    if (!rm_parallel((size_t)options->jobs, tasks - r.from, work, emit, &r))
        rm_output_abandon(r.output);
    rm_progress_end(r.progress);
    rm_output_close(r.output);
    rm_skew_warn(options, &r.worst);
    /* An interrupt may keep measured sets from being emitted, so emit() cannot free them. */
    for (size_t i = 0; i < tasks; i++)
        rm_skew_set_free(r.sets + i);
    free(r.sets);
    rm_cells_free(&r.cells);
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_PLACEMENT_OPTIONS, RM_OPT_HASH_TAG, RM_OPT_SETS,  RM_REPLICA_OPTIONS,
                                     RM_KEY_OPTIONS,       RM_OPT_GROUP_BY, RM_OPT_VIEWS, RM_OPT_JOBS,
                                     RM_CELL_OPTIONS,      RM_OPTION_END};

const rm_command rm_command_skew = {
    .name = "skew",
    .question = "How even is it? Exact shares beside the ideal ring's; with keys, what they did in set 0.",
    .example = "ringmark skew --nodes 10,100 --vnodes 1,10,100,160,1000 --sets 100",
    .options = takes,
    .lists = true,
    .run = skew,
    .groups_zones = true,
};
