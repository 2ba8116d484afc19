#include <stdint.h>
#include <sys/mman.h>

#include "array.h"

#ifndef MADV_COLLAPSE /* Linux 6.1; the headers may be older than the kernel */
#define MADV_COLLAPSE 25
#endif

enum { LINE = 64, HUGE_PAGE = 2 << 20, HUGE_FROM = 4 << 20 };

static bool is_huge(rmk_pages pages, size_t bytes) {
    return pages == RMK_PAGES_HUGE || (pages == RMK_PAGES_AUTO && bytes >= HUGE_FROM);
}

size_t rmk_array_bytes(rmk_pages pages, size_t count, size_t item) {
    size_t bytes;
    if (__builtin_mul_overflow(count, item, &bytes) || bytes > SIZE_MAX - HUGE_PAGE)
        return 0;
    bytes = bytes ? bytes : 1;
    return is_huge(pages, bytes) ? (bytes + HUGE_PAGE - 1) & ~(size_t)(HUGE_PAGE - 1) : bytes;
}

void *rmk_array_allocate(const rmk_allocator *allocator, rmk_pages pages, size_t count, size_t item) {
    size_t bytes = rmk_array_bytes(pages, count, item);
    if (!bytes)
        return NULL;
    bool huge = is_huge(pages, bytes);
    void *memory = rmk_allocate(allocator, huge ? HUGE_PAGE : LINE, bytes, 1);
    /* The calls are advice: a kernel without huge pages refuses, and nothing is lost. Memory that an
     * allocator hands out again may have small pages already, which the second call joins to huge ones. */
    if (memory && huge) {
        (void)madvise(memory, bytes, MADV_HUGEPAGE);
        (void)madvise(memory, bytes, MADV_COLLAPSE);
    }
    return memory;
}

void rmk_array_release(const rmk_allocator *allocator, rmk_pages pages, void *memory, size_t count,
                       size_t item) {
    rmk_release(allocator, memory, rmk_array_bytes(pages, count, item), 1);
}
