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
    char **names;     /* of the columns: none empty, none twice */
    uint64_t *places; /* of each row: its line, or which command of hyperfine's it is; from 1 */
    size_t *cells;    /* row by row: where each text begins */
    size_t row_room, cell_room;
    rm_buffer texts;
} rm_records;

void rm_records_free(rm_records *records);

/* Borrowed. */
const char *rm_record(const rm_records *records, size_t row, size_t column);
/* SIZE_MAX when there is none. */
size_t rm_records_column(const rm_records *records, const char *name);
/* The same, or one line that says what the header should be, and exit 2. */
size_t rm_records_column_needed(const rm_records *records, const char *name, const char *header);

/* "FILE:LINE: ..." and exit 2. */
_Noreturn void rm_records_fail(const rm_records *records, size_t row, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A plain decimal number (as 1e-3): true. Not so for NaN, infinities, hexadecimal digits and units. */
bool rm_plain_number(const char *text, double *number);

/* To build records with; `cells` are copied. */
void rm_records_name(rm_records *records, rmk_bytes name);
void rm_records_add(rm_records *records, uint64_t place, const rmk_bytes *cells);

#endif
