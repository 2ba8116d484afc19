#include "spread.h"

#include "zones.h"

#include <string.h>

struct rmk_spread {
    const rmk_allocator *allocator;
    uint32_t *zone_of; /* of an id */
    uint32_t *used;    /* of a zone: its nodes in the set */
    uint32_t *walk;    /* ids; a taken one becomes RMK_NOBODY */
    size_t count;      /* nodes */
    uint32_t zones, id_limit;
};

void rmk_spread_destroy(rmk_spread *spread) {
    if (!spread)
        return;
    const rmk_allocator *allocator = spread->allocator;
    rmk_release(allocator, spread->zone_of, spread->id_limit, sizeof *spread->zone_of);
    rmk_release(allocator, spread->used, spread->count, sizeof *spread->used);
    rmk_release(allocator, spread->walk, spread->count, sizeof *spread->walk);
    rmk_release(allocator, spread, 1, sizeof *spread);
}

rmk_status rmk_spread_create(const rmk_nodes *nodes, const rmk_allocator *allocator, rmk_spread **spread) {
    rmk_spread *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    *spread = NULL;
    if (!self)
        return RMK_NO_MEMORY;
    *self = (rmk_spread){.allocator = allocator, .count = nodes->count, .id_limit = nodes->id_limit};
    self->zone_of = rmk_allocate(allocator, 64, self->id_limit, sizeof *self->zone_of);
    self->used = rmk_allocate(allocator, 64, self->count, sizeof *self->used);
    self->walk = rmk_allocate(allocator, 64, self->count, sizeof *self->walk);
    rmk_status status = RMK_NO_MEMORY;
    if (self->zone_of && self->used && self->walk)
        status = rmk_zones_number(nodes, allocator, self->walk, &self->zones);
    if (status) {
        rmk_spread_destroy(self);
        return status;
    }
    memset(self->zone_of, 0xff, self->id_limit * sizeof *self->zone_of);
    for (size_t i = 0; i < nodes->count; i++)
        self->zone_of[nodes->list[i].id] = self->walk[i];
    *spread = self;
    return RMK_OK;
}

uint32_t rmk_spread_zones(const rmk_spread *spread) {
    return spread->zones;
}

uint32_t rmk_spread_zone(const rmk_spread *spread, uint32_t id) {
    return id < spread->id_limit ? spread->zone_of[id] : RMK_NOBODY;
}

/* Those of the walk whose zone has `round` nodes in the set so far; returns how many the set has then. */
static size_t take_round(rmk_spread *spread, size_t passed, uint32_t round, size_t found, size_t wanted,
                         uint32_t *out) {
    for (size_t i = 0; i < passed && found < wanted; i++) {
        uint32_t id = spread->walk[i];
        if (id == RMK_NOBODY || spread->used[spread->zone_of[id]] != round)
            continue;
        spread->used[spread->zone_of[id]]++;
        spread->walk[i] = RMK_NOBODY;
        out[found++] = id;
    }
    return found;
}

size_t rmk_spread_replicas(rmk_spread *spread, const rmk_placement *placement, rmk_bytes key, uint64_t hash,
                           size_t wanted, uint32_t *out) {
    if (!(placement->algorithm->can & RMK_CAN_REPLICAS))
        return 0;
    wanted = wanted < spread->count ? wanted : spread->count;
    size_t asked = wanted <= spread->zones ? wanted : spread->count;
    for (;;) {
        size_t passed = placement->algorithm->replicas(placement, key, hash, asked, spread->walk);
        memset(spread->used, 0, spread->zones * sizeof *spread->used);
        size_t found = take_round(spread, passed, 0, 0, wanted, out);
        bool all = passed < asked || asked == spread->count;
        for (uint32_t round = 1; all && found < wanted && found < passed; round++)
            found = take_round(spread, passed, round, found, wanted, out);
        if (all || found == wanted)
            return found;
        asked = 2 * asked < spread->count ? 2 * asked : spread->count;
    }
}
