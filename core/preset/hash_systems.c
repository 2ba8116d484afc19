/* hash_systems.c - general hashes with the seed or the bytes that one system takes. */
#include "../hash/variant_static.h"
#include "hashes.h"

RMK_STATIC_VARIANT(rmk_hash_sha256_tail, "sha256", 32, "SHA-256, last 4 bytes, little-endian",
                   "Varnish, vmod_directors_shard_hash.c", .base = &rmk_hash_sha256, .first_byte = 28,
                   .byte_count = 4);
RMK_STATIC_VARIANT(rmk_hash_murmur2_jedis, "murmur", 64, "MurmurHash64A with seed 0x1234ABCD",
                   "Jedis, MurmurHash.java", .base = &rmk_hash_murmur2_64a, .seeded = true,
                   .seed = {0x1234ABCD, 0});
