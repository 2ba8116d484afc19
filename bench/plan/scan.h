/* scan.h - private: the exact figure of given names, for every number of points. */
#ifndef RM_PLAN_SCAN_H
#define RM_PLAN_SCAN_H

#include "figures.h"

/* Fills sets[0..most) with the exact unevenness of every number of points 1..most of one name set: one
 * ring is built, and then loses a layer of points at a time. O(points + nodes most). Serves rings without
 * a preset or replicas; another label or hash is in `row`. */
void rm_scan_ring(const rm_question *q, const rm_plan_row *row, uint64_t set, uint64_t most,
                  rm_unevenness *sets);
/* Fills the unevenness of one number of points by building it; serves any placement with a map, and
 * replicas. */
void rm_scan_one(const rm_question *q, const rm_plan_row *row, uint64_t set, rm_unevenness *result);
/* Fills, from set 0, the points of the row and the mean over nodes of the part that the heaviest heir
 * takes (NAN without a ring). */
void rm_scan_details(const rm_question *q, rm_plan_row *row);

#endif
