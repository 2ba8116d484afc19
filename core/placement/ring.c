#include "placement.h"

enum { BLOCK = 512 }; /* positions shifted at a time: 4 KiB of stack, stays in the first cache */

typedef struct ring_placement {
    rmk_placement base;
    rmk_ring *ring;
    unsigned shift; /* from a key-hash value to its position */
} ring_placement;

static const ring_placement *ring_of(const rmk_placement *placement) {
    return (const ring_placement *)placement;
}

static void destroy(rmk_placement *placement) {
    ring_placement *self = (ring_placement *)placement;
    rmk_ring_destroy(self->ring);
    rmk_release(placement->allocator, self, 1, sizeof *self);
}

static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    rmk_ring_options ring_options = options->ring;
    if (!ring_options.hash)
        ring_options.hash = options->key_hash;
    ring_placement *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    *self = (ring_placement){.base = {.algorithm = &rmk_algorithm_ring,
                                      .nodes = nodes,
                                      .domain = rmk_domain_of(options->key_hash),
                                      .allocator = allocator},
                             .shift = 64 - options->key_hash->bits};
    rmk_status status = rmk_ring_build(nodes, &ring_options, &self->ring);
    if (status) {
        rmk_release(allocator, self, 1, sizeof *self);
        return status;
    }
    *placement = &self->base;
    return RMK_OK;
}

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const ring_placement *self = ring_of(placement);
    return rmk_ring_lookup(self->ring, hash << self->shift);
}

static uint32_t locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const ring_placement *self = ring_of(placement);
    return rmk_ring_lookup_plain(self->ring, hash << self->shift);
}

static void locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners) {
    (void)keys;
    const ring_placement *self = ring_of(placement);
    if (!self->shift) {
        rmk_ring_lookup_batch(self->ring, hashes, count, owners);
        return;
    }
    uint64_t positions[BLOCK];
    for (size_t done = 0; done < count; done += BLOCK) {
        size_t block = count - done < BLOCK ? count - done : BLOCK;
        for (size_t i = 0; i < block; i++)
            positions[i] = hashes[done + i] << self->shift;
        rmk_ring_lookup_batch(self->ring, positions, block, owners + done);
    }
}

static size_t replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                       uint32_t *out) {
    (void)key;
    const ring_placement *self = ring_of(placement);
    return rmk_ring_replicas(self->ring, hash << self->shift, wanted, out);
}

/*
 * Writes every arc to the place behind the last one, or over it when the owner is the same; a loser of an
 * equal position counts as its winner's. Without a branch, since owners of neighbours are random.
 */
static void append_points(rmk_map *map, const rmk_points *points) {
    size_t count = 0;
    uint64_t last_end = points->positions[0];
    uint32_t last_owner = points->owners[0];
    for (size_t i = 0; i < points->count; i++) {
        uint64_t end = points->positions[i];
        uint32_t owner = i && end == last_end ? last_owner : points->owners[i];
        count -= count && owner == last_owner;
        map->ends[count] = end;
        map->owners[count] = owner;
        count++;
        last_end = end;
        last_owner = owner;
    }
    map->count = count;
}

static rmk_status map_of(const rmk_placement *placement, rmk_map *map) {
    rmk_points points = rmk_ring_points(ring_of(placement)->ring);
    rmk_status status =
        rmk_map_create(RMK_MAP_ARCS, points.count + 1, placement->domain, placement->allocator, map);
    if (status)
        return status;
    append_points(map, &points);
    rmk_map_append(map, UINT64_MAX, points.owners[0]);
    return RMK_OK;
}

static rmk_points points_of(const rmk_placement *placement) {
    return rmk_ring_points(ring_of(placement)->ring);
}

static size_t bytes(const rmk_placement *placement) {
    rmk_ring_memory memory = rmk_ring_memory_of(ring_of(placement)->ring);
    return memory.points_bytes + memory.index_bytes + memory.other_bytes + sizeof(ring_placement);
}

static size_t hot_bytes(const rmk_placement *placement) {
    return rmk_ring_memory_of(ring_of(placement)->ring).hot_bytes;
}

const rmk_ring *rmk_placement_ring(const rmk_placement *placement) {
    return placement->algorithm == &rmk_algorithm_ring ? ring_of(placement)->ring : NULL;
}

const rmk_algorithm rmk_algorithm_ring = {
    .name = "ring",
    .summary = "consistent-hash ring: the first point at or after the key's hash owns it",
    .source = "Karger et al., \"Consistent Hashing and Random Trees\" (1997)",
    .can = RMK_CAN_WEIGHTS | RMK_CAN_REMOVE_ANY | RMK_CAN_REPLICAS | RMK_CAN_VNODES | RMK_HAS_POINTS |
           RMK_HAS_MAP,
    .create = create,
    .destroy = destroy,
    .locate = locate,
    .locate_batch = locate_batch,
    .locate_plain = locate_plain,
    .replicas = replicas,
    .map = map_of,
    .points = points_of,
    .bytes = bytes,
    .hot_bytes = hot_bytes,
};
