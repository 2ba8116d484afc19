/* enyim.c - Enyim's memcached client of .NET: below the first point the last one owns, past the last the first. */
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"fnv1a-32", &rmk_hash_fnv1a_32}};

static const rmk_rule rule = {
    .label = "{name}-{vnode}",
    .below_first = RMK_EDGE_LAST,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
};

const rmk_preset rmk_preset_enyim = {
    .name = "enyim",
    .system = "Enyim.Caching DefaultNodeLocator",
    .keys = "FNV-1a 32",
    .points = "as keys",
    .labels = "{name}-{vnode}",
    .weights = "none",
    .ties = "the last node added owns",
    .lookup = "first point >= hash; below the first: the last; past the last: the first",
    .source = "Enyim.Caching Memcached/Locators/DefaultNodeLocator.cs",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 32,
    .vnodes = 100,
    .down = RMK_DOWN_REBUILDS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
