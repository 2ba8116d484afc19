/* jedis.c - Jedis' ShardedJedis: shards are hashed by their place in the list, or by a name that was given. */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"murmur", &rmk_hash_murmur2_jedis.hash}};

static const rmk_rule by_place = {
    .label = "SHARD-{place}-NODE-{vnode}",
    .count = RMK_COUNT_WEIGHT_FLOOR,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
};

static const rmk_rule by_name = {
    .label = "{name}*{vnode}",
    .count = RMK_COUNT_WEIGHT_FLOOR,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
};

const rmk_preset rmk_preset_jedis = {
    .name = "jedis",
    .system = "Jedis ShardedJedis, shards without a name",
    .keys = "MurmurHash64A with seed 0x1234ABCD",
    .points = "as keys",
    .labels = "SHARD-{place}-NODE-{vnode}",
    .weights = "160 points a unit",
    .ties = "the last point put replaces the others",
    .lookup = "first point >= hash as signed numbers, else the first",
    .source = "redis.clients.util Sharded.java, MurmurHash.java",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 64,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_HASH_TAG,
    .down = RMK_DOWN_UNSERVED,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &by_place,
};

const rmk_preset rmk_preset_jedis_named = {
    .name = "jedis-named",
    .system = "Jedis ShardedJedis, shards with a name",
    .keys = "MurmurHash64A with seed 0x1234ABCD",
    .points = "as keys",
    .labels = "{name}*{vnode}",
    .weights = "160 points a unit",
    .ties = "the last point put replaces the others",
    .lookup = "first point >= hash as signed numbers, else the first",
    .source = "redis.clients.util Sharded.java, MurmurHash.java",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 64,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_HASH_TAG,
    .down = RMK_DOWN_UNSERVED,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &by_name,
};
