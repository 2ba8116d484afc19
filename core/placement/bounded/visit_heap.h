/*
 * visit_heap.h - the visits of bounded loads, and heaps of them that know where each stands; private.
 *
 * A visit is a ball at a node: it sits there, or asked and passed on. The visits of a ball are a stack, the
 * node where it sits on top. Each stands in one heap of its node, smallest key first.
 */
#ifndef RMK_VISIT_HEAP_H
#define RMK_VISIT_HEAP_H

#include "../../base.h"

typedef struct rmk_visit {
    uint32_t ball, node;
    uint32_t below; /* the visit of the same ball before it */
    uint32_t place; /* its place in its heap */
    uint32_t point; /* the point where the walk stood */
} rmk_visit;

typedef struct rmk_visit_heap {
    struct rmk_visit_entry {
        uint64_t key;
        uint32_t visit;
    } * entries;
    size_t count, room;
} rmk_visit_heap;

/* Makes room for one more; false when memory is short. Amortised O(1). */
bool rmk_visit_heap_reserve(rmk_visit_heap *heap, const rmk_allocator *allocator);
/* Adds a visit; there must be room. O(log count). */
void rmk_visit_heap_push(rmk_visit_heap *heap, rmk_visit *visits, uint64_t key, uint32_t visit);
void rmk_visit_heap_remove(rmk_visit_heap *heap, rmk_visit *visits, uint32_t visit);
void rmk_visit_heap_free(rmk_visit_heap *heap, const rmk_allocator *allocator);
/* Checks that keys are in order and visits know their places. */
bool rmk_visit_heap_validate(const rmk_visit_heap *heap, const rmk_visit *visits);

#endif
