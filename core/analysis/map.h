/*
 * map.h - the exported form of a placement that exact answers are computed from.
 *
 * An arc map covers the circle once: entry i owns the positions (ends[i-1], ends[i]], the first from 0; the
 * last end is 2^64-1. Slots cut the hash values by remainder: value v falls into slot v % count. Owners are
 * node ids, or RMK_NOBODY.
 */
#ifndef RMK_MAP_H
#define RMK_MAP_H

#include "domain.h"

typedef enum rmk_map_kind { RMK_MAP_ARCS, RMK_MAP_SLOTS } rmk_map_kind;

typedef struct rmk_map {
    rmk_map_kind kind;
    size_t count;
    uint64_t *ends;   /* arcs only: inclusive, strictly ascending, the last 2^64-1 */
    uint32_t *owners; /* node ids or RMK_NOBODY */
    rmk_domain domain;
    const rmk_allocator *allocator;
    size_t capacity; /* entries allocated */
    rmk_isa isa;     /* the instruction set that may be used to read it; AUTO unless its maker chose */
} rmk_map;

/* Makes room for `capacity` entries of this kind; count is 0. */
RMK_API rmk_status rmk_map_create(rmk_map_kind kind, size_t capacity, rmk_domain domain,
                                  const rmk_allocator *allocator, rmk_map *map);
RMK_API void rmk_map_destroy(rmk_map *map);

/* Appends an arc that ends at `end`; joins it to the one before when the owner is the same, and drops it when
 * it is empty (end not above the last). The caller never passes the capacity. */
RMK_API void rmk_map_append(rmk_map *map, uint64_t end, uint32_t owner);

/* The owner of a hash value: binary search, or the slot. */
RMK_API uint32_t rmk_map_owner(const rmk_map *map, uint64_t value);
/* How many values of the domain fall into entry i. */
RMK_API rmk_u128 rmk_map_values(const rmk_map *map, size_t i);
RMK_API bool rmk_map_validate(const rmk_map *map, uint32_t id_limit, const char **reason);

#endif
