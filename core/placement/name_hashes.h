/* name_hashes.h - private: what placements of named nodes hash names and keys with. */
#ifndef RMK_NAME_HASHES_H
#define RMK_NAME_HASHES_H

#include "../base.h"

/* XXH3, 64 bits, with a seed of its own, so that a key equal to a name is no special key. */
uint64_t rmk_name_hash(rmk_bytes name);
/* The same hash in 128 bits. */
typedef struct rmk_two_words {
    uint64_t low, high;
} rmk_two_words;
rmk_two_words rmk_name_hash_128(rmk_bytes name);

/* XXH64 with a seed; and with seed 0 of a byte before the text. */
uint64_t rmk_xxh64(rmk_bytes bytes, uint64_t seed);
uint64_t rmk_xxh64_behind(unsigned char first, rmk_bytes bytes);

/* SipHash-2-4 (Aumasson & Bernstein 2012). */
uint64_t rmk_siphash24(uint64_t k0, uint64_t k1, rmk_bytes bytes);
/* MurmurHash64A (Appleby). */
uint64_t rmk_murmur64a(rmk_bytes bytes, uint64_t seed);
/* folly's fnv64_buf_BROKEN: FNV-1 with bytes whose sign is extended over the whole word. */
uint64_t rmk_fnv64_signed(rmk_bytes bytes);

/* CityHash's Hash128to64. */
static inline uint64_t rmk_hash128to64(uint64_t upper, uint64_t lower) {
    const uint64_t k = UINT64_C(0x9ddfea08eb382d69);
    uint64_t a = (lower ^ upper) * k;
    a ^= a >> 47;
    uint64_t b = (upper ^ a) * k;
    b ^= b >> 47;
    return b * k;
}

/* Wang's mixer, as folly has it. */
static inline uint64_t rmk_twang_mix64(uint64_t key) {
    key = ~key + (key << 21);
    key ^= key >> 24;
    key += (key << 3) + (key << 8);
    key ^= key >> 14;
    key += (key << 2) + (key << 4);
    key ^= key >> 28;
    return key + (key << 31);
}

/* xorshift64* as dgryski/go-rendezvous has it; 0 stays 0. */
static inline uint64_t rmk_xorshift_multiply(uint64_t x) {
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    return x * UINT64_C(2685821657736338717);
}

#endif
