/* move_faults.h - changes that `move` cannot make, and why. Private to move*.c. */
#ifndef RM_MOVE_FAULTS_H
#define RM_MOVE_FAULTS_H

#include "bench/cells/cells.h"
#include "bench/input/nodes/change.h"

/* Why the change cannot be made in this cell: freed by the caller; NULL: it can. One line and exit 2 when it
 * names a node that is not there, or when what it leaves is too large to build. */
char *rm_move_fault(const rm_cell *cell, const rm_change *change);
/* Warns when the change renumbers nodes behind the one that it takes out. */
void rm_move_warn(const rm_cell *cell, const rm_change *change);

#endif
