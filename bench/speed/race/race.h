/*
 * race.h - private: one race of `rivals`: our arm and those of other libraries, on the same input.
 */
#ifndef RM_RIVAL_RACE_H
#define RM_RIVAL_RACE_H

#include "bench/cells/cells.h"
#include "bench/speed/lookup/arms.h"

/* A race has at most this many arms; the first is ours. */
enum { RM_RIVAL_ARMS = 8 };

typedef struct rm_rival_race rm_rival_race;
struct rm_rival_race {
    const rm_options *options;
    const char *contest;               /* what the arms do: "search", "ketama", ... */
    const char *hash;                  /* the hash of the keys; NULL when none is computed */
    uint64_t nodes, points, key_bytes; /* 0 leaves the field of the row empty */
    const char *names[RM_RIVAL_ARMS];  /* what each arm is called */
    rm_arm timed[RM_RIVAL_ARMS];
    size_t count;
    /* Compares an arm's answers with the plain reference, `all` of them or the first RM_CHECKED, and returns
     * their checksum; exit 3 when one is wrong. */
    uint64_t (*check)(rm_rival_race *race, size_t arm, bool all);
    /* Does the same with the sums of the blocks that were timed. */
    void (*check_blocks)(rm_rival_race *race, size_t arm);
    void (*free)(rm_rival_race *race);
    void *state;
};

void rm_rival_race_free(rm_rival_race *race);

#endif
