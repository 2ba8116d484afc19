/* redis_rb.c - Redis::Distributed of Ruby's redis: it looks back from a key, and nobody takes over for a node. */
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"crc32", &rmk_hash_crc32}};

static const rmk_rule rule = {
    .label = "{name}:{vnode}",
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_BEFORE,
};

const rmk_preset rmk_preset_redis_rb = {
    .name = "redis-rb",
    .system = "redis-rb Redis::Distributed, HashRing (as 4.8)",
    .keys = "CRC-32, of the key tag if there is one",
    .points = "CRC-32",
    .labels = "{name}:{vnode}, the name as its id prints: redis://host:6379/0",
    .weights = "none",
    .ties = "the last node added owns",
    .lookup = "last point <= hash, else the last",
    .source = "redis-rb lib/redis/hash_ring.rb",
    .checked = "ruby-redis 4.8 itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_HASH_TAG,
    .down = RMK_DOWN_UNSERVED,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
