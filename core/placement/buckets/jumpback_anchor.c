/*
 * jumpback_anchor.c - hash4j's JumpBackAnchorHash: anchor without a capacity. JumpBackHash finds a bucket
 * among all that there were at most; one that was removed knows how many worked after it left, and who
 * replaced it, and the key's next draws go on from there.
 */
#include "buckets_placement.h"
#include "id_stack.h"
#include "jumpback.h"

typedef struct scar {
    uint32_t left; /* how many worked after it was removed; 0: it works */
    uint32_t heir;
} scar;

typedef struct jumpback_anchor {
    rmk_buckets base;
    uint32_t size;        /* the number of buckets of JumpBackHash */
    rmk_id_stack removed; /* last one on top: they come back in this order */
    scar *scars;          /* by bucket below `known`, for all removed ones at least */
    uint32_t known;
} jumpback_anchor;

static const jumpback_anchor *self_of(const rmk_buckets *engine) {
    return (const jumpback_anchor *)engine;
}

static jumpback_anchor *mutable_of(rmk_buckets *engine) {
    return (jumpback_anchor *)engine;
}

static void destroy(rmk_buckets *engine) {
    jumpback_anchor *self = mutable_of(engine);
    rmk_id_stack_free(&self->removed, engine->allocator);
    rmk_release(engine->allocator, self->scars, self->known, sizeof *self->scars);
    rmk_release(engine->allocator, self, 1, sizeof *self);
}

static rmk_status create(const rmk_buckets *model, rmk_isa isa, rmk_buckets **engine) {
    (void)isa;
    jumpback_anchor *self = rmk_allocate(model->allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    *self = (jumpback_anchor){.base = *model, .size = model->working};
    *engine = &self->base;
    return RMK_OK;
}

static inline uint32_t left_after(const jumpback_anchor *self, uint32_t bucket) {
    return bucket < self->known ? self->scars[bucket].left : 0;
}

/* Finds who had the bucket's place when `left` buckets worked. */
static inline uint32_t as_it_was(const jumpback_anchor *self, uint32_t bucket, uint32_t left) {
    while (left_after(self, bucket) >= left)
        bucket = self->scars[bucket].heir;
    return bucket;
}

static rmk_status make_room(jumpback_anchor *self, uint32_t bucket) {
    if (bucket < self->known)
        return RMK_OK;
    const rmk_allocator *allocator = self->base.allocator;
    uint32_t known = bucket + bucket / 2 < self->size ? bucket + bucket / 2 + 1 : self->size;
    scar *scars = rmk_allocate(allocator, 64, known, sizeof *scars);
    if (!scars)
        return RMK_NO_MEMORY;
    memset(scars, 0, known * sizeof *scars);
    if (self->known)
        memcpy(scars, self->scars, self->known * sizeof *scars);
    rmk_release(allocator, self->scars, self->known, sizeof *scars);
    self->scars = scars;
    self->known = known;
    return RMK_OK;
}

static rmk_status take_out(rmk_buckets *engine, uint32_t bucket) {
    jumpback_anchor *self = mutable_of(engine);
    if (!self->removed.count && bucket == self->size - 1) {
        self->size--;
        return RMK_OK;
    }
    rmk_status status = rmk_id_stack_reserve(&self->removed, engine->allocator);
    status = status ? status : make_room(self, bucket);
    if (status)
        return status;
    rmk_id_stack_push(&self->removed, bucket);
    uint32_t left = engine->working - 1;
    uint32_t heir = as_it_was(self, left, left + 1);
    self->scars[bucket] = (scar){left, heir};
    return RMK_OK;
}

static uint32_t put_in(rmk_buckets *engine) {
    jumpback_anchor *self = mutable_of(engine);
    if (!self->removed.count)
        return self->size++;
    uint32_t bucket = rmk_id_stack_pop(&self->removed);
    self->scars[bucket] = (scar){0, 0};
    return bucket;
}

static bool works(const rmk_buckets *engine, uint32_t bucket) {
    const jumpback_anchor *self = self_of(engine);
    return bucket < self->size && !left_after(self, bucket);
}

/* Draws a uniform number below `range` (Lemire, "Fast Random Integer Generation in an Interval", 2019). */
static inline uint32_t uniform(uint64_t *state, uint32_t range) {
    uint64_t product = (uint64_t)(uint32_t)rmk_splitmix64(state) * range;
    if ((uint32_t)product >= range)
        return (uint32_t)(product >> 32);
    uint32_t least = -range % range;
    while ((uint32_t)product < least)
        product = (uint64_t)(uint32_t)rmk_splitmix64(state) * range;
    return (uint32_t)(product >> 32);
}

static uint32_t locate(const rmk_buckets *engine, uint64_t key) {
    const jumpback_anchor *self = self_of(engine);
    uint64_t first = rmk_splitmix64(&key);
    uint32_t bucket = rmk_jumpback_draw(first, &key, self->size, rmk_splitmix64);
    for (uint32_t left; (left = left_after(self, bucket)) != 0;)
        bucket = as_it_was(self, uniform(&key, left), left);
    return bucket;
}

static size_t bytes(const rmk_buckets *engine) {
    const jumpback_anchor *self = self_of(engine);
    return sizeof *self + self->known * sizeof *self->scars + rmk_id_stack_bytes(&self->removed);
}

static size_t hot_bytes(const rmk_buckets *engine) {
    const jumpback_anchor *self = self_of(engine);
    return self->known * sizeof *self->scars;
}

RMK_BUCKETS_ROW(jumpback_anchor, "jumpback-anchor",
                "JumpBackHash and AnchorHash in one: any node can go, no capacity; splitmix64", "hash4j",
                true, 0, 0, locate, .most = INT32_MAX, .create = create, .destroy = destroy,
                .remove = take_out, .add = put_in, .works = works, .bytes = bytes, .hot_bytes = hot_bytes);
