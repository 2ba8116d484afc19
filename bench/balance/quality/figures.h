/* figures.h - private: what one ring shows of its hash, and the tests and the verdict over all name sets. */
#ifndef RM_QUALITY_FIGURES_H
#define RM_QUALITY_FIGURES_H

#include "core/placement/placement.h"

/* The level at which the tests behind a row's verdict are significant. */
#define RM_QUALITY_LEVEL 0.001

/* What the ring of one name set shows. */
typedef struct rm_quality_ring {
    double cv_squared, peak;
    double spacing_p, position_p; /* NAN: too few points to tell */
    uint64_t points;              /* points that are there */
    uint64_t made;                /* points that were made: with those dropped because they fell on another */
    uint64_t lost;                /* points that own nothing, or were dropped */
    uint64_t fingerprint;         /* hash of all positions, to notice equal rings */
    uint64_t points_a_node;       /* points made for every node that can own something; 0: not equally many */
    size_t serving;               /* nodes that can own something */
    double
        *weights; /* weights of those nodes, only where `keep_weights` asked for them; freed by the caller */
} rm_quality_ring;

/* Measures a placement with points on a circle of `bits` bits. `made` counts points with those that were
 * dropped. */
void rm_quality_measure(const rmk_placement *placement, uint64_t made, unsigned bits, bool keep_weights,
                        rm_quality_ring *ring);

typedef enum rm_ring_verdict {
    RM_VERDICT_NONE, /* there is nothing to test */
    RM_VERDICT_RANDOM,
    RM_VERDICT_BIASED,
    RM_VERDICT_CLUSTERS,
    RM_VERDICT_COLLIDES
} rm_ring_verdict;

/* Names a verdict; NULL for none. */
const char *rm_verdict_text(rm_ring_verdict verdict);

/* What all rings of a cell show together. NAN where there is no answer. */
typedef struct rm_quality {
    double cv, variance_ratio, effective_vnodes;
    double peak_mean, peak_max, ideal_peak_mean;
    double variance_low,
        variance_high; /* band that the variance ratio of ideal rings stays in, at the level */
    double variance_p, spacing_p, position_p, lost_p;
    double lost, lost_expected; /* means of points lost on a ring */
    rm_ring_verdict verdict;
} rm_quality;

/* How many of the rings tell something: 1 when all are the same one, as of a system whose points do not
 * depend on the names of its nodes; else all. */
size_t rm_quality_count(const rm_quality_ring *rings, size_t count);

/* Judges the rings of one cell together; rings[0] has its weights. */
void rm_quality_judge(const rm_quality_ring *rings, size_t count, unsigned bits, rm_quality *quality);

/* Returns the first verdict that holds of these: more points were lost than by chance; shares are less
 * even than chance, or spacings are bad; shares are more even than chance, or positions are bad; random.
 * The three tests of the ring share the level (Holm). */
rm_ring_verdict rm_quality_verdict(const rm_quality *quality);

#endif
