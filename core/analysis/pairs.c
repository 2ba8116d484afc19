#include "pairs.h"

#include <string.h>

enum { FIRST_CAPACITY = 64, SMALL_SORT = 32 };

bool rmk_pairs_grow(rmk_pairs *pairs) {
    rmk_pairs larger = {.capacity = pairs->capacity ? 2 * pairs->capacity : FIRST_CAPACITY,
                        .count = pairs->count,
                        .allocator = pairs->allocator};
    larger.table = rmk_allocate(pairs->allocator, 64, larger.capacity, sizeof *larger.table);
    if (!larger.table)
        return false;
    memset(larger.table, 0, larger.capacity * sizeof *larger.table);
    for (size_t i = 0; i < pairs->capacity; i++) {
        const rmk_transfer *old = pairs->table + i;
        if (old->from != old->to)
            *rmk_pairs_place(&larger, old->from, old->to) = *old;
    }
    rmk_pairs_destroy(pairs);
    *pairs = larger;
    return true;
}

static uint64_t sort_key(const rmk_transfer *transfer) {
    return (uint64_t)transfer->from << 32 | transfer->to;
}

static void insertion_sort(rmk_transfer *list, size_t count) {
    for (size_t i = 1; i < count; i++) {
        rmk_transfer moving = list[i];
        size_t j = i;
        for (; j && sort_key(list + j - 1) > sort_key(&moving); j--)
            list[j] = list[j - 1];
        list[j] = moving;
    }
}

/* Does one pass of a radix sort by the byte at `shift`. Returns false, and does nothing, when all keys
 * agree in that byte. */
static bool radix_pass(const rmk_transfer *list, size_t count, unsigned shift, rmk_transfer *out) {
    size_t starts[256] = {0};
    for (size_t i = 0; i < count; i++)
        starts[sort_key(list + i) >> shift & 255]++;
    if (starts[sort_key(list) >> shift & 255] == count)
        return false;
    size_t sum = 0;
    for (size_t byte = 0; byte < 256; byte++) {
        size_t here = starts[byte];
        starts[byte] = sum;
        sum += here;
    }
    for (size_t i = 0; i < count; i++)
        out[starts[sort_key(list + i) >> shift & 255]++] = list[i];
    return true;
}

static rmk_status radix_sort(rmk_transfer *list, size_t count, const rmk_allocator *allocator) {
    rmk_transfer *scratch = rmk_allocate(allocator, 64, count, sizeof *scratch);
    if (!scratch)
        return RMK_NO_MEMORY;
    rmk_transfer *from = list, *to = scratch;
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if (!radix_pass(from, count, shift, to))
            continue;
        rmk_transfer *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != list)
        memcpy(list, from, count * sizeof *list);
    rmk_release(allocator, scratch, count, sizeof *scratch);
    return RMK_OK;
}

rmk_status rmk_pairs_sort(rmk_pairs *pairs) {
    size_t count = 0;
    for (size_t i = 0; i < pairs->capacity; i++)
        if (pairs->table[i].from != pairs->table[i].to)
            pairs->table[count++] = pairs->table[i];
    if (count > SMALL_SORT)
        return radix_sort(pairs->table, count, pairs->allocator);
    insertion_sort(pairs->table, count);
    return RMK_OK;
}

void rmk_pairs_destroy(rmk_pairs *pairs) {
    rmk_release(pairs->allocator, pairs->table, pairs->capacity, sizeof *pairs->table);
    *pairs = (rmk_pairs){.allocator = pairs->allocator};
}
