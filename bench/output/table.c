#include "table.h"

#include <ctype.h>

#define ROWS_AT_ONCE 4096

/* Columns on a terminal: UTF-8 characters, each taken as one wide. */
static size_t shown_width(const char *text) {
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

void rm_table_start(rm_table *table, const char *const *columns, unsigned count, bool markdown) {
    *table = (rm_table){.columns = columns, .count = count, .markdown = markdown};
    for (unsigned i = 0; i < count; i++) {
        table->width[i] = shown_width(columns[i]);
        table->numeric[i] = true;
    }
}

/* An underscore inside a word is no markup. */
static bool is_markup(const char *text, size_t at) {
    if (text[at] != '_')
        return strchr("\\`*|<[~", text[at]) != NULL;
    return at == 0 || !isalnum((unsigned char)text[at - 1]) || !isalnum((unsigned char)text[at + 1]);
}

/* The cell that begins at `at` and ends where the cells do. */
static void escape_markup(rm_buffer *cells, size_t at) {
    char *plain = rm_text("%.*s", (int)(cells->length - at), cells->bytes + at);
    cells->length = at;
    for (size_t i = 0; plain[i]; i++) {
        if (is_markup(plain, i))
            rm_buffer_char(cells, '\\');
        rm_buffer_char(cells, plain[i]);
    }
    free(plain);
}

void rm_table_row(rm_table *table, const rm_row *row) {
    for (unsigned i = 0; i < table->count; i++) {
        const rm_value *value = &row->values[i];
        size_t at = table->cells.length;
        rm_format_cell(&table->cells, value);
        if (table->markdown && value->kind == RM_TEXT)
            escape_markup(&table->cells, at);
        rm_buffer_char(&table->cells, 0);
        size_t width = shown_width(table->cells.bytes + at);
        if (width > table->width[i])
            table->width[i] = width;
        if (value->kind == RM_TEXT)
            table->numeric[i] = false;
        if (value->kind != RM_EMPTY)
            table->used[i] = true;
    }
    table->rows++;
}

bool rm_table_full(const rm_table *table) {
    return table->rows >= ROWS_AT_ONCE;
}

static void blanks(rm_buffer *out, size_t count) {
    memset(rm_buffer_room(out, count), ' ', count);
    out->length += count;
}

static void print_cell(const rm_table *table, unsigned column, const char *text, rm_buffer *out) {
    if (table->markdown)
        rm_buffer_add(out, "| ", 2);
    size_t missing = table->width[column] - shown_width(text);
    if (table->numeric[column])
        blanks(out, missing);
    rm_buffer_add(out, text, strlen(text));
    if (!table->numeric[column])
        blanks(out, missing);
    blanks(out, table->markdown ? 1 : 2);
}

static void end_line(const rm_table *table, rm_buffer *out) {
    if (table->markdown)
        rm_buffer_char(out, '|');
    while (out->length && out->bytes[out->length - 1] == ' ')
        out->length--;
    rm_buffer_char(out, '\n');
}

/* Nothing is known of the columns of later rows, and nothing at all without rows: then all are shown. */
static void choose_columns(rm_table *table, bool last) {
    if (last && table->rows)
        return;
    for (unsigned i = 0; i < table->count; i++)
        table->used[i] = true;
}

/* What makes a table of the lines: which way each column leans. */
static void print_rule(const rm_table *table, rm_buffer *out) {
    for (unsigned i = 0; i < table->count; i++)
        if (table->used[i])
            rm_buffer_add(out, table->numeric[i] ? "| ---: " : "| :--- ", 7);
    end_line(table, out);
}

static void print_header(rm_table *table, bool last, rm_buffer *out) {
    if (table->begun)
        return;
    choose_columns(table, last);
    for (unsigned i = 0; i < table->count; i++)
        if (table->used[i])
            print_cell(table, i, table->columns[i], out);
    end_line(table, out);
    if (table->markdown)
        print_rule(table, out);
    table->begun = true;
}

void rm_table_print(rm_table *table, bool last, rm_buffer *out) {
    print_header(table, last, out);
    const char *text = table->cells.bytes;
    for (size_t row = 0; row < table->rows; row++) {
        for (unsigned i = 0; i < table->count; i++) {
            if (table->used[i])
                print_cell(table, i, text, out);
            text += strlen(text) + 1;
        }
        end_line(table, out);
    }
    table->rows = 0;
    table->cells.length = 0;
}

void rm_table_free(rm_table *table) {
    rm_buffer_free(&table->cells);
}
