/*
 * buckets.h - placements that know nodes as numbered buckets only: anchor, dx, memento, jumpback, ... one
 * file each.
 *
 * An engine is a small state machine. It starts with buckets 0..working-1, adds and removes as its algorithm
 * allows, and maps a 64-bit key to a working bucket. A reference's inner hash is part of the engine's type:
 * engines that differ only in it share their functions (`inner`). buckets_placement.c makes an rmk_algorithm
 * of a type: it knows which node has which bucket.
 *
 * An engine that nobody changes may be read by any number of threads.
 */
#ifndef RMK_BUCKETS_H
#define RMK_BUCKETS_H

#include "../base.h"

typedef struct rmk_buckets_type rmk_buckets_type;

/* Every engine begins with this; its own state follows. */
typedef struct rmk_buckets {
    const rmk_buckets_type *type;
    const rmk_allocator *allocator;
    uint64_t seed;     /* of the inner hash; 0 where the type has none */
    uint32_t working;  /* buckets that can be an answer, at least 1 */
    uint32_t limit;    /* every bucket that ever worked is below */
    uint32_t capacity; /* of bucket numbers, where the algorithm fixes one; else its own maximum */
} rmk_buckets;

struct rmk_buckets_type {
    const char *name;    /* "anchor", "anchor-crc32c": also the algorithm's name */
    const char *summary; /* one line for `list algorithms`: says the inner hash */
    const char *source;  /* paper and reference implementation */
    const void *inner;   /* the inner hash, of a type private to the engine's file; NULL: it has but one */
    bool removes_any;  /* false: only the last bucket can be removed, and a bucket added is the next number */
    bool has_capacity; /* bucket numbers are fixed when it is made: --capacity */
    uint32_t most;     /* buckets it can have at all */
    unsigned isas;     /* of batch kernels: bits 1 << rmk_isa; 0: scalar only */
    /*
     * Buckets 0..working-1 work. `capacity`: 0 for the engine's default (twice `working` where it has to be
     * fixed), else at least `working`. RMK_BAD_INPUT (working 0, capacity below), RMK_LIMIT, RMK_NO_MEMORY,
     * RMK_UNSUPPORTED (isa).
     */
    rmk_status (*create)(const rmk_buckets_type *type, uint32_t working, uint32_t capacity, uint64_t seed,
                         rmk_isa isa, const rmk_allocator *allocator, rmk_buckets **engine);
    void (*destroy)(rmk_buckets *engine);
    /* RMK_NOT_FOUND (not working), RMK_EMPTY (the last one working), RMK_UNSUPPORTED (not the last number,
     * where only that can be removed), RMK_NO_MEMORY; then nothing has changed. */
    rmk_status (*remove)(rmk_buckets *engine, uint32_t bucket);
    /* *bucket: which one works now. RMK_LIMIT (capacity or `most` reached), RMK_NO_MEMORY. */
    rmk_status (*add)(rmk_buckets *engine, uint32_t *bucket);
    bool (*works)(const rmk_buckets *engine, uint32_t bucket);
    /* The working bucket of a key; RMK_NOBODY where the reference gives up. */
    uint32_t (*locate)(const rmk_buckets *engine, uint64_t key);
    /* The same for many; NULL: a loop. Equal to `locate` for every key. */
    void (*locate_batch)(const rmk_buckets *engine, const uint64_t *keys, size_t count, uint32_t *buckets);
    /* All that it allocated, and what a uniform stream of lookups reads of it. */
    size_t (*bytes)(const rmk_buckets *engine);
    size_t (*hot_bytes)(const rmk_buckets *engine);
};

extern RMK_API const rmk_buckets_type rmk_buckets_anchor, rmk_buckets_anchor_crc32c, rmk_buckets_anchor_mix64;
extern RMK_API const rmk_buckets_type rmk_buckets_dx, rmk_buckets_dx_crc32c;
extern RMK_API const rmk_buckets_type rmk_buckets_memento, rmk_buckets_memento_xxh64,
    rmk_buckets_memento_mix64, rmk_buckets_memento_crc32c;
extern RMK_API const rmk_buckets_type rmk_buckets_jumpback, rmk_buckets_jumpback_xorshift,
    rmk_buckets_jumpback_anchor;
extern RMK_API const rmk_buckets_type rmk_buckets_binomial;
extern RMK_API const rmk_buckets_type rmk_buckets_power, rmk_buckets_power_crc32c, rmk_buckets_power_mix64;
extern RMK_API const rmk_buckets_type rmk_buckets_flip;

/* All of them. */
RMK_API const rmk_buckets_type *const *rmk_buckets_table(size_t *count);
/* By name; NULL when there is none. */
RMK_API const rmk_buckets_type *rmk_buckets_find(const char *name);

static inline uint32_t rmk_buckets_locate(const rmk_buckets *engine, uint64_t key) {
    return engine->type->locate(engine, key);
}
RMK_API void rmk_buckets_locate_batch(const rmk_buckets *engine, const uint64_t *keys, size_t count,
                                      uint32_t *buckets);
RMK_API void rmk_buckets_destroy(rmk_buckets *engine);

#endif
