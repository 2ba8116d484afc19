/*
 * anchor.c - AnchorHash (Mendelson et al., arXiv 1812.09674). Every bucket number of the capacity is there
 * from the start; one that does not work knows how many worked just after it left, and who replaced it. A key
 * that meets it draws again among those, so each removal spreads its keys evenly and moves no others.
 *
 * Unlike the references, the last working bucket cannot be removed (there it would look alive), and nothing
 * is added past the capacity.
 */
#include "../inner.h"
#include "buckets_placement.h"
#include "id_stack.h"

enum { MIX64_SEED = 0xDEADBEEF, BLOCK = 64 };

typedef struct anchor {
    rmk_buckets base;
    bool sse42;
    rmk_id_stack removed; /* when empty, the next bucket is the first that never worked */
    /* Four tables by bucket: how many worked after it was removed (0: it works); who replaced it; the
     * working ones in some order; its place among those. They are one allocation of four times the
     * capacity. */
    uint32_t *after, *heir, *order, *place;
} anchor;

/* The state of the inner hash of one key. */
typedef struct draws {
    uint64_t key, h;
} draws;

typedef uint32_t first_draw(const anchor *self, draws *d, uint32_t range);
typedef uint32_t next_draw(const anchor *self, draws *d, uint32_t removed, uint32_t range);

static const anchor *anchor_of(const rmk_buckets *engine) {
    return (const anchor *)engine;
}

static anchor *mutable_of(rmk_buckets *engine) {
    return (anchor *)engine;
}

static void destroy(rmk_buckets *engine) {
    anchor *self = mutable_of(engine);
    rmk_id_stack_free(&self->removed, engine->allocator);
    rmk_release(engine->allocator, self->after, engine->capacity, 4 * sizeof *self->after);
    rmk_release(engine->allocator, self, 1, sizeof *self);
}

static rmk_status create(const rmk_buckets *model, rmk_isa isa, rmk_buckets **engine) {
    anchor *self = rmk_allocate(model->allocator, 64, 1, sizeof *self);
    uint32_t capacity = model->capacity;
    uint32_t *tables = self ? rmk_allocate(model->allocator, 64, capacity, 4 * sizeof *tables) : NULL;
    if (!tables) {
        rmk_release(model->allocator, self, 1, sizeof *self);
        return RMK_NO_MEMORY;
    }
    *self = (anchor){.base = *model,
                     .sse42 = rmk_isa_has_crc32c(isa),
                     .after = tables,
                     .heir = tables + capacity,
                     .order = tables + 2 * (size_t)capacity,
                     .place = tables + 3 * (size_t)capacity};
    for (uint32_t b = 0; b < capacity; b++) {
        self->after[b] = b < model->working ? 0 : b;
        self->heir[b] = self->order[b] = self->place[b] = b;
    }
    *engine = &self->base;
    return RMK_OK;
}

static rmk_status take_out(rmk_buckets *engine, uint32_t bucket) {
    anchor *self = mutable_of(engine);
    rmk_status status = rmk_id_stack_reserve(&self->removed, engine->allocator);
    if (status)
        return status;
    rmk_id_stack_push(&self->removed, bucket);
    uint32_t left = engine->working - 1, last = self->order[left];
    self->order[self->place[bucket]] = last;
    self->place[last] = self->place[bucket];
    self->heir[bucket] = last;
    self->after[bucket] = left;
    return RMK_OK;
}

static uint32_t put_in(rmk_buckets *engine) {
    anchor *self = mutable_of(engine);
    uint32_t bucket = self->removed.count ? rmk_id_stack_pop(&self->removed) : engine->limit;
    uint32_t count = engine->working;
    self->place[self->order[count]] = count;
    self->order[self->place[bucket]] = bucket;
    self->after[bucket] = 0;
    self->heir[bucket] = bucket;
    return bucket;
}

static bool works(const rmk_buckets *engine, uint32_t bucket) {
    return !anchor_of(engine)->after[bucket];
}

/* ---- lookups ---- */

