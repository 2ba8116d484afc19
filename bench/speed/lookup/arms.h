/*
 * arms.h - private: what takes part in a race of lookups: every stage in every mode, and the memory limit.
 */
#ifndef RM_LOOKUP_ARMS_H
#define RM_LOOKUP_ARMS_H

#include "bench/cli/modes.h"
#include "bench/input/keys/key_pool.h"
#include "bench/speed/measure/limit.h"
#include "bench/speed/measure/timing.h"

/* What one thread works on: keys of its own, and the plain reference's answers as far as they are known. */
typedef struct rm_lane {
    rm_key_pool pool;
    rmk_hasher hasher;
    uint32_t *owners;     /* the answers; any value may be one, so `known` says which are filled in */
    unsigned char *known; /* one flag for each block of queries */
} rm_lane;

/* One placement that is looked up in: a cell with one index. */
typedef struct rm_subject {
    rmk_placement *placement;
    size_t hot_bytes; /* what lookups read; 0 when they read no memory */
    bool needs_keys;
    bool own_hash; /* it hashes keys itself, so it can only be timed as a whole (RM_STAGE_TOTAL) */
} rm_subject;

/* What one row measures. It is the `context` of its rm_arm. */
typedef struct rm_lookup_arm {
    const rm_subject *subject; /* NULL for RM_STAGE_HASH */
    const rm_lane *lanes;
    rm_stage stage;
    rm_mode mode;
} rm_lookup_arm;

/* The memory limit of one footprint: `lines` lines of the table that all limits share. */
typedef struct rm_limit_arm {
    const rm_limit *limit;
    const rm_lane *lanes;
    size_t lines;
    unsigned shift;
    rm_mode mode;
} rm_limit_arm;

/* The arm of a race, which borrows what it is given. */
rm_arm rm_lookup_arm_timed(const rm_lookup_arm *arm);
rm_arm rm_limit_arm_timed(const rm_limit_arm *arm);

/*
 * The plain reference's answer to query i: the hash value, or the owner. It is computed when first asked
 * for, from the placement of `plain`. One thread.
 */
uint64_t rm_lane_answer(const rm_lane *lane, rm_stage stage, const rmk_placement *plain, size_t i);

/*
 * Compares the answers to the first `count` queries with the plain reference, one by one; exit 3 at the first
 * that differs. Returns a checksum of the first RM_CHECKED of them.
 */
uint64_t rm_lookup_check(const rm_lookup_arm *arm, const rm_lane *lane, size_t count);
enum { RM_CHECKED = 1 << 16 };

/* Compares the sums of all blocks of a race with the plain reference; exit 3 when one differs. */
void rm_lookup_check_blocks(const rm_lookup_arm *arm, const rm_arm *timed, unsigned threads);

#endif
