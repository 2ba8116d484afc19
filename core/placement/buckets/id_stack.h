/* id_stack.h - bucket numbers in the order of their removal, the last one on top; private. */
#ifndef RMK_ID_STACK_H
#define RMK_ID_STACK_H

#include "../../base.h"

#include <string.h>

typedef struct rmk_id_stack {
    uint32_t *ids;
    uint32_t count, room;
} rmk_id_stack;

/* Makes room for one more. RMK_NO_MEMORY; then the stack is as before. */
static inline rmk_status rmk_id_stack_reserve(rmk_id_stack *stack, const rmk_allocator *allocator) {
    if (stack->count < stack->room)
        return RMK_OK;
    uint32_t room = stack->room ? stack->room + stack->room / 2 : 16;
    if (room < stack->room)
        room = UINT32_MAX;
    uint32_t *ids = rmk_allocate(allocator, 64, room, sizeof *ids);
    if (!ids)
        return RMK_NO_MEMORY;
    if (stack->count)
        memcpy(ids, stack->ids, stack->count * sizeof *ids);
    rmk_release(allocator, stack->ids, stack->room, sizeof *ids);
    stack->ids = ids;
    stack->room = room;
    return RMK_OK;
}

/* Puts a number on top; there must be room. */
static inline void rmk_id_stack_push(rmk_id_stack *stack, uint32_t id) {
    stack->ids[stack->count++] = id;
}

/* Takes the number on top of a stack that is not empty. */
static inline uint32_t rmk_id_stack_pop(rmk_id_stack *stack) {
    return stack->ids[--stack->count];
}

static inline void rmk_id_stack_free(rmk_id_stack *stack, const rmk_allocator *allocator) {
    rmk_release(allocator, stack->ids, stack->room, sizeof *stack->ids);
}

static inline size_t rmk_id_stack_bytes(const rmk_id_stack *stack) {
    return stack->room * sizeof *stack->ids;
}

#endif
