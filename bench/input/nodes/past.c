/* past.c - nodes that go and come back before, and by, what is measured. */
#include <math.h>
#include <stdlib.h>

#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "changes_file.h"
#include "nodes.h"

static void note_step(rm_past *past, bool add, uint32_t id) {
    if (past->count == past->capacity) {
        past->capacity = past->capacity ? 2 * past->capacity : 16;
        past->steps = rm_realloc(past->steps, past->capacity * sizeof *past->steps);
    }
    past->steps[past->count++] = (rmk_step){add, id};
}

static void note_gone(rm_past *past, const rmk_node *node) {
    if (past->gone_count == past->gone_capacity) {
        past->gone_capacity = past->gone_capacity ? 2 * past->gone_capacity : 16;
        past->gone = rm_realloc(past->gone, past->gone_capacity * sizeof *past->gone);
    }
    past->gone[past->gone_count++] = *node;
}

/* Moves up what is not marked. */
static void close_gaps(rm_node_list *list, const bool *leaves) {
    size_t kept = 0;
    for (size_t i = 0; i < list->nodes.count; i++)
        if (!leaves[i])
            list->list[kept++] = list->list[i];
    list->nodes.count = kept;
}

void rm_nodes_leave(rm_node_list *list, const size_t *places, size_t count) {
    rm_past *past = &list->past;
    bool *leaves = past->keeps ? NULL : rm_calloc(list->nodes.count, sizeof *leaves);
    for (size_t i = 0; i < count; i++) {
        rmk_node *node = list->list + places[i];
        note_step(past, false, node->id);
        note_gone(past, node);
        if (leaves)
            leaves[places[i]] = true;
        else
            node->down = true;
    }
    if (leaves)
        close_gaps(list, leaves);
    free(leaves);
}

bool *rm_nodes_gone(const rm_node_list *list) {
    const rm_past *past = &list->past;
    bool *by_id = rm_calloc(list->nodes.id_limit, sizeof *by_id);
    bool *by_place = rm_calloc(list->nodes.count + 1, sizeof *by_place);
    for (size_t i = 0; i < past->gone_count; i++)
        by_id[past->gone[i].id] = true;
    for (size_t i = 0; i < list->nodes.count; i++)
        by_place[i] = by_id[list->list[i].id];
    free(by_id);
    return by_place;
}

/* Lists the places of nodes that are there, in an array with room for the whole list. */
static size_t *places_there(const rm_node_list *list, size_t *count) {
    bool *gone = rm_nodes_gone(list);
    size_t *places = rm_calloc(list->nodes.count + 1, sizeof *places);
    *count = 0;
    for (size_t i = 0; i < list->nodes.count; i++)
        if (!gone[i])
            places[(*count)++] = i;
    free(gone);
    return places;
}

void rm_nodes_leave_some(rm_node_list *list, size_t count, uint64_t seed) {
    size_t there, *places = places_there(list, &there);
    rm_random random = rm_random_seeded(seed);
    if (there && count >= there)
        count = there - 1;
    for (size_t i = 0; i < count; i++) {
        size_t drawn = i + (size_t)rm_random_below(&random, there - i), place = places[drawn];
        places[drawn] = places[i];
        places[i] = place;
    }
    rm_nodes_leave(list, places, count);
    free(places);
}

size_t rm_nodes_part(const rm_node_list *list, double percent) {
    size_t kept = list->past.keeps ? list->past.gone_count : 0;
    return (size_t)llround((double)(list->nodes.count - kept) * percent / 100);
}

void rm_nodes_join(rm_node_list *list, const rmk_node *node) {
    rm_nodes_insert(list, list->nodes.count, node);
    note_step(&list->past, true, list->list[list->nodes.count - 1].id);
}

bool rm_nodes_return(rm_node_list *list, rmk_bytes name) {
    rm_past *past = &list->past;
    size_t at = past->gone_count;
    while (at > 0 && rmk_bytes_compare(past->gone[at - 1].name, name) != 0)
        at--;
    if (!at)
        return false;
    rmk_node node = past->gone[at - 1];
    past->gone[at - 1] = past->gone[--past->gone_count];
    node.down = false;
    if (!past->keeps) {
        rm_nodes_join(list, &node);
        return true;
    }
    note_step(past, true, node.id);
    list->list[rmk_nodes_place(&list->nodes, node.id)].down = false;
    return true;
}

/* ---- before anything is measured ---- */

static void check_some_left(const rm_node_list *list) {
    if (rmk_nodes_serving(&list->nodes))
        return;
    rm_fail("--past and --removed leave no node that can own keys: all others are down or of weight 0");
}

static rm_node_list nodes_after(const rm_options *options, uint64_t count, uint64_t set, bool keeps) {
    rm_node_list list = rm_nodes_configured(options, count, set);
    list.past = (rm_past){.keeps = keeps, .first = list.nodes.count};
    if (!rm_has_past(options))
        return list;
    if (options->past)
        rm_changes_apply(rm_changes_of(options->past), options->preset, &list);
    if (options->removed > 0)
        rm_nodes_leave_some(&list, rm_nodes_part(&list, options->removed), rm_mix(options->seed, set));
    check_some_left(&list);
    return list;
}

rm_node_list rm_nodes_of(const rm_options *options, uint64_t count, uint64_t set) {
    return nodes_after(options, count, set, false);
}

uint64_t rm_nodes_capacity(const rm_options *options, const rmk_algorithm *algorithm,
                           const rm_node_list *list) {
    if (!list->past.keeps || !(algorithm->can & RMK_CAN_CAPACITY))
        return UINT64_MAX;
    return options->capacity ? options->capacity : 2 * (uint64_t)list->past.first;
}

size_t rm_nodes_overflow(const rm_node_list *list, uint64_t capacity) {
    uint64_t there = list->past.first;
    for (size_t i = 0; i < list->past.count; i++) {
        there = list->past.steps[i].add ? there + 1 : there - 1;
        if (there > capacity)
            return i;
    }
    return SIZE_MAX;
}

static void check_capacity(const rm_options *options, const rmk_algorithm *algorithm,
                           const rm_node_list *list) {
    uint64_t capacity = rm_nodes_capacity(options, algorithm, list);
    size_t step = capacity < list->past.first ? SIZE_MAX : rm_nodes_overflow(list, capacity);
    if (step == SIZE_MAX)
        return;
    const rm_changes_line *line = rm_changes_of(options->past)->lines + step;
    rm_fail("%s:%llu: add %.*s: %s has places for %llu nodes, and all are taken; --capacity gives it more",
            options->past, (unsigned long long)line->line, RM_SHOWN(line->name), algorithm->name,
            (unsigned long long)capacity);
}

rm_node_list rm_nodes_for(const rm_options *options, const rmk_algorithm *algorithm, uint64_t count,
                          uint64_t set) {
    bool keeps = !options->preset && algorithm->can & RMK_READS_CHANGES;
    rm_node_list list = nodes_after(options, count, set, keeps);
    check_capacity(options, algorithm, &list);
    return list;
}
