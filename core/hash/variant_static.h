/* variant_static.h - private: a variant (variant.h) that is constant data, for the tables of presets. */
#ifndef RMK_HASH_VARIANT_STATIC_H
#define RMK_HASH_VARIANT_STATIC_H

#include "variant.h"

rmk_status rmk_variant_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **state);
void rmk_variant_close(const rmk_allocator *allocator, void *state);
uint64_t rmk_variant_one(const void *state, const void *data, size_t length);
void rmk_variant_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values);

/* The fields of rmk_hash_variation follow; nothing checks them, so a test makes each of these a second time. */
#define RMK_STATIC_VARIANT(id, text, width, what, from, ...)                                                 \
    const rmk_hash_variant id = {                                                                            \
        .hash =                                                                                              \
            {                                                                                                \
                .name = text,                                                                                \
                .bits = width,                                                                               \
                .value_bits = width,                                                                         \
                .summary = what,                                                                             \
                .source = from,                                                                              \
                .open = rmk_variant_open,                                                                    \
                .close = rmk_variant_close,                                                                  \
                .one = rmk_variant_one,                                                                      \
                .batch = rmk_variant_batch,                                                                  \
            },                                                                                               \
        .how = {__VA_ARGS__},                                                                                \
    }

#endif
