/*
 * cassandra_ring.h - private: Cassandra's allocators of tokens (dht/tokenallocator, 4.0 to 5.0), to the bit.
 * Units (nodes) join one after the other and get tokens where they even out what each owns; tokens that are
 * there never move. Doubles are added in the order of the original.
 */
#ifndef RMK_CASSANDRA_RING_H
#define RMK_CASSANDRA_RING_H

#include "../../base.h"

/* A token, in a circular list in ring order. */
typedef struct cassandra_token {
    int64_t token;
    uint32_t unit, previous, next;
    /* For the replication-aware allocator: where the token's replication range begins, the nearest begin
     * that a new token can give it, and the size of the range. */
    int64_t start, threshold;
    double owned;
} cassandra_token;

typedef struct cassandra_unit {
    uint32_t group, tokens; /* tokens: how many it has; 0 when it is not there */
    double owned, adjusted; /* adjusted: while a candidate is looked at */
    uint32_t used_before;   /* the unit that the candidate changed before, or RMK_NOBODY: not yet */
} cassandra_unit;

/* java.util.PriorityQueue, the greatest weight first: ties come out in its order. */
typedef struct cassandra_entry {
    double weight;
    uint32_t item;
} cassandra_entry;

typedef struct cassandra_heap {
    cassandra_entry *entries;
    size_t count;
} cassandra_heap;

typedef struct cassandra_ring {
    cassandra_token *tokens; /* `made` of `capacity` were used; those of removed units are not used again */
    cassandra_unit *units;
    uint64_t *stamps;       /* by group: the walk that saw it last */
    cassandra_entry *spare; /* entries of the queue, and behind `capacity` entries those of a second one */
    uint32_t *places;       /* scratch of the same length */
    uint32_t first;         /* the least token */
    size_t count, made, capacity;
    uint32_t unit_count, unit_limit;
    uint64_t stamp;
    int64_t first_token; /* what the first unit begins with */
    const rmk_allocator *allocator;
} cassandra_ring;

/* Makes room for `capacity` tokens of units below unit_limit in groups below unit_limit. RMK_NO_MEMORY;
 * then there is nothing to destroy. */
rmk_status rmk_cassandra_create(size_t capacity, uint32_t unit_limit, int64_t first_token,
                                const rmk_allocator *allocator, cassandra_ring *ring);
void rmk_cassandra_destroy(cassandra_ring *ring);

/* Let a unit that is not there join with `count` tokens, by ReplicationAwareTokenAllocator and by
 * NoReplicationTokenAllocator. The capacity is not passed. Cost: O(tokens * (log tokens + replicas)). */
void rmk_cassandra_add_aware(cassandra_ring *ring, uint32_t unit, uint32_t group, uint32_t count,
                             uint32_t replicas);
void rmk_cassandra_add_alone(cassandra_ring *ring, uint32_t unit, uint32_t count);
/* Removes a unit: its tokens go, nothing else moves. O(tokens). */
void rmk_cassandra_remove(cassandra_ring *ring, uint32_t unit);

/* ---- what both allocators use ---- */

/* The part of the ring from a to b; all of the ring when they are equal. */
double rmk_cassandra_size(int64_t a, int64_t b);
int64_t rmk_cassandra_midpoint(int64_t left, int64_t right);
/* Computes left + (right - left) * ratio in decimals, towards zero. 0 < ratio < 1. */
int64_t rmk_cassandra_split(int64_t left, int64_t right, double ratio);

/* Inserts a token of a unit behind the token `before`; returns its place. */
uint32_t rmk_cassandra_insert(cassandra_ring *ring, uint32_t before, int64_t token, uint32_t unit);
/* Splits the largest ranges, for the first units. */
void rmk_cassandra_splits(cassandra_ring *ring, uint32_t unit, uint32_t count);

void rmk_cassandra_push(cassandra_heap *heap, double weight, uint32_t item);
cassandra_entry rmk_cassandra_pop(cassandra_heap *heap);

#endif
