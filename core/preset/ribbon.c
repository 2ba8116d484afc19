/* ribbon.c - a published rule for Spring Cloud Ribbon, as it was written and as it was meant. */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"md5", &rmk_hash_ribbon_key}};
static const rmk_preset_hash intent_hashes[] = {{"md5", &rmk_hash_ribbon_intent_key}};

/* Past the last point the rule asks an empty map for its first key, which throws. */
static const rmk_rule rule = {
    .label = "{name}{vnode}",
    .point_hash = &rmk_hash_ribbon,
    .count = RMK_COUNT_VNODES,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
    .past_last = RMK_EDGE_NOBODY,
    .key_values = rmk_ribbon_values,
    .key_value_count = RMK_RIBBON_VALUES,
};

static const rmk_rule intent = {
    .label = "{name}{vnode}",
    .point_hash = &rmk_hash_ribbon_intent,
    .count = RMK_COUNT_VNODES,
    .ties = RMK_TIE_LAST,
    .collision = RMK_COLLISION_SKIPPED,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
};

const rmk_preset rmk_preset_ribbon = {
    .name = "ribbon",
    .system = "an article's Spring Cloud Ribbon IRule, as written",
    .keys = "MD5 of String.hashCode() in decimal, 1024 distinct values",
    .points = "MD5, one byte and two signs",
    .labels = "{name}{vnode}",
    .weights = "none",
    .ties = "the last point made replaces the others",
    .lookup = "first point >= hash; nobody past the last",
    .source = "an article on a consistent-hash IRule for Ribbon",
    .checked = "the article's class",
    .bits = 24,
    .vnodes = 8,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};

const rmk_preset rmk_preset_ribbon_intent = {
    .name = "ribbon-intent",
    .system = "the same IRule, its slips mended",
    .keys = "MD5 of String.hashCode() in decimal, 24 bits",
    .points = "MD5, first 3 bytes, little-endian",
    .labels = "{name}{vnode}",
    .weights = "none",
    .ties = "the last point made replaces the others",
    .lookup = "first point >= hash, else the first",
    .source = "an article on a consistent-hash IRule for Ribbon",
    .checked = "the article's class",
    .bits = 24,
    .vnodes = 8,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = intent_hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &intent,
};
