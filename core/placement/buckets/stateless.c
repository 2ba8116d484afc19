#include "stateless.h"

rmk_status rmk_stateless_create(const rmk_buckets *model, rmk_isa isa, rmk_buckets **engine) {
    rmk_stateless *self = rmk_allocate(model->allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    *self = (rmk_stateless){*model, isa};
    *engine = &self->base;
    return RMK_OK;
}

void rmk_stateless_destroy(rmk_buckets *engine) {
    rmk_release(engine->allocator, engine, 1, sizeof(rmk_stateless));
}

rmk_status rmk_stateless_remove(rmk_buckets *engine, uint32_t bucket) {
    (void)engine, (void)bucket;
    return RMK_OK;
}

uint32_t rmk_stateless_add(rmk_buckets *engine) {
    return engine->working;
}

bool rmk_stateless_works(const rmk_buckets *engine, uint32_t bucket) {
    return bucket < engine->working;
}

size_t rmk_stateless_bytes(const rmk_buckets *engine) {
    (void)engine;
    return sizeof(rmk_stateless);
}

size_t rmk_stateless_hot_bytes(const rmk_buckets *engine) {
    (void)engine;
    return 0;
}
