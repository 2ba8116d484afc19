#include "slots_placement.h"

#include "../placement/serving.h"

#include <string.h>

typedef struct slots_placement {
    rmk_placement base;
    uint32_t *owners;
    size_t count;
} slots_placement;

static const slots_placement *slots_of(const rmk_placement *placement) {
    return (const slots_placement *)placement;
}

static void destroy(rmk_placement *placement) {
    slots_placement *self = (slots_placement *)placement;
    rmk_release(placement->allocator, self->owners, self->count, sizeof *self->owners);
    rmk_release(placement->allocator, self, 1, sizeof *self);
}

rmk_status rmk_slots_placement(rmk_made_slots *made, const rmk_placement_options *options,
                               rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    slots_placement *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    if (!self) {
        rmk_release(allocator, made->owners, made->count, sizeof *made->owners);
        return RMK_NO_MEMORY;
    }
    *self = (slots_placement){.base = {.algorithm = made->preset->algorithm,
                                       .nodes = made->nodes,
                                       .domain = rmk_domain_of(options->key_hash),
                                       .allocator = allocator,
                                       .keyless = made->keyless},
                              .owners = made->owners,
                              .count = made->count};
    *placement = &self->base;
    return RMK_OK;
}

/* A list of 1 GiB; systems that repeat a server by its weight mean weights of a few. */
#define MOST_SLOTS (UINT64_C(1) << 28)

static rmk_u128 weight_sum(const rmk_nodes *nodes) {
    rmk_u128 sum = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            sum += nodes->list[i].weight;
    return sum;
}

rmk_status rmk_weighted_slots(const rmk_preset *preset, const rmk_nodes *nodes, const uint32_t *order,
                              bool keyless, const rmk_placement_options *options, rmk_placement **placement) {
    const rmk_domain domain = rmk_domain_of(options->key_hash);
    const rmk_u128 sum = weight_sum(nodes), values = rmk_domain_total(&domain);
    const rmk_u128 count = sum < values ? sum : values;
    if (!count)
        return RMK_EMPTY;
    if (count > MOST_SLOTS)
        return RMK_LIMIT;
    rmk_made_slots made = {.preset = preset, .nodes = nodes, .count = (size_t)count, .keyless = keyless};
    made.owners = rmk_allocate(options->ring.allocator, 64, made.count, sizeof *made.owners);
    if (!made.owners)
        return RMK_NO_MEMORY;
    size_t slot = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + (order ? order[i] : i);
        uint64_t wanted = rmk_node_serves(node) ? node->weight : 0;
        for (; wanted && slot < made.count; wanted--)
            made.owners[slot++] = node->id;
    }
    return rmk_slots_placement(&made, options, placement);
}

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const slots_placement *self = slots_of(placement);
    return self->owners[hash % self->count];
}

static void locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners) {
    (void)keys;
    const slots_placement *self = slots_of(placement);
    for (size_t i = 0; i < count; i++)
        owners[i] = self->owners[hashes[i] % self->count];
}

static rmk_status map_of(const rmk_placement *placement, rmk_map *map) {
    const slots_placement *self = slots_of(placement);
    rmk_status status =
        rmk_map_create(RMK_MAP_SLOTS, self->count, placement->domain, placement->allocator, map);
    if (status)
        return status;
    memcpy(map->owners, self->owners, self->count * sizeof *self->owners);
    map->count = self->count;
    return RMK_OK;
}

static size_t hot_bytes(const rmk_placement *placement) {
    return slots_of(placement)->count * sizeof(uint32_t);
}

static size_t bytes(const rmk_placement *placement) {
    return sizeof(slots_placement) + hot_bytes(placement);
}

const rmk_algorithm rmk_algorithm_preset_modulo = {
    .name = "modulo",
    .summary = "hash modulo the sum of weights, each node as often as its weight",
    .source = "the preset's system",
    .can = RMK_CAN_WEIGHTS | RMK_IS_ORDERED | RMK_HAS_MAP,
    .destroy = destroy,
    .locate = locate,
    .locate_batch = locate_batch,
    .map = map_of,
    .bytes = bytes,
    .hot_bytes = hot_bytes,
};

const rmk_algorithm rmk_algorithm_preset_maglev = {
    .name = "maglev",
    .summary = "a table of prime size that nodes fill in turns by permutations of their own",
    .source = "Eisenbud et al., \"Maglev: A Fast and Reliable Software Network Load Balancer\" (2016)",
    .can = RMK_CAN_WEIGHTS | RMK_CAN_REMOVE_ANY | RMK_HAS_MAP,
    .destroy = destroy,
    .locate = locate,
    .locate_batch = locate_batch,
    .map = map_of,
    .bytes = bytes,
    .hot_bytes = hot_bytes,
};

const rmk_algorithm rmk_algorithm_preset_slots = {
    .name = "slots",
    .summary = "a fixed number of slots, a contiguous range each node",
    .source = "the preset's system",
    .can = RMK_IS_ORDERED | RMK_HAS_MAP,
    .destroy = destroy,
    .locate = locate,
    .locate_batch = locate_batch,
    .map = map_of,
    .bytes = bytes,
    .hot_bytes = hot_bytes,
};
