/* memory.h - allocators for tests: one that fails at the n-th call, one that counts, and checks that all
 * comes back. */
#ifndef TEST_MEMORY_H
#define TEST_MEMORY_H

#include "core/base.h"

typedef struct test_memory {
    size_t calls;      /* allocations asked for so far */
    size_t fail_at;    /* the call, counted from 1, that returns NULL; 0: none */
    size_t live_bytes; /* allocated and not yet released */
    size_t live_blocks;
    size_t peak_bytes;
} test_memory;

/* An allocator whose state is `memory`; both must outlive what is made with it. One thread. */
rmk_allocator test_allocator(test_memory *memory);

#endif
