#include "placement.h"

/* Takes into the set, in the order of the list, the nodes whose zone has `round` nodes in it so far; a
 * place that was taken becomes RMK_NOBODY. Returns how many nodes the set has then. */
static size_t take_round(const rmk_zones *zones, uint32_t *listed, size_t count, size_t round, size_t found,
                         size_t wanted, uint32_t *out) {
    for (size_t i = 0; i < count && found < wanted; i++) {
        size_t used = 0;
        for (size_t k = 0; listed[i] != RMK_NOBODY && k < found && used <= round; k++)
            used += zones->of[out[k]] == zones->of[listed[i]];
        if (listed[i] == RMK_NOBODY || used != round)
            continue;
        out[found++] = listed[i];
        listed[i] = RMK_NOBODY;
    }
    return found;
}

/* Makes the set that the first `count` nodes of the order give. *settled: nodes behind them could change
 * nothing, since every zone was met in each round but the last. */
static size_t take_rounds(const rmk_zones *zones, uint32_t *listed, size_t count, size_t wanted,
                          uint32_t *out, bool *settled) {
    size_t found = 0;
    *settled = true;
    for (size_t round = 0; found < wanted && found < count; round++) {
        size_t before = found;
        found = take_round(zones, listed, count, round, found, wanted, out);
        *settled = *settled && (found == wanted || found - before == zones->serving);
    }
    *settled = *settled && found == wanted;
    return found;
}

size_t rmk_placement_replicas_apart(const rmk_placement *placement, const rmk_zones *zones, rmk_bytes key,
                                    uint64_t hash, size_t wanted, uint32_t *listed, uint32_t *out) {
    const size_t all = placement->nodes->count;
    wanted = wanted < all ? wanted : all;
    for (size_t asked = wanted;; asked = asked < all / 2 ? 2 * asked : all) {
        bool settled;
        size_t count = placement->algorithm->replicas(placement, key, hash, asked, listed);
        size_t found = take_rounds(zones, listed, count, wanted, out, &settled);
        if (settled || count < asked || asked == all)
            return found;
    }
}
