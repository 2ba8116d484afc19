/* skew.c - runs the command skew, which measures how even the exact shares of every cell are. */
#include <stdlib.h>

#include "bench/cells/sweep.h"
#include "bench/cli/command.h"
#include "bench/input/nodes/zones.h"
#include "bench/support/fail.h"
#include "rows.h"

static double work_units(const rm_cell *cell, const void *context) {
    (void)context;
    double points = cell->total_points ? (double)cell->total_points
                                       : (double)cell->nodes * (double)(cell->vnodes ? cell->vnodes : 1);
    double views = 1 + (double)cell->options->views;
    return points * views + (cell->algorithm->can & RMK_HAS_MAP ? 1000 : RM_DEFAULT_KEYS);
}

static void measure(const rm_cell *cell, uint64_t set, void *figures, const void *context) {
    (void)context;
    rm_skew_measure(cell, set, figures);
}

static void release(void *figures) {
    rm_skew_set_free(figures);
}

/* Keeps in `worst` the keys of the cell that needs the most of them, of the cells whose verdict is withheld:
 * the run warns only once, about that cell. */
static void note_verdict(const rm_skew_keys *keys, rm_skew_keys *worst) {
    bool withheld = keys->verdict == RM_TOO_FEW_KEYS || keys->verdict == RM_POPULAR_KEYS;
    if (withheld && keys->needed > worst->needed)
        *worst = *keys;
}

static void emit(const rm_cell *cell, const void *figures, rm_output *output, void *worst) {
    const rm_skew_set *sets = figures;
    rm_row row = {0};
    rm_skew_row(cell, sets, &row);
    rm_output_row(output, &row);
    note_verdict(&sets->keys, worst);
    if (cell->options->views && !sets->views.measured)
        rm_note("%s has no arcs on a circle: --views is left out", cell->algorithm->name);
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

/* Says in one line on stderr how many keys would be needed, when the cell's verdict is withheld. */
static void warn_of_keys(const rm_options *options, const rm_skew_keys *k) {
    char *what = k->points > 0 ? rm_text("%.0f points", k->points) : rm_text("%.0f nodes", k->nodes);
    if (k->verdict == RM_TOO_FEW_KEYS)
        rm_warn(
            "%.0f different key%s too few to judge %s by: a tenth or more of what their counts vary by is "
            "chance; from %.0f on there is a verdict: %s",
            k->distinct, k->distinct > 1 ? "s are" : " is", what, k->needed,
            options->keys_file ? "give more of them" : "raise --keys");
    if (k->verdict == RM_POPULAR_KEYS)
        rm_warn(
            "a few keys rule: they are as uneven as %.3g equally popular ones (1/H), and a verdict on %s "
            "takes %.0f; more points than 1/H do not even out popular keys",
            k->effective, what, k->needed);
    free(what);
}

static int skew(const rm_options *options) {
    rm_cells cells = rm_cells_of(options, false);
    check_groups(options);
    rm_check_keys(options, key_passes(options, &cells));
    rm_skew_keys worst = {0};
    rm_sweep sweep = {
        .options = options,
        .cells = &cells,
        .item = sizeof(rm_skew_set),
        .context = &worst,
        .work_units = work_units,
        .measure = measure,
        .emit = emit,
        .release = release,
    };
    sweep.columns = rm_skew_columns(&sweep.column_count);
    rm_sweep_run(&sweep);
    warn_of_keys(options, &worst);
    rm_cells_free(&cells);
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
