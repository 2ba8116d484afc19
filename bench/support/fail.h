/*
 * fail.h - messages on stderr and the end of the program. Unfinished output files are removed on every way
 * out.
 */
#ifndef RM_FAIL_H
#define RM_FAIL_H

#include <stdio.h>

#include "core/base.h"

/* "ringmark: ..." on one line; control characters of the arguments are made visible. Exits 2. */
_Noreturn void rm_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same with another exit code. */
_Noreturn void rm_fail_with(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "ringmark: warning: ..."; an identical text is printed once a run. */
void rm_warn(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* "ringmark: ..." without an end (notes: what was skipped). Identical texts once. */
void rm_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Of an rmk_bytes, for "%.*s": a message needs no more of a text than that. */
#define RM_SHOWN(text) ((text).length < 100 ? (int)(text).length : 100), (const char *)(text).data

/* Memory that cannot fail: one line and exit 2. */
void *rm_alloc(size_t bytes);
void *rm_calloc(size_t count, size_t item);
void *rm_realloc(void *memory, size_t bytes);
/* The same of what a file to be read needs; else as fopen: NULL where there is none. */
FILE *rm_fopen(const char *path);
char *rm_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Appends a word to an owned list, behind `between` unless it is the first; *list is replaced. */
void rm_text_join(char **list, const char *between, const char *word);

/* Exits 2 with "what: status text" unless status is RMK_OK. */
void rm_check(rmk_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is done before the program ends by a failure (files that are not finished are removed), and before a line is written
 * (a progress bar leaves the terminal). One function each; the last one stands. Any thread may be about to end or to write. */
void rm_before_end(void (*call)(void));
void rm_before_line(void (*call)(void));
/* What is done, too, before the program ends with exit code 2: a parent that watches hears that the line is out. */
void rm_before_failure(void (*call)(void));

#endif
