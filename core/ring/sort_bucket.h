/*
 * sort_bucket.h - private: the pieces of the radix sort of points.
 *
 * The sort goes by the most significant bits that differ, so that one pass splits uniform positions into
 * buckets that fit the cache, and a second one splits a bucket into runs of one or two points, which
 * insertion sort finishes. Bits that are equal in a whole bucket are skipped, and every pass uses up bits, so
 * that clustered, shifted, sequential and equal positions cost a few passes more, never a quadratic time.
 */
#ifndef RMK_RING_SORT_BUCKET_H
#define RMK_RING_SORT_BUCKET_H

#include "../base.h"

/* The rest of two parallel arrays of points, from one place on. */
typedef struct sort_run {
    uint64_t *positions;
    uint32_t *owners;
} sort_run;

static inline sort_run sort_run_at(sort_run run, size_t at) {
    return (sort_run){run.positions + at, run.owners + at};
}

/* One digit of a position: `bits` bits from `shift` up. */
typedef struct sort_digit {
    unsigned shift, bits;
} sort_digit;

static inline size_t sort_digit_of(sort_digit digit, uint64_t position) {
    return position >> digit.shift & ((UINT64_C(1) << digit.bits) - 1);
}

/* The digit of at most `bits` bits that begins with the highest bit set in `varying` (not 0). */
static inline sort_digit sort_top_digit(uint64_t varying, unsigned bits) {
    unsigned top = 64 - (unsigned)__builtin_clzll(varying);
    return top > bits ? (sort_digit){top - bits, bits} : (sort_digit){0, top};
}

/* Sorts `count` points of `from`, stable; the result ends in `from` (stay) or in `other`, the rest is
 * scratch. A level of recursion takes 32 KiB of stack and uses up at least 6 bits of the positions. */
void rmk_sort_bucket(sort_run from, sort_run other, size_t count, bool stay);

#endif
