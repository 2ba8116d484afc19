/*
 * place.h - the placement of a cell. A function that meets a mistake of the user prints one line and exits
 * with code 2, unless its comment says otherwise.
 */
#ifndef RM_PLACE_H
#define RM_PLACE_H

#include "bench/input/nodes/nodes.h"
#include "cell.h"
#include "core/placement/bounded/session.h"

/* Returns the nodes of a set of the cell. */
rm_node_list rm_cell_nodes(const rm_cell *cell, uint64_t set);

/* Returns the ring that lookups of a placement search, or NULL when there is none. A preset may have one
 * too. */
const rmk_ring *rm_placement_ring(const rmk_placement *placement);
/* Counts the points that own nothing because an equal position comes before them. */
uint64_t rm_points_lost(const rmk_points *points);

/* Builds the cell's placement of a node list. `set` is the number of the name set, which replaces {set} in
 * labels. The list must outlive the placement. */
rmk_placement *rm_cell_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set);
/* Does the same as rm_cell_place and rm_cell_try_place for a list that also knows the past of its nodes,
 * which some algorithms have to go through again. */
rmk_placement *rm_cell_place_list(const rm_cell *cell, const rm_node_list *list, uint64_t set);
rmk_status rm_cell_try_place_list(const rm_cell *cell, const rm_node_list *list, uint64_t set,
                                  const rmk_allocator *allocator, rmk_placement **placement);
/* Returns the cell with which `after`, the nodes after a change, is placed. A table keeps the size that it
 * has in `before`, since a new size would move keys by itself, unless --table-size sets one or the nodes
 * outgrow it. */
rm_cell rm_cell_keeping(const rm_cell *cell, const rmk_placement *before, const rmk_nodes *after);
/* Does the same as rm_cell_place, but returns a status when it fails and warns of nothing. `allocator` is
 * NULL for the default. */
rmk_status rm_cell_try_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set,
                             const rmk_allocator *allocator, rmk_placement **placement);

/* Makes an empty session of the cell's algorithm over a node list; fails as rm_cell_place does. */
rmk_session *rm_cell_session(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set);

/* Counts the points that were made: those of the placement, and those that a preset dropped because they fell
 * on another point. */
uint64_t rm_cell_points_made(const rm_cell *cell, const rmk_placement *placement, uint64_t set);

/* Warns of the nodes that a preset left without a point or slot. rm_cell_place calls it; whoever uses
 * rm_cell_try_place calls it where the warning matters. */
void rm_cell_warn(const rm_cell *cell, const rmk_placement *placement);

/* Says why the cell's placement of a list cannot be made, in one line, and ends. Whoever tried with an allocator of its own
 * calls this and does not try again: memory that was short once may be there the second time, uncounted. */
_Noreturn void rm_cell_fail(const rm_cell *cell, const rmk_nodes *nodes, rmk_status status);

/* False where no map exists. */
bool rm_placement_map(const rmk_placement *placement, rmk_map *map);

#endif
