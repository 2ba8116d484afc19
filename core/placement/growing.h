/* growing.h - arrays that double; private. */
#ifndef RMK_GROWING_H
#define RMK_GROWING_H

#include <string.h>

#include "../base.h"

/*
 * Makes room for one item more than `used`, at most `most` in all (the caller checks). `memory` points to the
 * array's pointer. False when the allocator has no memory; then all is as it was. Amortised O(1).
 */
static inline bool rmk_grow(const rmk_allocator *allocator, void *memory, size_t used, size_t *room,
                            size_t most, size_t item) {
    enum { FIRST_ROOM = 4 };
    if (used < *room)
        return true;
    size_t larger = *room ? 2 * *room : FIRST_ROOM;
    larger = larger < most ? larger : most;
    void *old, *grown = rmk_allocate(allocator, 64, larger, item);
    if (!grown)
        return false;
    memcpy(&old, memory, sizeof old);
    if (used)
        memcpy(grown, old, used * item);
    rmk_release(allocator, old, *room, item);
    memcpy(memory, &grown, sizeof grown);
    *room = larger;
    return true;
}

#endif
