/* sort.h - the radix sort of points that every ring is built by, also for those who sort points of their own. */
#ifndef RMK_RING_SORT_H
#define RMK_RING_SORT_H

#include "../base.h"

/* Sorts positions and owners together; the order of equal positions stays. Up to 8 threads. Cost:
 * O(count), memory of one copy from `allocator`. RMK_LIMIT, RMK_NO_MEMORY. */
RMK_API rmk_status rmk_sort_points(uint64_t *positions, uint32_t *owners, size_t count, unsigned threads,
                                   const rmk_allocator *allocator);

#endif
