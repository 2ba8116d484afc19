/*
 * limit.h - the memory limit that lookups are judged against: what it costs to read one random line of a
 * table of the same footprint, and nothing else.
 */
#ifndef RM_LIMIT_H
#define RM_LIMIT_H

#include "core/base.h"

enum { RM_LINE_BYTES = 64 };

/*
 * How the table is read. Each query loads values[i], shifts it left (from its bits to the circle), multiplies
 * it to one of the first `lines` lines, reads all 64 bytes and accumulates. All return the accumulated sum.
 * Any thread.
 */
typedef struct rm_limit_kernel {
    /* One query after the other; the CPU overlaps them as far as it can. */
    uint64_t (*loop)(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                     size_t count);
    /* In blocks of 64: the lines of the next block are fetched ahead. */
    uint64_t (*batch)(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                      size_t count);
    /* Which of two values comes next (values[i] or values[i + half]) depends on the line that was read. */
    uint64_t (*chain)(const unsigned char *table, size_t lines, unsigned shift, const uint64_t *values,
                      size_t half, size_t count);
} rm_limit_kernel;

/* One in each of limit_scalar.c, limit_avx2.c and limit_avx512.c. */
extern const rm_limit_kernel rm_limit_kernel_scalar, rm_limit_kernel_avx2, rm_limit_kernel_avx512;

typedef struct rm_limit {
    unsigned char *table; /* random bytes, touched; aligned to a line */
    size_t lines;
    size_t bytes; /* as allocated */
    rmk_pages pages;
    const rm_limit_kernel *kernel; /* the reads, as wide as the instruction set allows */
} rm_limit;

/*
 * A table of at least one line that holds `footprint` bytes, filled from a fixed seed, allocated as the
 * arrays of a placement with these `pages` are: by the same routine. Freed by rm_limit_free.
 */
rm_limit rm_limit_make(size_t footprint, rmk_pages pages, rmk_isa isa);
void rm_limit_free(rm_limit *limit);

/* The line that a position falls on. */
static inline size_t rm_limit_line(uint64_t position, size_t lines) {
    return (size_t)(((rmk_u128)position * lines) >> 64);
}

#endif
