#include "limit.h"

#include "bench/output/machine.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "core/ring/array.h"
#include "limit_kernel.h"

/* Of the allocator that placements get, laid out by the routine that lays out their arrays. */
static rmk_allocator table_allocator(rm_counting *counting) {
    *counting = (rm_counting){0};
    return rm_counting_allocator(counting);
}

rm_limit rm_limit_make(size_t footprint, rmk_pages pages, rmk_isa isa) {
    rm_counting counting;
    rmk_allocator allocator = table_allocator(&counting);
    size_t lines = footprint ? (footprint + RM_LINE_BYTES - 1) / RM_LINE_BYTES : 1;
    rm_limit limit = {NULL, lines, rmk_array_bytes(pages, lines, RM_LINE_BYTES), isa, pages};
    limit.table = rmk_array_allocate(&allocator, pages, lines, RM_LINE_BYTES);
    if (!limit.table)
        rm_fail("no memory for the memory limit's table of %zu bytes", limit.bytes);
    rm_random random = rm_random_seeded(lines);
    uint64_t *words = (uint64_t *)(void *)limit.table;
    for (size_t i = 0; i < limit.bytes / sizeof *words; i++)
        words[i] = rm_random_next(&random);
    return limit;
}

void rm_limit_free(rm_limit *limit) {
    rm_counting counting;
    rmk_allocator allocator = table_allocator(&counting);
    rmk_array_release(&allocator, limit->pages, limit->table, limit->lines, RM_LINE_BYTES);
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
