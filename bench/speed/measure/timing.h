/*
 * timing.h - fair timing: blocks short enough to fit between two interruptions, and a race of all arms in
 * turns, so that whatever the machine does meanwhile happens to all of them.
 */
#ifndef RM_TIMING_H
#define RM_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Blocks are made to take about this long, in ns: below a scheduler's slice, ten thousand times the cost of
 * reading the clock. */
#define RM_BLOCK_NS 400000
enum { RM_VISITS = 2, RM_BLOCKS_A_VISIT = 6, RM_WARM_BLOCKS = 4 };

/* One timed block of one thread. */
typedef struct rm_block {
    size_t start, count; /* it did these operations */
    uint64_t sum;        /* what `run` returned */
    double ns;           /* per operation */
} rm_block;

/*
 * One arm of a race. `run` does the operations start .. start+count-1 of a pool and returns a checksum
 * of their results; it is called from several threads at once, each with its own number. Block b of round r
 * and thread t is blocks[(r * RM_VISITS * RM_BLOCKS_A_VISIT + b) * threads + t].
 */
typedef struct rm_arm {
    uint64_t (*run)(const void *context, unsigned thread, size_t start, size_t count);
    const void *context;
    size_t pool;  /* how many operations there are, at least 1; blocks walk through them and begin again */
    size_t warm;  /* operations to do untimed at the start of a visit, to have its data back in the caches: at
                     least one block is, and at most RM_WARM_BLOCKS are */
    bool resting; /* true: left out of the next race, its blocks stay */
    size_t count; /* operations in a block; the race finds this number */
    rm_block *blocks;
    size_t block_count;
} rm_arm;

/*
 * Runs all arms that do not rest: `rounds` rounds, in each every arm in turn and then every arm in the
 * opposite order (A B C C B A). A visit is an untimed start and RM_BLOCKS_A_VISIT timed blocks. With more
 * threads than one all of them run the same arm at the same time. Blocks of an earlier race are replaced. An
 * interrupt ends it between two visits, and the blocks are then not to be read.
 */
void rm_race(rm_arm *arms, size_t count, unsigned threads, unsigned rounds);

/* Frees the blocks. */
void rm_arm_free(rm_arm *arm);

/* The ns of all blocks, in their order; freed by the caller, arm->block_count long. */
double *rm_arm_samples(const rm_arm *arm);
/* The median of the arm's best round; NaN when it never raced. */
double rm_arm_best_round(const rm_arm *arm, unsigned rounds);

#endif
