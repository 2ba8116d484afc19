/* table.c - all hashes. Whoever calls this links all of them, and their libraries. */
#include "hash.h"

#include <string.h>

static const rmk_hash *const table[] = {
    &rmk_hash_xxh3,
    &rmk_hash_xxh64,
    &rmk_hash_xxh32,
    &rmk_hash_murmur3_128,
    &rmk_hash_murmur3_32,
    &rmk_hash_murmur2_64a,
    &rmk_hash_murmur2_32,
    &rmk_hash_murmur2_kafka,
    &rmk_hash_siphash_2_4,
    &rmk_hash_fnv1_32,
    &rmk_hash_fnv1a_32,
    &rmk_hash_fnv1_64,
    &rmk_hash_fnv1a_64,
    &rmk_hash_fnv1a_32_mix,
    &rmk_hash_fnv1a_64_mix,
    &rmk_hash_java_fnv1_32,
    &rmk_hash_java_hashcode,
    &rmk_hash_one_at_a_time,
    &rmk_hash_djb2,
    &rmk_hash_sdbm,
    &rmk_hash_crc32,
    &rmk_hash_crc32c,
    &rmk_hash_crc16,
    &rmk_hash_adler32,
    &rmk_hash_md5,
    &rmk_hash_sha1,
    &rmk_hash_sha256,
    &rmk_hash_blake2b,
    &rmk_hash_murmur3_cassandra,
    &rmk_hash_u64,
};

const rmk_hash *const *rmk_hash_table(size_t *count) {
    *count = sizeof table / sizeof table[0];
    return table;
}

const rmk_hash *rmk_hash_find(const char *name) {
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (!strcmp(table[i]->name, name))
            return table[i];
    return NULL;
}
