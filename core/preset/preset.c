/* preset.c - finding hashes, and placing with the checks that hold for every system. */
#include <string.h>

#include "preset.h"

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

/* The nodes that the system sees, in list order; *up: those that can own keys. */
static size_t select_nodes(const rmk_preset *preset, const rmk_nodes *nodes, rmk_node *seen, size_t *up) {
    size_t count = 0;
    *up = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = &nodes->list[i];
        bool gone = !has_weight(preset, node) || (node->down && preset->down == RMK_DOWN_REBUILDS);
        if (gone && !takes(preset, RMK_NUMBERS_ALL))
            continue;
        *up += !gone && !node->down;
        seen[count++] = *node;
    }
    return count;
}

static rmk_status create(const rmk_preset *preset, const rmk_nodes *seen, rmk_placement_options options,
                         rmk_placement **placement) {
    if (!options.key_hash)
        options.key_hash = preset->hashes[0].hash;
    if (!options.ring.vnodes)
        options.ring.vnodes = preset->vnodes;
    if (!options.ring.total_points)
        options.ring.total_points = preset->total_points;
    return preset->create(preset, seen, &options, placement);
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
    rmk_node *list = rmk_allocate(allocator, 64, nodes->count, sizeof *list);
    if (!list)
        return RMK_NO_MEMORY;
    size_t up, count = select_nodes(preset, nodes, list, &up);
    rmk_nodes seen = {.list = list, .count = count, .id_limit = nodes->id_limit};
    status = up ? create(preset, &seen, *options, placement) : RMK_EMPTY;
    rmk_release(allocator, list, nodes->count, sizeof *list);
    if (status == RMK_OK)
        (*placement)->nodes = nodes;
    return status;
}
