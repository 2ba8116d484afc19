#include "buckets.h"

static uint32_t twice(uint32_t working, uint32_t most) {
    return working <= most / 2 ? 2 * working : most;
}

rmk_status rmk_buckets_create(const rmk_buckets_type *type, uint32_t working,
                              const rmk_buckets_options *options, rmk_buckets **engine) {
    static const rmk_buckets_options none = {0};
    *engine = NULL;
    options = options ? options : &none;
    uint32_t capacity = options->capacity ? options->capacity : twice(working, type->most);
    if (!working)
        return RMK_BAD_INPUT;
    if (working > type->most || (type->has_capacity && capacity > type->most))
        return RMK_LIMIT;
    if (type->has_capacity && capacity < working)
        return RMK_BAD_INPUT;
    rmk_isa isa;
    if (rmk_isa_resolve(options->isa, &isa))
        return RMK_UNSUPPORTED;
    const rmk_buckets model = {.type = type,
                               .allocator = options->allocator,
                               .seed = options->seed,
                               .working = working,
                               .limit = working,
                               .capacity = type->has_capacity ? capacity : type->most};
    return type->create(&model, isa, engine);
}

void rmk_buckets_destroy(rmk_buckets *engine) {
    if (engine)
        engine->type->destroy(engine);
}

bool rmk_buckets_works(const rmk_buckets *engine, uint32_t bucket) {
    return bucket < engine->limit && engine->type->works(engine, bucket);
}

rmk_status rmk_buckets_remove(rmk_buckets *engine, uint32_t bucket) {
    if (!rmk_buckets_works(engine, bucket))
        return RMK_NOT_FOUND;
    if (engine->working == 1)
        return RMK_EMPTY;
    if (!engine->type->removes_any && bucket != engine->working - 1)
        return RMK_UNSUPPORTED;
    rmk_status status = engine->type->remove(engine, bucket);
    if (!status)
        engine->working--;
    return status;
}

rmk_status rmk_buckets_add(rmk_buckets *engine, uint32_t *bucket) {
    if (engine->working == engine->capacity)
        return RMK_LIMIT;
    *bucket = engine->type->add(engine);
    engine->working++;
    if (engine->limit <= *bucket)
        engine->limit = *bucket + 1;
    return RMK_OK;
}

void rmk_buckets_locate_batch(const rmk_buckets *engine, const uint64_t *keys, size_t count,
                              uint32_t *buckets) {
    if (engine->type->locate_batch) {
        engine->type->locate_batch(engine, keys, count, buckets);
        return;
    }
    for (size_t i = 0; i < count; i++)
        buckets[i] = engine->type->locate(engine, keys[i]);
}

size_t rmk_buckets_bytes(const rmk_buckets *engine) {
    return engine->type->bytes(engine);
}

size_t rmk_buckets_hot_bytes(const rmk_buckets *engine) {
    return engine->type->hot_bytes(engine);
}
