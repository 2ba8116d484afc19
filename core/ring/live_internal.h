/*
 * live_internal.h - private: the parts of a live ring.
 *
 * A change has two halves. Beginning it checks, hashes and takes all memory, and may fail; it changes nothing
 * that a lookup reads. Committing it cannot fail.
 */
#ifndef RMK_LIVE_INTERNAL_H
#define RMK_LIVE_INTERNAL_H

#include "line.h"
#include "live.h"

/* ---- pool.c: memory of the buckets, carved from slabs; free pieces are kept by capacity ---- */

/* Capacities are multiples of 4 up to 64, powers of two above: a class each. */
enum { LIVE_SMALL_CLASSES = 16, LIVE_CLASSES = LIVE_SMALL_CLASSES + 26, LIVE_POINT_BYTES = 12 };

typedef struct live_slab live_slab;
typedef struct live_piece live_piece; /* while it is free */
typedef struct live_pool {
    const rmk_allocator *allocator;
    rmk_pages pages;
    live_slab *slabs;
    unsigned char *next; /* of the newest slab */
    size_t left;
    live_piece *free[LIVE_CLASSES];
    uint32_t free_count[LIVE_CLASSES];
    size_t bytes; /* what the allocator gave */
} live_pool;

/* The class of a bucket of `count` points, 1 or more; and how many it has room for. */
unsigned rmk_live_class(uint32_t count);
uint32_t rmk_live_capacity(unsigned class);
/* After it, `wanted[class]` pieces can be taken of each class. RMK_NO_MEMORY. */
rmk_status rmk_live_pool_reserve(live_pool *pool, const uint32_t *wanted);
/* Room for the initial slab alone. */
rmk_status rmk_live_pool_open(live_pool *pool, size_t bytes);
void *rmk_live_pool_take(live_pool *pool, unsigned class);
void rmk_live_pool_give(live_pool *pool, void *piece, unsigned class);
void rmk_live_pool_close(live_pool *pool);

/* ---- members.c: the nodes, found by id and by name ---- */

typedef struct live_member {
    uint32_t id, points;
    size_t length;
    unsigned char name[];
} live_member;

typedef struct live_members {
    live_member **slots; /* by id, and behind them by name; NULL is free */
    size_t size;         /* of each, a power of two */
    size_t count;
    size_t bytes; /* of the members themselves */
} live_members;

static inline rmk_bytes live_name(const live_member *member) {
    return (rmk_bytes){member->name, member->length};
}

live_member *rmk_live_member_make(const rmk_allocator *allocator, rmk_bytes name, uint32_t id,
                                  uint32_t points);
void rmk_live_member_free(const rmk_allocator *allocator, live_member *member);
live_member *rmk_live_member_by_id(const live_members *members, uint32_t id);
live_member *rmk_live_member_by_name(const live_members *members, rmk_bytes name);
/* After it, `more` members can be put in. RMK_NO_MEMORY. */
rmk_status rmk_live_members_reserve(live_members *members, const rmk_allocator *allocator, size_t more);
void rmk_live_members_put(live_members *members, live_member *member);
/* Takes it out; the caller frees it. */
void rmk_live_members_drop(live_members *members, const live_member *member);
void rmk_live_members_free(live_members *members, const rmk_allocator *allocator);

/* ---- table.c: lines, and the buckets under them ---- */

typedef struct live_bucket {
    uint64_t *positions; /* `capacity` of them, and as many owners behind; NULL when empty */
    uint32_t count, capacity;
} live_bucket;

static inline uint32_t *live_owners(const live_bucket *bucket) {
    return (uint32_t *)(void *)(bucket->positions + bucket->capacity);
}

static inline rmk_points live_points_of(const live_bucket *bucket) {
    return (rmk_points){bucket->positions, bucket->positions ? live_owners(bucket) : NULL, bucket->count};
}

typedef struct live_table {
    line_index index; /* first: the exact way of the kernels finds the table by it */
    live_bucket *buckets;
    uint64_t points;
    live_pool pool;
    const rmk_allocator *allocator;
} live_table;

/* Positions ascend; all are one node's. */
typedef struct live_points {
    uint64_t *positions;
    uint32_t *owners; /* scratch */
    size_t count;
} live_points;

/* Points a bucket on average; whether a table of so many points is too full or too empty, or has the wrong
 * lines. */
bool rmk_live_table_fits(const live_table *table, uint64_t points, bool wide);
/* An empty table for `points` points, whose contents come as runs in order: all are counted, then the memory
 * is taken, then all are put. */
rmk_status rmk_live_table_make(const rmk_ring_options *options, uint64_t points, bool wide,
                               live_table **table);
void rmk_live_table_count(live_table *table, const rmk_points *run);
rmk_status rmk_live_table_open(live_table *table);
void rmk_live_table_put(live_table *table, const rmk_points *run);
void rmk_live_table_finish(live_table *table);
void rmk_live_table_free(live_table *table);

/* Takes what adding these points needs. RMK_NO_MEMORY. Reads what lookups read, changes none of it. */
rmk_status rmk_live_table_reserve(live_table *table, const live_points *added);
/* Brings what removing them reads. */
void rmk_live_table_fetch(const live_table *table, const live_points *removed);
void rmk_live_table_add(live_table *table, const live_members *members, const live_member *member,
                        const live_points *added);
void rmk_live_table_remove(live_table *table, uint32_t id, const live_points *removed);
/* The owner of the first point from the beginning of the bucket on. */
uint32_t rmk_live_table_first_owner(const live_table *table, uint64_t bucket);

/* ---- live.c ---- */

struct rmk_live_ring {
    live_table *table;
    live_members members;
    uint32_t id_limit;
    rmk_ring_options options; /* label is a copy; isa and allocator are resolved */
    char *label;
    size_t label_bytes;
};

typedef struct live_change {
    live_member *added; /* NULL: removes */
    live_member *removed;
    live_points points;
    bool borrowed;       /* the points are another change's */
    live_table *resized; /* takes the place of the table; NULL: none does */
} live_change;

/* `twin`: the same change of a ring with the same nodes, whose hashes are used; or NULL. */
rmk_status rmk_live_begin_add(rmk_live_ring *live, const rmk_node *node, const live_change *twin,
                              live_change *change);
rmk_status rmk_live_begin_remove(rmk_live_ring *live, uint32_t id, const live_change *twin,
                                 live_change *change);
void rmk_live_commit(rmk_live_ring *live, live_change *change);
void rmk_live_abandon(rmk_live_ring *live, live_change *change);

#endif
