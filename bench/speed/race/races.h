/*
 * races.h - the contests of `rivals`: one of ours against one of theirs, on the same input, in one race with
 * all others of the same input. Private to rivals.c and duel*.c.
 */
#ifndef RM_DUEL_H
#define RM_DUEL_H

#include "bench/cells/cells.h"
#include "bench/speed/lookup/arms.h"

/* Contestants of one race; the first is ours. */
enum { RM_BOUT_MOST = 8 };

typedef struct rm_bout rm_bout;
struct rm_bout {
    const rm_options *options;
    const char *contest;               /* what is done: "search", "ketama", ... */
    const char *hash;                  /* of the keys; NULL: none is computed */
    uint64_t nodes, points, key_bytes; /* 0: an empty field */
    const char *names[RM_BOUT_MOST];   /* of the contestants */
    rm_arm timed[RM_BOUT_MOST];
    size_t count;
    /* The answers of every contestant against the plain reference, `all` of them or the first RM_CHECKED:
     * exit 3 when one is wrong. */
    uint64_t (*check)(rm_bout *bout, size_t contestant, bool all);
    /* Of the blocks that were timed. */
    void (*check_blocks)(rm_bout *bout, size_t contestant);
    void (*free)(rm_bout *bout);
    void *state;
};

/* One bout there is: `make` fills in contestants, check and free; what is not installed stays out. */
typedef struct rm_bout_kind {
    const char *contest;
    uint64_t size; /* points, nodes or bytes, as the kind counts */
    bool quick;    /* part of a quick run */
    void (*make)(rm_bout *bout, uint64_t size);
} rm_bout_kind;

const rm_bout_kind *rm_bout_table(size_t *count);
void rm_bout_free(rm_bout *bout);

/* ---- duel_lookup.c: placements on the same keys ---- */
void rm_bout_search(rm_bout *bout, uint64_t points);
void rm_bout_jump(rm_bout *bout, uint64_t nodes);
void rm_bout_ketama_md5(rm_bout *bout, uint64_t nodes);
void rm_bout_ketama_fnv(rm_bout *bout, uint64_t nodes);
/* ---- duel_hash.c: many keys at once ---- */
void rm_bout_md5(rm_bout *bout, uint64_t key_bytes);
void rm_bout_fnv(rm_bout *bout, uint64_t key_bytes);
/* ---- duel_sort.c: points from the order of their labels to that of their positions ---- */
void rm_bout_sort(rm_bout *bout, uint64_t points);

#endif
