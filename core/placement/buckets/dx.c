/*
 * dx.c - DxHash (Dong & Wang, arXiv 2107.07930): a key has its own random sequence of bucket numbers, and the
 * first that works has it.
 *
 * dx draws as SUPSI's engine, by java.util.Random; dx-crc32c as ChaosD's C++ class. Where that one finds no
 * free bucket to add within its probes it writes outside its array; ours then takes the lowest free one.
 */
#include "../inner.h"
#include "buckets_placement.h"
#include "id_stack.h"

enum { ADD_KEY = 1228, PROBES_A_BUCKET = 4 };

/* A place in the sequence of a 32-bit key. */
typedef struct probe {
    uint32_t hash, step;
    uint64_t count; /* how many places were looked at, this one too */
} probe;

typedef struct dx {
    rmk_buckets base;
    bool sse42, power_of_two;
    rmk_id_stack removed; /* for dx alone; when empty, the next bucket is the first that never worked */
    uint64_t *words;      /* a bit for each bucket that works */
    probe adding;         /* for dx-crc32c: all buckets before this place of the sequence that adds work */
} dx;

static const dx *dx_of(const rmk_buckets *engine) {
    return (const dx *)engine;
}

static dx *mutable_of(rmk_buckets *engine) {
    return (dx *)engine;
}

static size_t word_count(uint32_t capacity) {
    return ((size_t)capacity + 63) / 64;
}

static inline bool is_on(const dx *self, uint32_t bucket) {
    return self->words[bucket / 64] >> bucket % 64 & 1;
}

static void flip_bit(dx *self, uint32_t bucket) {
    self->words[bucket / 64] ^= UINT64_C(1) << bucket % 64;
}

static void destroy(rmk_buckets *engine) {
    dx *self = mutable_of(engine);
    rmk_id_stack_free(&self->removed, engine->allocator);
    rmk_release(engine->allocator, self->words, word_count(engine->capacity), sizeof *self->words);
    rmk_release(engine->allocator, self, 1, sizeof *self);
}

static rmk_status create(const rmk_buckets *model, rmk_isa isa, rmk_buckets **engine) {
    dx *self = rmk_allocate(model->allocator, 64, 1, sizeof *self);
    uint32_t capacity = model->capacity;
    uint64_t *words = self ? rmk_allocate(model->allocator, 64, word_count(capacity), sizeof *words) : NULL;
    if (!words) {
        rmk_release(model->allocator, self, 1, sizeof *self);
        return RMK_NO_MEMORY;
    }
    *self = (dx){.base = *model,
                 .sse42 = rmk_isa_has_crc32c(isa),
                 .power_of_two = !(capacity & (capacity - 1)),
                 .words = words};
    memset(words, 0, word_count(capacity) * sizeof *words);
    for (uint32_t b = 0; b < model->working; b++)
        flip_bit(self, b);
    *engine = &self->base;
    return RMK_OK;
}

static bool works(const rmk_buckets *engine, uint32_t bucket) {
    return is_on(dx_of(engine), bucket);
}

/* ---- java.util.Random: buckets come back last removed first ---- */

static rmk_status take_out(rmk_buckets *engine, uint32_t bucket) {
    dx *self = mutable_of(engine);
    rmk_status status = rmk_id_stack_reserve(&self->removed, engine->allocator);
    if (status)
        return status;
    rmk_id_stack_push(&self->removed, bucket);
    flip_bit(self, bucket);
    return RMK_OK;
}

static uint32_t put_in(rmk_buckets *engine) {
    dx *self = mutable_of(engine);
    uint32_t bucket = self->removed.count ? rmk_id_stack_pop(&self->removed) : engine->limit;
    flip_bit(self, bucket);
    return bucket;
}

/* Draws as Java's nextInt(capacity): values above the last whole multiple of it are drawn again. */
static inline uint32_t draw(const dx *self, uint64_t *state) {
    uint32_t capacity = self->base.capacity;
    for (;;) {
        *state = rmk_java_step(*state);
        uint32_t value = (uint32_t)(*state >> 17);
        if (self->power_of_two)
            return (uint32_t)((uint64_t)capacity * value >> 31);
        uint32_t bucket = value % capacity;
        if (value - bucket <= (UINT32_C(1) << 31) - capacity)
            return bucket;
    }
}

