#include "records.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "bench/input/csv_line.h"
#include "bench/input/lines.h"

#define LONGEST_LINE ((size_t)1 << 20)

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

typedef struct reader {
    rm_records *records;
    rm_lines lines;
    rm_csv_line csv;
} reader;

#define fail_here(r, format, ...)                                                                            \
    rm_fail("%s:%llu: " format, (r)->records->path, (unsigned long long)(r)->lines.number, ##__VA_ARGS__)

static void take_header(reader *r) {
    double number;
    for (size_t i = 0; i < r->csv.count; i++) {
        rm_records_name(r->records, rm_csv_field(&r->csv, i));
        if (rm_plain_number(r->records->names[i], &number))
            fail_here(r, "no header: '%s' is a number; the first line names the columns",
                      r->records->names[i]);
    }
}

static void take_row(reader *r) {
    rmk_bytes cells[RM_CSV_FIELDS];
    if (r->csv.count != r->records->columns)
        fail_here(r, "%zu fields, but the header has %zu columns%s", r->csv.count, r->records->columns,
                  r->csv.count < r->records->columns ? "; is the file cut off?" : "");
    for (size_t i = 0; i < r->csv.count; i++)
        cells[i] = rm_csv_field(&r->csv, i);
    rm_records_add(r->records, r->lines.number, cells);
}

static void take_line(reader *r, rmk_bytes line) {
    line = rm_csv_unframed(line, r->lines.number);
    if (is_empty(line))
        return;
    if (memchr(line.data, 0, line.length))
        fail_here(r, "a NUL byte; this is not a text file");
    if (!rm_csv_parse(&r->csv, line))
        fail_here(r, "%s; is this CSV?", rm_csv_fault(&r->csv));
    if (r->csv.count > RM_CSV_FIELDS)
        fail_here(r, "more than %d columns", RM_CSV_FIELDS);
    if (r->records->columns == 0)
        take_header(r);
    else
        take_row(r);
}

/* JSON begins with a bracket, which no header of ours does. What follows goes into `whole`. */
static bool is_json(rmk_bytes line) {
    size_t i = 0;
    while (i < line.length && strchr(" \t\r", line.data[i]))
        i++;
    return i < line.length && (line.data[i] == '{' || line.data[i] == '[');
}

static void read_rest(reader *r, const char *what, rmk_bytes line) {
    rm_buffer whole = {0};
    do {
        rm_buffer_add(&whole, line.data, line.length);
        rm_buffer_char(&whole, '\n');
    } while (rm_lines_next(&r->lines, &line, 1));
    rm_records_of_hyperfine(r->records, what, &whole);
    rm_buffer_free(&whole);
}

rm_records rm_records_read_any(const char *what, const char *path) {
    rm_records records = {.path = strcmp(path, "-") == 0 ? "standard input" : path};
    reader r = {.records = &records};
    rmk_bytes line;
    rm_lines_open(&r.lines, what, path, '\n', LONGEST_LINE);
    rm_csv_open(&r.csv, false);
    while (rm_lines_next(&r.lines, &line, 1))
        if (records.columns == 0 && is_json(rm_csv_unframed(line, r.lines.number)))
            read_rest(&r, what, rm_csv_unframed(line, r.lines.number));
        else
            take_line(&r, line);
    if (r.lines.unended && !records.hyperfine)
        fail_here(&r, "the last line does not end (LF): the file is cut off, or still being written");
    rm_lines_close(&r.lines);
    rm_csv_close(&r.csv);
    if (records.columns == 0)
        rm_fail("%s %s: the file is empty; give a CSV of results, or what hyperfine --export-json wrote",
                what, path);
    return records;
}

rm_records rm_records_read(const char *what, const char *path) {
    rm_records records = rm_records_read_any(what, path);
    if (records.rows == 0)
        rm_fail("%s %s: a header without rows", what, path);
    return records;
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
