/*
 * format.h - private to output*.c: one value as CSV, JSON or a table cell. Numbers are printed in the
 * C locale, which the program never leaves.
 */
#ifndef RM_OUTPUT_FORMAT_H
#define RM_OUTPUT_FORMAT_H

#include "bench/support/buffer.h"
#include "row.h"

/* RFC 4180; quoted also where a reader might trim blanks, and when the text is empty. */
void rm_format_csv(rm_buffer *buffer, const rm_value *value);
/* An empty value is null. Bytes that are not UTF-8 become U+FFFD. */
void rm_format_json(rm_buffer *buffer, const rm_value *value);
/* Six significant digits; control characters are made visible. */
void rm_format_cell(rm_buffer *buffer, const rm_value *value);

#endif
