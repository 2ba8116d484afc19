/* place.h - the placement of a cell. Mistakes are one line and exit 2, unless a function says otherwise. */
#ifndef RM_PLACE_H
#define RM_PLACE_H

#include "bench/input/nodes/nodes.h"
#include "cell.h"
#include "core/placement/bounded/session.h"

/* Returns the nodes of a set of the cell. */
rm_node_list rm_cell_nodes(const rm_cell *cell, uint64_t set);

/* Returns the ring that lookups of the placement search, also of a preset's; NULL when there is none. */
const rmk_ring *rm_placement_ring(const rmk_placement *placement);
/* Counts the points that own nothing because an equal position comes before them. */
uint64_t rm_points_lost(const rmk_points *points);

/* Builds the cell's placement of a node list, name set `set` ({set} in labels); one line and exit 2 when it
 * cannot be. The list outlives it. */
rmk_placement *rm_cell_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set);
/* The same for a list with the past of its nodes. */
rmk_placement *rm_cell_place_list(const rm_cell *cell, const rm_node_list *list, uint64_t set);
rmk_status rm_cell_try_place_list(const rm_cell *cell, const rm_node_list *list, uint64_t set,
                                  const rmk_allocator *allocator, rmk_placement **placement);
/* Returns the cell that a change of `before` leaves: the table keeps its size, unless --table-size says
 * one or the nodes outgrow it. */
rm_cell rm_cell_keeping(const rm_cell *cell, const rmk_placement *before, const rmk_nodes *after);
/* The same as rm_cell_place, with failure as a status. `allocator` is NULL for the default. */
rmk_status rm_cell_try_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set,
                             const rmk_allocator *allocator, rmk_placement **placement);

/* Makes an empty session of the cell's algorithm over a node list; fails as rm_cell_place does. */
rmk_session *rm_cell_session(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set);

/* Counts the points of the placement and those that a preset made and dropped, as they fell on another. */
uint64_t rm_cell_points_made(const rm_cell *cell, const rmk_placement *placement, uint64_t set);

/* Warns of a preset's nodes without points; rm_cell_place does. */
void rm_cell_warn(const rm_cell *cell, const rmk_placement *placement);

/* Says why the cell's placement of a list cannot be made, in one line, and ends. Whoever tried with an allocator of its own
 * calls this and does not try again: memory that was short once may be there the second time, uncounted. */
_Noreturn void rm_cell_fail(const rm_cell *cell, const rmk_nodes *nodes, rmk_status status);

/* False where no map exists. */
bool rm_placement_map(const rmk_placement *placement, rmk_map *map);

#endif
