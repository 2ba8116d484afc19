/*
 * list_parts.h - the rows of `list`. Private to list*.c.
 */
#ifndef RM_LIST_PARTS_H
#define RM_LIST_PARTS_H

#include "bench/cli/command.h"
#include "bench/output/output.h"

/* Columns are only ever added at the end. */
enum {
    SECTION,
    NAME,
    BITS,
    VALUE_BITS,
    CAN,
    SUMMARY,
    SOURCE,
    VALUE,
    DEFAULT,
    COMMANDS,
    EXAMPLE,
    SYSTEM,
    KEYS,
    POINTS,
    LABELS,
    VNODES,
    TOTAL_POINTS,
    WEIGHTS,
    TIES,
    LOOKUP,
    DOWN,
    TAKES,
    HASHES,
    NAMES,
    COLUMN_COUNT
};
typedef struct rm_listing {
    const rm_options *options;
    rm_output *output; /* NULL: readable text on stdout */
    const char *section;
    rm_row row;
} rm_listing;

/* Appends "before value after" to *text (malloc) when the column holds something. */
void rm_list_append(char **text, const char *before, const rm_row *row, unsigned column, const char *after);
/* A text that is freed; an empty one is the empty field. */
void rm_list_set(rm_row *row, unsigned column, char *text);
/* Writes or prints the row, and clears it. */
void rm_list_emit(rm_listing *listing);

/* ---- list_presets.c ---- */

/* A row a preset; and how such a row is printed, a line a rule. */
void rm_list_presets(rm_listing *listing);
void rm_list_print_preset(const rm_row *row);

#endif
