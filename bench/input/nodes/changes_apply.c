/* changes_apply.c - applies the changes of --past, line by line, to a node list. */
#include <stdlib.h>

#include "bench/support/fail.h"
#include "bench/support/nearest.h"
#include "changes_file.h"

/* What is known of a node that the list or a line so far has named; by place in the list of all. */
typedef struct known {
    uint64_t line; /* line of its last change; 0: there was none */
    uint64_t turn; /* when it came: nodes that are there stand in this order */
    bool here;
} known;

typedef struct telling {
    const rm_changes *changes;
    const rmk_preset *preset;
    rm_node_list *list; /* all nodes that were ever named, in the order of their ids */
    known *all;
    size_t capacity, here, turns;
    size_t *table; /* places + 1 by name, with open addressing; its size is a power of two */
    size_t table_size;
} telling;
#define fail_line(t, l, format, ...)                                                                         \
    rm_fail("%s:%llu: %s %.*s: " format, (t)->changes->path, (unsigned long long)(l)->line,                  \
            (l)->add ? "add" : "remove", RM_SHOWN((l)->name), ##__VA_ARGS__)

/* Finds where the name stands in the table, or would. */
static size_t *slot_of(const telling *t, rmk_bytes name) {
    size_t i = (size_t)rmk_hash_xxh3.one(NULL, name.data, name.length) & (t->table_size - 1);
    while (t->table[i] && rmk_bytes_compare(t->list->list[t->table[i] - 1].name, name) != 0)
        i = (i + 1) & (t->table_size - 1);
    return t->table + i;
}

static telling begin(const rm_changes *changes, const rmk_preset *preset, rm_node_list *list) {
    telling t = {.changes = changes, .preset = preset, .list = list, .here = list->nodes.count};
    t.capacity = list->nodes.count + changes->count;
    t.all = rm_calloc(t.capacity, sizeof *t.all);
    for (t.table_size = 16; t.table_size < 2 * t.capacity;)
        t.table_size *= 2;
    t.table = rm_calloc(t.table_size, sizeof *t.table);
    for (size_t i = 0; i < list->nodes.count; i++) {
        t.all[i] = (known){.turn = t.turns++, .here = true};
        *slot_of(&t, list->list[i].name) = i + 1;
    }
    return t;
}

static _Noreturn void fail_unknown(const telling *t, const rm_changes_line *line) {
    size_t count = t->list->nodes.count;
    const char **names = rm_calloc(count, sizeof *names);
    for (size_t i = 0; i < count; i++)
        names[i] = rm_text("%.*s", RM_SHOWN(t->list->list[i].name));
    char *wanted = rm_text("%.*s", RM_SHOWN(line->name));
    const char *nearest = rm_nearest(wanted, names, count);
    if (nearest)
        fail_line(t, line, "there is no such node; did you mean %s?", nearest);
    fail_line(t, line, "there is no such node; a node of the list, or one that was added, can be removed");
}

static void remove_one(telling *t, const rm_changes_line *line) {
    size_t place = *slot_of(t, line->name);
    if (!place--)
        fail_unknown(t, line);
    known *who = t->all + place;
    if (!who->here)
        fail_line(t, line, "it was removed on line %llu already; it can be added again",
                  (unsigned long long)who->line);
    if (t->here == 1)
        fail_line(t, line, "it is the only node that is left; one has to stay");
    who->here = false;
    who->line = line->line;
    t->here--;
}

static void set_given(const telling *t, const rm_changes_line *line, rmk_node *node) {
    node->down = false;
    if (line->weighted)
        node->weight = rm_node_weight(t->preset, line->weight);
    if (line->zone.length)
        node->zone = line->zone;
}

static void add_one(telling *t, const rm_changes_line *line) {
    size_t *slot = slot_of(t, line->name);
    rm_node_list *list = t->list;
    if (*slot && t->all[*slot - 1].here)
        fail_line(t, line, "it is there already%s; it can be removed",
                  t->all[*slot - 1].line ? ", since an earlier line" : "");
    if (!*slot && list->nodes.count >= RMK_MAX_NODES)
        fail_line(t, line, "more than %llu nodes", (unsigned long long)RMK_MAX_NODES);
    rmk_node node = {.id = RMK_NOBODY, .weight = line->weight, .name = line->name};
    set_given(t, line, &node);
    if (*slot) {
        set_given(t, line, list->list + *slot - 1);
    } else {
        rm_nodes_insert(list, list->nodes.count, &node);
        *slot = list->nodes.count;
    }
    t->all[*slot - 1] = (known){.line = line->line, .turn = t->turns++, .here = true};
    t->here++;
}

/* ---- what is left ---- */

typedef struct arrival {
    uint64_t turn;
    rmk_node node;
} arrival;

static int by_turn(const void *a, const void *b) {
    uint64_t x = ((const arrival *)a)->turn, y = ((const arrival *)b)->turn;
    return x < y ? -1 : x > y;
}

/* Keeps the nodes that are there, in the order in which they came. */
static void keep_those_here(telling *t) {
    arrival *stay = rm_calloc(t->list->nodes.count, sizeof *stay);
    size_t count = 0;
    for (size_t i = 0; i < t->list->nodes.count; i++)
        if (t->all[i].here)
            stay[count++] = (arrival){t->all[i].turn, t->list->list[i]};
    qsort(stay, count, sizeof *stay, by_turn);
    for (size_t i = 0; i < count; i++)
        t->list->list[i] = stay[i].node;
    t->list->nodes.count = count;
    free(stay);
}

static void settle(telling *t) {
    rm_node_list *list = t->list;
    rm_past *past = &list->past;
    past->gone = rm_calloc(list->nodes.count, sizeof *past->gone);
    past->gone_capacity = list->nodes.count;
    for (size_t i = 0; i < list->nodes.count; i++) {
        if (t->all[i].here)
            continue;
        past->gone[past->gone_count++] = list->list[i];
        list->list[i].down = true;
    }
    if (!past->keeps)
        keep_those_here(t);
}

void rm_changes_apply(const rm_changes *changes, const rmk_preset *preset, rm_node_list *list) {
    telling t = begin(changes, preset, list);
    rm_past *past = &list->past;
    past->steps = rm_calloc(changes->count, sizeof *past->steps);
    past->capacity = changes->count;
    for (size_t i = 0; i < changes->count; i++) {
        const rm_changes_line *line = changes->lines + i;
        if (line->add)
            add_one(&t, line);
        else
            remove_one(&t, line);
        past->steps[past->count++] = (rmk_step){line->add, list->list[*slot_of(&t, line->name) - 1].id};
    }
    settle(&t);
    free(t.table);
    free(t.all);
}
