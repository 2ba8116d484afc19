#include "records.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "bench/support/fail.h"

static bool is_empty(rmk_bytes text) {
    return text.length == 0;
}

static char *text_of(rmk_bytes bytes) {
    return rm_text("%.*s", (int)bytes.length, is_empty(bytes) ? "" : (const char *)bytes.data);
}

size_t rm_records_column(const rm_records *records, const char *name) {
    for (size_t i = 0; i < records->columns; i++)
        if (strcmp(records->names[i], name) == 0)
            return i;
    return SIZE_MAX;
}

size_t rm_records_column_needed(const rm_records *records, const char *name, const char *header) {
    size_t column = rm_records_column(records, name);
    if (column == SIZE_MAX)
        rm_fail("%s: no column '%s'; the first line names the columns: %s", records->path, name, header);
    return column;
}

const char *rm_record(const rm_records *records, size_t row, size_t column) {
    return records->texts.bytes + records->cells[row * records->columns + column];
}

void rm_records_fail(const rm_records *records, size_t row, const char *format, ...) {
    va_list arguments;
    char said[1024];
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    unsigned long long place = records->places[row];
    if (records->hyperfine)
        rm_fail("%s: command %llu: %s", records->path, place, said);
    rm_fail("%s:%llu: %s", records->path, place, said);
}

bool rm_plain_number(const char *text, double *number) {
    char *end;
    if (!*text || text[strspn(text, "0123456789+-.eE")])
        return false;
    *number = strtod(text, &end);
    return !*end && isfinite(*number);
}

void rm_records_name(rm_records *records, rmk_bytes name) {
    char *text = text_of(name);
    if (!*text)
        rm_fail("%s:1: column %zu has no name; the first line names the columns", records->path,
                records->columns + 1);
    if (rm_records_column(records, text) != SIZE_MAX)
        rm_fail("%s:1: the column '%s' is there twice", records->path, text);
    records->names = rm_realloc(records->names, (records->columns + 1) * sizeof *records->names);
    records->names[records->columns++] = text;
}

void rm_records_add(rm_records *records, uint64_t place, const rmk_bytes *cells) {
    size_t used = records->rows * records->columns;
    if (records->rows == records->row_room) {
        records->row_room = records->row_room ? 2 * records->row_room : 256;
        records->cell_room = records->row_room * records->columns;
        records->places = rm_realloc(records->places, records->row_room * sizeof *records->places);
        records->cells = rm_realloc(records->cells, records->cell_room * sizeof *records->cells);
    }
    for (size_t i = 0; i < records->columns; i++) {
        records->cells[used + i] = records->texts.length;
        rm_buffer_add(&records->texts, cells[i].data, cells[i].length);
        rm_buffer_char(&records->texts, 0);
    }
    records->places[records->rows++] = place;
}

void rm_records_free(rm_records *records) {
    for (size_t i = 0; i < records->columns; i++)
        free(records->names[i]);
    free(records->names);
    free(records->places);
    free(records->cells);
    rm_buffer_free(&records->texts);
    *records = (rm_records){0};
}
