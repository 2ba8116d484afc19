/*
 * twemproxy_modula.c - nutcracker's `distribution: modula`: servers sorted by the name they are hashed by,
 * each as often as its weight (nc_modula.c). The hashes are those of twemproxy.c.
 */
#include "presets.h"
#include "rule_create.h"
#include "slots_placement.h"
#include "twemproxy.h"

static rmk_status create(const rmk_preset *preset, const rmk_nodes *nodes,
                         const rmk_placement_options *options, rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    uint32_t *order = rmk_allocate(allocator, 64, nodes->count, sizeof *order);
    if (!order)
        return RMK_NO_MEMORY;
    rmk_label name;
    rmk_label_parse("{alias-11211}", &name);
    rmk_status status = rmk_rule_order(nodes, &name, RMK_ORDER_LENGTH_THEN_NAME, allocator, order);
    if (!status) /* a pool of one server does not hash */
        status = rmk_weighted_slots(preset, nodes, order, nodes->count == 1, options, placement);
    rmk_release(allocator, order, nodes->count, sizeof *order);
    return status;
}

const rmk_preset rmk_preset_twemproxy_modula = {
    .name = "twemproxy-modula",
    .system = "twemproxy: distribution modula (as nutcracker 0.5.0)",
    .keys = "the function named, of the hash tag if there is one",
    .points = "none",
    .labels = "none; sorted by alias, else host:port, or host at port 11211: shorter first, then bytes",
    .weights = "as many slots as the weight",
    .ties = "none",
    .lookup = "hash % sum of weights",
    .source = "nc_modula.c, nc_server.c",
    .checked = "nutcracker 0.5.0 itself",
    .bits = 32,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_HASH_TAG | RMK_TAKES_ALIAS,
    .down = RMK_DOWN_REBUILDS,
    .algorithm = &rmk_algorithm_preset_modulo,
    .hashes = rmk_twemproxy_hashes,
    .hash_count = RMK_TWEMPROXY_HASHES,
    .node_fault = rmk_twemproxy_fault,
    .known_by = rmk_alias_without_11211,
    .create = create,
};
