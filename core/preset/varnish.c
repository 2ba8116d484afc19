/* varnish.c - Varnish's shard director: the last point takes what is past it, where others wrap. */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"sha256", &rmk_hash_sha256_tail.hash}};

static const rmk_rule rule = {
    .label = "{name}{vnode}",
    .count = RMK_COUNT_WEIGHT_FLOOR,
    .past_last = RMK_EDGE_LAST,
};

const rmk_preset rmk_preset_varnish_shard = {
    .name = "varnish-shard",
    .system = "Varnish: directors.shard, keys by shard.key()",
    .keys = "SHA-256, last 4 bytes, little-endian",
    .points = "as keys",
    .labels = "{name}{vnode}, the name is the backend's",
    .weights = "67 points a unit",
    .ties = "unspecified; here as made",
    .lookup = "first point >= hash, past the last: the last",
    .source = "vmod_directors_shard_cfg.c, vmod_directors_shard_dir.c",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 32,
    .vnodes = 67,
    .takes = RMK_TAKES_VNODES | RMK_TAKES_WEIGHTS,
    .down = RMK_DOWN_SKIPS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
