/*
 * churn.h - private: lookups through a shared ring, with and without a node that leaves and comes back
 * meanwhile.
 */
#ifndef RM_LOOKUP_CHURN_H
#define RM_LOOKUP_CHURN_H

#include "arms.h"
#include "bench/cells/cells.h"
#include "bench/output/output.h"
#include "bench/stats/samples.h"
#include "core/ring/live/shared.h"

/* One thread in one window of time. */
typedef struct rm_churn_sample {
    uint64_t lookups;
    double ns; /* for one lookup */
} rm_churn_sample;

typedef struct rm_churn_contest {
    rm_mode
        mode; /* loop: every lookup begins and ends a read of its own; batch: RM_BATCH lookups share one */
    uint64_t every_us;
    uint64_t changes;         /* how many there were, in all windows */
    rm_summary ns;            /* for one lookup of one thread */
    rm_churn_sample *samples; /* that of window w and thread t is samples[w * threads + t] */
    size_t sample_count;
} rm_churn_contest;

enum { RM_CHURN_CONTESTS = 4 };

/* The fields before `shared` are the caller's. */
typedef struct rm_churn_race {
    const rmk_ring *ring;
    const rmk_node *node;       /* the one that leaves; others have points too */
    const rm_lane *lanes;       /* one a thread */
    const rmk_placement *plain; /* the placement of the ring, for the plain reference */
    unsigned threads, rounds;
    unsigned modes; /* one bit for each rm_mode */
    unsigned shift; /* from a hash value to its position */
    uint64_t every_us;
    bool quick;
    rmk_shared_ring *shared;
    size_t memory_bytes;
    uint64_t checksum; /* of the first RM_CHECKED answers of each thread, at rest */
    rm_churn_contest contests[RM_CHURN_CONTESTS];
    size_t contest_count;
} rm_churn_race;

void rm_churn_make(rm_churn_race *race);
/* Checks answers, and ends with exit 3 when one is wrong. While nothing changes, the first RM_CHECKED of a
 * thread (or `all`) must be those of the plain reference; during changes every batch must be that of the ring
 * with the node, or that without it. */
void rm_churn_check(rm_churn_race *race, bool all);
void rm_churn_time(rm_churn_race *race);
void rm_churn_free(rm_churn_race *race);

/* What --change-every measures on one cell. */
typedef struct rm_churn_run {
    const rm_options *options;
    rm_output *output, *samples; /* samples: NULL unless wanted */
    const rm_cell *cell;
    const rmk_placement *placement; /* of the cell, with these nodes */
    const rmk_nodes *nodes;
    const rm_lane *lanes;
    unsigned modes; /* one bit for each rm_mode */
} rm_churn_run;

/* Takes away from --stage and --mode what cannot be measured with changes; exit 2 when nothing is left. */
void rm_churn_choose(unsigned *stages, unsigned *modes);
/* Writes two rows for each mode, without changes and with them; or a note when the cell's ring cannot
 * change. */
void rm_churn_measure(const rm_churn_run *run, unsigned threads);

#endif
