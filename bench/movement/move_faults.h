/* move_faults.h - private to move*.c: changes that `move` cannot make, and why. */
#ifndef RM_MOVE_FAULTS_H
#define RM_MOVE_FAULTS_H

#include "bench/cells/cells.h"
#include "bench/input/nodes/change.h"

/* Says why the change cannot be made in this cell, or NULL when it can; freed by the caller. One line and
 * exit 2 when the change names a node that is not there, or when what it leaves is too large to build. */
char *rm_move_fault(const rm_cell *cell, const rm_change *change);
/* Warns when the change renumbers nodes behind the one that it takes out. */
void rm_move_warn(const rm_cell *cell, const rm_change *change);

#endif
