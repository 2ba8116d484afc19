/* twemproxy.c - twemproxy's (nutcracker's) ketama distribution. Points are MD5 whatever the hash of keys. */
#include "twemproxy.h"

#include <string.h>

#include "../merge_order.h"
#include "port.h"
#include "presets.h"
#include "rule.h"

rmk_bytes rmk_twemproxy_name(const rmk_node *node) {
    return node->alias.length ? node->alias : rmk_name_without_11211(node);
}

/* A name alone is let pass: generated names have no port. */
const char *rmk_twemproxy_fault(const rmk_node *node) {
    rmk_bytes name = node->name;
    if (name.data[0] == '/')
        return NULL;
    const unsigned char *colon = memrchr(name.data, ':', name.length);
    if (colon && !rmk_is_port((rmk_bytes){colon + 1, name.length - (size_t)(colon + 1 - name.data)}))
        return "what stands behind the last colon is not a port from 1 to 65535";
    return NULL;
}

static bool stands_after(const void *context, uint32_t a, uint32_t b) {
    const rmk_nodes *nodes = context;
    rmk_bytes one = rmk_twemproxy_name(&nodes->list[a]), other = rmk_twemproxy_name(&nodes->list[b]);
    return one.length != other.length ? one.length > other.length : rmk_bytes_compare(one, other) > 0;
}

rmk_status rmk_twemproxy_order(const rmk_nodes *nodes, const rmk_allocator *allocator, uint32_t *order) {
    uint32_t *scratch = rmk_allocate(allocator, 64, nodes->count, sizeof *scratch);
    if (!scratch)
        return RMK_NO_MEMORY;
    for (size_t i = 0; i < nodes->count; i++)
        order[i] = (uint32_t)i;
    rmk_merge_order(order, scratch, nodes->count, stands_after, nodes);
    rmk_release(allocator, scratch, nodes->count, sizeof *scratch);
    return RMK_OK;
}

static const rmk_rule rule = {
    .label = "{name}-{vnode}",
    .name_of = rmk_twemproxy_name,
    .words = 4,
    .count = rmk_count_libmemcached,
    .ties = RMK_TIE_FIRST_BOTH,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
    .sole_is_keyless = true,
    .order = rmk_twemproxy_order,
};

const rmk_preset rmk_preset_twemproxy = {
    .name = "twemproxy",
    .system = "twemproxy (nutcracker) 0.5, distribution: ketama",
    .keys = "fnv1a_64 (32 bits of it), or the hash named",
    .points = "MD5, four words a digest",
    .labels = "{name}-{vnode}, the alias, or the name without :11211",
    .weights = "floor(float(float(w/W * 40 * nodes) + 1e-10)) digests",
    .ties = "the shorter name owns, then the lower; both stay",
    .lookup = "first point >= hash, else the first; one node: no hash",
    .source = "twemproxy src/hashkit/nc_ketama.c",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_HASH_TAG | RMK_TAKES_ALIAS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = rmk_twemproxy_hashes,
    .hash_count = RMK_TWEMPROXY_HASHES,
    .node_fault = rmk_twemproxy_fault,
    .known_by = rmk_twemproxy_name,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
