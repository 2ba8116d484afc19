/* kong.c - Kong's consistent-hashing balancer, targets of addresses, slots 10000. A taken slot costs an index. */
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"xxh32", &rmk_hash_xxh32}};

static const rmk_rule rule = {
    .label = "{host}::{port} {vnode}",
    .first_vnode = 1,
    .circle_slots = 10000,
    .order = RMK_ORDER_NAME,
    .count = RMK_COUNT_SHARE_DOUBLE,
    .least = 1,
    .lookup = RMK_LOOKUP_AT_OR_BEFORE,
    .collision = RMK_COLLISION_NEXT_INDEX,
};

const rmk_preset rmk_preset_kong = {
    .name = "kong",
    .system = "Kong: consistent-hashing, slots 10000",
    .keys = "XXH32, modulo the slots",
    .points = "as keys",
    .labels = "{host}::{port} {vnode}, from 1",
    .weights = "floor(w / W * nodes * 160) in doubles, at least 1",
    .ties = "the next index that finds a free slot",
    .lookup = "last slot <= hash, else the last",
    .source = "kong/runloop/balancer/consistent_hashing.lua",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 14,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS,
    .down = RMK_DOWN_SKIPS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
