#include "taken.h"

#include <string.h>

rmk_status rmk_taken_open(rmk_taken *taken, size_t count, const rmk_allocator *allocator) {
    size_t slots = 16;
    while (slots < 2 * count)
        slots *= 2;
    *taken = (rmk_taken){.mask = slots - 1, .allocator = allocator};
    taken->slots = rmk_allocate(allocator, 64, slots, sizeof *taken->slots);
    taken->used = rmk_allocate(allocator, 64, slots, sizeof *taken->used);
    if (!taken->slots || !taken->used)
        return RMK_NO_MEMORY;
    memset(taken->used, 0, slots);
    return RMK_OK;
}

void rmk_taken_close(rmk_taken *taken) {
    rmk_release(taken->allocator, taken->slots, taken->mask + 1, sizeof *taken->slots);
    rmk_release(taken->allocator, taken->used, taken->mask + 1, sizeof *taken->used);
    *taken = (rmk_taken){0};
}

bool rmk_taken_add(rmk_taken *taken, uint64_t position) {
    size_t at = (size_t)((position * UINT64_C(0x9e3779b97f4a7c15)) >> 20) & taken->mask;
    for (; taken->used[at]; at = (at + 1) & taken->mask)
        if (taken->slots[at] == position)
            return false;
    taken->used[at] = 1;
    taken->slots[at] = position;
    return true;
}
