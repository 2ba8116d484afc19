/*
 * btree.h - private: a static B-tree whose nodes are cache lines (Slotin, "Static B-Trees", Algorithmica,
 * 2022: the S+ tree), without pointers: child i of node k is node k * children + i of the level below.
 *
 * The leaves are the positions in their order, 8 a line, so the ring's own array is the lowest level and the
 * place that a search ends at is the owner's. Positions of 32 bits (a multiple of 2^32 each, as hashes of
 * that width have) get 16 keys a line, and leaves of their own.
 *
 * A key of an inner node is the last position below its child; a node of C children has C - 1 keys, and
 * absent ones are the largest value, which is below nothing: a search never leaves the tree.
 */
#ifndef RMK_BTREE_H
#define RMK_BTREE_H

#include "ring_internal.h"

enum {
    WIDE_KEYS = 8,    /* keys of 64 bits a line */
    NARROW_KEYS = 16, /* keys of 32 bits a line */
    BTREE_LEVELS = 12,
    /* Queries that go down the tree side by side, so that their cache misses overlap; more would not fit
     * the registers. */
    BTREE_LANES = 16,
    BTREE_MOST_LANES = 32,
    BTREE_CACHED = 256 << 10, /* with fewer bytes of positions prefetching costs more than it brings */
    BTREE_FAR = 2 << 20,      /* with more bytes a miss takes more lanes to hide */
};

typedef struct btree btree;
/* The functions of one instruction set and one width. */
typedef struct btree_kernels {
    rmk_index_find_one *find;
    rmk_index_find_many *find_batch;
} btree_kernels;

struct btree {
    void *inner;                 /* the levels above the leaves, the root's first */
    size_t starts[BTREE_LEVELS]; /* the first line of each level */
    unsigned levels;             /* levels of inner nodes; 0: one leaf is all */
    size_t lines;                /* lines of all inner levels together */
    bool narrow;
    uint32_t *leaves; /* for narrow nodes: the positions' upper halves, in whole lines */
    size_t leaf_lines;
    rmk_pages pages;
    const btree_kernels *kernels;
};

/* Each table has the functions for wide nodes first, then for narrow ones. */
extern const btree_kernels rmk_btree_kernels_scalar[2], rmk_btree_kernels_avx2[2],
    rmk_btree_kernels_avx512[2];

#endif
