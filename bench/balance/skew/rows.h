/* rows.h - makes the rows of skew: each sums up all name sets of a cell, beside what an ideal ring has. */
#ifndef RM_SKEW_ROWS_H
#define RM_SKEW_ROWS_H

#include "set.h"

/* Returns the columns; *count becomes their number. */
const char *const *rm_skew_columns(unsigned *count);

/* Fills the row of a cell; `sets` has one entry for each of its name sets, cell->options->sets of them. */
void rm_skew_row(const rm_cell *cell, const rm_skew_set *sets, rm_row *row);

#endif
