/* peak_after.h - how full the fullest node is once a change is done, exactly: its share over its fair one. */
#ifndef RM_PEAK_AFTER_H
#define RM_PEAK_AFTER_H

#include "bench/cells/cells.h"

/* The peak of one map over the nodes that can own something. O(entries). */
double rm_peak_of_map(const rmk_map *map, const rmk_nodes *nodes);

/* The mean over the nodes that can own something of the peak when each is removed in turn from a ring of
 * points per node, where what it owned goes to the next other node on the ring and nothing else moves. NAN
 * with one node alone, or without a ring. One pass, O(points log points). Any thread. */
double rm_peak_after_removing_each(const rmk_placement *placement);

#endif
