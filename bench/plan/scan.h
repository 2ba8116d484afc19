/* scan.h - private: given names, the exact figure of every number of points. */
#ifndef RM_PLAN_SCAN_H
#define RM_PLAN_SCAN_H

#include "figures.h"

/* The unevenness of every number of points 1..most of one name set, into sets[0..most): exact, one ring is
 * built and taken down a layer of points at a time. O(points + nodes most). For rings without a preset and
 * replicas; another label or hash is in `row`. */
void rm_scan_ring(const rm_question *q, const rm_plan_row *row, uint64_t set, uint64_t most,
                  rm_unevenness *sets);
/* Of one number of points, by building it: any placement with a map, and replicas. */
void rm_scan_one(const rm_question *q, const rm_plan_row *row, uint64_t set, rm_unevenness *result);
/* The points of the row, and the mean over nodes of the part that the heaviest heir takes (NAN: no ring), of
 * set 0. */
void rm_scan_details(const rm_question *q, rm_plan_row *row);

#endif
