/*
 * partial.h - private: FILE.partial.json, the record beside rows that are not all there
 * yet. It tells what run makes them, and how far whole cells go, so that --resume can go on behind them.
 */
#ifndef RM_OUTPUT_PARTIAL_H
#define RM_OUTPUT_PARTIAL_H

#include <jansson.h>
#include <stdint.h>

#include "bench/cli/options.h"
#include "file.h"

typedef struct rm_partial rm_partial;

/*
 * Begins or, with --resume, takes up the record of the rows in `rows`, a file just opened by
 * rm_target_open, which is cut behind its last whole cell. Rows of a run that has not ended are one line
 * and exit 2 without --resume, and with it when `facts` (run_facts.h) are of another run.
 */
rm_partial *rm_partial_open(rm_target *rows, const rm_options *options, json_t *facts);
/* Could --resume go on with the rows of such a run? */
bool rm_partial_can_resume(const rm_options *options);
/* What was taken up; 0 of all for a run that begins. */
size_t rm_partial_cells(const rm_partial *partial);
uint64_t rm_partial_rows(const rm_partial *partial);
/* There are rows now that no early end of the program removes. */
void rm_partial_keep(rm_partial *partial);
/* So many bytes more are in the file of the rows. */
void rm_partial_wrote(rm_partial *partial, const void *bytes, size_t length);
/* All that was written are the whole rows of the first `cells` cells. */
void rm_partial_mark(rm_partial *partial, size_t cells, uint64_t rows);
/* The run ends here, with so many rows: the record has all facts. */
void rm_partial_stop(rm_partial *partial, const json_t *facts, uint64_t rows);
/* The rows are all there, under their own name: the record goes. */
void rm_partial_remove(rm_partial *partial);
void rm_partial_free(rm_partial *partial);

/* Is there nothing left to do for --resume? Then a note says so, and *code is what the run that ended had for
 * its end. */
bool rm_partial_is_done(const rm_options *options, int *code);

#endif
