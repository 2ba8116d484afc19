/* csv_line.h - the fields of one line of CSV (RFC 4180, by libcsv).
 *
 * A record is one line: a quoted field may not go on in the next one. */
#ifndef RM_CSV_LINE_H
#define RM_CSV_LINE_H

#include <csv.h>

#include "bench/support/buffer.h"
#include "core/base.h"

#define RM_CSV_FIELDS 64

/* A CR that ends no line would separate fields, or hide what follows it in a comment. */
#define RM_STRAY_CR "a carriage return (CR) inside the line; lines end in LF or CR LF"

typedef struct rm_csv_line {
    struct csv_parser parser;
    rm_buffer texts;
    size_t count; /* fields of the line; those above RM_CSV_FIELDS are only counted */
    size_t begin[RM_CSV_FIELDS], length[RM_CSV_FIELDS];
    bool stray_cr; /* the last line had a CR outside of quotes */
} rm_csv_line;

/* Opens the parser; with `trim` blanks around unquoted fields do not count. */
void rm_csv_open(rm_csv_line *csv, bool trim);
/* Parses one line; false for a misplaced or unclosed quote, and for a CR between fields. */
bool rm_csv_parse(rm_csv_line *csv, rmk_bytes line);
/* Says why the last line could not be parsed. */
const char *rm_csv_fault(const rm_csv_line *csv);
/* Returns field i of the last line, borrowed until the next one; empty where there is none. */
rmk_bytes rm_csv_field(const rm_csv_line *csv, size_t i);
/* Takes the frame off line `number` (from 1) of a file: the UTF-8 byte order mark before the first, a CR
 * at the end. */
rmk_bytes rm_csv_unframed(rmk_bytes line, uint64_t number);
void rm_csv_close(rm_csv_line *csv);

#endif
