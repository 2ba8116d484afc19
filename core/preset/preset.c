/* preset.c - finding hashes, and placing with the checks that hold for every system. */
#include "preset.h"

#include <string.h>

const rmk_hash *rmk_preset_hash_find(const rmk_preset *preset, const char *name) {
    for (size_t i = 0; i < preset->hash_count; i++)
        if (!strcmp(preset->hashes[i].name, name))
            return preset->hashes[i].hash;
    return NULL;
}

static bool has_hash(const rmk_preset *preset, const rmk_hash *hash) {
    for (size_t i = 0; i < preset->hash_count; i++)
        if (preset->hashes[i].hash == hash)
            return true;
    return false;
}

static bool takes(const rmk_preset *preset, unsigned what) {
    return preset->takes & what;
}

static bool options_fit(const rmk_preset *preset, const rmk_placement_options *options) {
    return (!options->key_hash || has_hash(preset, options->key_hash)) &&
           (!options->ring.vnodes || takes(preset, RMK_TAKES_VNODES)) &&
           (!options->ring.total_points || takes(preset, RMK_TAKES_TOTAL_POINTS)) &&
           (!options->table_size || takes(preset, RMK_TAKES_TABLE_SIZE));
}

static rmk_status check_nodes(const rmk_preset *preset, const rmk_nodes *nodes) {
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = &nodes->list[i];
        if (node->weight > 1 && !takes(preset, RMK_TAKES_WEIGHTS))
            return RMK_UNSUPPORTED;
        if (preset->node_fault && preset->node_fault(node))
            return RMK_BAD_INPUT;
    }
    return RMK_OK;
}

static bool has_weight(const rmk_preset *preset, const rmk_node *node) {
    return node->weight || takes(preset, RMK_TAKES_WEIGHT_0);
}

/* Copies to `seen` the nodes that the system sees, in list order; *up counts those that can own keys. */
static size_t select_nodes(const rmk_preset *preset, const rmk_nodes *nodes, rmk_node *seen, size_t *up) {
    size_t count = 0;
    *up = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = &nodes->list[i];
        bool out = !has_weight(preset, node), rebuilt = node->down && preset->down == RMK_DOWN_REBUILDS;
        bool counted = out && !rebuilt && takes(preset, RMK_COUNTS_WEIGHT_0);
        if ((out || rebuilt) && !counted && !takes(preset, RMK_NUMBERS_ALL))
            continue;
        *up += !out && !node->down;
        seen[count] = *node;
        if (!node->weight && !out)
            seen[count].weight = 1;
        count++;
    }
    return count;
}

/* Checks what the system knows nodes by as names are checked. */
static rmk_status check_known(const rmk_preset *preset, const rmk_nodes *nodes, rmk_node *list,
                              const rmk_allocator *allocator) {
    if (!preset->known_by)
        return RMK_OK;
    for (size_t i = 0; i < nodes->count; i++) {
        list[i] = nodes->list[i];
        list[i].name = preset->known_by(&nodes->list[i]);
    }
    rmk_nodes known = {list, nodes->count, nodes->id_limit};
    return rmk_nodes_check(&known, allocator, NULL);
}

static rmk_placement_options filled(const rmk_preset *preset, const rmk_placement_options *given) {
    rmk_placement_options options = *given;
    if (!options.key_hash)
        options.key_hash = preset->hashes[0].hash;
    if (!options.ring.vnodes)
        options.ring.vnodes = preset->vnodes;
    if (!options.ring.total_points)
        options.ring.total_points = preset->total_points;
    return options;
}

rmk_status rmk_preset_place(const rmk_preset *preset, const rmk_nodes *nodes,
                            const rmk_placement_options *options, rmk_placement **placement) {
    *placement = NULL;
    if (!options_fit(preset, options))
        return RMK_UNSUPPORTED;
    rmk_status status = check_nodes(preset, nodes);
    if (status != RMK_OK || !nodes->count)
        return status != RMK_OK ? status : RMK_EMPTY;
    const rmk_allocator *allocator = options->ring.allocator;
    const rmk_placement_options all = filled(preset, options);
    rmk_node *list = rmk_allocate(allocator, 64, nodes->count, sizeof *list);
    if (!list)
        return RMK_NO_MEMORY;
    status = check_known(preset, nodes, list, allocator);
    size_t up, count = select_nodes(preset, nodes, list, &up);
    rmk_nodes seen = {.list = list, .count = count, .id_limit = nodes->id_limit};
    if (status == RMK_OK)
        status = up ? preset->create(preset, &seen, &all, placement) : RMK_EMPTY;
    rmk_release(allocator, list, nodes->count, sizeof *list);
    if (status == RMK_OK)
        (*placement)->nodes = nodes;
    return status;
}

uint64_t rmk_preset_points(const rmk_preset *preset, const rmk_nodes *nodes,
                           const rmk_placement_options *options) {
    if (!preset->count || !nodes->count || !options_fit(preset, options))
        return 0;
    const rmk_allocator *allocator = options->ring.allocator;
    const rmk_placement_options all = filled(preset, options);
    rmk_node *list = rmk_allocate(allocator, 64, nodes->count, sizeof *list);
    if (!list)
        return 0;
    size_t up, count = select_nodes(preset, nodes, list, &up);
    rmk_nodes seen = {.list = list, .count = count, .id_limit = nodes->id_limit};
    uint64_t points = up ? preset->count(preset, &seen, &all) : 0;
    rmk_release(allocator, list, nodes->count, sizeof *list);
    return points;
}
