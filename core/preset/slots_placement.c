#include "slots_placement.h"

/* The most slots, which take 1 GiB; systems that repeat a server by its weight mean weights of a few. */
#define MOST_SLOTS (UINT64_C(1) << 28)

static rmk_u128 weight_sum(const rmk_nodes *nodes) {
    rmk_u128 sum = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            sum += nodes->list[i].weight;
    return sum;
}

rmk_status rmk_weighted_slots(const rmk_preset *preset, const rmk_nodes *nodes, const uint32_t *order,
                              bool keyless, const rmk_placement_options *options, rmk_placement **placement) {
    const rmk_domain domain = rmk_domain_of(options->key_hash);
    const rmk_u128 sum = weight_sum(nodes), values = rmk_domain_total(&domain);
    const rmk_u128 count = sum < values ? sum : values;
    if (!count)
        return RMK_EMPTY;
    if (count > MOST_SLOTS)
        return RMK_LIMIT;
    rmk_made_slots made = {
        .algorithm = preset->algorithm, .nodes = nodes, .count = (size_t)count, .keyless = keyless};
    rmk_status status = rmk_slots_allocate(&made, options);
    if (status)
        return status;
    size_t slot = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + (order ? order[i] : i);
        uint64_t wanted = rmk_node_serves(node) ? node->weight : 0;
        for (; wanted && slot < made.count; wanted--)
            made.owners[slot++] = node->id;
    }
    return rmk_slots_place(&made, options, placement);
}

const rmk_algorithm rmk_algorithm_preset_modulo = {
    .name = "modulo",
    .summary = "hash modulo the sum of weights, each node as often as its weight",
    .source = "the preset's system",
    .can = RMK_CAN_WEIGHTS | RMK_IS_ORDERED | RMK_HAS_MAP,
    RMK_SLOTS_PLACE,
};

const rmk_algorithm rmk_algorithm_preset_maglev = {
    .name = "maglev",
    .summary = "a table of prime size that nodes fill in turns by permutations of their own",
    .source = "Eisenbud et al., \"Maglev: A Fast and Reliable Software Network Load Balancer\" (2016)",
    .can = RMK_CAN_WEIGHTS | RMK_CAN_REMOVE_ANY | RMK_HAS_MAP,
    RMK_SLOTS_PLACE,
};

const rmk_algorithm rmk_algorithm_preset_slots = {
    .name = "slots",
    .summary = "a fixed number of slots, a contiguous range each node",
    .source = "the preset's system",
    .can = RMK_IS_ORDERED | RMK_HAS_MAP,
    RMK_SLOTS_PLACE,
};
