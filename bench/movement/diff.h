/* diff.h - private to diff*.c: the options of the other side, both sides over one id space, and sums of
 * keys by pair of nodes with an example each. */
#ifndef RM_DIFF_H
#define RM_DIFF_H

#include "bench/cells/cells.h"
#include "bench/input/keys/keys.h"

/* ---- diff_against.c ---- */

/* Splits a text into words as a shell would: blanks separate them, both quotes and backslashes protect. A
 * quote that is not closed is one line and exit 2 that names `what`. `words` and its texts are one
 * allocation, freed by the caller. */
char **rm_shell_words(const char *what, const char *text, size_t *count);

/* The options of the other side: those of --against, and what they leave open from the line of this side.
 * Nodes come from there when --against names none; so does the placement, but nothing of it when --against
 * has a --preset, or when it has an --algorithm against this side's --preset. Freed by rm_against_free. */
typedef struct rm_against {
    rm_options *options;
    char **argv, **own, **typed;
} rm_against;
rm_against rm_against_parse(const rm_options *options);
void rm_against_free(rm_against *against);

/* ---- diff_side.c ---- */

typedef struct rm_side {
    const rm_options *options;
    rm_cells cells;
    const rm_cell *cell;
    rm_node_list list;
    rmk_placement *placement; /* NULL: not placed yet */
    rmk_map map;
    bool mapped;
    rmk_hasher hasher;
    uint64_t *values; /* hash values and owners of the block at hand */
    uint32_t *owners;
    size_t capacity;
} rm_side;

/* Reads the nodes; ids are places in the list. */
rm_side rm_side_of(const rm_options *options);
/* Gives nodes of the other list the ids that the first has under the same name; new names get ids behind
 * them, and both lists get the limit of all. Names are those by which the system knows a node (an alias),
 * where both sides have one. */
void rm_side_share_ids(rm_side *a, rm_side *b);
void rm_side_place(rm_side *side);
void rm_side_free(rm_side *side);
/* Fills `owners` for a block of keys; `number` is the first one's, from 1. */
void rm_side_locate(rm_side *side, const rm_key_block *block, uint64_t number);

typedef enum rm_alike {
    RM_HASHES_DIFFER,
    RM_HASHES_AGREE, /* two functions, the same on all of RM_TEXTS_TRIED texts: evidence, no proof */
    RM_HASHES_SAME,  /* one function */
} rm_alike;

enum { RM_TEXTS_TRIED = 4096 };

/* Do both give every text the same value? The texts tried are of any bytes and lengths. */
rm_alike rm_side_hashes_alike(const rm_side *a, const rm_side *b);
/* True when both hash the same part of a key: else they agree on keys without marks and on no others, and
 * only keys can tell. */
bool rm_side_tags_alike(const rm_side *a, const rm_side *b);

/* ---- diff_pairs.c ---- */

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
