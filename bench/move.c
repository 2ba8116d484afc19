/* move.c - what moves when nodes change: every change of every cell over its name sets. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "movement.h"
#include "ownership.h"
#include "stats/chance.h"
#include "stats/mean.h"
#include "stats/quantile_error.h"
#include "support/cells_limits.h"
#include "support/fail.h"
#include "support/parallel.h"
#include "support/progress.h"

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
                                      "moved_band_high"};
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
    rm_moved *sets; /* of job j from j * options->sets on */
    rm_output *output;
    rm_progress *progress;
} run;

/* A rough cost of one set. */
static double work_units(const job *j) {
    double points =
        (double)(j->cell->nodes * (j->cell->vnodes ? j->cell->vnodes : 1) + j->cell->total_points);
    bool each = j->change->kind == RM_CHANGE_REMOVE_EACH;
    if (!(j->cell->algorithm->can & RMK_HAS_MAP))
        return each ? RM_DEFAULT_KEYS / 10.0 * (double)j->cell->nodes : RM_DEFAULT_KEYS;
    return each && j->cell->total_points ? points * (double)j->cell->nodes : points + 1000;
}

static void work(size_t i, void *context) {
    run *r = context;
    const job *j = r->jobs + i / r->options->sets;
    char *name = rm_cell_name(j->cell);
    rm_progress_add(r->progress, 0, name);
    r->sets[i] = rm_measure_change(j->cell, j->change, i % r->options->sets);
    rm_progress_add(r->progress, work_units(j), NULL);
    free(name);
}

/* The figure at `offset` of the sets that have one: NAN is left out. Freed by the caller. */
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

/* Over sets: of a mean over the nodes of one set, too. */
static double error_of_mean(const rm_moved *sets, uint64_t count, size_t offset) {
    size_t found;
    double *values = figures_at(sets, count, offset, &found);
    double error = rm_mean_error(values, found);
    free(values);
    return error;
}

/* What only maps tell. */
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

/* Where the true part lies 95 times of 100; keys that repeat each other have none. */
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
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++) {
        double value = mean_figure(sets, count, side + figures[i].offset);
        if (figures[i].column == EXCESS) /* of the figures shown: a mean of differences would add rounding */
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
    uint64_t count = r->options->sets;
    if (i % count != count - 1)
        return;
    const job *j = r->jobs + i / count;
    const rm_moved *sets = r->sets + (i / count) * count;
    write_row(r, j, sets, false);
    if (sets->has_sampled)
        write_row(r, j, sets, true);
}

static void parse_changes(run *r) {
    r->changes = rm_calloc(r->options->changes.count, sizeof *r->changes);
    for (size_t i = 0; i < r->options->changes.count; i++)
        r->changes[i] = rm_change_parse(r->options->changes.items[i], r->options->preset);
}

static _Noreturn void refuse_return(const rm_change *change, const rm_node_list *list) {
    if (rm_nodes_named(list, change->node) != SIZE_MAX)
        rm_fail("--change %s: '%s' is there already; 'add' alone adds a new node", change->text,
                change->node);
    rm_fail("--change %s: --history and --removed removed no node '%s'; 'add' alone adds a new node",
            change->text, change->node);
}

static _Noreturn void refuse_node(const rm_change *change, const rm_node_list *list) {
    static const char *const places[] = {"first", "middle", "last"};
    enum { PLACES = sizeof places / sizeof *places };
    const char **names = rm_calloc(list->nodes.count + PLACES, sizeof *names);
    memcpy(names, places, sizeof places);
    for (size_t i = 0; i < list->nodes.count; i++)
        names[PLACES + i] =
            rm_text("%.*s", (int)list->list[i].name.length, (const char *)list->list[i].name.data);
    const char *nearest = rm_nearest(change->node, names, list->nodes.count + PLACES);
    if (nearest)
        rm_fail("--change %s: there is no node '%s'; did you mean %s?", change->text, change->node, nearest);
    rm_fail("--change %s: there is no node '%s'; first, middle, last, random, P%% or a name of the list",
            change->text, change->node);
}

/* How many nodes are left that can own something; SIZE_MAX: there is no place for the new one. Ends the run
 * when what is left is too large to build. */
