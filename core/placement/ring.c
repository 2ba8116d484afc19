#include "ring_place.h"

enum { BLOCK = 512 }; /* positions shifted at a time: 4 KiB of stack, which stays in the first cache */

static const rmk_ring_place *ring_of(const rmk_placement *placement) {
    return (const rmk_ring_place *)placement;
}

/* The position of a key, which is one further where a key on a point goes to the next one. */
static inline uint64_t position_of(const rmk_ring_place *self, uint64_t hash) {
    return (hash << self->shift) + self->after;
}

void rmk_ring_place_destroy(rmk_placement *placement) {
    rmk_ring_place *self = (rmk_ring_place *)placement;
    rmk_ring_destroy(self->ring);
    rmk_release(placement->allocator, self, 1, sizeof *self);
}

static rmk_status begin(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                        const rmk_placement_options *options, rmk_ring_place **place) {
    const rmk_allocator *allocator = options->ring.allocator;
    *place = rmk_allocate(allocator, 64, 1, sizeof **place);
    if (!*place)
        return RMK_NO_MEMORY;
    **place = (rmk_ring_place){.base = {.algorithm = algorithm,
                                        .nodes = nodes,
                                        .domain = rmk_domain_of(options->key_hash),
                                        .allocator = allocator},
                               .shift = 64 - options->key_hash->bits};
    return RMK_OK;
}

static rmk_status finish(rmk_ring_place *self, rmk_status status, rmk_placement **placement) {
    if (status)
        rmk_release(self->base.allocator, self, 1, sizeof *self);
    else
        *placement = &self->base;
    return status;
}

rmk_status rmk_ring_place_tokens(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                                 const rmk_tokens *tokens, const rmk_placement_options *options,
                                 rmk_placement **placement) {
    rmk_ring_place *self;
    rmk_status status = begin(algorithm, nodes, options, &self);
    if (status)
        return status;
    self->after = tokens->after;
    status = rmk_ring_from_points(tokens->positions, tokens->owners, tokens->count, nodes->id_limit,
                                  &options->ring, &self->ring);
    return finish(self, status, placement);
}

rmk_status rmk_ring_place_labels(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                                 const rmk_placement_options *options, rmk_placement **placement) {
    rmk_ring_options ring_options = options->ring;
    if (!ring_options.hash)
        ring_options.hash = options->key_hash;
    rmk_ring_place *self;
    rmk_status status = begin(algorithm, nodes, options, &self);
    if (status)
        return status;
    return finish(self, rmk_ring_build(nodes, &ring_options, &self->ring), placement);
}

static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    return rmk_ring_place_labels(&rmk_algorithm_ring, nodes, options, placement);
}

uint32_t rmk_ring_place_locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const rmk_ring_place *self = ring_of(placement);
    return rmk_ring_lookup(self->ring, position_of(self, hash));
}

uint32_t rmk_ring_place_locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const rmk_ring_place *self = ring_of(placement);
    return rmk_ring_lookup_plain(self->ring, position_of(self, hash));
}

void rmk_ring_place_locate_batch(const rmk_placement *placement, const rmk_bytes *keys,
                                 const uint64_t *hashes, size_t count, uint32_t *owners) {
    (void)keys;
    const rmk_ring_place *self = ring_of(placement);
    if (!self->shift && !self->after) {
        rmk_ring_lookup_batch(self->ring, hashes, count, owners);
        return;
    }
    uint64_t positions[BLOCK];
    for (size_t done = 0; done < count; done += BLOCK) {
        size_t block = count - done < BLOCK ? count - done : BLOCK;
        for (size_t i = 0; i < block; i++)
            positions[i] = position_of(self, hashes[done + i]);
        rmk_ring_lookup_batch(self->ring, positions, block, owners + done);
    }
}

size_t rmk_ring_place_replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                               uint32_t *out) {
    (void)key;
    const rmk_ring_place *self = ring_of(placement);
    return rmk_ring_replicas(self->ring, position_of(self, hash), wanted, out);
}

/*
 * Appends an arc for each point: every arc is written to the place behind the last one, or over it when the
 * owner is the same; a loser of an equal position counts as its winner's. There is no branch, since owners of
 * neighbours are random.
 */
static void append_points(rmk_map *map, const rmk_points *points, uint64_t after) {
    size_t count = 0;
    uint64_t last_end = 0;
    uint32_t last_owner = 0;
    for (size_t i = 0; i < points->count; i++) {
        uint64_t end = points->positions[i] - after;
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

/* Leaves out points at 0 where they do not own it; there they end the circle. */
static rmk_points without_zeros(rmk_points points) {
    size_t zeros = 0;
    while (zeros < points.count && points.positions[zeros] == 0)
        zeros++;
    return (rmk_points){points.positions + zeros, points.owners + zeros, points.count - zeros};
}

rmk_status rmk_ring_place_map(const rmk_placement *placement, rmk_map *map) {
    const rmk_ring_place *self = ring_of(placement);
    rmk_points points = rmk_ring_points(self->ring);
    rmk_status status =
        rmk_map_create(RMK_MAP_ARCS, points.count + 1, placement->domain, placement->allocator, map);
    if (status)
        return status;
    const rmk_points ends = self->after ? without_zeros(points) : points;
    append_points(map, &ends, self->after);
    rmk_map_append(map, UINT64_MAX, points.owners[0]);
    return RMK_OK;
}

size_t rmk_ring_place_point_of(const rmk_placement *placement, uint64_t hash) {
    const rmk_ring_place *self = ring_of(placement);
    rmk_points points = rmk_ring_points(self->ring);
    size_t place = rmk_points_lower_bound(&points, position_of(self, hash));
    return place < points.count ? place : 0;
}

rmk_points rmk_ring_place_points(const rmk_placement *placement) {
    return rmk_ring_points(ring_of(placement)->ring);
}

size_t rmk_ring_place_bytes(const rmk_placement *placement) {
    rmk_ring_memory memory = rmk_ring_memory_of(ring_of(placement)->ring);
    return memory.points_bytes + memory.index_bytes + memory.other_bytes + sizeof(rmk_ring_place);
}

size_t rmk_ring_place_hot_bytes(const rmk_placement *placement) {
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
    RMK_RING_PLACE,
};
