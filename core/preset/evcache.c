/* evcache.c - the ring_hash of memcached's proxy in its evcache mode. */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

static const rmk_preset_hash hashes[] = {{"md5", &rmk_hash_md5_word}};

static const rmk_rule rule = {
    .label = "{host}/{host}:{port:11211}-{vnode}",
    .words = 4,
};

const rmk_preset rmk_preset_memcached_evcache = {
    .name = "memcached-evcache",
    .system = "memcached proxy: ring_hash, evcache mode",
    .keys = "MD5, first word, little-endian",
    .points = "MD5, four words a digest",
    .labels = "{host}/{host}:{port}-{vnode}",
    .weights = "none",
    .ties = "unspecified; here as made",
    .lookup = "first point >= hash, else the first",
    .source = "memcached proxy_ring_hash.c",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_VNODES,
    .down = RMK_DOWN_UNSERVED,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &rule,
};
