/*
 * cases.h - private: two files of results brought together: which rows are the same case, and what each file
 * says of each of its figures.
 */
#ifndef RM_COMPARE_CASES_H
#define RM_COMPARE_CASES_H

#include <math.h>

#include "bench/regression/verdict.h"
#include "columns.h"

/* What one file says of one figure of one case. There is one value for each launch where launches are
 * numbered, else one for each observation, in the order of the file. */
typedef struct rm_said {
    double *values;
    size_t count;
    const char *text; /* the first value, as it stands in the file; NULL when there is none */
    bool numeric;     /* all values are numbers */
    bool varies;      /* not all texts are the same */
    bool launches;    /* values are of launches */
} rm_said;

/* One figure of one case, which becomes a row. */
typedef struct rm_finding {
    const char *name; /* of the case */
    const char *figure;
    rm_figure kind;
    rm_said said[RM_SIDES];
    /* judge.c fills in the rest; NAN where there is no answer */
    double values[RM_SIDES];                         /* medians */
    double change, change_low, change_high, visible; /* fractions of BASE: .1 is 10 % more */
    double p;
    rm_change_verdict verdict;
    char *reason; /* NULL: none; owned */
    bool fails;   /* --fail-above counts it */
} rm_finding;

typedef struct rm_findings {
    rm_finding *list;
    size_t count;
    bool timed; /* some figures depend on the clock */
    rm_records files[RM_SIDES];
    char **names; /* of the cases; owned */
    size_t case_count;
} rm_findings;

/* Reads both files. Whatever cannot be compared is one line and exit 2. O(bytes). */
rm_findings rm_findings_of(const char *base, const char *head);
void rm_findings_free(rm_findings *findings);

#endif
