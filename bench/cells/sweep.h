/* sweep.h - the run of a command that measures name sets of cells on several workers and writes the rows of
 * each cell when its last set is known. */
#ifndef RM_SWEEP_H
#define RM_SWEEP_H

#include "bench/output/output.h"
#include "cells.h"

/* What a command does in a sweep. All functions get `context`. */
typedef struct rm_sweep {
    const rm_options *options;
    const rm_cells *cells; /* a cell may stand there more than once */
    const char *const *columns;
    unsigned column_count;
    size_t item; /* bytes of the figures of one set */
    void *context;
    /* Estimates the cost of one set for the progress bar, in any unit. */
    double (*work_units)(const rm_cell *cell, const void *context);
    /* Fills the figures of a set, zeroed before. Any thread. */
    void (*measure)(const rm_cell *cell, uint64_t set, void *figures, const void *context);
    /* Writes the rows of a cell from the figures of its options->sets sets. The calling thread, in order. */
    void (*emit)(const rm_cell *cell, const void *figures, rm_output *output, void *context);
    /* Frees what the figures of a set own; also those of cells that an interrupt kept from being emitted.
     * NULL: they own nothing. */
    void (*release)(void *figures);
} rm_sweep;

/* Measures all cells but those that --resume finds written, and closes the output. After an interrupt under
 * which a set is still being measured it ends the program. */
void rm_sweep_run(const rm_sweep *sweep);

#endif
