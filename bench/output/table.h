/*
 * table.h - private to output*.c: rows gathered and printed in aligned columns. Columns that are empty
 * in every row are left out; numbers stand at the right.
 * As Markdown the columns are those of a GitHub table, and what would be markup in a cell is escaped.
 */
#ifndef RM_OUTPUT_TABLE_H
#define RM_OUTPUT_TABLE_H

#include "format.h"

typedef struct rm_table {
    const char *const *columns;
    unsigned count;
    rm_buffer cells; /* texts, each ended by NUL, row by row */
    size_t rows;
    bool markdown;
    bool begun; /* the header is out */
    size_t width[RM_MAX_COLUMNS];
    bool numeric[RM_MAX_COLUMNS], used[RM_MAX_COLUMNS];
} rm_table;

void rm_table_start(rm_table *table, const char *const *columns, unsigned count, bool markdown);
void rm_table_row(rm_table *table, const rm_row *row);
/* So many rows are gathered that they should be printed, to bound the memory. */
bool rm_table_full(const rm_table *table);
/* Appends what was gathered, with the header the first time, to `out`. `last`: no more rows come. */
void rm_table_print(rm_table *table, bool last, rm_buffer *out);
void rm_table_free(rm_table *table);

#endif
