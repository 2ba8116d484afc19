#include "slots.h"

#include "../../ring/array.h"

#include <string.h>

enum {
    BLOCK = 64,      /* slots fetched ahead: as many lines as the memory system takes, and more */
    SMALL = 1 << 18, /* 1 MiB: fetching ahead gains nothing of what the second cache holds */
};

static const rmk_slots *slots_of(const rmk_placement *placement) {
    return (const rmk_slots *)placement;
}

rmk_status rmk_slots_allocate(rmk_made_slots *made, const rmk_placement_options *options) {
    if (made->count >= UINT32_MAX)
        return RMK_LIMIT;
    made->owners =
        rmk_array_allocate(options->ring.allocator, options->ring.pages, made->count, sizeof *made->owners);
    return made->owners ? RMK_OK : RMK_NO_MEMORY;
}

static void release_table(const rmk_allocator *allocator, rmk_pages pages, uint32_t *owners, size_t count) {
    rmk_array_release(allocator, pages, owners, count, sizeof *owners);
}

void rmk_slots_release(rmk_made_slots *made, const rmk_placement_options *options) {
    release_table(options->ring.allocator, options->ring.pages, made->owners, made->count);
    made->owners = NULL;
}

void rmk_slots_destroy(rmk_placement *placement) {
    rmk_slots *self = (rmk_slots *)placement;
    release_table(placement->allocator, self->pages, self->owners, self->count);
    rmk_release(placement->allocator, self, 1, sizeof *self);
}

rmk_status rmk_slots_place(rmk_made_slots *made, const rmk_placement_options *options,
                           rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    rmk_isa isa;
    rmk_status status = rmk_isa_resolve(options->ring.isa, &isa);
    rmk_slots *self = status ? NULL : rmk_allocate(allocator, 64, 1, sizeof *self);
    if (!self) {
        rmk_slots_release(made, options);
        return status ? status : RMK_NO_MEMORY;
    }
    *self = (rmk_slots){.base = {.algorithm = made->algorithm,
                                 .nodes = made->nodes,
                                 .domain = rmk_domain_of(options->key_hash),
                                 .allocator = allocator,
                                 .keyless = made->keyless},
                        .owners = made->owners,
                        .count = made->count,
                        .inverse = UINT64_MAX / made->count,
                        .pages = options->ring.pages,
                        .is_large = made->count > SMALL,
                        .find = isa == RMK_ISA_AVX512 ? rmk_find_slots_avx512 : rmk_find_slots_scalar,
                        .serving = rmk_nodes_serving(made->nodes)};
    *placement = &self->base;
    return RMK_OK;
}

uint32_t rmk_slots_locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const rmk_slots *self = slots_of(placement);
    return self->owners[rmk_slot_of(self, hash)];
}

uint32_t rmk_slots_locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const rmk_slots *self = slots_of(placement);
    return self->owners[hash % self->count];
}

void rmk_find_slots_scalar(const rmk_slots *slots, const uint64_t *hashes, size_t count, uint32_t *out) {
    for (size_t i = 0; i < count; i++)
        out[i] = (uint32_t)rmk_slot_of(slots, hashes[i]);
}

static void ask_ahead(const rmk_slots *self, const uint32_t *slots, size_t count) {
    for (size_t i = 0; self->is_large && i < count; i++)
        __builtin_prefetch(self->owners + slots[i]);
}

/* Finds many owners: the slots of the next block are on their way while this one is read. */
void rmk_slots_locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                            size_t count, uint32_t *owners) {
    (void)keys;
    const rmk_slots *self = slots_of(placement);
    uint32_t slots[2][BLOCK];
    size_t block = count < BLOCK ? count : BLOCK;
    self->find(self, hashes, block, slots[0]);
    for (size_t done = 0, turn = 0; done < count; turn ^= 1) {
        size_t after = done + block, next = count - after < BLOCK ? count - after : BLOCK;
        self->find(self, hashes + after, next, slots[turn ^ 1]);
        ask_ahead(self, slots[turn ^ 1], next);
        for (size_t i = 0; i < block; i++)
            owners[done + i] = self->owners[slots[turn][i]];
        done = after;
        block = next;
    }
}

static bool is_in(const uint32_t *owners, size_t count, uint32_t owner) {
    for (size_t i = 0; i < count; i++)
        if (owners[i] == owner)
            return true;
    return false;
}

size_t rmk_slots_replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                          uint32_t *out) {
    (void)key;
    const rmk_slots *self = slots_of(placement);
    size_t found = 0, most = wanted < self->serving ? wanted : self->serving, slot = rmk_slot_of(self, hash);
    for (size_t passed = 0; passed < self->count && found < most; passed++) {
        uint32_t owner = self->owners[slot];
        if (owner != RMK_NOBODY && !is_in(out, found, owner))
            out[found++] = owner;
        slot = slot + 1 < self->count ? slot + 1 : 0;
    }
    return found;
}

rmk_status rmk_slots_map(const rmk_placement *placement, rmk_map *map) {
    const rmk_slots *self = slots_of(placement);
    rmk_status status =
        rmk_map_create(RMK_MAP_SLOTS, self->count, placement->domain, placement->allocator, map);
    if (status)
        return status;
    memcpy(map->owners, self->owners, self->count * sizeof *self->owners);
    map->count = self->count;
    return RMK_OK;
}

size_t rmk_placement_slots(const rmk_placement *placement) {
    return placement->algorithm->map == rmk_slots_map ? slots_of(placement)->count : 0;
}

size_t rmk_slots_hot_bytes(const rmk_placement *placement) {
    return slots_of(placement)->count * sizeof(uint32_t);
}

size_t rmk_slots_bytes(const rmk_placement *placement) {
    const rmk_slots *self = slots_of(placement);
    return sizeof *self + rmk_array_bytes(self->pages, self->count, sizeof *self->owners);
}
