/* ownership.h - who owns how much: exactly, from a placement's map, or counted over keys. */
#ifndef RM_OWNERSHIP_H
#define RM_OWNERSHIP_H

#include "bench/cells/cells.h"
#include "popularity.h"

/* Keys drawn where nothing exact exists and neither --keys nor --keys-file was given. */
#define RM_DEFAULT_KEYS 1000000u

/* Amounts by node id: key-hash values, or keys (weighted ones with --key-weights). */
typedef struct rm_ownership {
    double *amounts;
    uint32_t id_limit;
    double nobody; /* amount without an owner */
    double
        total; /* amount of all values or keys; with R replicas the amounts by id add up to R times as much */
} rm_ownership;

/* Measures exactly what of the domain each node owns. With `replicas` R above 1 a value counts to each of
 * its R nodes, which only a ring (also a preset's) can tell. RMK_UNSUPPORTED where no map exists,
 * RMK_NO_MEMORY. O(entries), with replicas O(points R). Any thread. */
rmk_status rm_own_exactly(const rmk_placement *placement, uint32_t id_limit, uint64_t replicas,
                          rm_ownership *owned);
/* The same for replicas; `zone_aware` as in rm_replica_sets_open. */
rmk_status rm_own_replicas(const rmk_placement *placement, uint32_t id_limit, uint64_t replicas,
                           bool zone_aware, rm_ownership *owned);

/* Counts the keys of the options (--keys or --keys-file; else RM_DEFAULT_KEYS generated ones) by owner,
 * hashed by the cell's key hash; with --spread zone replicas are zone-aware. `seed` draws generated keys.
 * Streams in bounded memory. Any thread. An interrupt ends it: what was counted is then no answer.
 * `popular` (NULL: none) is given every key. */
void rm_own_sampled(const rm_cell *cell, const rmk_placement *placement, uint32_t id_limit, uint64_t replicas,
                    uint64_t seed, rm_ownership *owned, rm_popularity *popular);

void rm_ownership_free(rm_ownership *owned);

/* Tells whether --keys or --keys-file was given. */
bool rm_keys_wanted(const rm_options *options);
/* Copies the options (shallowly), with RM_DEFAULT_KEYS unless keys were wanted. */
rm_options rm_with_keys(const rm_options *options);
/* Exits 2 when keys come from stdin, which can be read once, and are needed `passes` times; or when more than
 * one --key-bytes was given: `command` takes one. */
void rm_check_keys(const rm_options *options, size_t passes);
/* Exits 2 when keys were counted and none, or none with a weight, was there: nothing can be divided by it.
 * Not after an interrupt. */
void rm_check_counted(const rm_options *options, bool any);
/* Returns the seed of the keys of one name set. */
uint64_t rm_keys_seed(const rm_cell *cell, uint64_t set);

/* Shows a number of keys: as a count, or with every digit when weights make a fraction of it. */
void rm_put_keys(double keys, unsigned column, rm_row *row);

/* Copies a cell without its search index, for when only its map is read. */
rm_cell rm_cell_unindexed(const rm_cell *cell);

#endif
