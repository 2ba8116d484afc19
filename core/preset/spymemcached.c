/* spymemcached.c - spymemcached's KetamaNodeLocator in its two label formats. */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"md5", &rmk_hash_md5_word}};

/* A map of weights changes the count even where all are alike; no map means 160 points. */
#define SPY_RULE(label_text, count_rule, weighted_rule)                                                      \
    {                                                                                                        \
        .label = label_text, .vnodes = 160, .words = 4, .count = count_rule, .ties = RMK_TIE_LAST,           \
        .collision = RMK_COLLISION_SKIPPED, .lookup = RMK_LOOKUP_AT_OR_AFTER, .weighted = weighted_rule,     \
    }

static const rmk_rule weighted = SPY_RULE("{name}-{vnode}", RMK_COUNT_LIBMEMCACHED, NULL);
static const rmk_rule plain = SPY_RULE("{name}-{vnode}", RMK_COUNT_VNODES, &weighted);
static const rmk_rule lib_weighted = SPY_RULE("{name-11211}-{vnode}", RMK_COUNT_LIBMEMCACHED, NULL);
static const rmk_rule lib_plain = SPY_RULE("{name-11211}-{vnode}", RMK_COUNT_VNODES, &lib_weighted);

const rmk_preset rmk_preset_spymemcached = {
    .name = "spymemcached",
    .system = "spymemcached 2.12, KetamaNodeKeyFormatter.Format.SPYMEMCACHED",
    .keys = "MD5, first word, little-endian",
    .points = "MD5, four words a digest",
    .labels = "{name}-{vnode}, the name as the socket address prints",
    .weights =
        "a weight not 1: floor(float(float(w/W * 40 * nodes) + 1e-10)) digests; nodes of weight 0 count",
    .ties = "the last point made replaces the others",
    .lookup = "first point >= hash, else the first",
    .source = "net.spy.memcached.KetamaNodeLocator",
    .checked = "spymemcached 2.12 itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS | RMK_COUNTS_WEIGHT_0,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &plain,
};

const rmk_preset rmk_preset_spymemcached_lib = {
    .name = "spymemcached-lib",
    .system = "spymemcached 2.12, KetamaNodeKeyFormatter.Format.LIBMEMCACHED",
    .keys = "MD5, first word, little-endian",
    .points = "MD5, four words a digest",
    .labels = "{name}-{vnode}, the name without :11211",
    .weights =
        "a weight not 1: floor(float(float(w/W * 40 * nodes) + 1e-10)) digests; nodes of weight 0 count",
    .ties = "the last point made replaces the others",
    .lookup = "first point >= hash, else the first",
    .source = "net.spy.memcached.KetamaNodeLocator",
    .checked = "spymemcached 2.12 itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS | RMK_COUNTS_WEIGHT_0,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &lib_plain,
};
