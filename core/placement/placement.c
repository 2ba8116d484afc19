#include "placement.h"

static bool weights_are_plain(const rmk_nodes *nodes) {
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->list[i].weight > 1)
            return false;
    return true;
}

rmk_status rmk_placement_create(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                                const rmk_placement_options *options, rmk_placement **placement) {
    *placement = NULL;
    if (!options->key_hash)
        return RMK_BAD_INPUT;
    if (!(algorithm->can & RMK_CAN_WEIGHTS) && !weights_are_plain(nodes))
        return RMK_UNSUPPORTED;
    size_t serving = rmk_nodes_serving(nodes);
    if (!serving)
        return RMK_EMPTY;
    if (serving > RMK_MAX_NODES)
        return RMK_LIMIT;
    return algorithm->create(nodes, options, placement);
}

void rmk_placement_destroy(rmk_placement *placement) {
    if (placement)
        placement->algorithm->destroy(placement);
}

uint32_t rmk_placement_locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    const rmk_algorithm *algorithm = placement->algorithm;
    return algorithm->locate_plain ? algorithm->locate_plain(placement, key, hash)
                                   : algorithm->locate(placement, key, hash);
}

void rmk_placement_locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                                size_t count, uint32_t *owners) {
    const rmk_algorithm *algorithm = placement->algorithm;
    if (algorithm->locate_batch) {
        algorithm->locate_batch(placement, keys, hashes, count, owners);
        return;
    }
    rmk_bytes none = {NULL, 0};
    for (size_t i = 0; i < count; i++)
        owners[i] = algorithm->locate(placement, keys ? keys[i] : none, hashes[i]);
}

size_t rmk_placement_point_of(const rmk_placement *placement, uint64_t hash) {
    const rmk_algorithm *algorithm = placement->algorithm;
    if (!(algorithm->can & RMK_HAS_POINTS))
        return SIZE_MAX;
    if (algorithm->point_of)
        return algorithm->point_of(placement, hash);
    rmk_points points = algorithm->points(placement);
    size_t place = rmk_points_lower_bound(&points, hash << (64 - placement->domain.bits));
    return place < points.count ? place : 0;
}

rmk_status rmk_placement_map(const rmk_placement *placement, rmk_map *map) {
    *map = (rmk_map){0};
    if (!(placement->algorithm->can & RMK_HAS_MAP))
        return RMK_UNSUPPORTED;
    return placement->algorithm->map(placement, map);
}

double rmk_serving_weight(const rmk_nodes *nodes) {
    rmk_u128 sum = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            sum += nodes->list[i].weight;
    return (double)sum;
}

double rmk_fair_share(const rmk_node *node, double serving_weight) {
    return rmk_node_serves(node) ? (double)node->weight / serving_weight : 0;
}