static size_t left_over(const rm_cell *cell, const rm_change *change) {
    rm_node_list list = rm_cell_nodes(cell, 0);
    size_t place = rm_change_place(change, &list);
    bool returns = change->kind == RM_CHANGE_RETURN;
    if (returns && !rm_change_can_return(change, &list))
        refuse_return(change, &list);
    if (!returns && change->node && place == SIZE_MAX)
        refuse_node(change, &list);
    bool each = change->kind == RM_CHANGE_REMOVE_EACH;
    rm_node_list after = rm_nodes_copy(&list, 1);
    if (!each)
        rm_change_apply(change, cell->options, 0, place, &after);
    rm_cell changed = rm_changed_cell(cell, change);
    /* removing each in turn is one pass over one ring where the ring can */
    if (!each)
        rm_cell_check_change(change->text, cell, &list.nodes, &changed, &after.nodes);
    uint64_t capacity = rm_nodes_capacity(cell->options, cell->algorithm, &after);
    bool fits = rm_nodes_overflow(&after, capacity) == SIZE_MAX;
    size_t able = fits ? rm_count_able(&after.nodes) - each : SIZE_MAX;
    rm_nodes_free(&after);
    rm_nodes_free(&list);
    return able;
}

/* What a preset's system lacks; else NULL. */
static char *fault_of_preset(const rmk_preset *preset, const rm_change *change) {
    const char *lacks = NULL;
    if (change->kind == RM_CHANGE_VNODES && !(preset->takes & RMK_TAKES_VNODES))
        lacks = "its number of points is fixed";
    if (change->kind == RM_CHANGE_TOTAL_POINTS && !(preset->takes & RMK_TAKES_TOTAL_POINTS))
        lacks = "it has no such size of the ring";
    if (change->kind == RM_CHANGE_WEIGHT && change->number != 1 && !(preset->takes & RMK_TAKES_WEIGHTS))
        lacks = "it has no weights other than 1";
    if (!lacks)
        return NULL;
    char *taken = rm_preset_takes(preset);
    char *text =
        rm_text("--preset %s: --change %s: %s; it takes %s", preset->name, change->text, lacks, taken);
    free(taken);
    return text;
}

static char *fault_of_algorithm(const rm_cell *cell, const rm_change *change) {
    unsigned can = cell->algorithm->can;
    const char *algorithm = cell->algorithm->name;
    bool of_points = change->kind == RM_CHANGE_VNODES || change->kind == RM_CHANGE_TOTAL_POINTS;
    if (of_points && !(can & RMK_CAN_VNODES))
        return rm_text("%s has no virtual nodes: --change %s", algorithm, change->text);
    if (change->kind == RM_CHANGE_WEIGHT && change->number > 1 && !(can & RMK_CAN_WEIGHTS))
        return rm_text("%s has no weights: --change %s", algorithm, change->text);
    bool comes_or_goes = change->kind <= RM_CHANGE_REMOVE_SOME;
    if (can & RMK_IS_HISTORY && !comes_or_goes && !rm_change_is_of_placement(change))
        return rm_text(
            "%s knows nodes that come and go alone: --change %s; it takes add, add:NAME, remove, "
            "remove:first|middle|last|random|P%%|NAME and hash=H",
            algorithm, change->text);
    return NULL;
}

/* Why the change cannot be made in this cell: freed by the caller; NULL: it can. */
static char *fault_of(const rm_cell *cell, const rm_change *change) {
    const rmk_preset *preset = cell->options->preset;
    char *fault = preset ? fault_of_preset(preset, change) : fault_of_algorithm(cell, change);
    if (fault)
        return fault;
    size_t able = left_over(cell, change);
    if (able == SIZE_MAX)
        return rm_text(
            "--change %s: all places of %s are taken; --capacity gives it more, removing is possible",
            change->text, cell->algorithm->name);
    if (!able)
        return rm_text("--change %s leaves no node that could own keys", change->text);
    if (able < cell->options->replicas)
        return rm_text("--change %s leaves %zu node%s: fewer than --replicas %llu", change->text, able,
                       able == 1 ? "" : "s", (unsigned long long)cell->options->replicas);
    uint64_t total = change->kind == RM_CHANGE_TOTAL_POINTS ? change->number
                     : change->kind == RM_CHANGE_VNODES     ? 0
                                                            : cell->total_points;
    if (!preset && total && total < able)
        return rm_text("--change %s: --total-points %llu is less than the %zu nodes; each needs a point",
                       change->text, (unsigned long long)total, able);
    return NULL;
}

