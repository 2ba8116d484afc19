#include "change.h"

#include <stdlib.h>
#include <string.h>

#include "bench/cli/words.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "zones.h"

/* Keeps these draws apart from what --removed draws. */
enum { CHANGE_DRAWS = 1 };

static const struct form {
    const char *head;
    rm_change_kind kind;
    bool node, number; /* what follows the head; both are NODE=NUMBER */
} forms[] = {
    {"add:", RM_CHANGE_RETURN, true, false},         {"remove:", RM_CHANGE_REMOVE, true, false},
    {"down:", RM_CHANGE_DOWN, true, false},          {"weight:", RM_CHANGE_WEIGHT, true, true},
    {"vnodes=", RM_CHANGE_VNODES, false, true},      {"total-points=", RM_CHANGE_TOTAL_POINTS, false, true},
    {"hash=", RM_CHANGE_HASH, false, false},         {"add", RM_CHANGE_ADD, false, false},
    {"remove", RM_CHANGE_REMOVE_EACH, false, false}, {"replace", RM_CHANGE_REPLACE, false, false},
    {"rename", RM_CHANGE_RENAME, false, false},
};

static const struct form *form_of(const char *text) {
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strncmp(text, forms[i].head, strlen(forms[i].head)) == 0)
            return forms + i;
    rm_fail("--change: unknown '%s'", text);
}

rm_change rm_change_parse(const char *text, const rmk_preset *preset) {
    const struct form *form = form_of(text);
    const char *rest = text + strlen(form->head);
    rm_change change = {.kind = form->kind, .text = text};
    /* a name may hold '=' itself: the last one starts the number */
    const char *number = !form->number ? NULL : form->node ? strrchr(rest, '=') + 1 : rest;
    if (form->node)
        change.node = rm_text("%.*s", (int)(number ? (size_t)(number - 1 - rest) : strlen(rest)), rest);
    if (number)
        change.number = rm_number("--change", number, 0, UINT64_MAX);
    bool some = form->kind == RM_CHANGE_REMOVE &&
                (rm_percent(rest, &change.percent) || strcmp(rest, "random") == 0);
    if (some) {
        change.kind = RM_CHANGE_REMOVE_SOME;
        free(change.node);
        change.node = NULL;
    }
    if (form->kind == RM_CHANGE_HASH)
        change.hash = preset ? rmk_preset_hash_find(preset, rest) : rmk_hash_find(rest);
    return change;
}

void rm_change_free(rm_change *change) {
    free(change->node);
    change->node = NULL;
}

/* Finds the place of the n-th node that is there. */
static size_t nth_there(const rm_node_list *list, const bool *gone, size_t n) {
    size_t place = 0;
    for (; place < list->nodes.count; place++)
        if (!gone[place] && n-- == 0)
            return place;
    return SIZE_MAX;
}

static size_t place_there(const char *node, const rm_node_list *list) {
    bool *gone = rm_nodes_gone(list);
    size_t there = 0;
    for (size_t i = 0; i < list->nodes.count; i++)
        there += !gone[i];
    size_t place = rm_nodes_named(list, node);
    if (strcmp(node, "first") == 0)
        place = nth_there(list, gone, 0);
    else if (strcmp(node, "middle") == 0)
        place = nth_there(list, gone, there / 2);
    else if (strcmp(node, "last") == 0)
        place = nth_there(list, gone, there - 1);
    else if (place != SIZE_MAX && gone[place])
        place = SIZE_MAX;
    free(gone);
    return place;
}

size_t rm_change_place(const rm_change *change, const rm_node_list *list) {
    if (change->kind == RM_CHANGE_REPLACE || change->kind == RM_CHANGE_RENAME)
        return 0;
    bool none = !change->node || change->kind == RM_CHANGE_RETURN || !list->nodes.count;
    return none ? SIZE_MAX : place_there(change->node, list);
}

bool rm_change_is_of_placement(const rm_change *change) {
    return change->kind >= RM_CHANGE_VNODES;
}

/* Makes the name that generation would give next. */
static char *next_generated(const rm_options *options, uint64_t set, uint64_t index) {
    rmk_pattern_values values = {.set = set, .index = index};
    char *text = rm_alloc(rmk_pattern_bound(&options->names_pattern, 0) + 1);
    text[rmk_pattern_format(&options->names_pattern, &values, (unsigned char *)text)] = '\0';
    return text;
}

