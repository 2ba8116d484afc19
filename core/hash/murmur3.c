/* murmur3.c - MurmurHash3_x86_32 and the low word of MurmurHash3_x64_128, seed 0. */
#include "murmur3.h"

#include "bits.h"

static uint32_t scramble32(uint32_t k) {
    return rmk_rotate32(k * 0xcc9e2d51u, 15) * 0x1b873593u;
}

__attribute__((always_inline)) static inline uint32_t murmur32(const unsigned char *bytes, size_t length,
                                                               uint32_t seed) {
    uint32_t h = seed;
    size_t i = 0;
    for (; i + 4 <= length; i += 4)
        h = rmk_rotate32(h ^ scramble32(rmk_load32(bytes + i)), 13) * 5 + 0xe6546b64u;
    if (i < length)
        h ^= scramble32((uint32_t)rmk_load_tail(bytes + i, length - i));
    /* the reference has an int for the length */
    return rmk_fmix32(h ^ (uint32_t)length);
}

uint32_t rmk_murmur3_32(rmk_bytes bytes, uint32_t seed) {
    return murmur32(bytes.data, bytes.length, seed);
}

static uint64_t murmur32_one(const void *state, const void *data, size_t length) {
    (void)state;
    return murmur32(data, length, 0);
}

static uint64_t murmur32_seeded(rmk_hash_seed seed, const void *data, size_t length) {
    return murmur32(data, length, (uint32_t)seed.low);
}

static uint64_t scramble_low(uint64_t k) {
    return rmk_rotate64(k * 0x87c37b91114253d5ull, 31) * 0x4cf5ad432745937full;
}

static uint64_t scramble_high(uint64_t k) {
    return rmk_rotate64(k * 0x4cf5ad432745937full, 33) * 0x87c37b91114253d5ull;
}

/* Reads the last bytes as a number, or (signed) as Java adds them up: each byte with its sign over all the
 * bytes above it. */
static uint64_t tail_of(const unsigned char *bytes, size_t length, bool is_signed) {
    if (!is_signed)
        return rmk_load_tail(bytes, length);
    uint64_t sum = 0;
    for (size_t i = 0; i < length; i++)
        sum ^= (uint64_t)(int64_t)(int8_t)bytes[i] << (8 * i);
    return sum;
}

__attribute__((always_inline)) static inline uint64_t murmur128(const unsigned char *bytes, size_t length,
                                                                uint64_t seed, bool is_signed) {
    uint64_t low = seed, high = seed;
    size_t i = 0;
    for (; i + 16 <= length; i += 16) {
        low = (rmk_rotate64(low ^ scramble_low(rmk_load64(bytes + i)), 27) + high) * 5 + 0x52dce729u;
        high = (rmk_rotate64(high ^ scramble_high(rmk_load64(bytes + i + 8)), 31) + low) * 5 + 0x38495ab5u;
    }
    size_t rest = length - i;
    if (rest > 8)
        high ^= scramble_high(tail_of(bytes + i + 8, rest - 8, is_signed));
    if (rest)
        low ^= scramble_low(tail_of(bytes + i, rest < 8 ? rest : 8, is_signed));
    low ^= length;
    high ^= length;
    low += high;
    high += low;
    return rmk_fmix64(low) + rmk_fmix64(high);
}

uint64_t rmk_murmur3_128(rmk_bytes bytes, uint32_t seed) {
    return murmur128(bytes.data, bytes.length, seed, false);
}

static uint64_t murmur128_one(const void *state, const void *data, size_t length) {
    (void)state;
    return murmur128(data, length, 0, false);
}

static uint64_t murmur128_seeded(rmk_hash_seed seed, const void *data, size_t length) {
    return murmur128(data, length, (uint32_t)seed.low, false);
}

/* The least token stands for the empty key alone. */
static uint64_t cassandra_one(const void *state, const void *data, size_t length) {
    const uint64_t least = UINT64_C(1) << 63;
    (void)state;
    if (!length)
        return least;
    uint64_t token = murmur128(data, length, 0, true);
    return token == least ? least - 1 : token;
}

static void murmur32_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(murmur32_one, state, strings, count, values);
}

static void murmur128_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(murmur128_one, state, strings, count, values);
}

static void cassandra_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(cassandra_one, state, strings, count, values);
}

const rmk_hash rmk_hash_murmur3_32 = {
    .name = "murmur3-32",
    .bits = 32,
    .value_bits = 32,
    .summary = "MurmurHash3 x86, 32 bits, seed 0",
    .source = "MurmurHash3_x86_32 (Appleby, SMHasher)",
    .one = murmur32_one,
    .batch = murmur32_batch,
    .seed_bits = 32,
    .seeded = murmur32_seeded,
};

const rmk_hash rmk_hash_murmur3_128 = {
    .name = "murmur3-128",
    .bits = 64,
    .value_bits = 64,
    .summary = "MurmurHash3 x64, 128 bits, seed 0: the first 64",
    .source = "MurmurHash3_x64_128 (Appleby, SMHasher)",
    .one = murmur128_one,
    .batch = murmur128_batch,
    .seed_bits = 32,
    .seeded = murmur128_seeded,
};

const rmk_hash rmk_hash_murmur3_cassandra = {
    .name = "murmur3-cassandra",
    .bits = 64,
    .value_bits = 64,
    .summary = "Cassandra's token of a key, as two's complement: murmur3-128 with signed last bytes",
    .source = "Apache Cassandra, Murmur3Partitioner and utils/MurmurHash",
    .one = cassandra_one,
    .batch = cassandra_batch,
};
