/*
 * pairs.h - sums kept by ordered pair of nodes: an open-addressing table of transfers.
 *
 * Exact movement is summed in it, and so is movement that was counted on keys. One thread at a time.
 */
#ifndef RMK_PAIRS_H
#define RMK_PAIRS_H

#include "analysis.h"

/* A place is empty while from == to, which no transfer is; at most half of the places are taken. */
typedef struct rmk_pairs {
    rmk_transfer *table;
    size_t count, capacity; /* capacity is 0 or a power of two */
    const rmk_allocator *allocator;
} rmk_pairs;

/* Doubles the table; false when memory is short, then it is as it was. */
RMK_API bool rmk_pairs_grow(rmk_pairs *pairs);

/* The place of a pair, or the empty one where it belongs. */
static inline rmk_transfer *rmk_pairs_place(const rmk_pairs *pairs, uint32_t from, uint32_t to) {
    uint64_t hash = ((uint64_t)from << 32 | to) * 0x9e3779b97f4a7c15u;
    size_t i = (hash ^ hash >> 32) & (pairs->capacity - 1);
    for (;; i = (i + 1) & (pairs->capacity - 1)) {
        rmk_transfer *place = pairs->table + i;
        if (place->from == place->to || (place->from == from && place->to == to))
            return place;
    }
}

/* Adds values to the pair (from != to); nothing to add leaves no pair. False when memory is short. */
static inline bool rmk_pairs_add(rmk_pairs *pairs, uint32_t from, uint32_t to, rmk_u128 values) {
    if (!values)
        return true;
    if (2 * pairs->count >= pairs->capacity && !rmk_pairs_grow(pairs))
        return false;
    rmk_transfer *place = rmk_pairs_place(pairs, from, to);
    pairs->count += place->from == place->to;
    *place = (rmk_transfer){from, to, place->values + values};
    return true;
}

/* Moves all pairs to the front of the table, sorted by (from, to). RMK_NO_MEMORY. */
RMK_API rmk_status rmk_pairs_sort(rmk_pairs *pairs);

RMK_API void rmk_pairs_destroy(rmk_pairs *pairs);

#endif
