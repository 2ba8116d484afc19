#include "memory.h"

#include <stdlib.h>

static void *allocate(void *state, size_t alignment, size_t bytes) {
    test_memory *m = state;
    if (++m->calls == m->fail_at)
        return NULL;
    if (alignment < sizeof(void *))
        alignment = sizeof(void *);
    void *p = aligned_alloc(alignment, (bytes + alignment - 1) & ~(alignment - 1));
    if (p) {
        m->live_bytes += bytes;
        m->live_blocks++;
        if (m->live_bytes > m->peak_bytes)
            m->peak_bytes = m->live_bytes;
    }
    return p;
}

static void release(void *state, void *memory, size_t bytes) {
    test_memory *m = state;
    m->live_bytes -= bytes;
    m->live_blocks--;
    free(memory);
}

rmk_allocator test_allocator(test_memory *memory) {
    return (rmk_allocator){allocate, release, memory};
}
