/*
 * index.h - how a sorted ring is searched: one descriptor an index, one table of all (index_table.c).
 *
 * An index answers one question: who owns this position, that is, the owner of the first point at or after
 * it, of the first point of all when there is none. Of points with equal positions the first in the arrays
 * owns; an index may leave the others out. It is built from the sorted arrays, which outlive it, and is
 * immutable.
 */
#ifndef RMK_INDEX_H
#define RMK_INDEX_H

#include "../base.h"

/* The sorted arrays: positions ascend, equal ones in owner order. Both are 64-byte aligned and padded
 * (ring.h). */
typedef struct rmk_points {
    const uint64_t *positions;
    const uint32_t *owners;
    size_t count;
} rmk_points;

typedef struct rmk_index_options {
    rmk_isa isa; /* resolved, never AUTO */
    rmk_pages pages;
    uint32_t id_limit; /* owners are below, or RMK_NOBODY */
} rmk_index_options;

/* The two searches of an index: for one position, and for many. */
typedef uint32_t rmk_index_find_one(const void *index, const rmk_points *points, uint64_t position);
typedef void rmk_index_find_many(const void *index, const rmk_points *points, const uint64_t *positions,
                                 size_t count, uint32_t *owners);

typedef struct rmk_index_type {
    const char *name; /* "plain", "eytzinger" */
    const char *summary;
    /* The instruction sets that kernels exist for, bits 1 << rmk_isa. A wanted one without a kernel runs
     * the next weaker. */
    unsigned isas;
    /* *index stays NULL for an index that needs no memory of its own. */
    rmk_status (*build)(const rmk_points *points, const rmk_index_options *options,
                        const rmk_allocator *allocator, void **index);
    void (*destroy)(const rmk_allocator *allocator, void *index);
    uint32_t (*find)(const void *index, const rmk_points *points, uint64_t position);
    void (*find_batch)(const void *index, const rmk_points *points, const uint64_t *positions, size_t count,
                       uint32_t *owners);
    /* NULL, or: the kernels that this index was built for, so that callers need not go through find and
     * find_batch. */
    void (*select)(const void *index, rmk_index_find_one **one, rmk_index_find_many **many);
    /* hot_bytes: the bytes that a uniform stream of queries touches, arrays of the ring included where
     * find reads them. bytes: all that the index itself allocated. */
    size_t (*hot_bytes)(const void *index, const rmk_points *points);
    size_t (*bytes)(const void *index);
} rmk_index_type;

extern RMK_API const rmk_index_type rmk_index_plain;     /* branch-free binary search, the reference */
extern RMK_API const rmk_index_type rmk_index_line;      /* one cache line a bucket */
extern RMK_API const rmk_index_type rmk_index_eytzinger; /* breadth-first order, prefetched */
extern RMK_API const rmk_index_type rmk_index_btree;     /* static B-tree, a cache line a node */

RMK_API const rmk_index_type *const *rmk_index_table(size_t *count);
RMK_API const rmk_index_type *rmk_index_find(const char *name);

/* Finds the place of the first point at or after `position`; points->count when there is none. O(log
 * count), any thread. */
RMK_API size_t rmk_points_lower_bound(const rmk_points *points, uint64_t position);

#endif
