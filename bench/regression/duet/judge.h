/* judge.h - verdicts over the launches of `duet`. Private to duet*.c. */
#ifndef RM_DUET_JUDGE_H
#define RM_DUET_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A difference below this is none, however sure it is: where code lies in memory depends on all of it, and
 * moves a case by as much.
 */
#define RM_DUET_LEAST 0.01

typedef enum rm_duet_verdict {
    RM_DUET_SAME,
    RM_DUET_SLOWER,
    RM_DUET_FASTER,
    RM_DUET_INCONCLUSIVE,
    RM_DUET_NEW,  /* BASE has no such thing */
    RM_DUET_GONE, /* HEAD has none */
    RM_DUET_INVALID,
    RM_DUET_VERDICTS
} rm_duet_verdict;

const char *rm_duet_verdict_name(rm_duet_verdict verdict);

/* What the launches said of one case: logarithms of ratios, one a launch. */
typedef struct rm_duet_sample {
    double *changes, *controls;
    size_t count;
} rm_duet_sample;

/* Fractions of BASE's time: .1 is 10 % slower. */
typedef struct rm_duet_finding {
    double change, low, high; /* with its BCa interval */
    double control;           /* by how much BASE differed from its own copy */
    double visible;           /* the smallest change that would have been found four times out of five */
    double p;                 /* of the changes against the control's */
    rm_duet_verdict verdict;
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
