/* twemproxy.c - twemproxy's (nutcracker's) ketama distribution. Points are MD5 whatever the hash of keys. */
#include "twemproxy.h"

#include <string.h>

#include "label.h"
#include "port.h"
#include "presets.h"
#include "rule_create.h"

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

static const rmk_rule rule = {
    .label = "{alias-11211}-{vnode}",
    .words = 4,
    .count = RMK_COUNT_LIBMEMCACHED,
    .ties = RMK_TIE_FIRST,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
    .sole_is_keyless = true,
    .order = RMK_ORDER_LENGTH_THEN_NAME,
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
    .checked = "nutcracker 0.5.0 itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_HASH_TAG | RMK_TAKES_ALIAS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = rmk_twemproxy_hashes,
    .hash_count = RMK_TWEMPROXY_HASHES,
    .node_fault = rmk_twemproxy_fault,
    .known_by = rmk_alias_without_11211,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
