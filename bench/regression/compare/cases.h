/*
 * cases.h - two files of results brought together: which rows are the same case, and what each file
 * says of each of its figures. Private to compare*.c.
 */
#ifndef RM_COMPARE_CASES_H
#define RM_COMPARE_CASES_H

#include <math.h>

#include "bench/regression/figures.h"
#include "bench/regression/records.h"
#include "bench/support/progress.h"

enum { RM_BASE, RM_HEAD, RM_SIDES };

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
    /* what compare_judge.c finds; NAN where there is no answer */
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

/* compare_columns.c: the columns of both files, by name. */
typedef struct rm_column {
    const char *name;
    rm_figure kind;
    size_t at[RM_SIDES]; /* SIZE_MAX: not in this file */
    bool constant;       /* tells no two rows of one algorithm and preset apart */
} rm_column;

typedef struct rm_place {
    int side;
    size_t row;
} rm_place;

typedef struct rm_columns {
    const rm_records *files;
    rm_column *list;
    size_t count;
    rm_place *leaders[RM_SIDES]; /* of each row: the first with its algorithm and preset */
} rm_columns;

rm_columns rm_columns_of(const rm_records *files);
void rm_columns_free(rm_columns *columns);
static inline bool rm_column_shared(const rm_column *column) {
    return column->at[RM_BASE] != SIZE_MAX && column->at[RM_HEAD] != SIZE_MAX;
}
/* The case of a row, for people; freed by the caller. */
char *rm_columns_case_name(const rm_columns *columns, int side, size_t row);

/* compare_machine.c: refuses files of different machines, unless `allowed`; warns of other differences. */
void rm_machines_check(const rm_records *files, bool allowed);

/* compare_judge.c: fills in what is found. `fail_above`: per cent, or NAN. The same seed finds the same. Of
 * the order of RM_RESAMPLES steps a value, of which rm_judge_units are reported to `progress` (or NULL). */
void rm_judge(rm_findings *findings, double fail_above, uint64_t seed, rm_progress *progress);
double rm_judge_units(const rm_findings *findings);

#endif
