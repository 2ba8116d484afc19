/*
 * bout.h - private: one contest of `rivals`, ours against theirs on the same input, in one race with all others of that
 * input.
 */
#ifndef RM_BOUT_H
#define RM_BOUT_H

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

void rm_bout_free(rm_bout *bout);

#endif
