/* cells.h - private: the cells of `quality`: every naming scheme with every hash, number of nodes and number
 * of points. */
#ifndef RM_QUALITY_CELLS_H
#define RM_QUALITY_CELLS_H

#include "bench/cells/cells.h"

/* The cells of all schemes, each with options of its own. */
typedef struct rm_quality_cells {
    rm_cells cells;
    rm_options *schemes;
    char **labels;
    size_t scheme_count;
} rm_quality_cells;

/* Makes the cells. Mistakes are one line and exit 2. `options` outlives the cells. */
rm_quality_cells rm_quality_cells_of(const rm_options *options);
void rm_quality_cells_free(rm_quality_cells *cells);

#endif
