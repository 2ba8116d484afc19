#include "buckets_placement.h"

#include "../serving.h"

static rmk_buckets_placement *mutable_of(rmk_placement *placement) {
    return (rmk_buckets_placement *)placement;
}

void rmk_buckets_place_destroy(rmk_placement *placement) {
    rmk_buckets_placement *self = mutable_of(placement);
    rmk_release(placement->allocator, self->ids, self->count, sizeof *self->ids);
    rmk_buckets_destroy(self->engine);
    rmk_release(placement->allocator, self, 1, sizeof *self);
}

/* ---- nodes that only the end of the list can leave ---- */

static rmk_status number_serving(rmk_buckets_placement *self, const rmk_nodes *nodes,
                                 const rmk_buckets_type *type, const rmk_buckets_options *options) {
    size_t count = rmk_nodes_serving(nodes);
    if (count > type->most)
        return RMK_LIMIT;
    rmk_serving serving;
    rmk_status status = rmk_serving_create(nodes, self->base.allocator, &serving);
    if (status)
        return status;
    self->ids = serving.ids;
    self->count = serving.count;
    return rmk_buckets_create(type, serving.count, options, &self->engine);
}

/* ---- nodes with a past ---- */

/* What is known of nodes while their past changes are repeated: the bucket of each node, by id. */
typedef struct replay {
    rmk_buckets_placement *self;
    uint32_t *bucket_of; /* RMK_NOBODY: the node has no bucket */
    uint32_t id_limit;
} replay;

static rmk_status take_out(replay *t, uint32_t id) {
    rmk_status status = rmk_buckets_remove(t->self->engine, t->bucket_of[id]);
    if (!status)
        t->bucket_of[id] = RMK_NOBODY;
    return status;
}

/* Makes the table of owners long enough for one bucket more. */
static rmk_status make_room(rmk_buckets_placement *self, uint32_t bucket) {
    if (bucket < self->count)
        return RMK_OK;
    const rmk_allocator *allocator = self->base.allocator;
    uint32_t count = bucket < UINT32_MAX / 2 ? 2 * bucket + 1 : UINT32_MAX;
    uint32_t *ids = rmk_allocate(allocator, 64, count, sizeof *ids);
    if (!ids)
        return RMK_NO_MEMORY;
    for (uint32_t b = 0; b < count; b++)
        ids[b] = b < self->count ? self->ids[b] : RMK_NOBODY;
    rmk_release(allocator, self->ids, self->count, sizeof *ids);
    self->ids = ids;
    self->count = count;
    return RMK_OK;
}

static rmk_status put_in(replay *t, uint32_t id) {
    uint32_t bucket;
    rmk_status status = rmk_buckets_add(t->self->engine, &bucket);
    status = status ? status : make_room(t->self, bucket);
    if (status)
        return status;
    t->self->ids[bucket] = id;
    t->bucket_of[id] = bucket;
    return RMK_OK;
}

static rmk_status take_step(replay *t, const rmk_step *step) {
    if (step->id >= t->id_limit)
        return RMK_NOT_FOUND;
    bool there = t->bucket_of[step->id] != RMK_NOBODY;
    if (there == step->add)
        return there ? RMK_DUPLICATE : RMK_NOT_FOUND;
    return step->add ? put_in(t, step->id) : take_out(t, step->id);
}

/* Marks the nodes whose first step adds them; until then all are unseen. */
static void mark_added_later(replay *t, const rmk_placement_options *options) {
    enum { UNSEEN = 0, AT_FIRST = 1 };
    for (uint32_t id = 0; id < t->id_limit; id++)
        t->bucket_of[id] = UNSEEN;
    for (size_t i = 0; i < options->change_count; i++) {
        const rmk_step *step = options->changes + i;
        if (step->id < t->id_limit && t->bucket_of[step->id] == UNSEEN)
            t->bucket_of[step->id] = step->add ? RMK_NOBODY : AT_FIRST;
    }
}

/* Numbers the nodes that are there at the start and returns how many there are. `ids` has room for the
 * list. */
static uint32_t number_first_nodes(replay *t, const rmk_nodes *nodes) {
    uint32_t count = 0, *ids = t->self->ids;
    for (size_t i = 0; i < nodes->count; i++)
        if (t->bucket_of[nodes->list[i].id] != RMK_NOBODY)
            ids[count++] = nodes->list[i].id;
    for (uint32_t id = 0; id < t->id_limit; id++)
        t->bucket_of[id] = RMK_NOBODY;
    for (uint32_t b = 0; b < count; b++)
        t->bucket_of[ids[b]] = b;
    return count;
}

