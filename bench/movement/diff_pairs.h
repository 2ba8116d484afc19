/* diff_pairs.h - private to diff: keys summed by pair of owners, with an example each. */
#ifndef RM_DIFF_PAIRS_H
#define RM_DIFF_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base.h"

/* The keys that side A gives to node `a` and side B to node `b`; RMK_NOBODY where a side has no owner. */
typedef struct rm_pair {
    uint32_t a, b;
    bool taken;
    double amount;
    rmk_bytes example; /* owned by the table; data is NULL when there is no example (an empty key has data) */
} rm_pair;

typedef struct rm_pair_table {
    rm_pair *places;
    size_t count, capacity; /* capacity is 0 or a power of two */
    void *texts;
} rm_pair_table;

/* Adds a key to the pair; the first one is its example. */
void rm_pair_add(rm_pair_table *table, uint32_t a, uint32_t b, double amount, rmk_bytes key);
/* Returns NULL when no key fell on the pair. */
const rm_pair *rm_pair_find(const rm_pair_table *table, uint32_t a, uint32_t b);
void rm_pair_table_free(rm_pair_table *table);

#endif
