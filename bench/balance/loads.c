/* loads.c - what bounded loads cost: keys assigned one by one, in every cell over its name sets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/cells/limits.h"
#include "bench/cells/sweep.h"
#include "bench/cli/command.h"
#include "bench/stats/series.h"
#include "bench/support/fail.h"
#include "loads_measure.h"
#include "ownership.h"

enum {
    LOAD_FACTOR = RM_CELL_COLUMN_COUNT,
    KEYS,
    DISPLACED,
    PROBES_MEAN,
    PROBES_P99,
    PEAK,
    CAPACITY,
    MOVED_ON_ADD,
    IDEAL_ADD,
    MOVED_ON_REMOVE,
    IDEAL_REMOVE,
    SETS,
    DISPLACED_SE,
    PROBES_MEAN_SE,
    PEAK_SE,
    MOVED_ON_ADD_SE,
    MOVED_ON_REMOVE_SE,
    COLUMN_COUNT
};

static const char *const columns[] = {
    RM_CELL_COLUMNS, "load_factor",  "keys",           "displaced", "probes_mean",     "probes_p99",
    "peak",          "capacity",     "moved_on_add",   "ideal_add", "moved_on_remove", "ideal_remove",
    "sets",          "displaced_se", "probes_mean_se", "peak_se",   "moved_on_add_se", "moved_on_remove_se"};
_Static_assert(sizeof columns / sizeof *columns == COLUMN_COUNT, "a name for each column");

/* Figures that are shown as means over sets, with the column of their standard error where there is one. */
static const struct {
    unsigned column, error;
    size_t offset;
} figures[] = {
    {DISPLACED, DISPLACED_SE, offsetof(rm_loads, displaced)},
    {PROBES_MEAN, PROBES_MEAN_SE, offsetof(rm_loads, probes_mean)},
    {PEAK, PEAK_SE, offsetof(rm_loads, peak)},
    {CAPACITY, 0, offsetof(rm_loads, capacity)},
    {MOVED_ON_ADD, MOVED_ON_ADD_SE, offsetof(rm_loads, moved_on_add)},
    {IDEAL_ADD, 0, offsetof(rm_loads, ideal_add)},
    {MOVED_ON_REMOVE, MOVED_ON_REMOVE_SE, offsetof(rm_loads, moved_on_remove)},
    {IDEAL_REMOVE, 0, offsetof(rm_loads, ideal_remove)},
};

typedef struct run {
    const rm_options *options;
    rm_cells cells;
    rm_change *parsed;
    rm_loads_changes changes;
} run;

/* Estimates the cost of a set in sessions built: one, and one for each changed session. */
static double work_units(const rm_cell *cell, const void *context) {
    const run *r = context;
    bool in_turn = r->changes.remove && r->changes.remove->kind == RM_CHANGE_REMOVE_EACH;
    return 1 + (r->changes.add ? 1 : 0) + (in_turn ? (double)cell->nodes : r->changes.remove ? 1 : 0);
}

static void measure(const rm_cell *cell, uint64_t set, void *result, const void *context) {
    const run *r = context;
    rm_loads *loads = result;
    *loads = rm_loads_measure(cell, &r->changes, set);
}

static void release(void *result) {
    rm_loads_free(result);
}

static void put_figures(const rm_loads *sets, uint64_t count, rm_row *row) {
    rm_series series = {.sets = sets, .size = sizeof *sets, .count = (size_t)count};
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        rm_row_real(row, figures[i].column, rm_series_mean(&series, figures[i].offset));
        if (figures[i].error)
            rm_row_real(row, figures[i].error, rm_series_error(&series, figures[i].offset));
    }
}

/* Returns the smallest number of nodes asked that at least 99 % of all keys of all sets do not pass. */
static uint64_t pooled_p99(const rm_loads *sets, uint64_t count) {
    rmk_u128 keys = 0, seen = 0;
    for (uint64_t i = 0; i < count; i++)
        keys += sets[i].keys;
    for (size_t probes = 1;; probes++) {
        for (uint64_t i = 0; i < count; i++)
            seen += probes <= sets[i].most_probes ? sets[i].probes[probes] : 0;
        if (100 * seen >= 99 * keys)
            return probes;
    }
}

/* Counts the points of a session's ring, where all weights are 1. Where there are slots, points are not
 * shown. */
static uint64_t points_of(const rm_cell *cell) {
    if (!(cell->algorithm->can & RMK_IS_SESSION))
        return 0;
    rm_nodes_facts facts = rm_nodes_facts_of(cell->options, cell->nodes);
    return cell->total_points ? cell->total_points : cell->vnodes * facts.serving;
}

