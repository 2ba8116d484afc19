/* columns.h - private: what the columns of two files of results mean together. */
#ifndef RM_COMPARE_COLUMNS_H
#define RM_COMPARE_COLUMNS_H

#include "bench/regression/figures.h"
#include "bench/regression/records.h"

/* The two files. */
enum { RM_BASE, RM_HEAD, RM_SIDES };

/* A column of both files, by its name. */
typedef struct rm_column {
    const char *name;
    rm_figure kind;
    size_t at[RM_SIDES]; /* SIZE_MAX: not in this file */
    bool constant;       /* it tells no two rows of one algorithm and preset apart */
} rm_column;

typedef struct rm_place {
    int side;
    size_t row;
} rm_place;

typedef struct rm_columns {
    const rm_records *files;
    rm_column *list;
    size_t count;
    rm_place *leaders[RM_SIDES]; /* for each row, the first one with its algorithm and preset */
} rm_columns;

/* Exit 2 when the files have no figure in common. Borrows the files. */
rm_columns rm_columns_of(const rm_records *files);
void rm_columns_free(rm_columns *columns);
static inline bool rm_column_shared(const rm_column *column) {
    return column->at[RM_BASE] != SIZE_MAX && column->at[RM_HEAD] != SIZE_MAX;
}
/* What people call the case of a row; freed by the caller. */
char *rm_columns_case_name(const rm_columns *columns, int side, size_t row);

#endif
