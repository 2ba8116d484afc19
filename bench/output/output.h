/*
 * output.h - rows to a table (also of Markdown), CSV or JSON: RFC 4180, one header row, LF, C locale.
 *
 * A file is written as FILE.partial, a row at a time, fsynced and renamed after its last row, with FILE.json
 * (machine and run) beside it. Writing fails in one line, exit 2; a reader of stdout that went away ends the
 * run quietly.
 */
#ifndef RM_OUTPUT_H
#define RM_OUTPUT_H

#include "bench/cli/options.h"
#include "row.h"

typedef struct rm_output rm_output;

/* Opens what --output and --format say. `columns`: the header, constant. `extra` (or NULL) is called to add
 * facts of this run to the metadata (a json_t object). */
rm_output *rm_output_open(const rm_options *options, const char *const *columns, unsigned count);
/* A fact for the metadata file: text. */
void rm_output_fact(rm_output *output, const char *name, const char *text);
/* The same, a number. */
void rm_output_fact_count(rm_output *output, const char *name, uint64_t count);
/* With --resume: how many cells, of the `count` that the command measures in their order, FILE.partial has
 * from before. They are not measured again; rows go behind theirs. */
size_t rm_output_cells(const rm_output *output, size_t count);
/* The rows so far are all of the first `cells` cells, whole. */
void rm_output_reached(rm_output *output, size_t cells);
/* Writes the row and clears it; in FILE.partial it stays also when the process is killed. */
void rm_output_row(rm_output *output, rm_row *row);
/* Ends well: prints the table or renames the file. After an interrupt it stays FILE.partial, its metadata
 * FILE.partial.json, and a line says so. */
void rm_output_close(rm_output *output);
/* The same after an interrupt that something still works under (rm_parallel): ends the program too. */
_Noreturn void rm_output_abandon(rm_output *output);

#endif
