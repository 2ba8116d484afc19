#include "machine.h"

#include <malloc.h>
#include <stdlib.h>

/* Sanitizers bring an allocator of their own, which jemalloc would displace. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#ifndef RM_NO_JEMALLOC
#define RM_NO_JEMALLOC
#endif
#endif

#ifdef RM_NO_JEMALLOC

static void *take(size_t alignment, size_t bytes) {
    if (bytes > SIZE_MAX - alignment)
        return NULL;
    return aligned_alloc(alignment, (bytes + alignment - 1) & ~(alignment - 1));
}

static size_t rounded(void *memory) {
    return malloc_usable_size(memory);
}

static void give(void *memory) {
    free(memory);
}

#else

#include <jemalloc/jemalloc.h>

static void *take(size_t alignment, size_t bytes) {
    return bytes > SIZE_MAX / 2 ? NULL : mallocx(bytes, MALLOCX_ALIGN(alignment));
}

static size_t rounded(void *memory) {
    return sallocx(memory, 0);
}

static void give(void *memory) {
    dallocx(memory, 0);
}

#endif

static void add(size_t *counter, size_t value) {
    __atomic_add_fetch(counter, value, __ATOMIC_RELAXED);
}

static void subtract(size_t *counter, size_t value) {
    __atomic_sub_fetch(counter, value, __ATOMIC_RELAXED);
}

static void *counting_allocate(void *state, size_t alignment, size_t bytes) {
    rm_counting *counting = state;
    add(&counting->calls, 1);
    if (alignment < sizeof(void *))
        alignment = sizeof(void *);
    void *memory = take(alignment, bytes ? bytes : 1);
    if (!memory)
        return NULL;
    add(&counting->live_bytes, bytes);
    add(&counting->allocated_bytes, rounded(memory));
    return memory;
}

static void counting_release(void *state, void *memory, size_t bytes) {
    rm_counting *counting = state;
    if (!memory)
        return;
    subtract(&counting->live_bytes, bytes);
    subtract(&counting->allocated_bytes, rounded(memory));
    give(memory);
}

rmk_allocator rm_counting_allocator(rm_counting *counting) {
    return (rmk_allocator){counting_allocate, counting_release, counting};
}
