/*
 * eytzinger.c - the sorted positions in breadth-first order of a binary tree (Khuong & Morin, "Array Layouts
 * for Comparison-Based Searching", 2017): node k has children 2k and 2k+1, so that eight descendants three
 * levels down share one cache line, which is prefetched before they are needed.
 */
#include <string.h>

#include "index.h"
#include "ring_internal.h"

enum { LANES = 16, AHEAD = 8 }; /* AHEAD: how many descendants a node has three levels down */

typedef struct eytzinger {
    uint64_t *keys;   /* the tree, from keys[1] on; keys[0] is not searched */
    uint32_t *owners; /* owners[0] is that of the first point, for queries behind the last */
    size_t count;
    unsigned full_levels; /* levels of the tree without gaps */
    rmk_pages pages;
} eytzinger;

/* Finds the node where a search that fell out of the tree at k last went left: the right turns since then
 * are the trailing ones of k. */
static inline size_t answer_of(size_t k) {
    return k >> __builtin_ffsll(~(long long)k);
}

static inline size_t step(const eytzinger *tree, size_t k, uint64_t position) {
    return 2 * k + (tree->keys[k] < position);
}

static uint32_t find(const void *index, const rmk_points *points, uint64_t position) {
    (void)points;
    const eytzinger *tree = index;
    size_t k = 1;
    for (unsigned level = 0; level < tree->full_levels; level++) {
        __builtin_prefetch((const char *)tree->keys + k * AHEAD * sizeof(uint64_t));
        k = step(tree, k, position);
    }
    if (k <= tree->count)
        k = step(tree, k, position);
    return tree->owners[answer_of(k)];
}

static void find_lanes(const eytzinger *tree, const uint64_t *positions, uint32_t *owners) {
    size_t k[LANES];
    for (int i = 0; i < LANES; i++)
        k[i] = 1;
    for (unsigned level = 0; level < tree->full_levels; level++)
        for (int i = 0; i < LANES; i++) {
            __builtin_prefetch((const char *)tree->keys + k[i] * AHEAD * sizeof(uint64_t));
            k[i] = step(tree, k[i], positions[i]);
        }
    for (int i = 0; i < LANES; i++) {
        size_t inside = k[i] <= tree->count;
        size_t next = step(tree, inside ? k[i] : 0, positions[i]);
        k[i] = answer_of(inside ? next : k[i]);
        __builtin_prefetch(tree->owners + k[i]);
    }
    for (int i = 0; i < LANES; i++)
        owners[i] = tree->owners[k[i]];
}

static void find_batch(const void *index, const rmk_points *points, const uint64_t *positions, size_t count,
                       uint32_t *owners) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        find_lanes(index, positions + i, owners + i);
    for (; i < count; i++)
        owners[i] = find(index, points, positions[i]);
}

/* Fills the subtree of k in order, from point `next` on; returns the next point. Depth: log2(count). */
static size_t fill(eytzinger *tree, const rmk_points *points, size_t k, size_t next) {
    if (k > tree->count)
        return next;
    next = fill(tree, points, 2 * k, next);
    tree->keys[k] = points->positions[next];
    tree->owners[k] = points->owners[next];
    return fill(tree, points, 2 * k + 1, next + 1);
}

static void destroy(const rmk_allocator *allocator, void *index) {
    eytzinger *tree = index;
    if (!tree)
        return;
    rmk_array_release(allocator, tree->pages, tree->keys, tree->count + 1, sizeof *tree->keys);
    rmk_array_release(allocator, tree->pages, tree->owners, tree->count + 1, sizeof *tree->owners);
    rmk_release(allocator, tree, 1, sizeof *tree);
}

static rmk_status build(const rmk_points *points, const rmk_index_options *options,
                        const rmk_allocator *allocator, void **index) {
    *index = NULL;
    eytzinger *tree = rmk_allocate(allocator, 64, 1, sizeof *tree);
    if (!tree)
        return RMK_NO_MEMORY;
    memset(tree, 0, sizeof *tree);
    tree->count = points->count;
    tree->pages = options->pages;
    tree->full_levels = 63 - (unsigned)__builtin_clzll(points->count + 1);
    tree->keys = rmk_array_allocate(allocator, options->pages, points->count + 1, sizeof *tree->keys);
    tree->owners = rmk_array_allocate(allocator, options->pages, points->count + 1, sizeof *tree->owners);
    if (!tree->keys || !tree->owners) {
        destroy(allocator, tree);
        return RMK_NO_MEMORY;
    }
    tree->keys[0] = 0;
    tree->owners[0] = points->owners[0];
    fill(tree, points, 1, 0);
    *index = tree;
    return RMK_OK;
}

static size_t hot_bytes(const void *index, const rmk_points *points) {
    (void)points;
    const eytzinger *tree = index;
    return (tree->count + 1) * (sizeof *tree->keys + sizeof *tree->owners);
}

static size_t bytes(const void *index) {
    const eytzinger *tree = index;
    return sizeof *tree + rmk_array_bytes(tree->pages, tree->count + 1, sizeof *tree->keys) +
           rmk_array_bytes(tree->pages, tree->count + 1, sizeof *tree->owners);
}

const rmk_index_type rmk_index_eytzinger = {
    .name = "eytzinger",
    .summary = "breadth-first tree order with prefetch, 16 queries side by side",
    .isas = 1u << RMK_ISA_SCALAR,
    .build = build,
    .destroy = destroy,
    .find = find,
    .find_batch = find_batch,
    .hot_bytes = hot_bytes,
    .bytes = bytes,
};
