/* zones.h - private: the zones of a node list, numbered in the order of their names (bytes). */
#ifndef RMK_ZONES_H
#define RMK_ZONES_H

#include "../nodes.h"

/* Sets zone_of[place] to the zone of the node at this place of the list, and *count to the number of
 * zones; nodes without a zone share one. RMK_NO_MEMORY. O(nodes log nodes). */
rmk_status rmk_zones_number(const rmk_nodes *nodes, const rmk_allocator *allocator, uint32_t *zone_of,
                            uint32_t *count);

#endif
