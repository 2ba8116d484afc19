#include "placement.h"

static bool zone_is_in(const rmk_zones *zones, const uint32_t *nodes, size_t count, uint32_t zone) {
    for (size_t i = 0; i < count; i++)
        if (zones->of[nodes[i]] == zone)
            return true;
    return false;
}

/* The first node of each zone, `wanted` at most. */
static size_t first_of_zones(const rmk_zones *zones, const uint32_t *listed, size_t count, size_t wanted,
                             uint32_t *out) {
    size_t found = 0;
    for (size_t i = 0; i < count && found < wanted; i++)
        if (!zone_is_in(zones, out, found, zones->of[listed[i]]))
            out[found++] = listed[i];
    return found;
}

/* Behind the `found` nodes of distinct zones, in the order of the list; what is chosen is a part of it, in
 * the same order. */
static size_t fill_up(const uint32_t *listed, size_t count, size_t found, size_t wanted, uint32_t *out) {
    size_t chosen = 0, filled = found;
    for (size_t i = 0; i < count && filled < wanted; i++) {
        if (chosen < found && listed[i] == out[chosen])
            chosen++;
        else
            out[filled++] = listed[i];
    }
    return filled;
}

size_t rmk_placement_replicas_apart(const rmk_placement *placement, const rmk_zones *zones, rmk_bytes key,
                                    uint64_t hash, size_t wanted, uint32_t *listed, uint32_t *out) {
    const size_t all = placement->nodes->count;
    size_t asked = wanted < all ? wanted : all, count, found;
    for (;; asked = asked < all / 2 ? 2 * asked : all) {
        count = placement->algorithm->replicas(placement, key, hash, asked, listed);
        found = first_of_zones(zones, listed, count, wanted, out);
        if (found == wanted || found == zones->live || count < asked || asked == all)
            break;
    }
    return fill_up(listed, count, found, wanted, out);
}
