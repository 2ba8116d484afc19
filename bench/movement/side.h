/* side.h - one of two placements that are compared: its nodes, its map where there is one, and the owners of
 * keys. */
#ifndef RM_SIDE_H
#define RM_SIDE_H

#include "bench/cells/cells.h"
#include "bench/input/keys/keys.h"

typedef struct rm_side {
    rm_cell cell;
    rm_node_list list;        /* the placement borrows it: the side stays where it is once it is placed */
    rmk_placement *placement; /* NULL: not placed yet */
    rmk_map map;
    bool mapped;
    rmk_hasher hasher;
    bool hashes;      /* the hasher is open */
    uint64_t *values; /* hash values and owners of the block of keys at hand */
    uint32_t *owners;
    size_t capacity;
} rm_side;

/* Builds the placement of the side's cell and list under name set `set`, and its map; exits 2 with one line
 * when it cannot. Any thread. */
void rm_side_place(rm_side *side, uint64_t set);
/* Opens the hasher of keys unless it is open. */
void rm_side_open_hasher(rm_side *side);
/* Fills `values` and `owners` for a block of keys; `number` is the first one's, from 1. `options` tell which
 * part of a key is hashed, and where a key that the hash cannot take came from. The hasher is open. */
void rm_side_locate(rm_side *side, const rm_options *options, const rm_key_block *block, uint64_t number);
void rm_side_free(rm_side *side);

#endif
