/* merge_order.h - private: a stable merge sort of indices. The library has its own since qsort takes
 * memory past the allocator. */
#ifndef RMK_MERGE_ORDER_H
#define RMK_MERGE_ORDER_H

#include "base.h"

/* True when item b must stand before item a. */
typedef bool (*rmk_after)(const void *context, uint32_t a, uint32_t b);

/* Sorts order[0..count), stable; scratch has the same length. O(count log count). In nodes.c. */
void rmk_merge_order(uint32_t *order, uint32_t *scratch, size_t count, rmk_after after, const void *context);

#endif
