/*
 * bsearch.c - a sorted array of structures and a binary search with a branch a step: nginx's
 * ngx_http_upstream_find_chash_point, libmemcached's dispatch_host, libketama's ketama_get_server.
 */
#include "rival.h"

typedef struct entry {
    uint64_t position;
    uint32_t owner;
} entry;

typedef struct table {
    entry *entries;
    size_t count;
} table;

static uint32_t find(const void *index, const rmk_points *points, uint64_t position) {
    (void)points;
    const table *t = index;
    const entry *left = t->entries, *right = left + t->count;
    const entry *end = right;
    while (left < right) {
        const entry *middle = left + (right - left) / 2;
        if (middle->position < position)
            left = middle + 1;
        else
            right = middle;
    }
    return left == end ? t->entries->owner : left->owner;
}

static void find_batch(const void *index, const rmk_points *points, const uint64_t *positions, size_t count,
                       uint32_t *owners) {
    for (size_t i = 0; i < count; i++)
        owners[i] = find(index, points, positions[i]);
}

static void destroy(const rmk_allocator *allocator, void *index) {
    table *t = index;
    if (!t)
        return;
    rmk_release(allocator, t->entries, t->count, sizeof *t->entries);
    rmk_release(allocator, t, 1, sizeof *t);
}

static rmk_status build(const rmk_points *points, const rmk_index_options *options,
                        const rmk_allocator *allocator, void **index) {
    (void)options;
    *index = NULL;
    table *t = rmk_allocate(allocator, 64, 1, sizeof *t);
    if (!t)
        return RMK_NO_MEMORY;
    *t = (table){rmk_allocate(allocator, 64, points->count, sizeof *t->entries), points->count};
    if (!t->entries) {
        destroy(allocator, t);
        return RMK_NO_MEMORY;
    }
    for (size_t i = 0; i < t->count; i++)
        t->entries[i] = (entry){points->positions[i], points->owners[i]};
    *index = t;
    return RMK_OK;
}

static size_t hot_bytes(const void *index, const rmk_points *points) {
    (void)points;
    return ((const table *)index)->count * sizeof(entry);
}

static size_t bytes(const void *index) {
    return sizeof(table) + ((const table *)index)->count * sizeof(entry);
}

const rmk_index_type rm_rival_bsearch = {
    .name = "bsearch",
    .summary = "rival: binary search over an array of structures, as nginx and ketama do",
    .isas = 1u << RMK_ISA_SCALAR,
    .build = build,
    .destroy = destroy,
    .find = find,
    .find_batch = find_batch,
    .hot_bytes = hot_bytes,
    .bytes = bytes,
};