/* Draws from splitmix64's stream of the key, brought into the range by its upper bits without a division. */
static inline uint32_t first_splitmix64(const anchor *self, draws *d, uint32_t range) {
    (void)self;
    d->h = d->key;
    return rmk_below(rmk_splitmix64(&d->h), range);
}

static inline uint32_t next_splitmix64(const anchor *self, draws *d, uint32_t removed, uint32_t range) {
    (void)self, (void)removed;
    return rmk_below(rmk_splitmix64(&d->h), range);
}

static inline uint32_t first_crc32c(const anchor *self, draws *d, uint32_t range) {
    d->h = rmk_crc32c(self->sse42, d->key, self->base.seed);
    return (uint32_t)d->h % range;
}

static inline uint32_t next_crc32c(const anchor *self, draws *d, uint32_t removed, uint32_t range) {
    (void)removed;
    d->h = rmk_crc32c(self->sse42, d->key - d->h, self->base.seed + d->h);
    return (uint32_t)d->h % range;
}

static inline uint32_t first_mix64(const anchor *self, draws *d, uint32_t range) {
    (void)self;
    d->h = rmk_mix64(d->key, MIX64_SEED);
    return (uint32_t)(d->h % range);
}

static inline uint32_t next_mix64(const anchor *self, draws *d, uint32_t removed, uint32_t range) {
    (void)self;
    d->h = rmk_mix64_two(d->h, removed, MIX64_SEED);
    return (uint32_t)(d->h % range);
}

/* Finds the bucket of a key. It is inlined into each type's locate with that type's draws. */
__attribute__((always_inline)) static inline uint32_t walk(const anchor *self, uint64_t key,
                                                           first_draw *first, next_draw *next) {
    draws d = {key, 0};
    uint32_t bucket = first(self, &d, self->base.capacity);
    for (uint32_t then; (then = self->after[bucket]) != 0;) {
        bucket = next(self, &d, bucket, then);
        while (self->after[bucket] >= then)
            bucket = self->heir[bucket];
    }
    return bucket;
}

static uint32_t locate(const rmk_buckets *engine, uint64_t key) {
    return walk(anchor_of(engine), key, first_splitmix64, next_splitmix64);
}

static uint32_t locate_crc32c(const rmk_buckets *engine, uint64_t key) {
    return walk(anchor_of(engine), key, first_crc32c, next_crc32c);
}

static uint32_t locate_mix64(const rmk_buckets *engine, uint64_t key) {
    return walk(anchor_of(engine), key, first_mix64, next_mix64);
}

/* A key of a block on its way: it looks at `bucket`, as it was when `then` buckets worked. */
typedef struct walker {
    draws d;
    uint32_t bucket, then, key;
} walker;

/* Goes one read further; true when the key has arrived. Both ways on are computed, since which one it is
 * cannot be guessed; what is read next is fetched. */
__attribute__((always_inline)) static inline bool step(const anchor *self, walker *w, next_draw *next) {
    uint32_t after = self->after[w->bucket], heir = self->heir[w->bucket];
    bool again = after < w->then;
    draws d = w->d;
    uint32_t drawn = next(self, &d, w->bucket, after + !after);
    w->d.h = rmk_select(again, d.h, w->d.h);
    w->then = (uint32_t)rmk_select(again, after, w->then);
    uint32_t bucket = (uint32_t)rmk_select(again, drawn, heir);
    w->bucket = (uint32_t)rmk_select(after != 0, bucket, w->bucket);
    __builtin_prefetch(self->after + w->bucket);
    __builtin_prefetch(self->heir + w->bucket);
    return !after;
}

/* Finds the buckets of many keys at once: each waits for its own reads while the others go on. Most have
 * arrived at first. */
