/* counts.h - how many points each node of a ring gets. */
#ifndef RMK_RING_COUNTS_H
#define RMK_RING_COUNTS_H

#include "../nodes.h"
#include "options.h"

/*
 * Counts the points of each node of the list (0 for a node that is down or has weight 0): vnodes for each
 * unit of weight, or a part of total_points, which is met exactly. counts has nodes->count entries. RMK_LIMIT
 * when the sum passes RMK_MAX_POINTS (found before anything is allocated), RMK_EMPTY when nobody gets any,
 * RMK_BAD_INPUT when neither vnodes nor a total is given or the total is below one point a node,
 * RMK_NO_MEMORY.
 */
RMK_API rmk_status rmk_ring_point_counts(const rmk_nodes *nodes, const rmk_ring_options *options,
                                         uint64_t *counts);

#endif