static rmk_bytes bytes_of(const char *text) {
    return (rmk_bytes){(const unsigned char *)text, strlen(text)};
}

static bool is_gone(const rm_node_list *list, rmk_bytes name) {
    for (size_t i = 0; i < list->past.gone_count; i++)
        if (rmk_bytes_compare(list->past.gone[i].name, name) == 0)
            return true;
    return false;
}

bool rm_change_can_return(const rm_change *change, const rm_node_list *list) {
    return is_gone(list, bytes_of(change->node));
}

static bool is_taken(const rm_node_list *list, const char *name) {
    return is_gone(list, bytes_of(name)) || rm_nodes_named(list, name) != SIZE_MAX;
}

static char *new_name(const rm_options *options, uint64_t set, const rm_node_list *list) {
    char *name = options->nodes_file ? rm_text("new-node")
                                     : next_generated(options, set, list->nodes.id_limit);
    for (unsigned i = 1; !*name || is_taken(list, name); i++) {
        free(name);
        name = i == 1 ? rm_text("new-node") : rm_text("new-node-%u", i);
    }
    return name;
}

/* Returns the zone with the fewest nodes, of several the first in the list. */
static rmk_bytes smallest_zone(const rm_node_list *list) {
    rm_groups zones = rm_groups_of(RM_GROUP_ZONE, &list->nodes);
    size_t *counts = rm_calloc(zones.count, sizeof *counts), least = 0;
    for (size_t i = 0; i < list->nodes.count; i++)
        counts[zones.of[i]]++;
    for (size_t z = 0; z < zones.count; z++)
        if (counts[z] < counts[least])
            least = z;
    rmk_bytes zone = zones.names[least];
    free(counts);
    rm_groups_free(&zones);
    return zone;
}

static void append(const rm_options *options, uint64_t set, rm_node_list *list) {
    char *name = new_name(options, set, list);
    rmk_node node = {.id = RMK_NOBODY, .weight = 1, .name = bytes_of(name)};
    if (options->zone_aware)
        node.zone = smallest_zone(list);
    rm_nodes_join(list, &node);
    free(name);
}

static void remove_some(const rm_change *change, const rm_options *options, uint64_t set,
                        rm_node_list *list) {
    size_t part = rm_nodes_part(list, change->percent);
    rm_nodes_leave_some(list, change->percent > 0 ? part : 1,
                        rm_mix(rm_mix(options->seed, set), CHANGE_DRAWS));
}

/* Renames the node at `place`, as another node or as the same one. */
static void rename_at(const rm_options *options, uint64_t set, size_t place, bool is_another,
                      rm_node_list *list) {
    char *name = new_name(options, set, list);
    rmk_node node = list->list[place];
    node.name = bytes_of(name);
    if (is_another) {
        node.id = RMK_NOBODY;
        node.server_id = 0;
        node.alias = (rmk_bytes){0};
    }
    rm_nodes_insert(list, place, &node);
    rm_nodes_drop(list, place + 1);
    free(name);
}

void rm_change_apply(const rm_change *change, const rm_options *options, uint64_t set, size_t place,
                     rm_node_list *list) {
    switch (change->kind) {
    case RM_CHANGE_ADD:
        append(options, set, list);
        return;
    case RM_CHANGE_REMOVE_EACH:
    case RM_CHANGE_REMOVE:
        rm_nodes_leave(list, &place, 1);
        return;
    case RM_CHANGE_REMOVE_SOME:
        remove_some(change, options, set, list);
        return;
    case RM_CHANGE_RETURN:
        rm_nodes_return(list, bytes_of(change->node));
        return;
    case RM_CHANGE_DOWN:
        list->list[place].down = true;
        return;
    case RM_CHANGE_REPLACE:
    case RM_CHANGE_RENAME:
        rename_at(options, set, place, change->kind == RM_CHANGE_REPLACE, list);
        return;
    case RM_CHANGE_WEIGHT:
        list->list[place].weight = rm_node_weight(options->preset, change->number);
        return;
    case RM_CHANGE_VNODES:
    case RM_CHANGE_HASH:
    case RM_CHANGE_TOTAL_POINTS:
        return;
    }
}
