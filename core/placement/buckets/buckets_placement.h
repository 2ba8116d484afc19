/*
 * buckets_placement.h - what makes an rmk_algorithm of an engine of numbered buckets: which node has which
 * bucket; private. An engine's file ends with one RMK_BUCKETS_ROW a type.
 */
#ifndef RMK_BUCKETS_PLACEMENT_H
#define RMK_BUCKETS_PLACEMENT_H

#include "../placement.h"
#include "buckets.h"

typedef struct rmk_buckets_placement {
    rmk_placement base;
    rmk_buckets *engine;
    uint32_t *ids; /* of the node that has a bucket; NULL: bucket b is node id b, and lookups read no table */
    uint32_t count;
} rmk_buckets_placement;

/* Does what is common to all create functions. Where only the last bucket can go, the nodes that serve are
 * numbered as listed. Where any can, these are the listed nodes after options->changes; RMK_BAD_INPUT for
 * a step that cannot be. */
rmk_status rmk_buckets_place(const rmk_algorithm *algorithm, const rmk_buckets_type *type,
                             const rmk_nodes *nodes, const rmk_placement_options *options,
                             rmk_placement **placement);
void rmk_buckets_place_destroy(rmk_placement *placement);
void rmk_buckets_place_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                             size_t count, uint32_t *owners);
size_t rmk_buckets_place_bytes(const rmk_placement *placement);
size_t rmk_buckets_place_hot_bytes(const rmk_placement *placement);

static inline const rmk_buckets_placement *rmk_buckets_placement_of(const rmk_placement *placement) {
    return (const rmk_buckets_placement *)placement;
}

/* The node id of a bucket; RMK_NOBODY stays nobody. */
static inline uint32_t rmk_buckets_owner(const rmk_buckets_placement *self, uint32_t bucket) {
    return self->ids && bucket != RMK_NOBODY ? self->ids[bucket] : bucket;
}

/* Defines an engine type and its algorithm. abilities and kernels: of the algorithm, beside what `any`
 * says; one: the type's locate, called directly, since a lookup may cost less than an indirect call; the
 * rest: fields of the type. */
#define RMK_BUCKETS_ROW(id, title, about, from, any, abilities, kernels, one, ...)                           \
    const rmk_buckets_type rmk_buckets_##id = {.name = title,                                                \
                                               .summary = about,                                             \
                                               .source = from,                                               \
                                               .removes_any = any,                                           \
                                               .isas = kernels,                                              \
                                               .locate = one,                                                \
                                               __VA_ARGS__};                                                 \
    static rmk_status place_##id(const rmk_nodes *nodes, const rmk_placement_options *options,               \
                                 rmk_placement **placement) {                                                \
        return rmk_buckets_place(&rmk_algorithm_##id, &rmk_buckets_##id, nodes, options, placement);         \
    }                                                                                                        \
    static uint32_t owner_##id(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {               \
        (void)key;                                                                                           \
        const rmk_buckets_placement *self = rmk_buckets_placement_of(placement);                             \
        return rmk_buckets_owner(self, one(self->engine, hash));                                             \
    }                                                                                                        \
    const rmk_algorithm rmk_algorithm_##id = {                                                               \
        .name = title,                                                                                       \
        .summary = about,                                                                                    \
        .source = from,                                                                                      \
        .can = ((any) ? RMK_READS_CHANGES | RMK_CAN_REMOVE_ANY : RMK_IS_ORDERED) | (abilities),              \
        .isas = kernels,                                                                                     \
        .create = place_##id,                                                                                \
        .destroy = rmk_buckets_place_destroy,                                                                \
        .locate = owner_##id,                                                                                \
        .locate_batch = rmk_buckets_place_batch,                                                             \
        .bytes = rmk_buckets_place_bytes,                                                                    \
        .hot_bytes = rmk_buckets_place_hot_bytes,                                                            \
    }

#endif
