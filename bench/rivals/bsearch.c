/*
 * bsearch.c - a sorted array of structures and a binary search over it, in two forms: `nginx`, the loop of
 * ngx_http_upstream_find_chash_point (libmemcached's dispatch_host and libketama's ketama_get_server are the
 * same with other names), and `bsearch`, the C library's bsearch(3).
 *
 * Entries are as small as their contents allow: 16 bytes (nginx has a pointer where the owner is, libketama
 * 22 characters). bsearch(3) looks for an equal entry, so its comparison also reads the entry before, where
 * the arc of an entry begins; that one lies beside it in memory, and mostly on the same cache line.
 */
#include "core/ring/array.h"
#include "rival.h"

#include <stdlib.h>

typedef struct entry {
    uint64_t position;
    uint32_t owner;
} entry;

typedef struct table {
    entry *entries; /* one more than `count`: it repeats the first, which owns what lies behind all */
    size_t count;
    rmk_pages pages;
} table;

static uint32_t find_nginx(const void *index, const rmk_points *points, uint64_t position) {
    (void)points;
    const table *t = index;
    const entry *left = t->entries, *right = left + t->count;
    while (left < right) {
        const entry *middle = left + (right - left) / 2;
        if (middle->position < position)
            left = middle + 1;
        else
            right = middle;
    }
    return left->owner;
}

/* A position is an entry's when it lies behind the entry before and not behind the entry itself. So of equal
 * points the first owns it. */
static int compare(const void *key, const void *at) {
    uint64_t position = *(const uint64_t *)key;
    const entry *e = at;
    if (position > e->position)
        return 1;
    return position <= e[-1].position ? -1 : 0;
}

/* The first point owns what lies before it and behind the last one. All others have an entry before them,
 * which compare() reads. */
static uint32_t find_bsearch(const void *index, const rmk_points *points, uint64_t position) {
    (void)points;
    const table *t = index;
    if (position <= t->entries->position)
        return t->entries->owner;
    const entry *found = bsearch(&position, t->entries + 1, t->count - 1, sizeof *found, compare);
    return found ? found->owner : t->entries->owner;
}

static void find_batch_nginx(const void *index, const rmk_points *points, const uint64_t *positions,
                             size_t count, uint32_t *owners) {
    for (size_t i = 0; i < count; i++)
        owners[i] = find_nginx(index, points, positions[i]);
}

static void find_batch_bsearch(const void *index, const rmk_points *points, const uint64_t *positions,
                               size_t count, uint32_t *owners) {
    for (size_t i = 0; i < count; i++)
        owners[i] = find_bsearch(index, points, positions[i]);
}

static void destroy(const rmk_allocator *allocator, void *index) {
    table *t = index;
    if (!t)
        return;
    rmk_array_release(allocator, t->pages, t->entries, t->count + 1, sizeof *t->entries);
    rmk_release(allocator, t, 1, sizeof *t);
}

static rmk_status build(const rmk_points *points, const rmk_index_options *options,
                        const rmk_allocator *allocator, void **index) {
    *index = NULL;
    table *t = rmk_allocate(allocator, 64, 1, sizeof *t);
    if (!t)
        return RMK_NO_MEMORY;
    *t = (table){NULL, points->count, options->pages};
    t->entries = rmk_array_allocate(allocator, options->pages, points->count + 1, sizeof *t->entries);
    if (!t->entries) {
        destroy(allocator, t);
        return RMK_NO_MEMORY;
    }
    for (size_t i = 0; i < t->count; i++)
        t->entries[i] = (entry){points->positions[i], points->owners[i]};
    t->entries[t->count] = t->entries[0];
    *index = t;
    return RMK_OK;
}

static size_t hot_bytes(const void *index, const rmk_points *points) {
    (void)points;
    return ((const table *)index)->count * sizeof(entry);
}

static size_t bytes(const void *index) {
    const table *t = index;
    return sizeof *t + rmk_array_bytes(t->pages, t->count + 1, sizeof *t->entries);
}

const rmk_index_type rm_rival_bsearch = {
    .name = "bsearch",
    .summary = "rival: bsearch(3) over an array of structures",
    .isas = 1u << RMK_ISA_SCALAR,
    .build = build,
    .destroy = destroy,
    .find = find_bsearch,
    .find_batch = find_batch_bsearch,
    .hot_bytes = hot_bytes,
    .bytes = bytes,
};

const rmk_index_type rm_rival_nginx = {
    .name = "nginx",
    .summary = "rival: binary search over an array of structures, the loop of nginx and ketama",
    .isas = 1u << RMK_ISA_SCALAR,
    .build = build,
    .destroy = destroy,
    .find = find_nginx,
    .find_batch = find_batch_nginx,
    .hot_bytes = hot_bytes,
    .bytes = bytes,
};
