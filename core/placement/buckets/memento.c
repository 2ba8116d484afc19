/*
 * memento.c - MementoHash (Coluzzi et al., arXiv 2306.09783): jump, and a memory of the removed buckets
 * alone. A removed one knows how many worked after it left; that number is also who replaced it. A key that
 * meets it is hashed again among that many.
 *
 * Unlike the references, the last working bucket cannot be removed (a later lookup divided by zero there).
 */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "../inner.h"
#include "../ordered/jump.h"
#include "buckets_placement.h"
#include "id_stack.h"

enum { FIRST_SLOTS = 16, STAYS = 0 };

/* What is remembered of a removed bucket. A free slot has STAYS, which no removed bucket has, as at least
 * one works after a removal. */
typedef struct memory {
    uint32_t bucket, left;
} memory;

typedef struct memento {
    rmk_buckets base;
    bool sse42;
    rmk_jump_many *jump_many;
    uint32_t size;        /* the number of buckets of jump */
    rmk_id_stack removed; /* last one on top: they come back in this order */
    /* a hash table by bucket, with linear probing and at most half full; NULL before the first removal */
    memory *slots;
    uint32_t slot_count; /* a power of two */
} memento;

typedef uint32_t jump_of(const memento *self, uint64_t key);
typedef uint32_t again_of(const memento *self, uint64_t key, uint32_t bucket, uint32_t range);

static const memento *memento_of(const rmk_buckets *engine) {
    return (const memento *)engine;
}

static memento *mutable_of(rmk_buckets *engine) {
    return (memento *)engine;
}

static void destroy(rmk_buckets *engine) {
    memento *self = mutable_of(engine);
    rmk_id_stack_free(&self->removed, engine->allocator);
    rmk_release(engine->allocator, self->slots, self->slot_count, sizeof *self->slots);
    rmk_release(engine->allocator, self, 1, sizeof *self);
}

