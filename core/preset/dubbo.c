/* dubbo.c - Apache Dubbo's ConsistentHashLoadBalance. Labels have no separator: "a:1" + "11" is "a:11" + "1". */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"md5", &rmk_hash_md5_word}};

/* Makes hash.nodes / 4 digests a node: with less than 4 nothing is on the ring, and a lookup fails. */
static const rmk_rule rule = {
    .label = "{name}{vnode}",
    .words = 4,
    .count = RMK_COUNT_VNODES,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
    .sole_is_keyless = true,
};

const rmk_preset rmk_preset_dubbo = {
    .name = "dubbo",
    .system = "Apache Dubbo 2.x to 3.3 ConsistentHashLoadBalance",
    .keys = "MD5, first word, little-endian",
    .points = "MD5, four words a digest; vnodes/4 digests",
    .labels = "{name}{vnode}",
    .weights = "none",
    .ties = "the last point made replaces the others",
    .lookup = "first point >= hash, else the first; one node: no hash",
    .source = "org.apache.dubbo.rpc.cluster.loadbalance.ConsistentHashLoadBalance",
    .checked = "the class itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_VNODES,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
