/* thanos.c - the ketama hashring of Thanos Receive, without its replicas over zones: a section is a point. */
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"xxh64", &rmk_hash_xxh64}};

static const rmk_rule rule = {
    .label = "{name}:{vnode}",
    .first_vnode = 1,
};

const rmk_preset rmk_preset_thanos = {
    .name = "thanos",
    .system = "Thanos Receive: hashring ketama, sections",
    .keys = "XXH64 of the tenant and the labels as it joins them",
    .points = "XXH64",
    .labels = "{name}:{vnode}, from 1",
    .weights = "none",
    .ties = "unspecified; here as made",
    .lookup = "first point >= hash, else the first",
    .source = "thanos pkg/receive/hashring.go",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 64,
    .vnodes = 1000,
    .down = RMK_DOWN_UNSERVED,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
