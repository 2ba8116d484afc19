/*
 * line.h - private: the line index, one cache line a bucket.
 *
 * Positions of a ring are hash values, so they are uniform already: position * buckets says into which bucket
 * one falls (the high half of the product), and the next 16 bits keep the order inside the bucket. The line
 * of a bucket holds these remainders in order and the owner of each of its points, so the answer is the owner
 * at the number of remainders below the key's. Slots behind the last point hold the owner of the next point
 * on the circle: neither the successor in another bucket nor the wrap needs a second line.
 *
 * A bucket of more points than slots has a slot for an arc instead: of points of one owner in a row only the
 * last, of points of one remainder only the first. Hashes that set labels side by side would otherwise crowd
 * a few lines.
 *
 * Two cases go the exact way, to the sorted arrays: a remainder equal to the key's, since the bits below are
 * not in the line, and a key behind all remainders of a bucket that has more points than its line.
 */
#ifndef RMK_LINE_H
#define RMK_LINE_H

#include "ring_internal.h"

/* A narrow line, for up to 65,535 ids, holds 15 points, 8 on average. The remainder of a free slot, and of
 * the last slot always, is the largest there is. owners[15] is that of the next point, or LINE_MORE when
 * the bucket has more points, which sends a key behind all remainders the exact way. */
enum { NARROW_SLOTS = 15, NARROW_LOAD = 8, NARROW_IDS = UINT16_MAX, NARROW_MORE = UINT16_MAX };
typedef struct line_narrow {
    uint16_t remainders[NARROW_SLOTS + 1];
    uint16_t owners[NARROW_SLOTS + 1];
} line_narrow;

/* A wide line, for more ids or holes, holds 10 points, 5 on average; owners[10] is as above, with
 * RMK_NOBODY for more. */
enum { WIDE_SLOTS = 10, WIDE_LOAD = 5 };
typedef struct line_wide {
    uint16_t remainders[WIDE_SLOTS];
    uint32_t owners[WIDE_SLOTS + 1];
} line_wide;

_Static_assert(sizeof(line_narrow) == 64 && sizeof(line_wide) == 64, "one line is one cache line");

enum {
    LINE_EMPTY_SLOT = UINT16_MAX,
    LINE_BLOCK = 64,         /* queries whose lines are fetched while those of the block before are read */
    LINE_CACHED = 256 << 10, /* with fewer bytes of lines prefetching costs more than it brings */
    /* the exact way compares so many points of a bucket at once; more are searched plainly */
    LINE_COUNTED = 16,
    LINE_MOST = 24, /* when so many queries of a block go the exact way, plain search is cheaper */
    /* so many blocks of such a stream are searched plainly before lines are tried again */
    LINE_PLAIN_BLOCKS = 15,
    LINE_CROWDED = 64, /* a bucket with more points is searched like the whole ring */
};

typedef struct line_index line_index;
/* The functions of the exact way, which differ by where the points stand: in the sorted arrays, or in
 * those of each bucket (live.h). */
typedef struct line_exact_way {
    uint32_t (*one)(const line_index *index, const rmk_points *points, uint64_t position);
    void (*block)(const line_index *index, const rmk_points *points, const uint64_t *positions,
                  uint64_t waiting, uint32_t *owners);
} line_exact_way;

/* The functions of one instruction set, for both kinds of lines. */
typedef struct line_kernels {
    rmk_index_find_one *find[2]; /* for narrow lines, for wide ones */
    rmk_index_find_many *find_batch[2];
    line_exact_way exact; /* in the sorted arrays */
} line_kernels;

struct line_index {
    void *lines;
    const line_exact_way *exact;
    /* the place of each bucket's first point in the sorted arrays, and one more behind the last */
    uint32_t *offsets;
    uint64_t buckets;
    bool wide;
    rmk_pages pages;
    rmk_index_find_one *find;
    rmk_index_find_many *find_batch;
};

extern const line_kernels rmk_line_kernels_scalar, rmk_line_kernels_avx2, rmk_line_kernels_avx512;

/* The bucket that a position falls into. */
static inline uint64_t line_bucket(uint64_t buckets, uint64_t position) {
    return (uint64_t)((rmk_u128)position * buckets >> 64);
}

static inline uint16_t line_remainder(uint64_t buckets, uint64_t position) {
    return (uint16_t)(position * buckets >> 48);
}

/* Find owners the exact way: of one position, and of those positions of a block whose bit is set in
 * `waiting`. */
static inline uint32_t line_exact(const line_index *index, const rmk_points *points, uint64_t position) {
    return index->exact->one(index, points, position);
}

static inline void line_exact_block(const line_index *index, const rmk_points *points,
                                    const uint64_t *positions, uint64_t waiting, uint32_t *owners) {
    index->exact->block(index, points, positions, waiting, owners);
}

/* The distinct points of a bucket, of which only the first ones fit. */
typedef struct bucket_points {
    size_t first, end; /* in the sorted arrays */
    unsigned used;
    bool more; /* true when there are more than a line has slots */
    uint16_t remainders[NARROW_SLOTS + 1];
    uint32_t owners[NARROW_SLOTS + 1];
} bucket_points;

/* Gathers the points of `bucket`, which begin at b->first; sets b->end behind the last of them. */
void rmk_line_gather(const line_index *index, const rmk_points *points, uint64_t bucket, bucket_points *b);
/* Writes the line of `bucket`; `next` owns the positions behind its last point. */
void rmk_line_write(const line_index *index, uint64_t bucket, const bucket_points *b, uint32_t next);
/* Sets find and find_batch of the index by its `wide`. */
void rmk_line_choose_kernels(line_index *index, rmk_isa isa);

#endif
