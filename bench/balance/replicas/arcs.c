#include "arcs.h"

#include <stdlib.h>

#include "bench/support/fail.h"

rmk_status rm_replica_walk_open(const rmk_placement *placement, uint64_t replicas, bool zone_aware,
                                rm_replica_walk *walk) {
    const rmk_ring *ring = rm_placement_ring(placement);
    if (!ring || !(placement->algorithm->can & RMK_CAN_REPLICAS))
        return RMK_UNSUPPORTED;
    *walk = (rm_replica_walk){.placement = placement,
                              .searched = rmk_ring_points(ring),
                              .walked = placement->algorithm->points(placement)};
    if (!walk->walked.count)
        return RMK_UNSUPPORTED;
    walk->sets = rm_replica_sets_open(placement, replicas, zone_aware);
    walk->nodes = rm_calloc(walk->sets.wanted, sizeof *walk->nodes);
    return RMK_OK;
}

void rm_replica_walk_close(rm_replica_walk *walk) {
    rm_replica_sets_close(&walk->sets);
    free(walk->nodes);
}

static uint64_t next_end(const rmk_points *points, size_t *next, uint64_t behind) {
    while (*next < points->count && points->positions[*next] <= behind)
        ++*next;
    return *next < points->count ? points->positions[*next] : UINT64_MAX;
}

/* Finds the next place where a lookup finds another point or a walk begins at another. Behind the last
 * point that is the end of the circle. */
static uint64_t next_stretch_end(rm_replica_walk *walk) {
    if (!walk->begun)
        return walk->searched.positions[0] < walk->walked.positions[0] ? walk->searched.positions[0]
                                                                       : walk->walked.positions[0];
    uint64_t a = next_end(&walk->searched, &walk->next_searched, walk->end);
    uint64_t b = next_end(&walk->walked, &walk->next_walked, walk->end);
    return a < b ? a : b;
}

/* Finds the last hash value that stands at or before `end`. `until` values do, at least one. */
static uint64_t last_value(const rmk_domain *domain, uint64_t end, rmk_u128 until) {
    if (domain->values)
        return domain->values[(size_t)until - 1];
    uint64_t value = end >> (64 - domain->bits), top = UINT64_MAX >> (64 - domain->value_bits);
    return value < top ? value : top;
}

bool rm_replica_walk_next(rm_replica_walk *walk) {
    const rmk_placement *placement = walk->placement;
    if (walk->begun && walk->end == UINT64_MAX)
        return false;
    walk->end = next_stretch_end(walk);
    walk->begun = true;
    rmk_u128 until = rmk_domain_until(&placement->domain, walk->end);
    walk->part = until - walk->until;
    walk->until = until;
    if (walk->part)
        walk->count = rm_replica_set(&walk->sets, (rmk_bytes){NULL, 0},
                                     last_value(&placement->domain, walk->end, until), walk->nodes);
    return true;
}
