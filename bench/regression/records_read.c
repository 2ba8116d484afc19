#include "records_read.h"

#include <string.h>

#include "bench/input/csv_line.h"
#include "bench/input/lines.h"
#include "bench/support/fail.h"
#include "records_hyperfine.h"

#define LONGEST_LINE ((size_t)1 << 20)

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
    if (line.length == 0)
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

/* JSON begins with a bracket, and no header of a CSV does. */
static bool is_json(rmk_bytes line) {
    size_t i = 0;
    while (i < line.length && strchr(" \t\r", line.data[i]))
        i++;
    return i < line.length && (line.data[i] == '{' || line.data[i] == '[');
}

/* Reads a file of hyperfine's from its first line to its end. */
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
