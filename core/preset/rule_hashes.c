/* rule_hashes.c - the hashes that only some systems have, by names that a rule can give. */
#include "hashes.h"
#include "rule.h"

#define FOUR(v)    (v), (v) + 1, (v) + 2, (v) + 3
#define SIXTEEN(v) FOUR(v), FOUR((v) + 4), FOUR((v) + 8), FOUR((v) + 12)
#define SIXTY(v)   SIXTEEN(v), SIXTEEN((v) + 16), SIXTEEN((v) + 32), SIXTEEN((v) + 48)
#define BYTE(v)    SIXTY(v), SIXTY((v) + 64), SIXTY((v) + 128), SIXTY((v) + 192)

/* One byte of the digest and the signs of two: all that the hash as written can be. */
const uint64_t rmk_ribbon_values[RMK_RIBBON_VALUES] = {BYTE(0), BYTE(0xff00), BYTE(0xff0000), BYTE(0xffff00)};

static const rmk_rule_hash table[] = {
    {"md5-word", &rmk_hash_md5_word, NULL, 0},
    {"md5-c-string", &rmk_hash_md5_c, NULL, 0},
    {"md5-high", &rmk_hash_md5_high, NULL, 0},
    {"libhashkit-one_at_a_time", &rmk_hash_mc_one_at_a_time, NULL, 0},
    {"libhashkit-crc", &rmk_hash_mc_crc, NULL, 0},
    {"libhashkit-crc16", &rmk_hash_mc_crc16, NULL, 0},
    {"libhashkit-fnv1_64", &rmk_hash_mc_fnv1_64, NULL, 0},
    {"libhashkit-fnv1a_64", &rmk_hash_mc_fnv1a_64, NULL, 0},
    {"libhashkit-fnv1_32", &rmk_hash_mc_fnv1_32, NULL, 0},
    {"libhashkit-fnv1a_32", &rmk_hash_mc_fnv1a_32, NULL, 0},
    {"libhashkit-hsieh", &rmk_hash_mc_hsieh, NULL, 0},
    {"libhashkit-murmur", &rmk_hash_mc_murmur, NULL, 0},
    {"libhashkit-murmur3", &rmk_hash_mc_murmur3, NULL, 0},
    {"libhashkit-jenkins", &rmk_hash_mc_jenkins, NULL, 0},
    {"ribbon", &rmk_hash_ribbon, NULL, 0},
    {"ribbon-key", &rmk_hash_ribbon_key, rmk_ribbon_values, RMK_RIBBON_VALUES},
    {"ribbon-intent", &rmk_hash_ribbon_intent, NULL, 0},
    {"ribbon-intent-key", &rmk_hash_ribbon_intent_key, NULL, 0},
};

const rmk_rule_hash *rmk_rule_hash_table(size_t *count) {
    *count = sizeof table / sizeof *table;
    return table;
}
