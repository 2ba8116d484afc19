/* rows.h - the rows of skew: figures of all sets of a cell, beside the ideal ring's. */
#ifndef RM_SKEW_ROWS_H
#define RM_SKEW_ROWS_H

#include "set.h"

/* Returns the columns; *count becomes their number. */
const char *const *rm_skew_columns(unsigned *count);

/* Fills the row of a cell from its options->sets sets. */
void rm_skew_row(const rm_cell *cell, const rm_skew_set *sets, rm_row *row);

#endif
