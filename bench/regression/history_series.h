/*
 * history_series.h - private: a file of case,figure,revision,value as series, one for each case and figure,
 * in the order of the file.
 */
#ifndef RM_HISTORY_SERIES_H
#define RM_HISTORY_SERIES_H

#include "figures.h"
#include "records.h"

typedef struct rm_point {
    const char *revision, *text;
    double value;  /* the median, where a revision stands several times in a row */
    bool accepted; /* a step at this revision is known and wanted */
} rm_point;

typedef struct rm_series {
    const char *name, *figure;
    rm_point *points;
    size_t count;
    rm_role role;
    bool numeric; /* all of its values are numbers; always, unless it is exact */
} rm_series;

typedef struct rm_histories {
    rm_records file;
    rm_series *list;
    size_t count;
} rm_histories;

/*
 * Reads the file. `accepted`: NULL, or a CSV with the columns case, revision and, if a step is to be accepted
 * for one figure only, figure; more columns (a reason) are fine. A mistake in a file is one line and exit 2;
 * an accepted step that fits no series is a warning.
 */
rm_histories rm_histories_read(const char *path, const char *accepted);
void rm_histories_free(rm_histories *histories);

#endif
