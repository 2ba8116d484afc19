/* ring_place.h - private: placements over a ring, of labels or of given tokens. */
#ifndef RMK_RING_PLACE_H
#define RMK_RING_PLACE_H

#include "placement.h"

typedef struct rmk_ring_place {
    rmk_placement base;
    rmk_ring *ring;
    unsigned shift; /* from a key-hash value to its position */
    unsigned after; /* 0, or 1: a key on a point goes to the next one */
} rmk_ring_place;

/* Tokens of nodes, in any order. Of equal positions the first owns. */
typedef struct rmk_tokens {
    uint64_t *positions; /* on the circle of 2^64 */
    uint32_t *owners;    /* ids */
    size_t count, capacity;
    bool after;
} rmk_tokens;

/* Makes the placement on the first token at or after a key, or after it. Copies the tokens. RMK_EMPTY,
 * RMK_LIMIT, RMK_NO_MEMORY, RMK_UNSUPPORTED (isa). */
rmk_status rmk_ring_place_tokens(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                                 const rmk_tokens *tokens, const rmk_placement_options *options,
                                 rmk_placement **placement);

/* Makes the placement on the points of the nodes' labels. It fails as rmk_ring_build does. */
rmk_status rmk_ring_place_labels(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                                 const rmk_placement_options *options, rmk_placement **placement);

void rmk_ring_place_destroy(rmk_placement *placement);
uint32_t rmk_ring_place_locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash);
uint32_t rmk_ring_place_locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash);
void rmk_ring_place_locate_batch(const rmk_placement *placement, const rmk_bytes *keys,
                                 const uint64_t *hashes, size_t count, uint32_t *owners);
size_t rmk_ring_place_replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                               uint32_t *out);
rmk_status rmk_ring_place_map(const rmk_placement *placement, rmk_map *map);
rmk_points rmk_ring_place_points(const rmk_placement *placement);
size_t rmk_ring_place_point_of(const rmk_placement *placement, uint64_t hash);
size_t rmk_ring_place_bytes(const rmk_placement *placement);
size_t rmk_ring_place_hot_bytes(const rmk_placement *placement);

/* What the descriptors of these placements have in common. */
#define RMK_RING_PLACE                                                                                       \
    .destroy = rmk_ring_place_destroy, .locate = rmk_ring_place_locate,                                      \
    .locate_batch = rmk_ring_place_locate_batch, .locate_plain = rmk_ring_place_locate_plain,                \
    .replicas = rmk_ring_place_replicas, .map = rmk_ring_place_map, .points = rmk_ring_place_points,         \
    .point_of = rmk_ring_place_point_of, .bytes = rmk_ring_place_bytes,                                      \
    .hot_bytes = rmk_ring_place_hot_bytes

/* Defines the algorithm of a session whose idle answer is that of its ring. */
#define RMK_RING_ALGORITHM(identifier, title, what, where, abilities, kept)                                  \
    static rmk_status identifier##_create(const rmk_nodes *nodes, const rmk_placement_options *options,      \
                                          rmk_placement **placement) {                                       \
        return rmk_ring_place_labels(&rmk_algorithm_##identifier, nodes, options, placement);                \
    }                                                                                                        \
    const rmk_algorithm rmk_algorithm_##identifier = {                                                       \
        .name = (title),                                                                                     \
        .summary = (what),                                                                                   \
        .source = (where),                                                                                   \
        .can = RMK_IS_SESSION | RMK_CAN_LOAD_FACTOR | RMK_CAN_REMOVE_ANY | RMK_CAN_VNODES | (abilities),     \
        .create = identifier##_create,                                                                       \
        .destroy = rmk_ring_place_destroy,                                                                   \
        .locate = rmk_ring_place_locate,                                                                     \
        .locate_batch = rmk_ring_place_locate_batch,                                                         \
        .locate_plain = rmk_ring_place_locate_plain,                                                         \
        .bytes = rmk_ring_place_bytes,                                                                       \
        .hot_bytes = rmk_ring_place_hot_bytes,                                                               \
        .session = (kept),                                                                                   \
    }

#endif
