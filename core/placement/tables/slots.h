/*
 * slots.h - what placements over a table have in common: value v of the key hash belongs to owners[v %
 * count]; private.
 */
#ifndef RMK_SLOTS_H
#define RMK_SLOTS_H

#include "../placement.h"

typedef struct rmk_slots rmk_slots;

struct rmk_slots {
    rmk_placement base;
    uint32_t *owners; /* ids or RMK_NOBODY */
    size_t count;     /* at least 1, below 2^32 */
    uint64_t inverse; /* floor((2^64 - 1) / count) */
    size_t serving;   /* nodes that could own a slot */
    rmk_pages pages;  /* of the table */
    bool is_large;    /* beyond the caches that are near */
    void (*find)(const rmk_slots *slots, const uint64_t *hashes, size_t count, uint32_t *out);
};

typedef struct rmk_made_slots {
    const rmk_algorithm *algorithm;
    const rmk_nodes *nodes;
    uint32_t *owners; /* of `count`, from rmk_array_allocate with the options' pages; taken over */
    size_t count;
    bool keyless; /* the system hashes no key here, since one node has them all */
} rmk_made_slots;

/* Allocates a table for `count` owners. RMK_LIMIT: 2^32 - 1 or more; RMK_NO_MEMORY. */
rmk_status rmk_slots_allocate(rmk_made_slots *made, const rmk_placement_options *options);
/* Gives back a table that was not placed. */
void rmk_slots_release(rmk_made_slots *made, const rmk_placement_options *options);

/* Makes the placement; the table is taken over or released in any case. RMK_NO_MEMORY, RMK_UNSUPPORTED
 * (isa). */
rmk_status rmk_slots_place(rmk_made_slots *made, const rmk_placement_options *options,
                           rmk_placement **placement);

/* Computes v % count by a multiplication: the estimate of the quotient is at most one too small. */
static inline size_t rmk_slot_of(const rmk_slots *slots, uint64_t value) {
    uint64_t quotient = (uint64_t)((rmk_u128)value * slots->inverse >> 64);
    uint64_t rest = value - quotient * slots->count;
    return rest - (slots->count & -(uint64_t)(rest >= slots->count));
}

/* Find the slots of many values; each is what `find` may be. */
void rmk_find_slots_scalar(const rmk_slots *slots, const uint64_t *hashes, size_t count, uint32_t *out);
void rmk_find_slots_avx512(const rmk_slots *self, const uint64_t *hashes, size_t count, uint32_t *slots);

/* The functions that descriptors of such placements share. */
#define RMK_SLOTS_ISAS (1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX512)
void rmk_slots_destroy(rmk_placement *placement);
uint32_t rmk_slots_locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash);
uint32_t rmk_slots_locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash);
void rmk_slots_locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                            size_t count, uint32_t *owners);
/* Lists the owners of the slots that follow, each once. */
size_t rmk_slots_replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                          uint32_t *out);
rmk_status rmk_slots_map(const rmk_placement *placement, rmk_map *map);
size_t rmk_slots_bytes(const rmk_placement *placement);
size_t rmk_slots_hot_bytes(const rmk_placement *placement);

/* What the descriptors of such placements have in common. */
#define RMK_SLOTS_PLACE                                                                                      \
    .destroy = rmk_slots_destroy, .locate = rmk_slots_locate, .locate_batch = rmk_slots_locate_batch,        \
    .locate_plain = rmk_slots_locate_plain, .map = rmk_slots_map, .bytes = rmk_slots_bytes,                  \
    .hot_bytes = rmk_slots_hot_bytes, .isas = RMK_SLOTS_ISAS

#endif
