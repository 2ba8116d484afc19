/*
 * help.h - what is printed to stdout outside of rows: help and the version.
 */
#ifndef RM_HELP_H
#define RM_HELP_H

#include <stddef.h>
#include <stdio.h>

#include "option.h"

/* "ringmark 0.1.0". */
void rm_help_version(void);

/* Wraps `text` at blanks to lines of at most RM_HELP_WIDTH columns, `indent` blanks before each but the
 * first, on which `used` columns are taken. */
#define RM_HELP_WIDTH 100
void rm_help_wrap(FILE *out, const char *text, size_t used, size_t indent);

/* Flushes stdout. One line and exit 2 when that fails; quietly exit 0 when the reader went away. */
void rm_help_flush(void);

/* Help out of the tables: of the whole program, and of one command. To stdout. */
void rm_help_program(void);
void rm_help_command(const rm_command *command);

#endif
