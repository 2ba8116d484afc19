#include "limit.h"

#include "bench/output/machine.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "core/ring/array.h"

/* The allocator is of the kind that placements get, so that the table lies in memory as their arrays do. */
static rmk_allocator table_allocator(rm_counting *counting) {
    *counting = (rm_counting){0};
    return rm_counting_allocator(counting);
}

static const rm_limit_kernel *kernel_of(rmk_isa isa) {
    if (isa == RMK_ISA_AVX512)
        return &rm_limit_kernel_avx512;
    return isa == RMK_ISA_AVX2 ? &rm_limit_kernel_avx2 : &rm_limit_kernel_scalar;
}

rm_limit rm_limit_make(size_t footprint, rmk_pages pages, rmk_isa isa) {
    rm_counting counting;
    rmk_allocator allocator = table_allocator(&counting);
    size_t lines = footprint ? (footprint + RM_LINE_BYTES - 1) / RM_LINE_BYTES : 1;
    rm_limit limit = {NULL, lines, rmk_array_bytes(pages, lines, RM_LINE_BYTES), pages, kernel_of(isa)};
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
