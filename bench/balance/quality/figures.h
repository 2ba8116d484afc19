/* figures.h - private: what one ring shows of its hash, and the tests and the verdict over all name sets. */
#ifndef RM_QUALITY_FIGURES_H
#define RM_QUALITY_FIGURES_H

#include "core/placement/placement.h"

/* The level of a row's verdict. */
#define RM_QUALITY_LEVEL 0.001

/* The ring of one name set. */
typedef struct rm_quality_ring {
    double cv_squared, peak;
    double spacing_p, position_p; /* NAN: too few points to tell */
    uint64_t points;              /* that are there */
    uint64_t made;                /* and those that were dropped, as they fell on another */
    uint64_t lost;                /* own nothing, or were dropped */
    uint64_t fingerprint;         /* of the positions */
    uint64_t each;                /* made of every node that can own something; 0: not equally many */
    size_t able;                  /* nodes that can own something */
    double *weights;              /* of those; only where `keep_weights` asked for it; freed by the caller */
} rm_quality_ring;

/* `placement` has points, which stand on a circle of `bits` bits; `made`: with those that were dropped. */
void rm_quality_measure(const rmk_placement *placement, uint64_t made, unsigned bits, bool keep_weights,
                        rm_quality_ring *ring);

typedef enum rm_ring_verdict {
    RM_VERDICT_NONE, /* there is nothing to test */
    RM_VERDICT_RANDOM,
    RM_VERDICT_BIASED,
    RM_VERDICT_CLUSTERS,
    RM_VERDICT_COLLIDES
} rm_ring_verdict;

/* NULL for none. */
const char *rm_verdict_text(rm_ring_verdict verdict);

/* All rings of a cell. NAN where there is no answer. */
typedef struct rm_quality {
    double cv, variance_ratio, effective_vnodes;
    double peak_mean, peak_max, ideal_peak_mean;
    double variance_low, variance_high; /* what ideal rings' ratio stays in, at the level */
    double variance_p, spacing_p, position_p, lost_p;
    double lost, lost_expected; /* a ring */
    rm_ring_verdict verdict;
} rm_quality;

/* How many of the rings tell something: 1 when all are the same one, as of a system whose points do not
 * depend on the names of its nodes; else all. */
size_t rm_quality_count(const rm_quality_ring *rings, size_t count);

/* rings[0] has its weights. */
void rm_quality_judge(const rm_quality_ring *rings, size_t count, unsigned bits, rm_quality *quality);

/* The first that holds of: more points lost than chance would, a ring less even than chance or bad spacings,
 * a ring more even than chance or bad positions, none of them; Holm over the three of the ring. */
rm_ring_verdict rm_quality_verdict(const rm_quality *quality);

#endif
