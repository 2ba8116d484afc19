#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "row.h"

static rm_value *fresh(rm_row *row, unsigned column) {
    if (column >= RM_MAX_COLUMNS)
        rm_fail("a row has more than %d columns", RM_MAX_COLUMNS);
    rm_value *value = &row->values[column];
    if (value->kind == RM_TEXT)
        free(value->u.t.text);
    *value = (rm_value){0};
    return value;
}

void rm_row_bytes(rm_row *row, unsigned column, rmk_bytes text) {
    char *copy = rm_alloc(text.length + 1);
    if (text.length)
        memcpy(copy, text.data, text.length);
    copy[text.length] = 0;
    rm_value *value = fresh(row, column);
    value->kind = RM_TEXT;
    value->u.t.text = copy;
    value->u.t.length = text.length;
}

void rm_row_text(rm_row *row, unsigned column, const char *text) {
    if (text)
        rm_row_bytes(row, column, (rmk_bytes){(const unsigned char *)text, strlen(text)});
    else
        fresh(row, column);
}

void rm_row_count(rm_row *row, unsigned column, uint64_t count) {
    rm_value *value = fresh(row, column);
    value->kind = RM_COUNT;
    value->u.count = count;
}

static void set_real(rm_row *row, unsigned column, double real, rm_value_kind kind) {
    rm_value *value = fresh(row, column);
    if (!isfinite(real))
        return;
    value->kind = kind;
    value->u.real = real == 0 ? 0 : real; /* never "-0" */
}

void rm_row_real(rm_row *row, unsigned column, double real) {
    set_real(row, column, real, RM_REAL);
}

void rm_row_exact(rm_row *row, unsigned column, double real) {
    set_real(row, column, real, RM_EXACT);
}

void rm_row_hex(rm_row *row, unsigned column, uint64_t value, unsigned bits) {
    unsigned digits = bits == 0 ? 1 : bits > 64 ? 16 : (bits + 3) / 4;
    char text[17];
    for (unsigned i = digits; i-- > 0; value >>= 4)
        text[i] = "0123456789abcdef"[value & 15];
    rm_row_bytes(row, column, (rmk_bytes){(const unsigned char *)text, digits});
}

void rm_row_clear(rm_row *row) {
    for (unsigned i = 0; i < RM_MAX_COLUMNS; i++)
        if (row->values[i].kind == RM_TEXT)
            free(row->values[i].u.t.text);
    memset(row, 0, sizeof *row);
}