static uint32_t locate(const rmk_buckets *engine, uint64_t key) {
    const dx *self = dx_of(engine);
    uint64_t state = rmk_java_seeded(key);
    for (;;) {
        uint32_t bucket = draw(self, &state);
        if (is_on(self, bucket))
            return bucket;
    }
}

/* ---- CRC-32C: which bucket comes back is drawn too ---- */

static inline probe first_probe(const dx *self, uint32_t key) {
    uint32_t step = key * 421757 + 1;
    return (probe){rmk_crc32c(self->sse42, key, step), step, 1};
}

/* Goes on to the first bucket that works, or does not, as wanted; RMK_NOBODY when none of the probes does. */
static inline uint32_t seek(const dx *self, probe *p, bool wanted) {
    uint64_t most = (uint64_t)PROBES_A_BUCKET * self->base.capacity;
    for (;;) {
        uint32_t bucket = p->hash % self->base.capacity;
        if (is_on(self, bucket) == wanted)
            return bucket;
        if (p->count + 1 >= most)
            return RMK_NOBODY;
        p->hash = rmk_crc32c(self->sse42, p->hash, p->step);
        p->count++;
    }
}

static rmk_status take_out_crc32c(rmk_buckets *engine, uint32_t bucket) {
    dx *self = mutable_of(engine);
    flip_bit(self, bucket);
    self->adding.count = 0;
    return RMK_OK;
}

static uint32_t lowest_free(const dx *self) {
    size_t word = 0;
    while (!~self->words[word])
        word++;
    return (uint32_t)(64 * word) + (uint32_t)__builtin_ctzll(~self->words[word]);
}

/* Adds a bucket. The sequence that adds begins anew only after a removal: else each add would walk over
 * all before it. */
static uint32_t put_in_crc32c(rmk_buckets *engine) {
    dx *self = mutable_of(engine);
    if (!self->adding.count)
        self->adding = first_probe(self, ADD_KEY);
    uint32_t bucket = seek(self, &self->adding, false);
    if (bucket == RMK_NOBODY)
        bucket = lowest_free(self);
    flip_bit(self, bucket);
    return bucket;
}

/* Finds a bucket by the lower half of the key, since the reference's keys have 32 bits. */
static uint32_t locate_crc32c(const rmk_buckets *engine, uint64_t key) {
    const dx *self = dx_of(engine);
    probe p = first_probe(self, (uint32_t)key);
    return seek(self, &p, true);
}

static size_t bytes(const rmk_buckets *engine) {
    const dx *self = dx_of(engine);
    return sizeof *self + word_count(engine->capacity) * sizeof *self->words +
           rmk_id_stack_bytes(&self->removed);
}

static size_t hot_bytes(const rmk_buckets *engine) {
    return word_count(engine->capacity) * sizeof(uint64_t);
}

#define DX                                                                                                   \
    .has_capacity = true, .most = INT32_MAX, .create = create, .destroy = destroy, .works = works,           \
    .bytes = bytes, .hot_bytes = hot_bytes

RMK_BUCKETS_ROW(
    dx, "dx", "DxHash: any node can go, fixed capacity, a bit a node; drawn by java.util.Random",
    "Dong & Wang, \"DxHash: A Scalable Consistent Hash\" (2021), arXiv 2107.07930; SUPSI DxEngine", true,
    RMK_CAN_CAPACITY, 0, locate, DX, .remove = take_out, .add = put_in);
RMK_BUCKETS_ROW(dx_crc32c, "dx-crc32c", "DxHash of 32-bit keys by CRC-32C; no answer after 4 probes a bucket",
                "ChaosD/DxHash, class DxHash", true, RMK_IS_VARIANT | RMK_CAN_CAPACITY,
                1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2, locate_crc32c, DX, .remove = take_out_crc32c,
                .add = put_in_crc32c);
