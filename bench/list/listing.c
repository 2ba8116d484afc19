/* listing.c - what becomes of a row of `list`: a record, or readable text. */
#include "listing.h"

#include <stdlib.h>
#include <string.h>

#include "bench/cli/help.h"
#include "bench/output/output.h"
#include "bench/support/fail.h"

enum { NAME_COLUMN = 20 };

const char *const rm_list_columns[COLUMN_COUNT] = {
    "section",  "name",    "bits",   "value_bits", "can",    "summary", "source",  "value",        "default",
    "commands", "example", "system", "keys",       "points", "labels",  "vnodes",  "total_points", "weights",
    "ties",     "lookup",  "down",   "takes",      "hashes", "names",   "checked",
};

static bool has(const rm_row *row, unsigned column) {
    return row->values[column].kind != RM_EMPTY;
}

void rm_list_append(char **text, const char *before, const rm_row *row, unsigned column, const char *after) {
    if (!has(row, column))
        return;
    const rm_value *value = &row->values[column];
    char *longer = value->kind == RM_COUNT
                       ? rm_text("%s%s%llu%s", *text, before, (unsigned long long)value->u.count, after)
                       : rm_text("%s%s%.*s%s", *text, before, (int)value->u.t.length, value->u.t.text, after);
    free(*text);
    *text = longer;
}

void rm_list_set(rm_row *row, unsigned column, char *text) {
    rm_row_text(row, column, *text ? text : NULL);
    free(text);
}

static void print_row(const rm_row *row) {
    char *name = rm_text("%s", ""), *text = rm_text("%s", "");
    rm_list_append(&name, "", row, NAME, "");
    rm_list_append(&name, " ", row, VALUE, "");
    rm_list_append(&text, "", row, NAMES, "");
    rm_list_append(&text, " with ", row, LABELS, "; seen: ");
    rm_list_append(&text, "", row, SUMMARY, "");
    rm_list_append(&text, " (default: ", row, DEFAULT, ")");
    rm_list_append(&text, "; ", row, BITS, " bits");
    rm_list_append(&text, "; ", row, CAN, "");
    rm_list_append(&text, " [", row, SOURCE, "]");
    rm_list_append(&text, " [", row, COMMANDS, "]");
    size_t used = 2 + strlen(name);
    printf("  %s", name);
    if (used + 2 > NAME_COLUMN) {
        putchar('\n');
        used = 0;
    }
    printf("%*s", (int)(NAME_COLUMN - used), "");
    rm_help_wrap(stdout, text, NAME_COLUMN, NAME_COLUMN);
    free(name);
    free(text);
}

void rm_list_emit(rm_listing *l) {
    rm_row_text(&l->row, SECTION, l->section);
    if (l->output) {
        rm_output_row(l->output, &l->row);
        return;
    }
    (l->print ? l->print : print_row)(&l->row);
    rm_row_clear(&l->row);
}
