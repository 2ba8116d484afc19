/*
 * records.h - a file of results as texts: rows of CSV under their header, or the runs of hyperfine's
 * --export-json as rows of command,launch,seconds. Anything else is one line (what, where, what to do),
 * exit 2.
 */
#ifndef RM_RECORDS_H
#define RM_RECORDS_H

#include "bench/support/buffer.h"

typedef struct rm_records {
    const char *path; /* as given; borrowed */
    bool hyperfine;
    size_t columns, rows;
    char **names;     /* of the columns; none is empty, and none is there twice */
    uint64_t *places; /* for each row its line, or the number of its command in hyperfine's file; from 1 */
    size_t *cells;    /* where each text begins in `texts`, row by row */
    size_t row_room, cell_room;
    rm_buffer texts;
} rm_records;

void rm_records_free(rm_records *records);

/* The text of a field; it is part of the records. */
const char *rm_record(const rm_records *records, size_t row, size_t column);
/* The number of the column; SIZE_MAX when there is none. */
size_t rm_records_column(const rm_records *records, const char *name);
/* Does the same; without such a column it says what the header should be, and exits with 2. */
size_t rm_records_column_needed(const rm_records *records, const char *name, const char *header);

/* Says "FILE:LINE: ..." and exits with 2. */
_Noreturn void rm_records_fail(const rm_records *records, size_t row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* True for a plain decimal number such as 1e-3; false for NaN, infinities, hexadecimal digits and units. */
bool rm_plain_number(const char *text, double *number);

/* These add a column, and a row with all of its fields, which are copied. */
void rm_records_name(rm_records *records, rmk_bytes name);
void rm_records_add(rm_records *records, uint64_t place, const rmk_bytes *cells);

#endif
