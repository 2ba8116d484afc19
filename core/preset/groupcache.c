/* groupcache.c - Go's groupcache/consistenthash. The index stands before the name. */
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"crc32", &rmk_hash_crc32}};

static const rmk_rule rule = {
    .label = "{vnode}{name}",
    .point_hash = &rmk_hash_crc32,
    .count = RMK_COUNT_VNODES,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
};

const rmk_preset rmk_preset_groupcache = {
    .name = "groupcache",
    .system = "golang/groupcache consistenthash, HTTPPool's replicas",
    .keys = "CRC-32 (IEEE)",
    .points = "as keys",
    .labels = "{vnode}{name}",
    .weights = "none",
    .ties = "the last node added owns",
    .lookup = "first point >= hash, else the first",
    .source = "golang/groupcache consistenthash/consistenthash.go",
    .checked = "the package itself",
    .bits = 32,
    .vnodes = 50,
    .takes = RMK_TAKES_VNODES,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
