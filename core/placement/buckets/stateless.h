/*
 * stateless.h - engines whose answer follows from the number of buckets alone: what they share; private.
 */
#ifndef RMK_STATELESS_H
#define RMK_STATELESS_H

#include "buckets.h"

typedef struct rmk_stateless {
    rmk_buckets base;
    rmk_isa isa;
} rmk_stateless;

rmk_status rmk_stateless_create(const rmk_buckets *model, rmk_isa isa, rmk_buckets **engine);
void rmk_stateless_destroy(rmk_buckets *engine);
rmk_status rmk_stateless_remove(rmk_buckets *engine, uint32_t bucket);
uint32_t rmk_stateless_add(rmk_buckets *engine);
bool rmk_stateless_works(const rmk_buckets *engine, uint32_t bucket);
size_t rmk_stateless_bytes(const rmk_buckets *engine);
size_t rmk_stateless_hot_bytes(const rmk_buckets *engine);

static inline rmk_isa rmk_stateless_isa(const rmk_buckets *engine) {
    return ((const rmk_stateless *)engine)->isa;
}

#define RMK_STATELESS                                                                                        \
    .create = rmk_stateless_create, .destroy = rmk_stateless_destroy, .remove = rmk_stateless_remove,        \
    .add = rmk_stateless_add, .works = rmk_stateless_works, .bytes = rmk_stateless_bytes,                    \
    .hot_bytes = rmk_stateless_hot_bytes

#endif
