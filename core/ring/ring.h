/*
 * ring.h - the consistent-hash ring: sorted arrays of positions and owners.
 *
 * Owner rule: the first point at or after the hash, wrapping to the first (Karger et al., "Consistent Hashing
 * and Random Trees", 1997). Of equal positions the node whose name sorts first (bytes) owns; the losers stay
 * in the arrays behind it, so that removing the winner restores them. The same nodes give the same arrays
 * whatever the order they were listed in.
 *
 * A ring is immutable. Any number of threads may read one; a change makes a new one.
 */
#ifndef RMK_RING_H
#define RMK_RING_H

#include "counts.h"
#include "index.h"
#include "options.h"

typedef struct rmk_ring rmk_ring;

/*
 * Hashes the labels of all nodes and sorts them. Two points with the same owner and the same label cannot be;
 * equal labels of two nodes are two equal positions, one of which is lost. The ring copies what it needs of
 * the nodes. RMK_NO_MEMORY, RMK_LIMIT, RMK_EMPTY, RMK_BAD_INPUT (counts, a node, label, or a label that the
 * hash cannot take), RMK_DUPLICATE, RMK_UNSUPPORTED (isa), RMK_LIBRARY. On failure *ring is NULL. Cost: one
 * hash a point and an O(points) radix sort.
 */
RMK_API rmk_status rmk_ring_build(const rmk_nodes *nodes, const rmk_ring_options *options, rmk_ring **ring);

/*
 * Makes the points of such a ring before they are sorted: node after node in name order, each with its
 * virtual nodes 0, 1, ... Both arrays have room for the sum of rmk_ring_point_counts. All options but index
 * and pages are read. It fails as rmk_ring_build does; the arrays are then undefined. Cost: one hash a point.
 * Any thread.
 */
RMK_API rmk_status rmk_ring_unsorted_points(const rmk_nodes *nodes, const rmk_ring_options *options,
                                            uint64_t *positions, uint32_t *owners);

/*
 * Builds a ring of given positions: positions[i] belongs to the node with id owners[i]. Equal positions keep
 * the order in which they were given (the first owns). Only index, isa, pages, threads and allocator of the
 * options are read. id_limit: owners are below, or RMK_NOBODY. RMK_EMPTY when count is 0.
 */
RMK_API rmk_status rmk_ring_from_points(const uint64_t *positions, const uint32_t *owners, size_t count,
                                        uint32_t id_limit, const rmk_ring_options *options, rmk_ring **ring);

RMK_API void rmk_ring_destroy(rmk_ring *ring);

/*
 * Makes the ring with one node more or less, equal to a fresh build from the changed list; `ring` is left as
 * it is. Only rings of rmk_ring_build that used vnodes can (a fixed total changes every node's points): else
 * RMK_UNSUPPORTED. The ring knows the nodes that are down or have no weight: they can be taken out and are
 * duplicates when added, and neither changes a point. An id above the limit raises the limit of the new ring;
 * taking a node out keeps it. Builds on the allocator, hash and index of `ring`. RMK_DUPLICATE (id or name is
 * there), RMK_NOT_FOUND, RMK_EMPTY (the last one with points), RMK_BAD_INPUT (name or id), RMK_LIMIT,
 * RMK_NO_MEMORY. Cost: a merge of the arrays, O(points).
 */
RMK_API rmk_status rmk_ring_with(const rmk_ring *ring, const rmk_node *node, rmk_ring **changed);
RMK_API rmk_status rmk_ring_without(const rmk_ring *ring, uint32_t id, rmk_ring **changed);

/* The owner of a position (a hash value on the circle of 2^64, rmk_hash_position()). */
RMK_API uint32_t rmk_ring_lookup(const rmk_ring *ring, uint64_t position);
RMK_API void rmk_ring_lookup_batch(const rmk_ring *ring, const uint64_t *positions, size_t count,
                                   uint32_t *owners);
/* The same by plain binary search over the arrays, whatever the index: the reference. */
RMK_API uint32_t rmk_ring_lookup_plain(const rmk_ring *ring, uint64_t position);

/*
 * The next `wanted` distinct owners from a position on, the owner first; returns how many there are (fewer
 * when the ring has fewer nodes). out has room for `wanted`. Cost: O(log points + points passed); allocates
 * nothing up to 64 wanted and is quadratic in `wanted`.
 */
RMK_API size_t rmk_ring_replicas(const rmk_ring *ring, uint64_t position, size_t wanted, uint32_t *out);

/* The sorted arrays, owned by the ring: 64-byte aligned; 16 entries behind the last are readable, positions
 * ~0 and owners of the first point. */
RMK_API rmk_points rmk_ring_points(const rmk_ring *ring);
/* Points that own nothing because an equal position comes before them. */
RMK_API size_t rmk_ring_points_lost(const rmk_ring *ring);
RMK_API uint32_t rmk_ring_id_limit(const rmk_ring *ring);
RMK_API const rmk_index_type *rmk_ring_index(const rmk_ring *ring);

typedef struct rmk_ring_memory {
    size_t points_bytes; /* positions and owners */
    size_t index_bytes;
    size_t other_bytes; /* names and the structure itself */
    size_t hot_bytes;   /* what a uniform stream of lookups touches */
} rmk_ring_memory;

/* Counts exactly: the three parts add up to what the allocator gave. */
RMK_API rmk_ring_memory rmk_ring_memory_of(const rmk_ring *ring);

/* Checks every invariant of the arrays and the padding; false with a constant reason. O(points). */
RMK_API bool rmk_ring_validate(const rmk_ring *ring, const char **reason);

#endif
