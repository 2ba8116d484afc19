#include "../placement.h"

#include "../serving.h"

typedef struct modulo_placement {
    rmk_placement base;
    rmk_serving serving;
} modulo_placement;

static const rmk_serving *serving_of(const rmk_placement *placement) {
    return &((const modulo_placement *)placement)->serving;
}

static void destroy(rmk_placement *placement) {
    modulo_placement *self = (modulo_placement *)placement;
    rmk_serving_destroy(&self->serving, placement->allocator);
    rmk_release(placement->allocator, self, 1, sizeof *self);
}

static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    modulo_placement *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    self->base = (rmk_placement){.algorithm = &rmk_algorithm_modulo,
                                 .nodes = nodes,
                                 .domain = rmk_domain_of(options->key_hash),
                                 .allocator = allocator};
    rmk_status status = rmk_serving_create(nodes, allocator, &self->serving);
    if (status) {
        rmk_release(allocator, self, 1, sizeof *self);
        return status;
    }
    *placement = &self->base;
    return RMK_OK;
}

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const rmk_serving *serving = serving_of(placement);
    return rmk_serving_id(serving, (uint32_t)(hash % serving->count));
}

static void locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners) {
    (void)keys;
    const rmk_serving *serving = serving_of(placement);
    uint64_t nodes = serving->count;
    for (size_t i = 0; i < count; i++)
        owners[i] = (uint32_t)(hashes[i] % nodes);
    for (size_t i = 0; serving->ids && i < count; i++)
        owners[i] = serving->ids[owners[i]];
}

static rmk_status map_of(const rmk_placement *placement, rmk_map *map) {
    const rmk_serving *serving = serving_of(placement);
    rmk_status status =
        rmk_map_create(RMK_MAP_SLOTS, serving->count, placement->domain, placement->allocator, map);
    if (status)
        return status;
    for (uint32_t slot = 0; slot < serving->count; slot++)
        map->owners[slot] = rmk_serving_id(serving, slot);
    map->count = serving->count;
    return RMK_OK;
}

static size_t bytes(const rmk_placement *placement) {
    return sizeof(modulo_placement) + rmk_serving_bytes(serving_of(placement));
}

static size_t hot_bytes(const rmk_placement *placement) {
    return rmk_serving_bytes(serving_of(placement));
}

const rmk_algorithm rmk_algorithm_modulo = {
    .name = "modulo",
    .summary = "hash modulo the number of nodes, numbered as listed",
    .source = "folklore; what consistent hashing is compared with",
    .can = RMK_IS_ORDERED | RMK_HAS_MAP,
    .create = create,
    .destroy = destroy,
    .locate = locate,
    .locate_batch = locate_batch,
    .map = map_of,
    .bytes = bytes,
    .hot_bytes = hot_bytes,
};
