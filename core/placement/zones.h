/* zones.h - private: the zones of a node list, numbered in the order of their names (bytes). */
#ifndef RMK_ZONES_H
#define RMK_ZONES_H

#include "../nodes.h"

/* zone_of[place]: of the node at this place of the list; nodes without a zone share one. *count: how many.
 * RMK_NO_MEMORY. O(nodes log nodes). */
rmk_status rmk_zones_number(const rmk_nodes *nodes, const rmk_allocator *allocator, uint32_t *zone_of,
                            uint32_t *count);

#endif
