/*
 * buckets.h - placements that know nodes as numbered buckets only: anchor, dx, memento, jumpback, ... one
 * file each.
 *
 * An engine is a small state machine. It starts with buckets 0..working-1, adds and removes as its algorithm
 * allows, and maps a 64-bit key to a working bucket. A reference's inner hash is part of the engine's type.
 * buckets_placement.h makes an rmk_algorithm of a type: it knows which node has which bucket.
 *
 * An engine that nobody changes may be read by any number of threads; changes need it alone.
 */
#ifndef RMK_BUCKETS_H
#define RMK_BUCKETS_H

#include "../../base.h"

typedef struct rmk_buckets_type rmk_buckets_type;

/* Every engine begins with this; its own state follows. Read it, change it through the functions below. */
typedef struct rmk_buckets {
    const rmk_buckets_type *type;
    const rmk_allocator *allocator;
    uint64_t seed;     /* of the inner hash; 0 where the type has none */
    uint32_t working;  /* buckets that can be an answer, at least 1 */
    uint32_t limit;    /* every bucket that ever worked is below */
    uint32_t capacity; /* of bucket numbers: fixed where the algorithm fixes it, else the type's `most` */
} rmk_buckets;

struct rmk_buckets_type {
    const char *name;    /* "anchor", "anchor-crc32c": also the algorithm's name */
    const char *summary; /* one line that says what it is and what its inner hash is */
    const char *source;  /* paper and reference implementation */
    bool removes_any;  /* false: only the last bucket can be removed, and a bucket added is the next number */
    bool has_capacity; /* bucket numbers are fixed when it is made */
    uint32_t most;     /* buckets it can have at all */
    unsigned isas;     /* of batch kernels and inner hashes: bits 1 << rmk_isa; 0: scalar only */

    /* What follows is called through the functions below, which check first and count `working` and `limit`
     * after. */

    /* Makes an engine that begins with *model; isa is never RMK_ISA_AUTO. RMK_NO_MEMORY. */
    rmk_status (*create)(const rmk_buckets *model, rmk_isa isa, rmk_buckets **engine);
    void (*destroy)(rmk_buckets *engine);
    /* Takes out `bucket`, which works and is not the only one. RMK_NO_MEMORY; then nothing has changed. */
    rmk_status (*remove)(rmk_buckets *engine, uint32_t bucket);
    /* Adds a bucket, where fewer than `capacity` work, and returns which one works now. Never fails:
     * memory was taken by `remove`. */
    uint32_t (*add)(rmk_buckets *engine);
    bool (*works)(const rmk_buckets *engine, uint32_t bucket);
    uint32_t (*locate)(const rmk_buckets *engine, uint64_t key);
    /* The buckets of many keys; NULL: a loop. Equal to `locate` for every key. */
    void (*locate_batch)(const rmk_buckets *engine, const uint64_t *keys, size_t count, uint32_t *buckets);
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
extern RMK_API const rmk_buckets_type rmk_buckets_power, rmk_buckets_power_pcg32, rmk_buckets_power_crc32c,
    rmk_buckets_power_mix64;
extern RMK_API const rmk_buckets_type rmk_buckets_flip;

/* The types of all engines, each algorithm before its variants. Any thread. */
RMK_API const rmk_buckets_type *const *rmk_buckets_table(size_t *count);
/* Finds a type by its name; NULL when there is none. Any thread. */
RMK_API const rmk_buckets_type *rmk_buckets_find(const char *name);

typedef struct rmk_buckets_options {
    uint32_t capacity; /* has_capacity: bucket numbers, at least `working`; 0: twice `working`. Else unused */
    uint64_t seed;     /* of the inner hash, where it has one */
    rmk_isa isa;
    const rmk_allocator *allocator; /* NULL: the default */
} rmk_buckets_options;

/*
 * Makes an engine in which buckets 0..working-1 work; freed by rmk_buckets_destroy. Options NULL: all zero.
 * RMK_BAD_INPUT (working 0, capacity below it), RMK_LIMIT (more than `most`), RMK_UNSUPPORTED (isa),
 * RMK_NO_MEMORY; then *engine is NULL. O(capacity) where there is one, else O(1).
 */
RMK_API rmk_status rmk_buckets_create(const rmk_buckets_type *type, uint32_t working,
                                      const rmk_buckets_options *options, rmk_buckets **engine);
/* Frees an engine; NULL is fine. */
RMK_API void rmk_buckets_destroy(rmk_buckets *engine);

/*
 * Removes a bucket. RMK_NOT_FOUND (the bucket does not work), RMK_EMPTY (it is the only one that does),
 * RMK_UNSUPPORTED (not the last number, where only that can be removed), RMK_NO_MEMORY; then nothing has
 * changed. O(1) amortised.
 */
RMK_API rmk_status rmk_buckets_remove(rmk_buckets *engine, uint32_t bucket);
/* Adds a bucket; *bucket says which one works now. The algorithm decides, mostly for the last that was
 * removed. RMK_LIMIT when `capacity` work already; then nothing has changed. O(1) amortised; the first of
 * dx-crc32c after a removal: up to 4 probes for each bucket of the capacity. */
RMK_API rmk_status rmk_buckets_add(rmk_buckets *engine, uint32_t *bucket);
/* Tells whether a bucket works; any number may be asked for. O(1). */
RMK_API bool rmk_buckets_works(const rmk_buckets *engine, uint32_t bucket);

/* The working bucket of a key; RMK_NOBODY where the reference gives up (dx-crc32c alone, after 4 probes for
 * each bucket of the capacity). */
static inline uint32_t rmk_buckets_locate(const rmk_buckets *engine, uint64_t key) {
    return engine->type->locate(engine, key);
}
/* Finds the buckets of many keys: buckets[i] is that of keys[i]. */
RMK_API void rmk_buckets_locate_batch(const rmk_buckets *engine, const uint64_t *keys, size_t count,
                                      uint32_t *buckets);

/* All bytes that it allocated, and those that a uniform stream of lookups reads. */
RMK_API size_t rmk_buckets_bytes(const rmk_buckets *engine);
RMK_API size_t rmk_buckets_hot_bytes(const rmk_buckets *engine);

/* The engine underneath a placement of one of their algorithms (owned by it), or NULL. Its changes are the
 * engine's alone: owners are told by the bucket as before. */
struct rmk_placement;
RMK_API rmk_buckets *rmk_placement_buckets(struct rmk_placement *placement);

/*
 * The stateless ones, as rmk_jump: the bucket of a key among 0..buckets-1. A bucket more takes keys from the
 * others and moves none between them. Any thread; each but rmk_power is bit for bit its reference.
 */
/* FlipHash (Masson & Lee 2024), seed 0 (key ^ seed is another). 1 <= buckets: all 64 bits of it. */
RMK_API uint64_t rmk_flip(uint64_t key, uint64_t buckets);
/* JumpBackHash (Ertl 2024) with splitmix64. 1 <= buckets < 2^31. */
RMK_API uint32_t rmk_jumpback(uint64_t key, uint32_t buckets);
/* Power consistent hash (Leu 2023) with splitmix64 in whole numbers: `power`, uniform, and no reference's
 * mapping; the one with PCG32 is the engine rmk_buckets_power_pcg32. 1 <= buckets <= 2^31. */
RMK_API uint32_t rmk_power(uint64_t key, uint32_t buckets);
/* BinomialHash (Coluzzi et al. 2024). 1 <= buckets <= 2^30. Not uniform: up to 4.4 % above the mean (n = 5). */
RMK_API uint32_t rmk_binomial(uint64_t key, uint32_t buckets);

#endif