static bool all_have_ids(const rm_cell *cell) {
    rm_node_list list = rm_cell_nodes(cell, 0);
    bool all = true;
    for (size_t i = 0; i < list.nodes.count; i++)
        all = all && list.list[i].server_id;
    rm_nodes_free(&list);
    return all;
}

static void warn_of_renumbering(const rm_cell *cell, const rm_change *change) {
    const rmk_preset *preset = cell->options->preset;
    /* where a system only skips the node, or answers nothing for it, it keeps its place */
    bool down_leaves = change->kind == RM_CHANGE_DOWN && (!preset || preset->down == RMK_DOWN_REBUILDS);
    bool leaves = change->kind == RM_CHANGE_REMOVE_EACH || change->kind == RM_CHANGE_REMOVE_SOME ||
                  down_leaves || (change->kind == RM_CHANGE_REMOVE && strcmp(change->node, "last") != 0);
    if (leaves && !(cell->algorithm->can & RMK_CAN_REMOVE_ANY))
        rm_warn(
            "%s numbers nodes as listed: taking one out of the middle renumbers those behind it, and that "
            "is what is measured",
            preset ? preset->name : cell->algorithm->name);
    bool by_id = preset && preset->takes & RMK_TAKES_ID && change->kind != RM_CHANGE_DOWN;
    if (leaves && by_id && !all_have_ids(cell))
        rm_warn(
            "%s gives nodes without an id the number of their place: taking one out renumbers those behind "
            "it, and that is what is measured; give all an id, or measure down:NAME",
            preset->name);
}

/* All changes of all cells that can be made; refuses when none can. */
static void plan_jobs(run *r) {
    size_t changes = r->options->changes.count, count = r->cells.count * changes;
    r->jobs = rm_calloc(count, sizeof *r->jobs);
    for (size_t i = 0; i < count; i++) {
        job j = {r->cells.list + i / changes, r->changes + i % changes};
        char *fault = fault_of(j.cell, j.change);
        if (fault && count == 1)
            rm_fail("%s", fault);
        if (fault) {
            rm_note("skipped: %s", fault);
            free(fault);
            continue;
        }
        warn_of_renumbering(j.cell, j.change);
        r->jobs[r->job_count++] = j;
    }
    if (count && !r->job_count)
        rm_fail("no change of --change can be made");
}

/* How often the keys are read. */
static size_t key_passes(const run *r) {
    size_t passes = 0;
    for (size_t i = 0; i < r->job_count; i++)
        passes += r->jobs[i].change->kind == RM_CHANGE_REMOVE_EACH ? r->jobs[i].cell->nodes : 1;
    return passes * (size_t)r->options->sets;
}

static double total_units(const run *r) {
    double sum = 0;
    for (size_t i = 0; i < r->job_count; i++)
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
    r.progress = rm_progress_start(options, "move", total_units(&r));
    if (!rm_parallel((size_t)options->jobs, tasks, work, emit, &r))
        rm_output_abandon(r.output);
    rm_progress_end(r.progress);
    rm_output_close(r.output);
    run_free(&r);
    return RM_GOOD;
}

static const rm_option_id takes[] = {
    RM_OPT_PRESET,    RM_OPT_TABLE_SIZE,  RM_OPT_CAPACITY,  RM_OPT_PROBES,       RM_OPT_HISTORY,
    RM_OPT_REMOVED,   RM_OPT_NODES,       RM_OPT_NAMES,     RM_OPT_NODES_FILE,   RM_OPT_SETS,
    RM_OPT_ALGORITHM, RM_OPT_PLUGIN,      RM_OPT_VNODES,    RM_OPT_TOTAL_POINTS, RM_OPT_LABEL,
    RM_OPT_HASH,      RM_OPT_NODE_HASH,   RM_OPT_HASH_TAG,  RM_OPT_REPLICAS,     RM_OPT_SPREAD,
    RM_OPT_CHANGE,    RM_OPT_KEYS,        RM_OPT_KEY_BYTES, RM_OPT_KEY_DIST,     RM_OPT_KEYS_FILE,
    RM_OPT_KEYS_NUL,  RM_OPT_KEY_WEIGHTS, RM_OPT_JOBS,      RM_OPT_FILTER,       RM_OPT_SHARD,
    RM_OPTION_END};

const rm_command rm_command_move = {
    .name = "move",
    .question = "What moves when nodes change?",
    .example = "ringmark move --nodes 10 --change add,remove,weight:first=2",
    .options = takes,
    .lists = true,
    .run = move,
};
