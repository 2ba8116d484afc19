/* traffic_server.c - Apache Traffic Server's consistent hash of parents. The index stands before the name. */
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"siphash-2-4", &rmk_hash_siphash_2_4}};

static const rmk_rule rule = {
    .label = "{vnode}-{name}",
    .count = RMK_COUNT_WEIGHT_ROUND,
    .collision = RMK_COLLISION_SKIPPED,
};

const rmk_preset rmk_preset_traffic_server = {
    .name = "traffic-server",
    .system = "Apache Traffic Server: ATSConsistentHash",
    .keys = "SipHash-2-4, key 0",
    .points = "as keys",
    .labels = "{vnode}-{name}",
    .weights = "round(1024 * w); fractions by weight_unit in a rule",
    .ties = "the first point made stays",
    .lookup = "first point >= hash, else the first",
    .source = "ConsistentHash.cc, HashSip.cc",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 64,
    .vnodes = 1024,
    .takes = RMK_TAKES_VNODES | RMK_TAKES_WEIGHTS,
    .down = RMK_DOWN_SKIPS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
