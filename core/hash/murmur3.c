/* murmur3.c - MurmurHash3_x86_32 and the low word of MurmurHash3_x64_128, seed 0. */
#include "bits.h"

static uint32_t scramble32(uint32_t k) {
    return rmk_rotate32(k * 0xcc9e2d51u, 15) * 0x1b873593u;
}

static uint64_t murmur32_one(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint32_t h = 0;
    size_t i = 0;
    for (; i + 4 <= length; i += 4)
        h = rmk_rotate32(h ^ scramble32(rmk_load32(bytes + i)), 13) * 5 + 0xe6546b64u;
    if (i < length)
        h ^= scramble32((uint32_t)rmk_load_tail(bytes + i, length - i));
    /* the reference has an int for the length */
    return rmk_fmix32(h ^ (uint32_t)length);
}

static uint64_t scramble_low(uint64_t k) {
    return rmk_rotate64(k * 0x87c37b91114253d5ull, 31) * 0x4cf5ad432745937full;
}

static uint64_t scramble_high(uint64_t k) {
    return rmk_rotate64(k * 0x4cf5ad432745937full, 33) * 0x87c37b91114253d5ull;
}

static uint64_t murmur128_one(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint64_t low = 0, high = 0;
    size_t i = 0;
    for (; i + 16 <= length; i += 16) {
        low = (rmk_rotate64(low ^ scramble_low(rmk_load64(bytes + i)), 27) + high) * 5 + 0x52dce729u;
        high = (rmk_rotate64(high ^ scramble_high(rmk_load64(bytes + i + 8)), 31) + low) * 5 + 0x38495ab5u;
    }
    size_t rest = length - i;
    if (rest > 8)
        high ^= scramble_high(rmk_load_tail(bytes + i + 8, rest - 8));
    if (rest)
        low ^= scramble_low(rmk_load_tail(bytes + i, rest < 8 ? rest : 8));
    low ^= length;
    high ^= length;
    low += high;
    high += low;
    return rmk_fmix64(low) + rmk_fmix64(high);
}

static void murmur32_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(murmur32_one, state, strings, count, values);
}

static void murmur128_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(murmur128_one, state, strings, count, values);
}

const rmk_hash rmk_hash_murmur3_32 = {
    .name = "murmur3-32",
    .bits = 32,
    .value_bits = 32,
    .summary = "MurmurHash3 x86, 32 bits, seed 0",
    .source = "MurmurHash3_x86_32 (Appleby, SMHasher)",
    .one = murmur32_one,
    .batch = murmur32_batch,
};

const rmk_hash rmk_hash_murmur3_128 = {
    .name = "murmur3-128",
    .bits = 64,
    .value_bits = 64,
    .summary = "MurmurHash3 x64, 128 bits, seed 0: the first 64",
    .source = "MurmurHash3_x64_128 (Appleby, SMHasher)",
    .one = murmur128_one,
    .batch = murmur128_batch,
};
