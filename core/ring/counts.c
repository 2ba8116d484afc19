/* counts.c - points by weight, or a fixed total shared by weight. */
#include "counts_internal.h"

#include "../merge_order.h"

bool rmk_ring_points_of(const rmk_node *node, uint64_t vnodes, uint64_t *points) {
    *points = 0;
    if (!rmk_node_serves(node))
        return true;
    return !__builtin_mul_overflow(node->weight, vnodes, points) && *points <= RMK_MAX_POINTS;
}

rmk_status rmk_ring_check_counts(const rmk_nodes *nodes, const rmk_ring_options *options) {
    if (!options->vnodes && !options->total_points)
        return RMK_BAD_INPUT;
    if (nodes->count > RMK_MAX_NODES || (!options->vnodes && options->total_points > RMK_MAX_POINTS))
        return RMK_LIMIT;
    uint64_t sum = 0, serving = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        uint64_t points = 0;
        serving += rmk_node_serves(&nodes->list[i]);
        if (options->vnodes && !rmk_ring_points_of(&nodes->list[i], options->vnodes, &points))
            return RMK_LIMIT;
        sum += points;
        if (sum > RMK_MAX_POINTS)
            return RMK_LIMIT;
    }
    if (!serving)
        return RMK_EMPTY;
    return !options->vnodes && options->total_points < serving ? RMK_BAD_INPUT : RMK_OK;
}

/*
 * Gives one point to each node whose exact part of `*total` is below one; these leave the division to the
 * others. That lowers the part of the others, so it is repeated until nobody is below. Never all are: the
 * total is at least one point a node, before and after a pass. Nodes that are done have counts > 0.
 */
static void fix_single_points(const rmk_nodes *nodes, uint64_t *counts, uint64_t *total, rmk_u128 *weight) {
    bool again = true;
    while (again) {
        again = false;
        rmk_u128 limit = *weight;
        uint64_t share = *total;
        for (size_t i = 0; i < nodes->count; i++) {
            const rmk_node *node = &nodes->list[i];
            if (!rmk_node_serves(node) || counts[i] || (rmk_u128)node->weight * share >= limit)
                continue;
            counts[i] = 1;
            *total -= 1;
            *weight -= node->weight;
            again = true;
        }
    }
}

static bool smaller_remainder(const void *context, uint32_t a, uint32_t b) {
    const rmk_u128 *left = context;
    return left[a] < left[b];
}

/* Shares by the largest remainder method (Hamilton); scratch holds 2 * count places. The sum is exactly
 * `total`. */
static void share_total(const rmk_nodes *nodes, uint64_t total, const uint32_t *by_name, rmk_u128 *left,
                        uint32_t *scratch, uint64_t *counts) {
    rmk_u128 weight = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        counts[i] = 0;
        weight += rmk_node_serves(&nodes->list[i]) ? nodes->list[i].weight : 0;
    }
    fix_single_points(nodes, counts, &total, &weight);
    uint64_t given = 0;
    size_t sharing = 0;
    uint32_t *order = scratch;
    /* Nodes come in name order, so that the stable sort leaves ties to the lower name. */
    for (size_t k = 0; k < nodes->count; k++) {
        uint32_t i = by_name[k];
        if (!rmk_node_serves(&nodes->list[i]) || counts[i])
            continue;
        rmk_u128 product = (rmk_u128)nodes->list[i].weight * total;
        counts[i] = (uint64_t)(product / weight);
        left[i] = product % weight;
        given += counts[i];
        order[sharing++] = i;
    }
    rmk_merge_order(order, scratch + nodes->count, sharing, smaller_remainder, left);
    for (size_t k = 0; k < sharing && given < total; k++, given++)
        counts[order[k]]++;
}

static rmk_status counts_of_total(const rmk_nodes *nodes, const rmk_ring_options *options, uint64_t *counts) {
    size_t n = nodes->count;
    uint32_t *places = rmk_allocate(options->allocator, 64, 3 * n, sizeof *places);
    rmk_u128 *left = rmk_allocate(options->allocator, 64, n, sizeof *left);
    rmk_status status = places && left ? rmk_nodes_name_order(nodes, options->allocator, places)
                                       : RMK_NO_MEMORY;
    if (status == RMK_OK)
        share_total(nodes, options->total_points, places, left, places + n, counts);
    rmk_release(options->allocator, left, n, sizeof *left);
    rmk_release(options->allocator, places, 3 * n, sizeof *places);
    return status;
}

rmk_status rmk_ring_point_counts(const rmk_nodes *nodes, const rmk_ring_options *options, uint64_t *counts) {
    rmk_status status = rmk_ring_check_counts(nodes, options);
    if (status != RMK_OK)
        return status;
    if (!options->vnodes)
        return counts_of_total(nodes, options, counts);
    for (size_t i = 0; i < nodes->count; i++)
        (void)rmk_ring_points_of(&nodes->list[i], options->vnodes, &counts[i]);
    return RMK_OK;
}