static rmk_status replay_changes(replay *t, const rmk_nodes *nodes, const rmk_placement_options *options) {
    for (size_t i = 0; i < options->change_count; i++) {
        rmk_status status = take_step(t, options->changes + i);
        if (status)
            return status;
    }
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + i;
        if (rmk_node_serves(node) || t->bucket_of[node->id] == RMK_NOBODY)
            continue;
        rmk_status status = take_out(t, node->id);
        if (status)
            return status;
    }
    return RMK_OK;
}

/* Drops a table that gives each bucket its own number: lookups then read none. */
static void drop_plain_table(rmk_buckets_placement *self) {
    for (uint32_t b = 0; b < self->engine->limit; b++)
        if (self->ids[b] != b)
            return;
    rmk_release(self->base.allocator, self->ids, self->count, sizeof *self->ids);
    self->ids = NULL;
    self->count = 0;
}

static rmk_status number_with_past(rmk_buckets_placement *self, const rmk_nodes *nodes,
                                   const rmk_buckets_type *type, const rmk_buckets_options *engine_options,
                                   const rmk_placement_options *options) {
    const rmk_allocator *allocator = self->base.allocator;
    if (nodes->count > type->most)
        return RMK_LIMIT;
    replay t = {.self = self, .id_limit = nodes->id_limit};
    rmk_status status = make_room(self, (uint32_t)nodes->count);
    t.bucket_of = status ? NULL : rmk_allocate(allocator, 64, t.id_limit, sizeof *t.bucket_of);
    if (!t.bucket_of)
        return RMK_NO_MEMORY;
    mark_added_later(&t, options);
    uint32_t there = number_first_nodes(&t, nodes);
    status = there ? rmk_buckets_create(type, there, engine_options, &self->engine) : RMK_EMPTY;
    status = status ? status : replay_changes(&t, nodes, options);
    if (!status)
        drop_plain_table(self);
    rmk_release(allocator, t.bucket_of, t.id_limit, sizeof *t.bucket_of);
    return status;
}

rmk_status rmk_buckets_place(const rmk_algorithm *algorithm, const rmk_buckets_type *type,
                             const rmk_nodes *nodes, const rmk_placement_options *options,
                             rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    if (options->capacity > UINT32_MAX)
        return RMK_LIMIT;
    rmk_buckets_placement *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    *self = (rmk_buckets_placement){.base = {.algorithm = algorithm,
                                             .nodes = nodes,
                                             .domain = rmk_domain_of(options->key_hash),
                                             .allocator = allocator}};
    rmk_buckets_options engine_options = {
        .capacity = (uint32_t)options->capacity, .isa = options->ring.isa, .allocator = allocator};
    rmk_status status = type->removes_any ? number_with_past(self, nodes, type, &engine_options, options)
                                          : number_serving(self, nodes, type, &engine_options);
    if (status) {
        rmk_buckets_place_destroy(&self->base);
        return status;
    }
    *placement = &self->base;
    return RMK_OK;
}

void rmk_buckets_place_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                             size_t count, uint32_t *owners) {
    (void)keys;
    const rmk_buckets_placement *self = rmk_buckets_placement_of(placement);
    rmk_buckets_locate_batch(self->engine, hashes, count, owners);
    for (size_t i = 0; self->ids && i < count; i++)
        owners[i] = rmk_buckets_owner(self, owners[i]);
}

size_t rmk_buckets_place_bytes(const rmk_placement *placement) {
    const rmk_buckets_placement *self = rmk_buckets_placement_of(placement);
    return sizeof *self + self->count * sizeof *self->ids + rmk_buckets_bytes(self->engine);
}

size_t rmk_buckets_place_hot_bytes(const rmk_placement *placement) {
    const rmk_buckets_placement *self = rmk_buckets_placement_of(placement);
    size_t table = self->ids ? self->engine->limit * sizeof *self->ids : 0;
    return table + rmk_buckets_hot_bytes(self->engine);
}

rmk_buckets *rmk_placement_buckets(rmk_placement *placement) {
    bool is_one = placement->algorithm->destroy == rmk_buckets_place_destroy;
    return is_one ? mutable_of(placement)->engine : NULL;
}
