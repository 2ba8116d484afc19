/*
 * limits.h - what can be said of a cell, and of a change of it, before anything is built.
 */
#ifndef RM_CELLS_LIMITS_H
#define RM_CELLS_LIMITS_H

#include "bench/input/nodes/nodes.h"
#include "cell.h"

/* What the nodes of a cell are like, for all cells of the same --nodes entry. */
typedef struct rm_nodes_facts {
    uint64_t count;
    uint64_t live;       /* up and with a weight */
    uint64_t weight_sum; /* of the live ones; UINT64_MAX when it is larger */
    bool weighted;       /* a weight above 1 */
    bool uneven;         /* a weight other than 1 */
} rm_nodes_facts;

rm_nodes_facts rm_facts_of_list(const rmk_nodes *nodes);
/* Of the nodes file, or of `count` generated nodes. */
rm_nodes_facts rm_nodes_facts_of(const rm_options *options, uint64_t count);

/* NULL, or why this algorithm cannot serve these options and nodes: "has no weights". */
const char *rm_cell_refusal(const rm_cell *cell, const rm_nodes_facts *facts);

/* One line and exit 2: replicas above the nodes, too many points, more memory than the machine has. */
void rm_cell_check_limits(const rm_cell *cell, const rm_nodes_facts *facts);

/* Points of an indexed ring of so many nodes that the machine's memory, or the container's, has room for. */
uint64_t rm_points_that_fit(uint64_t nodes);

/* The same of the points that a preset would make, when its nodes are known. */
void rm_cell_check_points(const rm_cell *cell, uint64_t points);

/* The same of --views, when the points of a view of all nodes are known. */
void rm_cell_check_views(const rm_cell *cell, uint64_t points);

/* The same of a cell and its nodes before and after `change` (as typed, for the message): both are there at
 * once. */
void rm_cell_check_change(const char *change, const rm_cell *before, const rmk_nodes *nodes_before,
                          const rm_cell *after, const rmk_nodes *nodes_after);

/* Exit 2 when generated keys (--keys) of `item` bytes each do not fit the memory. */
void rm_check_kept_keys(const rm_options *options, size_t item);

/* Zeroed memory for a result of `item` bytes of every set of `count` cells; when the machine has less, one
 * line and exit 2. Freed by the caller. */
void *rm_results_of_sets(const rm_options *options, size_t count, size_t item);

#endif
