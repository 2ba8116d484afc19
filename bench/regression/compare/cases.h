/*
 * cases.h - two files of results brought together: which rows are the same case, and what each file
 * says of each of its figures. Private.
 */
#ifndef RM_COMPARE_CASES_H
#define RM_COMPARE_CASES_H

#include <math.h>

#include "columns.h"

/* What one file says of one figure of one case. Numbers: one a launch, where launches are told apart, else
 * one an observation, in the order of the file. */
typedef struct rm_said {
    double *values;
    size_t count;
    const char *text; /* as it stands in the file, the first; NULL: nothing is said */
    bool numeric;     /* all of it are numbers */
    bool varies;      /* texts differ */
    bool launches;    /* values are of launches */
} rm_said;

typedef enum rm_verdict {
    RM_VERDICT_SAME,
    RM_VERDICT_CHANGED,
    RM_VERDICT_SLOWER,
    RM_VERDICT_FASTER,
    RM_VERDICT_INCONCLUSIVE,
    RM_VERDICT_NO_TEST, /* n=1 */
    RM_VERDICT_INVALID, /* what must not differ does so in one file */
    RM_VERDICT_NEW,
    RM_VERDICT_GONE,
    RM_VERDICT_COUNT
} rm_verdict;

/* One figure of one case: a row to be. */
typedef struct rm_finding {
    const char *name; /* of the case */
    const char *figure;
    rm_figure kind;
    rm_said said[RM_SIDES];
    /* what judge.c finds; NAN where there is no answer */
    double values[RM_SIDES];                         /* medians */
    double change, change_low, change_high, visible; /* of base, as fractions: .1 is 10 % more */
    double p;
    rm_verdict verdict;
    char *reason; /* NULL: none; owned */
    bool fails;   /* --fail-above counts it */
} rm_finding;

typedef struct rm_findings {
    rm_finding *list;
    size_t count;
    bool timed; /* some have a part of the clock in them */
    rm_records files[RM_SIDES];
    char **names; /* of the cases; owned */
    size_t case_count;
} rm_findings;

/* Anything that cannot be compared is one line and exit 2. O(bytes). */
rm_findings rm_findings_of(const char *base, const char *head);
void rm_findings_free(rm_findings *findings);

#endif
