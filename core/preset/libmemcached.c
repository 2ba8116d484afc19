/*
 * libmemcached.c - libmemcached's consistent distributions.
 *
 * MEMCACHED_BEHAVIOR_KETAMA sets the distribution only: keys and points keep the hash that was set, by
 * default one-at-a-time. As soon as a weight is above 1 the ring is that of KETAMA_WEIGHTED; keys keep their
 * hash.
 */
#include "hashes.h"
#include "presets.h"
#include "rule_create.h"

/* The hashes by their names in hashkit; Debian's build has no hsieh. */
#define OTHER_HASHES                                                                                         \
    {"crc", &rmk_hash_mc_crc}, {"fnv1_64", &rmk_hash_mc_fnv1_64}, {"fnv1a_64", &rmk_hash_mc_fnv1a_64},       \
        {"fnv1_32", &rmk_hash_mc_fnv1_32}, {"fnv1a_32", &rmk_hash_mc_fnv1a_32},                              \
        {"murmur", &rmk_hash_mc_murmur}, {"jenkins", &rmk_hash_mc_jenkins},                                  \
        {"murmur3", &rmk_hash_mc_murmur3}, {                                                                 \
        "default", &rmk_hash_mc_one_at_a_time                                                                \
    }

static const rmk_preset_hash hashes[] = {
    {"one_at_a_time", &rmk_hash_mc_one_at_a_time}, {"md5", &rmk_hash_md5_word}, OTHER_HASHES};
static const rmk_preset_hash weighted_hashes[] = {
    {"md5", &rmk_hash_md5_word}, {"one_at_a_time", &rmk_hash_mc_one_at_a_time}, OTHER_HASHES};

static const rmk_rule weighted = {
    .label = "{name-11211}-{vnode}",
    .vnodes = 160,
    .words = 4,
    .count = RMK_COUNT_LIBMEMCACHED,
    .ties = RMK_TIE_FIRST,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
    .sole_is_keyless = true,
};

static const rmk_rule plain = {
    .label = "{name-11211}-{vnode}",
    .count = RMK_COUNT_VNODES,
    .ties = RMK_TIE_FIRST,
    .lookup = RMK_LOOKUP_AT_OR_AFTER,
    .sole_is_keyless = true,
    .weighted = &weighted,
};

const rmk_preset rmk_preset_libmemcached = {
    .name = "libmemcached",
    .system = "libmemcached 1.1, BEHAVIOR_KETAMA or DISTRIBUTION_CONSISTENT",
    .keys = "one_at_a_time, or the hash named; 32 bits, signed chars",
    .points = "as keys; with weights MD5, four words a digest",
    .labels = "{name}-{vnode}, the name without :11211",
    .weights = "a weight above 1: as libmemcached-weighted; 0 is 1",
    .ties = "the first server listed owns, both stay",
    .lookup = "first point >= hash, else the first; one node: no hash",
    .source = "libmemcached hosts.cc update_continuum()",
    .checked = "libmemcached 1.1.4 itself",
    .bits = 32,
    .vnodes = 100,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_WEIGHT_0,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = sizeof hashes / sizeof *hashes,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &plain,
};

const rmk_preset rmk_preset_libmemcached_weighted = {
    .name = "libmemcached-weighted",
    .system = "libmemcached 1.1, BEHAVIOR_KETAMA_WEIGHTED",
    .keys = "MD5, first word, little-endian, or the hash named",
    .points = "MD5, four words a digest",
    .labels = "{name}-{vnode}, the name without :11211",
    .weights = "floor(float(float(w/W * 40 * nodes) + 1e-10)) digests; 0 is 1",
    .ties = "the first server listed owns, both stay",
    .lookup = "first point >= hash, else the first; one node: no hash",
    .source = "libmemcached hosts.cc update_continuum()",
    .checked = "libmemcached 1.1.4 itself",
    .bits = 32,
    .vnodes = 160,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_WEIGHT_0,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = weighted_hashes,
    .hash_count = sizeof weighted_hashes / sizeof *weighted_hashes,
    .count = rmk_rule_count,
    .create = rmk_rule_create,
    .rule = &weighted,
};
