/*
 * hash.h - hash functions: one descriptor each, one table of all (table.c).
 *
 * A descriptor is constant data; a program that needs one hash names its descriptor (rmk_hash_xxh3) and links
 * only that. A hasher is a descriptor opened for use by one thread at a time: libraries underneath keep a
 * context in it.
 *
 * A value has the hash's own width: 0 <= value < 2^bits. On the circle of 2^64 it stands at
 * rmk_hash_position(), shifted left, so that the order is kept.
 */
#ifndef RMK_HASH_H
#define RMK_HASH_H

#include "../base.h"

/* A seed or key of up to 128 bits. SipHash's key is both words little-endian, the low one first. */
typedef struct rmk_hash_seed {
    uint64_t low, high;
} rmk_hash_seed;

typedef struct rmk_hash rmk_hash;
struct rmk_hash {
    const char *name;    /* as users write it: "fnv1a-64" */
    unsigned bits;       /* width of the circle that values stand on, 1..64 */
    unsigned value_bits; /* values are below 2^value_bits (15 for some CRCs on a 32-bit circle); <= bits */
    const char *summary; /* one line that says what it is */
    const char *source;  /* paper, RFC or program that defines it */
    /* Opens what the library underneath needs; NULL when there is nothing. `hash` is this descriptor. */
    rmk_status (*open)(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **state);
    void (*close)(const rmk_allocator *allocator, void *state);
    /* The value of one string; data may be NULL when length is 0. */
    uint64_t (*one)(const void *state, const void *data, size_t length);
    /* The values of many strings; NULL: a loop over `one` does. It agrees with `one` for every input. */
    void (*batch)(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values);
    /* False for text that this hash cannot take (u64: not a decimal number); NULL: takes all. */
    bool (*accepts)(const void *data, size_t length);
    /* Which kernels of our own exist (bits 1 << rmk_isa); 0: scalar only. A library underneath chooses its
     * own. */
    unsigned isas;
    unsigned seed_bits; /* 32, 64 or 128: the seeds that `seeded` takes are below 2^seed_bits; 0: none */
    /* The value with a seed; `one` is the same with the seed that the summary names. NULL: takes no seed. */
    uint64_t (*seeded)(rmk_hash_seed seed, const void *data, size_t length);
    unsigned digest_bytes; /* what `digest` writes, at most RMK_MAX_DIGEST; 0: there is only the value */
    /* The whole digest of one string; the value is its first 8 bytes as a little-endian number. */
    void (*digest)(const void *state, const void *data, size_t length, unsigned char *out);
};

#define RMK_MAX_DIGEST 64

/* The descriptors; each lives in the file of its family. */
extern RMK_API const rmk_hash rmk_hash_fnv1_32, rmk_hash_fnv1a_32, rmk_hash_fnv1_64, rmk_hash_fnv1a_64;
extern RMK_API const rmk_hash rmk_hash_fnv1a_32_mix,
    rmk_hash_fnv1a_64_mix;                           /* fnv.c, murmur's finalisers behind */
extern RMK_API const rmk_hash rmk_hash_java_fnv1_32; /* java_fnv.c */
extern RMK_API const rmk_hash rmk_hash_md5;          /* md5.c */
extern RMK_API const rmk_hash rmk_hash_sha1, rmk_hash_sha256, rmk_hash_blake2b; /* digest.c (OpenSSL) */
extern RMK_API const rmk_hash rmk_hash_xxh32, rmk_hash_xxh64, rmk_hash_xxh3;    /* xxhash.c */
extern RMK_API const rmk_hash rmk_hash_crc32;                                   /* crc32.c (zlib) */
extern RMK_API const rmk_hash rmk_hash_murmur3_32, rmk_hash_murmur3_128,
    rmk_hash_murmur3_cassandra; /* murmur3.c */
extern RMK_API const rmk_hash rmk_hash_murmur2_32, rmk_hash_murmur2_64a,
    rmk_hash_murmur2_kafka;                                    /* murmur2.c */
extern RMK_API const rmk_hash rmk_hash_siphash_2_4;            /* siphash.c */
extern RMK_API const rmk_hash rmk_hash_crc16, rmk_hash_crc32c; /* crc16.c, crc32c.c */
extern RMK_API const rmk_hash rmk_hash_adler32;                /* adler32.c (zlib) */
extern RMK_API const rmk_hash rmk_hash_djb2, rmk_hash_sdbm;    /* bytewise.c */
extern RMK_API const rmk_hash rmk_hash_java_hashcode;          /* java_hashcode.c */
extern RMK_API const rmk_hash rmk_hash_one_at_a_time;          /* jenkins.c */
extern RMK_API const rmk_hash rmk_hash_u64;                    /* u64.c: the key is the value */

/* All hashes, in the order in which they are shown. */
RMK_API const rmk_hash *const *rmk_hash_table(size_t *count);
/* Finds a hash by its name; NULL when there is none. */
RMK_API const rmk_hash *rmk_hash_find(const char *name);

typedef struct rmk_hasher {
    const rmk_hash *hash;
    void *state;
    const rmk_allocator *allocator;
} rmk_hasher;

/* Opens `hash` for one thread. RMK_NO_MEMORY, RMK_LIBRARY, RMK_UNSUPPORTED (isa). */
RMK_API rmk_status rmk_hasher_open(rmk_hasher *hasher, const rmk_hash *hash, rmk_isa isa,
                                   const rmk_allocator *allocator);
/* Frees what rmk_hasher_open made; a zeroed hasher is fine. */
RMK_API void rmk_hasher_close(rmk_hasher *hasher);

static inline uint64_t rmk_hash_one(const rmk_hasher *hasher, const void *data, size_t length) {
    return hasher->hash->one(hasher->state, data, length);
}

/* values[i] = the hash of strings[i]. */
RMK_API void rmk_hash_batch(const rmk_hasher *hasher, const rmk_bytes *strings, size_t count,
                            uint64_t *values);

/* Where `value` stands on the circle of 2^64. */
static inline uint64_t rmk_hash_position(const rmk_hash *hash, uint64_t value) {
    return value << (64 - hash->bits);
}

#endif
