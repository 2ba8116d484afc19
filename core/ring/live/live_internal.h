/*
 * live_internal.h - private: the parts of a live ring.
 *
 * A change has two halves. Beginning it checks, hashes and takes all memory, and may fail; it changes nothing
 * that a lookup reads. Committing it cannot fail.
 */
#ifndef RMK_LIVE_INTERNAL_H
#define RMK_LIVE_INTERNAL_H

#include "../line.h"
#include "live.h"

/* ---- pool.c: memory of the buckets, carved from slabs; free pieces are kept by capacity ---- */

/* The capacities of buckets: multiples of 4 up to 64, powers of two above. Each is a class. */
enum { LIVE_SMALL_CLASSES = 16, LIVE_CLASSES = LIVE_SMALL_CLASSES + 26, LIVE_POINT_BYTES = 12 };

typedef struct live_slab live_slab;
typedef struct live_piece live_piece; /* what a piece is while it is free */
typedef struct live_pool {
    const rmk_allocator *allocator;
    rmk_pages pages;
    live_slab *slabs;
    unsigned char *next; /* the part of the newest slab that is not used yet */
    size_t left;
    live_piece *free[LIVE_CLASSES];
    uint32_t free_count[LIVE_CLASSES];
    size_t bytes; /* what the allocator gave */
} live_pool;

/* The class of a bucket of `count` >= 1 points; and how many points that class has room for. */
unsigned rmk_live_class(uint32_t count);
uint32_t rmk_live_capacity(unsigned class);
/* Takes memory, so that then `wanted[class]` pieces can be taken of each class. RMK_NO_MEMORY. */
rmk_status rmk_live_pool_reserve(live_pool *pool, const uint32_t *wanted);
/* Makes room for the initial slab alone. */
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
    live_member **slots; /* the table by id, and behind it the one by name; NULL is free */
    size_t size;         /* slots of each table, a power of two */
    size_t count;
    size_t bytes; /* bytes of the members themselves */
} live_members;

static inline rmk_bytes live_name(const live_member *member) {
    return (rmk_bytes){member->name, member->length};
}

live_member *rmk_live_member_make(const rmk_allocator *allocator, rmk_bytes name, uint32_t id,
                                  uint32_t points);
void rmk_live_member_free(const rmk_allocator *allocator, live_member *member);
live_member *rmk_live_member_by_id(const live_members *members, uint32_t id);
live_member *rmk_live_member_by_name(const live_members *members, rmk_bytes name);
/* Takes memory, so that then `more` members can be put in. RMK_NO_MEMORY. */
rmk_status rmk_live_members_reserve(live_members *members, const rmk_allocator *allocator, size_t more);
void rmk_live_members_put(live_members *members, live_member *member);
/* Takes the member out; the caller frees it. */
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

/* Points of one node, ascending by position. */
typedef struct live_points {
    uint64_t *positions;
    uint32_t *owners; /* scratch */
    size_t count;
} live_points;

/* Tells whether a table is neither too full nor too empty for so many points, and has the right kind of
 * lines. */
bool rmk_live_table_fits(const live_table *table, uint64_t points, bool wide);
/* Make an empty table for `points` points, whose contents come as runs in order: all runs are counted,
 * then the memory is taken, then all are put. */
rmk_status rmk_live_table_make(const rmk_ring_options *options, uint64_t points, bool wide,
                               live_table **table);
void rmk_live_table_count(live_table *table, const rmk_points *run);
rmk_status rmk_live_table_open(live_table *table);
void rmk_live_table_put(live_table *table, const rmk_points *run);
void rmk_live_table_finish(live_table *table);
void rmk_live_table_free(live_table *table);

/* Takes the memory that adding these points needs. RMK_NO_MEMORY. It reads what lookups read and changes
 * none of it. */
rmk_status rmk_live_table_reserve(live_table *table, const live_points *added);
/* Fetches into the cache what removing these points reads. */
void rmk_live_table_fetch(const live_table *table, const live_points *removed);
void rmk_live_table_add(live_table *table, const live_members *members, const live_member *member,
                        const live_points *added);
void rmk_live_table_remove(live_table *table, uint32_t id, const live_points *removed);
/* Finds the owner of the first point from the beginning of the bucket on. */
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
    live_member *added; /* the node that is added; NULL: a node is removed */
    live_member *removed;
    live_points points;
    bool borrowed;       /* the points belong to another change, which frees them */
    live_table *resized; /* the table that takes the place of the present one; NULL: none does */
} live_change;

/* `twin`: the same change of a ring with the same nodes, whose hashes are used; or NULL. */
rmk_status rmk_live_begin_add(rmk_live_ring *live, const rmk_node *node, const live_change *twin,
                              live_change *change);
rmk_status rmk_live_begin_remove(rmk_live_ring *live, uint32_t id, const live_change *twin,
                                 live_change *change);
void rmk_live_commit(rmk_live_ring *live, live_change *change);
void rmk_live_abandon(rmk_live_ring *live, live_change *change);

#endif
