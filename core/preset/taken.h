/* taken.h - private: the positions that points have already, for rules under which two may not share one. */
#ifndef RMK_PRESET_TAKEN_H
#define RMK_PRESET_TAKEN_H

#include "../base.h"

typedef struct rmk_taken {
    uint64_t *slots; /* position + 1 would overflow, so a bit a slot says whether it is used */
    unsigned char *used;
    size_t mask;
    const rmk_allocator *allocator;
} rmk_taken;

/* Room for `count` positions. RMK_NO_MEMORY; rmk_taken_close in any case. */
rmk_status rmk_taken_open(rmk_taken *taken, size_t count, const rmk_allocator *allocator);
void rmk_taken_close(rmk_taken *taken);
/* False when the position is there already. O(1). */
bool rmk_taken_add(rmk_taken *taken, uint64_t position);

#endif