__attribute__((always_inline)) static inline void walk_block(const anchor *self, const uint64_t *keys,
                                                             size_t count, uint32_t *buckets,
                                                             first_draw *first, next_draw *next) {
    walker walkers[BLOCK];
    size_t going = 0;
    for (size_t i = 0; i < count; i++) {
        walker *w = walkers + i;
        *w = (walker){.d = {keys[i], 0}, .then = UINT32_MAX, .key = (uint32_t)i};
        buckets[i] = w->bucket = first(self, &w->d, self->base.capacity);
        __builtin_prefetch(self->after + w->bucket);
    }
    for (size_t i = 0; i < count; i++) {
        walker w = walkers[i];
        walkers[going] = w;
        going += self->after[w.bucket] != 0;
    }
    while (going) {
        size_t kept = 0;
        for (size_t i = 0; i < going; i++) {
            walker w = walkers[i];
            bool arrived = step(self, &w, next);
            buckets[w.key] = w.bucket;
            walkers[kept] = w;
            kept += !arrived;
        }
        going = kept;
    }
}

/* Finds the buckets of many keys. Where nearly all buckets work, the processor guesses so and needs no
 * help to read ahead. */
__attribute__((always_inline)) static inline void walk_many(const rmk_buckets *engine, const uint64_t *keys,
                                                            size_t count, uint32_t *buckets,
                                                            first_draw *first, next_draw *next) {
    const anchor *self = anchor_of(engine);
    if (engine->working >= engine->capacity - engine->capacity / 16) {
        for (size_t i = 0; i < count; i++)
            buckets[i] = walk(self, keys[i], first, next);
        return;
    }
    for (size_t i = 0; i < count; i += BLOCK)
        walk_block(self, keys + i, count - i < BLOCK ? count - i : BLOCK, buckets + i, first, next);
}

static void locate_many(const rmk_buckets *engine, const uint64_t *keys, size_t count, uint32_t *buckets) {
    walk_many(engine, keys, count, buckets, first_splitmix64, next_splitmix64);
}

static void locate_many_crc32c(const rmk_buckets *engine, const uint64_t *keys, size_t count,
                               uint32_t *buckets) {
    walk_many(engine, keys, count, buckets, first_crc32c, next_crc32c);
}

static void locate_many_mix64(const rmk_buckets *engine, const uint64_t *keys, size_t count,
                              uint32_t *buckets) {
    walk_many(engine, keys, count, buckets, first_mix64, next_mix64);
}

static size_t bytes(const rmk_buckets *engine) {
    const anchor *self = anchor_of(engine);
    return sizeof *self + 4 * sizeof *self->after * engine->capacity + rmk_id_stack_bytes(&self->removed);
}

/* Lookups read who replaced whom of removed buckets alone. */
static size_t hot_bytes(const rmk_buckets *engine) {
    const anchor *self = anchor_of(engine);
    return sizeof *self->after * (2 * (size_t)engine->capacity - engine->working);
}

#define ANCHOR                                                                                               \
    .has_capacity = true, .most = UINT32_MAX - 1, .create = create, .destroy = destroy, .remove = take_out,  \
    .add = put_in, .works = works, .bytes = bytes, .hot_bytes = hot_bytes

RMK_BUCKETS_ROW(anchor, "anchor", "AnchorHash: any node can go, fixed capacity; drawn by splitmix64",
                "Mendelson et al., \"AnchorHash: A Scalable Consistent Hash\" (2020), arXiv 1812.09674", true,
                RMK_CAN_CAPACITY, 0, locate, ANCHOR, .locate_batch = locate_many);
RMK_BUCKETS_ROW(anchor_crc32c, "anchor-crc32c", "AnchorHash as its authors' code draws, by CRC-32C",
                "anchorhash/cpp-anchorhash, AnchorHashQre", true, RMK_IS_VARIANT | RMK_CAN_CAPACITY,
                1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2, locate_crc32c, ANCHOR,
                .locate_batch = locate_many_crc32c);
RMK_BUCKETS_ROW(anchor_mix64, "anchor-mix64", "AnchorHash as SUPSI's engines draw, by a 64-bit mixer",
                "SUPSI java-consistent-hashing-algorithms, AnchorEngine", true,
                RMK_IS_VARIANT | RMK_CAN_CAPACITY, 0, locate_mix64, ANCHOR,
                .locate_batch = locate_many_mix64);
