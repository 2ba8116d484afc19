/* opentelemetry.c - the load-balancing exporter of OpenTelemetry's collector: a circle of 36000 slots. */
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"crc32", &rmk_hash_crc32}};

static const rmk_rule rule = {
    .label = "{name}{vnode:byte}",
    .circle_slots = 36000,
    .collision = RMK_COLLISION_SKIPPED,
};

const rmk_preset rmk_preset_opentelemetry = {
    .name = "opentelemetry",
    .system = "OpenTelemetry Collector: loadbalancingexporter",
    .keys = "CRC-32, modulo 36000",
    .points = "as keys",
    .labels = "{name} and one raw byte, the number",
    .weights = "none",
    .ties = "a slot that is taken is skipped",
    .lookup = "first slot >= hash, else the first",
    .source = "loadbalancingexporter consistent_hashing.go",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 16,
    .vnodes = 100,
    .down = RMK_DOWN_REBUILDS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
