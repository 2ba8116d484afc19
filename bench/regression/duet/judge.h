/* judge.h - private: verdicts over the launches of `duet`. */
#ifndef RM_DUET_JUDGE_H
#define RM_DUET_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/regression/verdict.h"

/*
 * A smaller difference than this fraction counts as none, however sure it is: any change of the code moves
 * all of it to other addresses, and that alone makes a case faster or slower by as much.
 */
#define RM_DUET_LEAST 0.01

/* What the launches said of one case: for each launch the logarithm of a ratio of times. */
typedef struct rm_duet_sample {
    double *changes, *controls;
    size_t count;
} rm_duet_sample;

/* Fractions of BASE's time: .1 is 10 % slower. */
typedef struct rm_duet_finding {
    double change, low, high; /* of HEAD over BASE, with its BCa interval */
    double control;           /* by how much BASE differed from its own copy */
    double visible;           /* the smallest change that would have been found four times out of five */
    double p;                 /* of the rank test of changes against controls */
    rm_change_verdict verdict;
    char *reason; /* NULL: none; freed by the caller */
} rm_duet_finding;

/*
 * Judges `count` cases together (Holm). "slower" and "faster" are suspicions here, to be confirmed by
 * rm_duet_confirm. `fail_above`: per cent, or NAN; a "same" excludes more than that, or than
 * RM_COMPARE_MARGIN.
 */
void rm_duet_judge(const rm_duet_sample *samples, size_t count, double fail_above, uint64_t seed,
                   rm_duet_finding *findings);

/* `again` is what fresh launches found: it stands when it agrees, else the finding becomes inconclusive. */
void rm_duet_confirm(rm_duet_finding *finding, rm_duet_finding *again);

#endif
