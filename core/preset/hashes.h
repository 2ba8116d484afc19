/* hashes.h - private: hashes that only one system or family has; not in the general table. */
#ifndef RMK_PRESET_HASHES_H
#define RMK_PRESET_HASHES_H

#include "../hash/variant.h"

/* hash_md5.c */
extern const rmk_hash rmk_hash_md5_word; /* the first 4 bytes of MD5, little-endian */
extern const rmk_hash rmk_hash_md5_c;    /* the same, of the text before the first NUL */
extern const rmk_hash rmk_hash_md5_high; /* the first 8 bytes, big-endian: the top of the 128-bit number */

/* hash_ribbon.c: of points; of keys (through String.hashCode), as written and as meant */
extern const rmk_hash rmk_hash_ribbon, rmk_hash_ribbon_key;
extern const rmk_hash rmk_hash_ribbon_intent, rmk_hash_ribbon_intent_key;

/* hash_systems.c: of Varnish's shard director; of Jedis */
extern const rmk_hash_variant rmk_hash_sha256_tail, rmk_hash_murmur2_jedis;

/* All values of rmk_hash_ribbon_key, ascending (rule_hashes.c). */
enum { RMK_RIBBON_VALUES = 1024 };
extern const uint64_t rmk_ribbon_values[RMK_RIBBON_VALUES];

/* hash_memcached.c: libhashkit's, which twemproxy took over; 32 bits on signed chars */
extern const rmk_hash rmk_hash_mc_one_at_a_time, rmk_hash_mc_fnv1_64, rmk_hash_mc_fnv1a_64,
    rmk_hash_mc_fnv1_32, rmk_hash_mc_fnv1a_32, rmk_hash_mc_crc, rmk_hash_mc_crc16, rmk_hash_mc_hsieh,
    rmk_hash_mc_murmur, rmk_hash_mc_murmur3, rmk_hash_mc_jenkins;

#endif
