#include "ring_internal.h"

static bool is_in(const uint32_t *owners, size_t count, uint32_t owner) {
    for (size_t i = 0; i < count; i++)
        if (owners[i] == owner)
            return true;
    return false;
}

/* Points that lost their position are passed too, since their nodes stand right behind the winner. */
size_t rmk_ring_replicas(const rmk_ring *ring, uint64_t position, size_t wanted, uint32_t *out) {
    rmk_points points = rmk_ring_points(ring);
    size_t found = 0, most = wanted < ring->owner_count ? wanted : ring->owner_count;
    size_t at = rmk_points_lower_bound(&points, position);
    for (size_t passed = 0; passed < points.count && found < most; passed++, at++) {
        if (at == points.count)
            at = 0;
        if (!is_in(out, found, points.owners[at]))
            out[found++] = points.owners[at];
    }
    return found;
}
