#include "limit.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "fail.h"
#include "limit_kernel.h"
#include "random.h"

/* As the arrays of a ring are laid out (core/ring/array.c). */
enum { HUGE_PAGE = 2 << 20, HUGE_FROM = 4 << 20 };

rm_limit rm_limit_make(size_t footprint, rmk_pages pages, rmk_isa isa) {
    size_t lines = footprint ? (footprint + RM_LINE_BYTES - 1) / RM_LINE_BYTES : 1;
    size_t bytes = lines * RM_LINE_BYTES;
    bool huge = pages == RMK_PAGES_HUGE || (pages == RMK_PAGES_AUTO && bytes >= HUGE_FROM);
    size_t alignment = huge ? HUGE_PAGE : 4096;
    rm_limit limit = {NULL, lines, (bytes + alignment - 1) & ~(alignment - 1), isa};
    limit.table = aligned_alloc(alignment, limit.bytes);
    if (!limit.table)
        rm_fail("no memory for the memory limit's table of %zu bytes", limit.bytes);
    if (huge)
        (void)madvise(limit.table, limit.bytes, MADV_HUGEPAGE);
    rm_random random = rm_random_seeded(lines);
    uint64_t *words = (uint64_t *)(void *)limit.table;
    for (size_t i = 0; i < limit.bytes / sizeof *words; i++)
        words[i] = rm_random_next(&random);
    return limit;
}

void rm_limit_free(rm_limit *limit) {
    free(limit->table);
    *limit = (rm_limit){0};
}

static const rm_limit_kernel *kernel_of(const rm_limit *limit) {
    if (limit->isa == RMK_ISA_AVX512)
        return &rm_limit_kernel_avx512;
    return limit->isa == RMK_ISA_AVX2 ? &rm_limit_kernel_avx2 : &rm_limit_kernel_scalar;
}

uint64_t rm_limit_loop(const rm_limit *limit, size_t lines, unsigned shift, const uint64_t *values,
                       size_t count) {
    return kernel_of(limit)->loop(limit->table, lines, shift, values, count);
}

uint64_t rm_limit_batch(const rm_limit *limit, size_t lines, unsigned shift, const uint64_t *values,
                        size_t count) {
    return kernel_of(limit)->batch(limit->table, lines, shift, values, count);
}

uint64_t rm_limit_chain(const rm_limit *limit, size_t lines, unsigned shift, const uint64_t *values,
                        size_t half, size_t count) {
    return kernel_of(limit)->chain(limit->table, lines, shift, values, half, count);
}
