/*
 * resty.c - resty.chash of OpenResty, which ingress-nginx and APISIX use: a chain of CRCs as nginx has, but begun with the
 * finished CRC of the id, and looked up backwards. It is another ring than `nginx`.
 */
#include "counts.h"
#include "presets.h"
#include "ring_placement.h"

#include <zlib.h>

enum { POINTS_PER_WEIGHT = 160 };

static void make_points(rmk_made_ring *made, uint32_t place) {
    const rmk_node *node = &made->nodes->list[place];
    const uint32_t id = (uint32_t)crc32_z(0, node->name.data, node->name.length);
    unsigned char before[4] = {0};
    for (uint32_t i = 0; i < node->weight * POINTS_PER_WEIGHT; i++) {
        /* zlib wants a finished CRC, and takes the final xor off it; the chain has it as the running one */
        uint32_t point = (uint32_t)crc32_z(id ^ UINT32_MAX, before, sizeof before);
        made->points[made->count++] = (rmk_made_point){point, place, i};
        for (unsigned byte = 0; byte < sizeof before; byte++)
            before[byte] = (unsigned char)(point >> (8 * byte));
    }
}

static uint64_t count(const rmk_preset *preset, const rmk_nodes *nodes,
                      const rmk_placement_options *options) {
    (void)preset, (void)options;
    return rmk_points_by_weight(nodes, POINTS_PER_WEIGHT);
}

static rmk_status create(const rmk_preset *preset, const rmk_nodes *nodes,
                         const rmk_placement_options *options, rmk_placement **placement) {
    rmk_made_ring made = {.nodes = nodes,
                          .ties = RMK_TIE_LAST,
                          .lookup = RMK_LOOKUP_AT_OR_BEFORE,
                          .below_first = RMK_EDGE_FIRST};
    uint64_t points = count(preset, nodes, options);
    if (points > RMK_MAX_POINTS)
        return RMK_LIMIT;
    made.capacity = (size_t)points;
    made.points = rmk_allocate(options->ring.allocator, 64, made.capacity, sizeof *made.points);
    if (!made.points)
        return RMK_NO_MEMORY;
    for (uint32_t i = 0; i < nodes->count; i++)
        make_points(&made, i);
    return rmk_ring_placement(&made, options, placement);
}

static const rmk_preset_hash hashes[] = {{"crc32", &rmk_hash_crc32}};

const rmk_preset rmk_preset_resty_chash = {
    .name = "resty-chash",
    .system = "OpenResty resty.chash: ingress-nginx upstream-hash-by, APISIX chash",
    .keys = "CRC-32",
    .points = "CRC-32, chained: each over the bytes of the one before, from the finished CRC of the id",
    .labels = "{name}, as ip:port in ingress-nginx",
    .weights = "160 points a unit",
    .ties = "the last point made owns, both stay",
    .lookup = "last point <= hash, below the first: the first",
    .source = "lua-resty-balancer lib/resty/chash.lua, chash.c",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 32,
    .takes = RMK_TAKES_WEIGHTS,
    .down = RMK_DOWN_REBUILDS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = count,
    .create = create,
};
