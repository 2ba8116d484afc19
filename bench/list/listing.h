/* listing.h - private: the rows of `list`, one section after the other. */
#ifndef RM_LISTING_H
#define RM_LISTING_H

#include "bench/cli/options.h"
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
    CHECKED,
    COLUMN_COUNT
};
typedef struct rm_listing {
    const rm_options *options;
    rm_output *output; /* NULL when readable text goes to stdout */
    const char *section;
    void (*print)(const rm_row *row); /* prints a row as text; NULL prints a name and what it means */
    rm_row row;
} rm_listing;

extern const char *const rm_list_columns[COLUMN_COUNT];

/* Appends "before value after" to *text (malloc) when the column holds something. */
void rm_list_append(char **text, const char *before, const rm_row *row, unsigned column, const char *after);
/* Sets a column to a text and frees it; an empty one leaves the field empty. */
void rm_list_set(rm_row *row, unsigned column, char *text);
/* Writes or prints the row, and clears it. */
void rm_list_emit(rm_listing *listing);

#endif
