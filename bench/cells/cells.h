/* cells.h - the cells of a sweep: the product of all lists, in one fixed order (algorithm, hash, nodes, then
 * vnodes or total_points). Cells that an algorithm cannot serve are skipped and named in a sweep over lists,
 * and refused when they are the only one. */
#ifndef RM_CELLS_H
#define RM_CELLS_H

#include "cell.h"
#include "place.h"

typedef struct rm_cells {
    rm_cell *list;
    size_t count;
} rm_cells;

/* Makes all cells that --filter and --shard leave. `with_indexes` takes the product over --index too.
 * Empty when the shard is, with a note; one line and exit 2 when --filter leaves nothing. */
rm_cells rm_cells_of(const rm_options *options, bool with_indexes);
/* The two steps of that, for a command that has cells of several options: first all cells, then those that
 * are wanted. */
rm_cells rm_cells_all(const rm_options *options, bool with_indexes);
void rm_cells_select(rm_cells *cells, const rm_options *options);
void rm_cells_free(rm_cells *cells);

#endif
