/* limits.h - what can be said of a cell, and of a change of it, before anything is built. */
#ifndef RM_CELLS_LIMITS_H
#define RM_CELLS_LIMITS_H

#include "bench/input/nodes/nodes.h"
#include "cell.h"

/* What the nodes of a cell are like, for all cells of the same --nodes entry. */
typedef struct rm_nodes_facts {
    uint64_t count;
    uint64_t serving;    /* nodes that can own something: up and with a weight */
    uint64_t weight_sum; /* sum of their weights; UINT64_MAX when it is larger */
    bool weighted;       /* some weight is above 1 */
    bool uneven;         /* some weight is not 1 */
} rm_nodes_facts;

rm_nodes_facts rm_facts_of_list(const rmk_nodes *nodes);
/* Looks at the nodes file, or at `count` generated nodes. */
rm_nodes_facts rm_nodes_facts_of(const rm_options *options, uint64_t count);

/* Says why this algorithm cannot serve these options and nodes ("has no weights"); NULL when it can. */
const char *rm_cell_refusal(const rm_cell *cell, const rm_nodes_facts *facts);

/* Exits 2 with one line for replicas above the nodes, too many points, or more memory than the machine
 * has. */
void rm_cell_check_limits(const rm_cell *cell, const rm_nodes_facts *facts);

/* Returns how many points of an indexed ring of so many nodes fit the memory of the machine, or of the
 * container. */
uint64_t rm_points_that_fit(uint64_t nodes);

/* Checks the points that a preset would make, when its nodes are known, in the same way. */
void rm_cell_check_points(const rm_cell *cell, uint64_t points);

/* Checks --views in the same way, when the points of a view of all nodes are known. */
void rm_cell_check_views(const rm_cell *cell, uint64_t points);

/* Checks a cell and its nodes before and after `change` (as typed, for the message) in the same way: both
 * are in memory at once. */
void rm_cell_check_change(const char *change, const rm_cell *before, const rmk_nodes *nodes_before,
                          const rm_cell *after, const rmk_nodes *nodes_after);

/* Exit 2 when generated keys (--keys) of `item` bytes each do not fit the memory. */
void rm_check_kept_keys(const rm_options *options, size_t item);

/* Returns zeroed memory for a result of `item` bytes of every set of `count` cells; one line and exit 2
 * when the machine has less. Freed by the caller. */
void *rm_results_of_sets(const rm_options *options, size_t count, size_t item);

#endif