static void emit(const rm_cell *cell, const void *results, rm_output *output, void *context) {
    (void)context;
    const rm_loads *sets = results;
    uint64_t count = cell->options->sets;
    rm_row row = {0};
    rm_cell_columns(cell, points_of(cell), &row);
    rm_row_text(&row, LOAD_FACTOR, cell->options->load_factor_text);
    rm_row_count(&row, KEYS, sets->keys);
    rm_row_count(&row, SETS, count);
    rm_row_count(&row, PROBES_P99, pooled_p99(sets, count));
    put_figures(sets, count, &row);
    rm_output_row(output, &row);
}

/* ---- before anything is measured ---- */

static void take_change(run *r, const rm_change *change) {
    bool removes = change->kind == RM_CHANGE_REMOVE || change->kind == RM_CHANGE_REMOVE_EACH;
    if (!removes && change->kind != RM_CHANGE_ADD)
        rm_fail("--change %s: a session knows add, remove (each in turn) and remove:first|middle|last|NAME",
                change->text);
    const rm_change **taken = removes ? &r->changes.remove : &r->changes.add;
    if (*taken)
        rm_fail("--change %s: a row has room for one node removed, and %s is given too", change->text,
                (*taken)->text);
    *taken = change;
}

static void check_removal(const run *r, const rm_cell *cell) {
    const rm_change *remove = r->changes.remove;
    if (!remove)
        return;
    rm_node_list list = rm_nodes_of(cell->options, cell->nodes, 0);
    size_t place = rm_change_place(remove, &list);
    if (remove->node && place == SIZE_MAX)
        rm_fail("--change %s: there is no node '%s'; first, middle, last or a name of the list", remove->text,
                remove->node);
    if (remove->node && !rmk_node_serves(list.list + place))
        rm_fail("--change %s: the node is down or of weight 0, and has no keys", remove->text);
    if (rmk_nodes_serving(&list.nodes) == 1)
        rm_fail("--change %s leaves no node that could own keys; --change add can be measured", remove->text);
    rm_nodes_free(&list);
}

/* A session keeps a ball per key with its visits and their places in heaps, in arrays that double; and
 * there are two sessions at once, as a change builds another. */
static void check_memory(const rm_options *options, const rm_cells *cells) {
    enum { POINTS_A_KEY = 12 };
    uint64_t keys = options->keys ? options->keys : RM_DEFAULT_KEYS, tasks = cells->count * options->sets;
    uint64_t workers = options->jobs < tasks ? options->jobs : tasks;
    for (size_t i = 0; i < cells->count && !options->keys_file; i++) {
        uint64_t most = rm_points_that_fit(cells->list[i].nodes) / POINTS_A_KEY / workers;
        if (keys > most)
            rm_fail(
                "--keys %llu are more than the memory of this machine holds, %llu in each of %llu sessions "
                "at once; lower it, or --jobs",
                (unsigned long long)keys, (unsigned long long)most, (unsigned long long)workers);
    }
}

static void prepare(run *r) {
    const rm_options *options = r->options;
    r->parsed = rm_calloc(options->changes.count, sizeof *r->parsed);
    for (size_t i = 0; i < options->changes.count; i++) {
        r->parsed[i] = rm_change_parse(options->changes.items[i], NULL);
        take_change(r, r->parsed + i);
    }
    for (size_t i = 0; i < r->cells.count; i++)
        check_removal(r, r->cells.list + i);
    check_memory(options, &r->cells);
    rm_check_keys(options, r->cells.count * (size_t)options->sets);
}

static int loads(const rm_options *options) {
    run r = {.options = options, .cells = rm_cells_of(options, false)};
    prepare(&r);
    rm_sweep sweep = {
        .options = options,
        .cells = &r.cells,
        .columns = columns,
        .column_count = COLUMN_COUNT,
        .item = sizeof(rm_loads),
        .context = &r,
        .work_units = work_units,
        .measure = measure,
        .emit = emit,
        .release = release,
    };
    rm_sweep_run(&sweep);
    for (size_t i = 0; i < options->changes.count; i++)
        rm_change_free(r.parsed + i);
    free(r.parsed);
    rm_cells_free(&r.cells);
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_OPT_LOAD_FACTOR, RM_OPT_TABLE_SIZE, RM_NODE_OPTIONS, RM_OPT_SETS,
                                     RM_OPT_ALGORITHM,   RM_POINT_OPTIONS,  RM_OPT_HASH_TAG, RM_OPT_CHANGE,
                                     RM_OPT_KEYS,        RM_OPT_KEY_BYTES,  RM_OPT_KEY_DIST, RM_OPT_KEYS_FILE,
                                     RM_OPT_KEYS_NUL,    RM_OPT_JOBS,       RM_CELL_OPTIONS, RM_OPTION_END};

const rm_command rm_command_loads = {
    .name = "loads",
    .question = "What do bounded loads cost? Keys displaced, nodes asked, and what moves when nodes change.",
    .example = "ringmark loads --nodes 10 --vnodes 1,100 --load-factor 1.25 --keys 10000 --sets 40",
    .options = takes,
    .lists = true,
    .run = loads,
    .algorithm = "bounded",
    .by_load = true,
};
