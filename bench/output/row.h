/* row.h - one row of results: values by column, of any kind, or empty. */
#ifndef RM_ROW_H
#define RM_ROW_H

#include "core/base.h"

#define RM_MAX_COLUMNS 64

typedef enum rm_value_kind { RM_EMPTY = 0, RM_TEXT, RM_COUNT, RM_REAL, RM_EXACT } rm_value_kind;

typedef struct rm_value {
    rm_value_kind kind;
    union {
        struct {
            char *text; /* owned by the row */
            size_t length;
        } t;
        uint64_t count;
        double real;
    } u;
} rm_value;

/* One row; zeroed is all empty. Columns are the places in the command's own list of names. */
typedef struct rm_row {
    rm_value values[RM_MAX_COLUMNS];
} rm_row;

/* Setters; a value set twice is replaced. NaN and infinities become the empty field. */
void rm_row_text(rm_row *row, unsigned column, const char *text); /* NULL: empty */
void rm_row_bytes(rm_row *row, unsigned column, rmk_bytes text);  /* never the empty field, but may be "" */
void rm_row_count(rm_row *row, unsigned column, uint64_t count);
void rm_row_real(rm_row *row, unsigned column, double real);  /* shown with 9 significant digits */
void rm_row_exact(rm_row *row, unsigned column, double real); /* with 17: an exact fraction */
void rm_row_hex(rm_row *row, unsigned column, uint64_t value, unsigned bits); /* as wide as its bits */
/* Frees what the row owns; it is all empty then. */
void rm_row_clear(rm_row *row);

#endif
