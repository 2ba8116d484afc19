/*
 * limit.h - the memory limit that lookups are judged against: the time to read one random cache line of a
 * table that takes as much memory as a placement, with no other work.
 */
#ifndef RM_LIMIT_H
#define RM_LIMIT_H

#include "core/base.h"

enum { RM_LINE_BYTES = 64 };

/*
 * The functions that read the table. Each query loads values[i], shifts it left so that a hash of fewer than
 * 64 bits covers the whole circle, takes the line of that position among the first `lines` lines, and adds up
 * all of its 64 bytes. They return the sum over all queries, so that no read can be optimised away. Any
 * thread may call them.
 */
typedef struct rm_limit_kernel {
    /* Reads for one query after the other; the CPU overlaps the reads as far as it can. */
    uint64_t (*loop)(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                     size_t count);
    /* Goes in blocks of 64 queries, and prefetches the lines of the next block. */
    uint64_t (*batch)(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                      size_t count);
    /* Lets the line that was read decide which value comes next, values[i] or values[i + half], so that no
     * two reads overlap. */
    uint64_t (*chain)(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                      size_t half, size_t count);
} rm_limit_kernel;

/* One in each of limit_scalar.c, limit_avx2.c and limit_avx512.c. */
extern const rm_limit_kernel rm_limit_kernel_scalar, rm_limit_kernel_avx2, rm_limit_kernel_avx512;

typedef struct rm_limit {
    unsigned char *table; /* random bytes, all written before, so that no read faults; aligned to a line */
    size_t lines;
    size_t bytes; /* what the lines take, up to the end of the last page where pages are huge */
    rmk_pages pages;
    const rm_limit_kernel *kernel; /* the reads, as wide as the instruction set allows */
} rm_limit;

/*
 * Makes a table of at least `footprint` bytes and one line, with random bytes that are the same for the same
 * number of lines. The routine that allocates the arrays of a placement allocates it, so that both have the
 * same pages. The caller frees it by rm_limit_free.
 */
rm_limit rm_limit_make(size_t footprint, rmk_pages pages, rmk_isa isa);
void rm_limit_free(rm_limit *limit);

/* Returns the line that a position on the circle falls on, as if the lines were equal parts of the circle. */
static inline size_t rm_limit_line(uint64_t position, size_t lines) {
    return (size_t)(((rmk_u128)position * lines) >> 64);
}

#endif
