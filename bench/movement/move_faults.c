/* move_faults.c - changes that `move` cannot make, and why. */
#include "move_faults.h"

#include <stdlib.h>
#include <string.h>

#include "bench/balance/ownership.h"
#include "bench/cells/limits.h"
#include "bench/cli/names.h"
#include "bench/support/fail.h"
#include "bench/support/nearest.h"
#include "movement.h"

static _Noreturn void refuse_return(const rm_change *change, const rm_node_list *list) {
    if (rm_nodes_named(list, change->node) != SIZE_MAX)
        rm_fail("--change %s: '%s' is there already; 'add' alone adds a new node", change->text,
                change->node);
    rm_fail("--change %s: --past and --removed removed no node '%s'; 'add' alone adds a new node",
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

/* Counts the nodes left that can own something; SIZE_MAX when there is no place for a new one. Ends the
 * run when what is left is too large to build. */
static size_t left_over(const rm_cell *cell, const rm_change *change) {
    rm_node_list list = rm_cell_nodes(cell, 0);
    size_t place = rm_change_place(change, &list);
    bool returns = change->kind == RM_CHANGE_RETURN;
    if (returns && !rm_change_can_return(change, &list))
        refuse_return(change, &list);
    if (!returns && change->node && place == SIZE_MAX)
        refuse_node(change, &list);
    bool in_turn = change->kind == RM_CHANGE_REMOVE_EACH;
    rm_node_list after = rm_nodes_copy(&list, 1);
    if (!in_turn)
        rm_change_apply(change, cell->options, 0, place, &after);
    rm_cell changed = rm_changed_cell(cell, change);
    /* removing each in turn is one pass over one ring where the ring can */
    if (!in_turn)
        rm_cell_check_change(change->text, cell, &list.nodes, &changed, &after.nodes);
    uint64_t capacity = rm_nodes_capacity(cell->options, cell->algorithm, &after);
    bool fits = rm_nodes_overflow(&after, capacity) == SIZE_MAX;
    size_t left = fits ? rmk_nodes_serving(&after.nodes) - in_turn : SIZE_MAX;
    rm_nodes_free(&after);
    rm_nodes_free(&list);
    return left;
}

/* Says what a preset's system lacks for the change; NULL when it lacks nothing. */
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
    if (can & RMK_READS_CHANGES && !comes_or_goes && !rm_change_is_of_placement(change))
        return rm_text(
            "%s knows nodes that come and go alone: --change %s; it takes add, add:NAME, remove, "
            "remove:first|middle|last|random|P%%|NAME and hash=H",
            algorithm, change->text);
    return NULL;
}

char *rm_move_fault(const rm_cell *cell, const rm_change *change) {
    const rmk_preset *preset = cell->options->preset;
    char *fault = preset ? fault_of_preset(preset, change) : fault_of_algorithm(cell, change);
    if (fault)
        return fault;
    size_t left = left_over(cell, change);
    if (left == SIZE_MAX)
        return rm_text(
            "--change %s: all places of %s are taken; --capacity gives it more, removing is possible",
            change->text, cell->algorithm->name);
    if (!left)
        return rm_text("--change %s leaves no node that could own keys", change->text);
    if (left < cell->options->replicas)
        return rm_text("--change %s leaves %zu node%s: fewer than --replicas %llu", change->text, left,
                       left == 1 ? "" : "s", (unsigned long long)cell->options->replicas);
    uint64_t total = change->kind == RM_CHANGE_TOTAL_POINTS ? change->number
                     : change->kind == RM_CHANGE_VNODES     ? 0
                                                            : cell->total_points;
    if (!preset && total && total < left)
        return rm_text("--change %s: --total-points %llu is less than the %zu nodes; each needs a point",
                       change->text, (unsigned long long)total, left);
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

void rm_move_warn(const rm_cell *cell, const rm_change *change) {
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
