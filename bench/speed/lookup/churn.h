/*
 * churn.h - lookups through a shared ring, with and without a node that leaves and comes back
 * meanwhile. Private to lookup*.c.
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
    double ns; /* a lookup */
} rm_churn_sample;

typedef struct rm_churn_contest {
    rm_mode mode; /* loop: every lookup begins and ends a visit; batch: every RM_BATCH do */
    uint64_t every_us;
    uint64_t changes;         /* in all windows */
    rm_summary ns;            /* a lookup and thread */
    rm_churn_sample *samples; /* of window w and thread t: w * threads + t */
    size_t sample_count;
} rm_churn_contest;

enum { RM_CHURN_CONTESTS = 4 };

/* The fields before `shared` are the caller's. */
typedef struct rm_churn_race {
    const rmk_ring *ring;
    const rmk_node *node;       /* of the ring; not the only one with points */
    const rm_lane *lanes;       /* one a thread */
    const rmk_placement *plain; /* of the ring */
    unsigned threads, rounds;
    unsigned modes; /* bits */
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
/* At rest each of the first answers is that of the plain reference, and of `all` if wanted; during changes a
 * batch is that of the ring with the node or without it. Exit 3 when not. */
void rm_churn_check(rm_churn_race *race, bool all);
void rm_churn_time(rm_churn_race *race);
void rm_churn_free(rm_churn_race *race);

/* What --change-every measures on one cell. */
typedef struct rm_churn_run {
    const rm_options *options;
    rm_output *output, *samples; /* samples: NULL unless wanted */
    const rm_cell *cell;
    const rmk_placement *placement; /* of the cell and the nodes */
    const rmk_nodes *nodes;
    const rm_lane *lanes;
    unsigned modes; /* bits */
} rm_churn_run;

/* Leaves of --stage and --mode what can be measured; exit 2 when nothing is. */
void rm_churn_choose(unsigned *stages, unsigned *modes);
/* A row for each mode without changes and one with; a note when this cell's ring cannot be changed. */
void rm_churn_measure(const rm_churn_run *run, unsigned threads);

#endif
