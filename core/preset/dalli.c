/*
 * dalli.c - Dalli, the memcached client of Rails: points of SHA-1 under keys of CRC-32. For a server that is down the
 * key is hashed again with a number before it, which is no walk on the ring; such nodes are refused.
 */
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"crc32", &rmk_hash_crc32}};

static const rmk_rule rule = {
    .label = "{bare-host}:{port:11211}:{vnode}",
    .point_hash = &rmk_hash_sha1,
    .words = 1,
    .word_big_endian = true,
    .count = RMK_COUNT_SHARE_FLOOR,
    .ties = RMK_TIE_LAST,
    .lookup = RMK_LOOKUP_AT_OR_BEFORE,
    .sole_is_keyless = true,
};

static const char *fault(const rmk_node *node) {
    if (node->down)
        return "Dalli hashes a key again for a server that is down; leave the node out to see the ring "
               "without it";
    return node->name.data[0] == '/' ? "a socket's path is hashed without a port, which this rule has" : NULL;
}

const rmk_preset rmk_preset_dalli = {
    .name = "dalli",
    .system = "Dalli::Ring (as 3.0.6), Rails' mem_cache_store",
    .keys = "CRC-32",
    .points = "SHA-1, first 4 bytes, big-endian",
    .labels = "{host}:{port}:{vnode}, port 11211 where the name has none, IPv6 without brackets",
    .weights = "floor(160 * nodes * w / W)",
    .ties = "the last point in the order of a sort that is not stable; here as made",
    .lookup = "last point <= hash, else the last; one node: no hash",
    .source = "dalli lib/dalli/ring.rb",
    .checked = "ruby-dalli 3.0.6 itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .node_fault = fault,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