static rmk_status create(const rmk_buckets *model, rmk_isa isa, rmk_buckets **engine) {
    memento *self = rmk_allocate(model->allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    *self = (memento){.base = *model,
                      .sse42 = rmk_isa_has_crc32c(isa),
                      .jump_many = rmk_jump_kernel(isa),
                      .size = model->working};
    *engine = &self->base;
    return RMK_OK;
}

/* ---- the memory ---- */

static inline uint32_t home_of(const memento *self, uint32_t bucket) {
    return (uint32_t)(bucket * RMK_GOLDEN >> 32) & (self->slot_count - 1);
}

/* Finds the slot of a bucket, or the free one where it would be. */
static inline memory *slot_of(const memento *self, uint32_t bucket) {
    uint32_t i = home_of(self, bucket);
    while (self->slots[i].left != STAYS && self->slots[i].bucket != bucket)
        i = (i + 1) & (self->slot_count - 1);
    return self->slots + i;
}

/* How many buckets worked after this one was removed, or STAYS. Some bucket must be removed. */
static inline uint32_t left_after(const memento *self, uint32_t bucket) {
    return slot_of(self, bucket)->left;
}

/* Forgets a bucket and closes the gap: entries that a full slot before them had pushed on move back. */
static void forget(memento *self, uint32_t bucket) {
    uint32_t mask = self->slot_count - 1, gap = (uint32_t)(slot_of(self, bucket) - self->slots);
    for (uint32_t i = (gap + 1) & mask; self->slots[i].left != STAYS; i = (i + 1) & mask) {
        uint32_t home = home_of(self, self->slots[i].bucket);
        if (((i - home) & mask) < ((i - gap) & mask))
            continue;
        self->slots[gap] = self->slots[i];
        gap = i;
    }
    self->slots[gap] = (memory){0, STAYS};
}

/* Makes slots for one bucket more. */
static rmk_status make_slots(memento *self) {
    if (self->removed.count < self->slot_count / 2)
        return RMK_OK;
    memento larger = *self;
    const rmk_allocator *allocator = self->base.allocator;
    larger.slot_count = self->slot_count ? 2 * self->slot_count : FIRST_SLOTS;
    larger.slots = rmk_allocate(allocator, 64, larger.slot_count, sizeof *larger.slots);
    if (!larger.slots)
        return RMK_NO_MEMORY;
    memset(larger.slots, 0, larger.slot_count * sizeof *larger.slots);
    for (uint32_t i = 0; i < self->slot_count; i++)
        if (self->slots[i].left != STAYS)
            *slot_of(&larger, self->slots[i].bucket) = self->slots[i];
    rmk_release(allocator, self->slots, self->slot_count, sizeof *self->slots);
    *self = larger;
    return RMK_OK;
}

static rmk_status take_out(rmk_buckets *engine, uint32_t bucket) {
    memento *self = mutable_of(engine);
    if (!self->removed.count && bucket == self->size - 1) {
        self->size--;
        return RMK_OK;
    }
    rmk_status status = rmk_id_stack_reserve(&self->removed, engine->allocator);
    status = status ? status : make_slots(self);
    if (status)
        return status;
    rmk_id_stack_push(&self->removed, bucket);
    *slot_of(self, bucket) = (memory){bucket, engine->working - 1};
    return RMK_OK;
}

static uint32_t put_in(rmk_buckets *engine) {
    memento *self = mutable_of(engine);
    if (!self->removed.count)
        return self->size++;
    uint32_t bucket = rmk_id_stack_pop(&self->removed);
    forget(self, bucket);
    return bucket;
}

static bool works(const rmk_buckets *engine, uint32_t bucket) {
    const memento *self = memento_of(engine);
    return bucket < self->size && (!self->removed.count || left_after(self, bucket) == STAYS);
}

/* ---- inner hashes ---- */

static inline uint32_t jump_plain(const memento *self, uint64_t key) {
    return rmk_jump(key, self->size);
}

static inline uint32_t again_splitmix64(const memento *self, uint64_t key, uint32_t bucket, uint32_t range) {
    (void)self;
    return rmk_below(rmk_mix64_wide(key, bucket), range);
}

static inline uint32_t jump_xxh64(const memento *self, uint64_t key) {
    return rmk_jump(XXH64(&key, sizeof key, 0), self->size);
}

static inline uint32_t again_xxh64(const memento *self, uint64_t key, uint32_t bucket, uint32_t range) {
    (void)self;
    return (uint32_t)(XXH64(&key, sizeof key, bucket) % range);
}

/* Jumps as Guava does: it divides by a quotient where the paper multiplies by another, and so rounds
 * differently. */
static inline uint32_t jump_guava(const memento *self, uint64_t key) {
    uint32_t b = 0;
    for (;;) {
        key = key * RMK_JUMP_FACTOR + 1;
        double next = (b + 1.0) / ((double)((key >> 33) + 1) / 0x1p31);
        if (next >= self->size)
            return b;
        b = (uint32_t)next;
    }
}

static inline uint32_t again_mix64(const memento *self, uint64_t key, uint32_t bucket, uint32_t range) {
    (void)self;
    return (uint32_t)(rmk_mix64(key, bucket) % range);
}

static inline uint32_t jump_crc32c(const memento *self, uint64_t key) {
    return rmk_jump(rmk_crc32c(self->sse42, key, self->base.seed), self->size);
}

/* Hashes again without the seed, as the reference does; this makes it uneven after removals. */
static inline uint32_t again_crc32c(const memento *self, uint64_t key, uint32_t bucket, uint32_t range) {
    return rmk_crc32c(self->sse42, key, bucket) % range;
}

/* ---- lookups ---- */

/* Finds where a key that jump put on `bucket` ends. */
__attribute__((always_inline)) static inline uint32_t walk(const memento *self, uint64_t key, uint32_t bucket,
                                                           again_of *again) {
    if (!self->removed.count)
        return bucket;
    for (uint32_t left = left_after(self, bucket); left != STAYS;) {
        bucket = again(self, key, bucket, left);
        uint32_t then;
        while ((then = left_after(self, bucket)) >= left)
            bucket = then;
        left = then;
    }
    return bucket;
}

static uint32_t locate(const rmk_buckets *engine, uint64_t key) {
    const memento *self = memento_of(engine);
    return walk(self, key, jump_plain(self, key), again_splitmix64);
}

static uint32_t locate_xxh64(const rmk_buckets *engine, uint64_t key) {
    const memento *self = memento_of(engine);
    return walk(self, key, jump_xxh64(self, key), again_xxh64);
}

static uint32_t locate_mix64(const rmk_buckets *engine, uint64_t key) {
    const memento *self = memento_of(engine);
    return walk(self, key, jump_guava(self, key), again_mix64);
}

static uint32_t locate_crc32c(const rmk_buckets *engine, uint64_t key) {
    const memento *self = memento_of(engine);
    return walk(self, key, jump_crc32c(self, key), again_crc32c);
}

static void locate_many(const rmk_buckets *engine, const uint64_t *keys, size_t count, uint32_t *buckets) {
    const memento *self = memento_of(engine);
    self->jump_many(keys, count, self->size, buckets);
    for (size_t i = 0; self->removed.count && i < count; i++)
        buckets[i] = walk(self, keys[i], buckets[i], again_splitmix64);
}

static size_t hot_bytes(const rmk_buckets *engine) {
    const memento *self = memento_of(engine);
    return self->removed.count ? self->slot_count * sizeof *self->slots : 0;
}

static size_t bytes(const rmk_buckets *engine) {
    const memento *self = memento_of(engine);
    return sizeof *self + self->slot_count * sizeof *self->slots + rmk_id_stack_bytes(&self->removed);
}

#define MEMENTO                                                                                              \
    .most = INT32_MAX, .create = create, .destroy = destroy, .remove = take_out, .add = put_in,              \
    .works = works, .bytes = bytes, .hot_bytes = hot_bytes

RMK_BUCKETS_ROW(memento, "memento", "MementoHash: any node can go, memory of removed ones alone; splitmix64",
                "Coluzzi et al., \"MementoHash\" (2023), arXiv 2306.09783", true, 0,
                1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2 | 1u << RMK_ISA_AVX512, locate, MEMENTO,
                .locate_batch = locate_many);
RMK_BUCKETS_ROW(memento_xxh64, "memento-xxh64", "MementoHash by XXH64 of the key's eight bytes",
                "slashdotted/cpp, memento engine, getBucket", true, RMK_IS_VARIANT, 0, locate_xxh64, MEMENTO);
RMK_BUCKETS_ROW(memento_mix64, "memento-mix64",
                "MementoHash as SUPSI's engine: Guava's jump, a 64-bit mixer by modulo",
                "SUPSI java-consistent-hashing-algorithms, MementoEngine", true, RMK_IS_VARIANT, 0,
                locate_mix64, MEMENTO);
RMK_BUCKETS_ROW(memento_crc32c, "memento-crc32c", "MementoHash by CRC-32C: uneven after removals",
                "slashdotted/cpp, memento engine, getBucketCRC32c", true, RMK_IS_VARIANT,
                1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2, locate_crc32c, MEMENTO);
