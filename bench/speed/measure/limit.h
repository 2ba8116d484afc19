/*
 * limit.h - the memory limit that lookups are judged against: what it costs to read one random line of a
 * table of the same footprint, and nothing else.
 */
#ifndef RM_LIMIT_H
#define RM_LIMIT_H

#include "core/base.h"

enum { RM_LINE_BYTES = 64 };

typedef struct rm_limit {
    unsigned char *table; /* random bytes, touched; aligned to a line */
    size_t lines;
    size_t bytes; /* as allocated */
    rmk_isa isa;  /* how wide the reads are */
    rmk_pages pages;
} rm_limit;

/*
 * A table of at least one line that holds `footprint` bytes, filled from a fixed seed, allocated as the
 * arrays of a placement with these `pages` are: by the same routine. Freed by rm_limit_free.
 */
rm_limit rm_limit_make(size_t footprint, rmk_pages pages, rmk_isa isa);
void rm_limit_free(rm_limit *limit);

/*
 * Each query: load values[i], shift it left (from its bits to the circle), multiply it to one of the first
 * `lines` lines, read all 64 bytes, accumulate. Returns the accumulated sum. Any thread.
 *
 * loop: one after the other, the CPU overlaps them as far as it can. batch: in blocks of 64, the lines of the
 * next block are fetched ahead. chain: which of two values comes next (values[i] or values[i + half]) depends
 * on the line that was read.
 */
uint64_t rm_limit_loop(const rm_limit *limit, size_t lines, unsigned shift, const uint64_t *values,
                       size_t count);
uint64_t rm_limit_batch(const rm_limit *limit, size_t lines, unsigned shift, const uint64_t *values,
                        size_t count);
uint64_t rm_limit_chain(const rm_limit *limit, size_t lines, unsigned shift, const uint64_t *values,
                        size_t half, size_t count);

/* The line that a position falls on. */
static inline size_t rm_limit_line(uint64_t position, size_t lines) {
    return (size_t)(((rmk_u128)position * lines) >> 64);
}

#endif
