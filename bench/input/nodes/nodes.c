#include "nodes.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "nodes_texts.h"

static void publish(rm_node_list *list, size_t count, uint32_t id_limit) {
    list->nodes = (rmk_nodes){list->list, count, id_limit};
}

static void reserve(rm_node_list *list, size_t capacity) {
    if (capacity <= list->capacity)
        return;
    list->list = rm_realloc(list->list, capacity * sizeof *list->list);
    list->capacity = capacity;
    list->nodes.list = list->list;
}

static void name_generated(rm_node_list *list, const rm_options *options, uint64_t set) {
    const rmk_pattern *pattern = &options->names_pattern;
    size_t bound = rmk_pattern_bound(pattern, 0);
    for (size_t i = 0; i < list->capacity; i++) {
        rmk_pattern_values values = {.set = set, .index = i};
        unsigned char *text = rm_texts_room(&list->arena, bound);
        size_t length = rmk_pattern_format(pattern, &values, text);
        rm_texts_used(list->arena, length);
        list->list[i] = (rmk_node){.id = (uint32_t)i, .weight = 1, .name = {text, length}};
    }
}

/* A pattern with {index} cannot repeat: equal texts would have equally many digits, and then equal ones; so
 * it is with {letter}. */
static void check_generated(const rm_node_list *list, const rm_options *options) {
    if ((options->names_pattern.fields & (RMK_FIELD_INDEX | RMK_FIELD_LETTER)) && list->nodes.count)
        return;
    rmk_nodes_fault fault = {0};
    rmk_status status = rmk_nodes_check(&list->nodes, NULL, &fault);
    if (status == RMK_OK)
        return;
    const char *remedy = "put {index} into the pattern";
    if (status == RMK_DUPLICATE) {
        rmk_bytes name = list->list[fault.index].name;
        rm_fail("--names %s gives nodes %zu and %zu the same name %.*s; %s", options->names, fault.other,
                fault.index, (int)name.length, (const char *)name.data, remedy);
    }
    if (status == RMK_BAD_INPUT)
        rm_fail("--names %s: %s; %s", options->names, fault.reason, remedy);
    rm_check(status, "--names %s", options->names);
}

rm_node_list rm_nodes_generate(const rm_options *options, uint64_t count, uint64_t set) {
    if (count == 0)
        rm_fail("--nodes 0: no node can own keys; give at least 1");
    if (count > RMK_MAX_NODES)
        rm_fail("--nodes %llu is above the limit of %llu", (unsigned long long)count,
                (unsigned long long)RMK_MAX_NODES);
    rm_node_list list = {0};
    reserve(&list, count);
    name_generated(&list, options, set);
    publish(&list, count, (uint32_t)count);
    check_generated(&list, options);
    return list;
}

static void keep_texts(rm_node_list *list, rmk_node *node) {
    node->name = rm_texts_copy(&list->arena, node->name);
    node->zone = rm_texts_copy(&list->arena, node->zone);
    node->alias = rm_texts_copy(&list->arena, node->alias);
}

uint64_t rm_node_weight(const rmk_preset *preset, uint64_t weight) {
    return !weight && preset && preset->takes & RMK_TAKES_WEIGHT_0 ? 1 : weight;
}

static void *copied(const void *items, size_t count, size_t item) {
    return count ? memcpy(rm_alloc(count * item), items, count * item) : NULL;
}

static void copy_past(const rm_past *from, rm_node_list *list) {
    rm_past *past = &list->past;
    *past = *from;
    past->steps = copied(from->steps, from->count, sizeof *past->steps);
    past->capacity = from->count;
    past->gone = copied(from->gone, from->gone_count, sizeof *past->gone);
    past->gone_capacity = from->gone_count;
    for (size_t i = 0; i < past->gone_count; i++)
        keep_texts(list, past->gone + i);
}

rm_node_list rm_nodes_copy(const rm_node_list *from, size_t extra) {
    rm_node_list list = {0};
    reserve(&list, from->nodes.count + extra);
    for (size_t i = 0; i < from->nodes.count; i++) {
        list.list[i] = from->list[i];
        keep_texts(&list, &list.list[i]);
    }
    publish(&list, from->nodes.count, from->nodes.id_limit);
    copy_past(&from->past, &list);
    return list;
}

void rm_nodes_insert(rm_node_list *list, size_t place, const rmk_node *node) {
    size_t count = list->nodes.count;
    if (place > count)
        place = count;
    rmk_node added = *node;
    keep_texts(list, &added);
    if (added.id == RMK_NOBODY)
        added.id = list->nodes.id_limit;
    if (count == list->capacity)
        reserve(list, count + count / 2 + 4);
    memmove(list->list + place + 1, list->list + place, (count - place) * sizeof *list->list);
    list->list[place] = added;
    uint32_t limit = list->nodes.id_limit;
    publish(list, count + 1, added.id >= limit ? added.id + 1 : limit);
}

void rm_nodes_drop(rm_node_list *list, size_t place) {
    size_t count = list->nodes.count;
    if (place >= count)
        return;
    memmove(list->list + place, list->list + place + 1, (count - place - 1) * sizeof *list->list);
    publish(list, count - 1, list->nodes.id_limit);
}

rmk_bytes rm_node_shown(const rm_options *options, const rmk_node *node) {
    bool by_alias = options->preset && options->preset->takes & RMK_TAKES_ALIAS;
    return by_alias && node->alias.length ? node->alias : node->name;
}

size_t rm_nodes_named(const rm_node_list *list, const char *name) {
    rmk_bytes wanted = {(const unsigned char *)name, strlen(name)};
    for (size_t i = 0; i < list->nodes.count; i++)
        if (rmk_bytes_compare(list->list[i].name, wanted) == 0)
            return i;
    return SIZE_MAX;
}

void rm_nodes_free(rm_node_list *list) {
    free(list->list);
    free(list->texts);
    free(list->past.steps);
    free(list->past.gone);
    rm_texts_free(list->arena);
    *list = (rm_node_list){0};
}
