#include "csv_line.h"

static int nothing_is_blank(unsigned char c) {
    (void)c;
    return 0;
}

void rm_csv_open(rm_csv_line *csv, bool trim) {
    memset(csv, 0, sizeof *csv);
    if (csv_init(&csv->parser, CSV_STRICT | CSV_STRICT_FINI) != 0)
        rm_fail("out of memory for the CSV reader");
    csv_set_realloc_func(&csv->parser, rm_realloc);
    if (!trim)
        csv_set_space_func(&csv->parser, nothing_is_blank);
}

static void on_field(void *text, size_t length, void *context) {
    rm_csv_line *csv = context;
    if (csv->count < RM_CSV_FIELDS) {
        csv->begin[csv->count] = csv->texts.length;
        csv->length[csv->count] = length;
        rm_buffer_add(&csv->texts, text, length);
    }
    csv->count++;
}

/* The parser ends a record at a CR as at an LF: a line with one of its own is two records run together. */
static void on_record(int separator, void *context) {
    rm_csv_line *csv = context;
    csv->stray_cr = csv->stray_cr || separator == '\r';
}

bool rm_csv_parse(rm_csv_line *csv, rmk_bytes line) {
    csv->count = 0;
    csv->texts.length = 0;
    csv->stray_cr = false;
    bool whole = csv_parse(&csv->parser, line.data, line.length, on_field, on_record, csv) == line.length &&
                 csv_fini(&csv->parser, on_field, on_record, csv) == 0;
    if (!whole && csv_error(&csv->parser) != CSV_EPARSE)
        rm_fail("out of memory for the CSV reader");
    return whole && !csv->stray_cr;
}

const char *rm_csv_fault(const rm_csv_line *csv) {
    return csv->stray_cr
               ? RM_STRAY_CR
               : "a quote that is misplaced or not closed (a quote inside a quoted field is doubled)";
}

rmk_bytes rm_csv_field(const rm_csv_line *csv, size_t i) {
    if (i >= csv->count || i >= RM_CSV_FIELDS || csv->length[i] == 0)
        return (rmk_bytes){NULL, 0};
    return (rmk_bytes){(const unsigned char *)csv->texts.bytes + csv->begin[i], csv->length[i]};
}

void rm_csv_close(rm_csv_line *csv) {
    csv_free(&csv->parser);
    rm_buffer_free(&csv->texts);
}

rmk_bytes rm_csv_unframed(rmk_bytes line, uint64_t number) {
    static const unsigned char mark[] = {0xef, 0xbb,
                                         0xbf}; /* UTF-8 byte order mark, as some editors write it */
    if (number == 1 && line.length >= sizeof mark && memcmp(line.data, mark, sizeof mark) == 0)
        line = (rmk_bytes){line.data + sizeof mark, line.length - sizeof mark};
    if (line.length && line.data[line.length - 1] == '\r')
        line.length--;
    return line;
}
