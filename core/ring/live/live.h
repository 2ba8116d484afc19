/*
 * live.h - a ring that is changed in place: the line index (line.h) over buckets that own their points.
 *
 * Adding or removing a node touches the buckets of its points and, where the first point of a bucket changes,
 * the one before (with the empty ones between): it costs the same at a thousand points and at ten millions.
 * It answers as rmk_ring does: the owner rule, ties by name and what a lost point does when its winner goes
 * are those of ring.h, and after any changes every answer is that of a fresh rmk_ring_build.
 *
 * One thread changes it, while nobody reads it; between changes any number may read. Readers during changes:
 * shared.h.
 *
 * Three changes cost O(points) and as much memory again while they last: one that takes the ring above 1.5
 * times, or below half, of the points that its buckets were made for (amortised over the changes that brought
 * it there), and the first node with an id of 65,535 or more. A ring whose hash clusters costs up to
 * O(points) a change, as a merge does.
 */
#ifndef RMK_LIVE_H
#define RMK_LIVE_H

#include "../ring.h"

typedef struct rmk_live_ring rmk_live_ring;

/*
 * Builds a live ring as rmk_ring_build does, with the same answers; the index of the options is not read. RMK_UNSUPPORTED also
 * for a fixed total, which every change would spread anew. Needs the memory of an rmk_ring beside its own
 * while it is made.
 */
RMK_API rmk_status rmk_live_ring_build(const rmk_nodes *nodes, const rmk_ring_options *options,
                                       rmk_live_ring **live);
/* Makes one from a ring that is there, with its nodes, options and allocator; `ring` is left as it is and
 * not needed after. RMK_UNSUPPORTED (no vnodes), RMK_NO_MEMORY. O(points). */
RMK_API rmk_status rmk_live_ring_of(const rmk_ring *ring, rmk_live_ring **live);
RMK_API void rmk_live_ring_destroy(rmk_live_ring *live);

/*
 * One node more or less, with the rules and statuses of rmk_ring_with and rmk_ring_without. A failure leaves
 * every answer as it was (memory that was made ready may stay with the ring). Cost: one hash a point of the
 * node, and a few cache misses, overlapped; what a removed node held is kept for the next.
 */
RMK_API rmk_status rmk_live_ring_add(rmk_live_ring *live, const rmk_node *node);
RMK_API rmk_status rmk_live_ring_remove(rmk_live_ring *live, uint32_t id);

/* The owner of a position, as rmk_ring_lookup. */
RMK_API uint32_t rmk_live_ring_lookup(const rmk_live_ring *live, uint64_t position);
RMK_API void rmk_live_ring_lookup_batch(const rmk_live_ring *live, const uint64_t *positions, size_t count,
                                        uint32_t *owners);

RMK_API size_t rmk_live_ring_points_count(const rmk_live_ring *live);
/* A limit that every id which was ever in the ring is below. */
RMK_API uint32_t rmk_live_ring_id_limit(const rmk_live_ring *live);
/* Copies the points in the order of a fresh build, lost ones too; both arrays have room for
 * rmk_live_ring_points_count(). O(points). */
RMK_API void rmk_live_ring_copy_points(const rmk_live_ring *live, uint64_t *positions, uint32_t *owners);

/* Counts memory as exactly as rmk_ring_memory_of: points are the buckets, the index the lines. */
RMK_API rmk_ring_memory rmk_live_ring_memory_of(const rmk_live_ring *live);

/* Checks every invariant of points, lines and nodes; false with a constant reason. O(points), allocates
 * nothing. */
RMK_API bool rmk_live_ring_validate(const rmk_live_ring *live, const char **reason);

#endif
