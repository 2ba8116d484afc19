#include "visit_heap.h"

#include "../growing.h"

typedef struct rmk_visit_entry entry;

bool rmk_visit_heap_reserve(rmk_visit_heap *heap, const rmk_allocator *allocator) {
    return rmk_grow(allocator, &heap->entries, heap->count, &heap->room, SIZE_MAX, sizeof *heap->entries);
}

void rmk_visit_heap_free(rmk_visit_heap *heap, const rmk_allocator *allocator) {
    rmk_release(allocator, heap->entries, heap->room, sizeof *heap->entries);
}

static void put(rmk_visit_heap *heap, rmk_visit *visits, size_t place, entry e) {
    heap->entries[place] = e;
    visits[e.visit].place = (uint32_t)place;
}

/* Puts the entry at a free place, or above it. */
static void rise(rmk_visit_heap *heap, rmk_visit *visits, size_t place, entry e) {
    while (place && heap->entries[(place - 1) / 2].key > e.key) {
        put(heap, visits, place, heap->entries[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(heap, visits, place, e);
}

/* Moves a free place down to where the entry belongs. */
static void sink(rmk_visit_heap *heap, rmk_visit *visits, size_t place, entry e) {
    for (size_t child; (child = 2 * place + 1) < heap->count; place = child) {
        child += child + 1 < heap->count && heap->entries[child + 1].key < heap->entries[child].key;
        if (heap->entries[child].key >= e.key)
            break;
        put(heap, visits, place, heap->entries[child]);
    }
    put(heap, visits, place, e);
}

void rmk_visit_heap_push(rmk_visit_heap *heap, rmk_visit *visits, uint64_t key, uint32_t visit) {
    rise(heap, visits, heap->count++, (entry){key, visit});
}

void rmk_visit_heap_remove(rmk_visit_heap *heap, rmk_visit *visits, uint32_t visit) {
    size_t place = visits[visit].place;
    entry last = heap->entries[--heap->count];
    if (place == heap->count)
        return;
    if (last.key < heap->entries[place].key)
        rise(heap, visits, place, last);
    else
        sink(heap, visits, place, last);
}

bool rmk_visit_heap_validate(const rmk_visit_heap *heap, const rmk_visit *visits) {
    for (size_t i = 0; i < heap->count; i++)
        if (visits[heap->entries[i].visit].place != i ||
            heap->entries[(i ? i - 1 : 0) / 2].key > heap->entries[i].key)
            return false;
    return true;
}
