/* sort.h - the radix sort of points that every ring is built by, also for those who sort points of their own. */
#ifndef RMK_RING_SORT_H
#define RMK_RING_SORT_H

#include "../base.h"

/* Sorts positions and owners together, stable. `threads` 1 or 2.
 * Cost: O(count), memory of one copy from `allocator`. */
RMK_API rmk_status rmk_sort_points(uint64_t *positions, uint32_t *owners, size_t count, unsigned threads,
                                   const rmk_allocator *allocator);

#endif
