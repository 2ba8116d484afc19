#include "name_hashes.h"

#include "../hash/bits.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* A seed of names, the bits of the golden ratio. Any number would do but 0, which keys are hashed with. */
#define SEED UINT64_C(0x9e3779b97f4a7c15)

uint64_t rmk_name_hash(rmk_bytes name) {
    return XXH3_64bits_withSeed(name.data, name.length, SEED);
}

rmk_two_words rmk_name_hash_128(rmk_bytes name) {
    XXH128_hash_t hash = XXH3_128bits_withSeed(name.data, name.length, SEED);
    return (rmk_two_words){hash.low64, hash.high64};
}

uint64_t rmk_xxh64(rmk_bytes bytes, uint64_t seed) {
    return XXH64(bytes.data, bytes.length, seed);
}

uint64_t rmk_xxh64_behind(unsigned char first, rmk_bytes bytes) {
    /* The byte stands at the end of a stripe: xxhash.h computes addresses of one before the end, which
     * compilers warn of. */
    const unsigned char stripe[32] = {[31] = first};
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    XXH64_update(&state, stripe + 31, 1);
    XXH64_update(&state, bytes.data, bytes.length);
    return XXH64_digest(&state);
}

static void sip_round(uint64_t v[4]) {
    v[0] += v[1];
    v[2] += v[3];
    v[1] = rmk_rotate64(v[1], 13) ^ v[0];
    v[3] = rmk_rotate64(v[3], 16) ^ v[2];
    v[0] = rmk_rotate64(v[0], 32);
    v[2] += v[1];
    v[0] += v[3];
    v[1] = rmk_rotate64(v[1], 17) ^ v[2];
    v[3] = rmk_rotate64(v[3], 21) ^ v[0];
    v[2] = rmk_rotate64(v[2], 32);
}

static void sip_word(uint64_t v[4], uint64_t word) {
    v[3] ^= word;
    sip_round(v);
    sip_round(v);
    v[0] ^= word;
}

uint64_t rmk_siphash24(uint64_t k0, uint64_t k1, rmk_bytes bytes) {
    uint64_t v[4] = {k0 ^ 0x736f6d6570736575u, k1 ^ 0x646f72616e646f6du, k0 ^ 0x6c7967656e657261u,
                     k1 ^ 0x7465646279746573u};
    size_t i = 0, rest = bytes.length % 8;
    for (; i + 8 <= bytes.length; i += 8)
        sip_word(v, rmk_load64(bytes.data + i));
    sip_word(v, (rest ? rmk_load_tail(bytes.data + i, rest) : 0) | (uint64_t)bytes.length << 56);
    v[2] ^= 0xff;
    for (int round = 0; round < 4; round++)
        sip_round(v);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t rmk_murmur64a(rmk_bytes bytes, uint64_t seed) {
    const uint64_t m = 0xc6a4a7935bd1e995u;
    uint64_t h = seed ^ bytes.length * m;
    size_t i = 0, rest = bytes.length % 8;
    for (; i + 8 <= bytes.length; i += 8) {
        uint64_t k = rmk_load64(bytes.data + i) * m;
        h = (h ^ (k ^ k >> 47) * m) * m;
    }
    if (rest)
        h = (h ^ rmk_load_tail(bytes.data + i, rest)) * m;
    h = (h ^ h >> 47) * m;
    return h ^ h >> 47;
}

uint64_t rmk_fnv64_signed(rmk_bytes bytes) {
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < bytes.length; i++)
        h = h * 1099511628211u ^ (uint64_t)(int64_t)(int8_t)bytes.data[i];
    return h;
}
