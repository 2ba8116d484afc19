/* twemproxy_hashes.c - twemproxy's names for its hashes of keys. Its crc32 keeps 15 bits, its crc32a all. */
#include "hashes.h"
#include "twemproxy.h"

const rmk_preset_hash rmk_twemproxy_hashes[RMK_TWEMPROXY_HASHES] = {
    {"fnv1a_64", &rmk_hash_mc_fnv1a_64}, {"one_at_a_time", &rmk_hash_mc_one_at_a_time},
    {"md5", &rmk_hash_md5_word},         {"crc16", &rmk_hash_mc_crc16},
    {"crc32", &rmk_hash_mc_crc},         {"crc32a", &rmk_hash_crc32},
    {"fnv1_64", &rmk_hash_mc_fnv1_64},   {"fnv1_32", &rmk_hash_mc_fnv1_32},
    {"fnv1a_32", &rmk_hash_mc_fnv1a_32}, {"hsieh", &rmk_hash_mc_hsieh},
    {"murmur", &rmk_hash_mc_murmur},     {"jenkins", &rmk_hash_mc_jenkins},
};
