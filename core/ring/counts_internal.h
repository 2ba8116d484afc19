/* counts_internal.h - private: the counting of points, in the steps that building and changing a ring take. */
#ifndef RMK_RING_COUNTS_INTERNAL_H
#define RMK_RING_COUNTS_INTERNAL_H

#include "counts.h"

/* Counts the points of one node by weight and state; false when they pass RMK_MAX_POINTS. */
bool rmk_ring_points_of(const rmk_node *node, uint64_t vnodes, uint64_t *points);
/* Does the checks of rmk_ring_point_counts that need no memory. */
rmk_status rmk_ring_check_counts(const rmk_nodes *nodes, const rmk_ring_options *options);

#endif
