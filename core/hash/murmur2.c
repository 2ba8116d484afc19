/* murmur2.c - MurmurHash2, and MurmurHash64A, which is its form for 64-bit machines. */
#include "murmur2.h"
#include "bits.h"

#define KAFKA_SEED 0x9747b28cu

__attribute__((always_inline)) static inline uint32_t murmur32(const unsigned char *bytes, size_t length,
                                                               uint32_t seed) {
    const uint32_t m = 0x5bd1e995u;
    uint32_t h = seed ^ (uint32_t)length; /* the reference has an int for the length */
    size_t i = 0;
    for (; i + 4 <= length; i += 4) {
        uint32_t k = rmk_load32(bytes + i) * m;
        h = h * m ^ (k ^ k >> 24) * m;
    }
    if (i < length)
        h = (h ^ (uint32_t)rmk_load_tail(bytes + i, length - i)) * m;
    h = (h ^ h >> 13) * m;
    return h ^ h >> 15;
}

uint32_t rmk_murmur2_32(rmk_bytes bytes, uint32_t seed) {
    return murmur32(bytes.data, bytes.length, seed);
}

__attribute__((always_inline)) static inline uint64_t murmur64a(const unsigned char *bytes, size_t length,
                                                                uint64_t seed) {
    const uint64_t m = 0xc6a4a7935bd1e995ull;
    uint64_t h = seed ^ length * m;
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t k = rmk_load64(bytes + i) * m;
        h = (h ^ (k ^ k >> 47) * m) * m;
    }
    if (i < length)
        h = (h ^ rmk_load_tail(bytes + i, length - i)) * m;
    h = (h ^ h >> 47) * m;
    return h ^ h >> 47;
}

static uint64_t murmur32_one(const void *state, const void *data, size_t length) {
    (void)state;
    return murmur32(data, length, 0);
}

static uint64_t murmur32_seeded(rmk_hash_seed seed, const void *data, size_t length) {
    return murmur32(data, length, (uint32_t)seed.low);
}

static uint64_t kafka_one(const void *state, const void *data, size_t length) {
    (void)state;
    return murmur32(data, length, KAFKA_SEED);
}

static uint64_t murmur64a_one(const void *state, const void *data, size_t length) {
    (void)state;
    return murmur64a(data, length, 0);
}

static uint64_t murmur64a_seeded(rmk_hash_seed seed, const void *data, size_t length) {
    return murmur64a(data, length, seed.low);
}

static void murmur32_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(murmur32_one, state, strings, count, values);
}

static void kafka_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(kafka_one, state, strings, count, values);
}

static void murmur64a_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(murmur64a_one, state, strings, count, values);
}

const rmk_hash rmk_hash_murmur2_32 = {
    .name = "murmur2-32",
    .bits = 32,
    .value_bits = 32,
    .summary = "MurmurHash2, 32 bits, seed 0",
    .source = "MurmurHash2 (Appleby, SMHasher)",
    .one = murmur32_one,
    .batch = murmur32_batch,
    .seed_bits = 32,
    .seeded = murmur32_seeded,
};

const rmk_hash rmk_hash_murmur2_kafka = {
    .name = "murmur2-kafka",
    .bits = 32,
    .value_bits = 32,
    .summary = "Kafka's murmur2, unsigned: MurmurHash2, seed 0x9747b28c; its partitioner keeps 31 bits",
    .source = "Apache Kafka, org.apache.kafka.common.utils.Utils.murmur2",
    .one = kafka_one,
    .batch = kafka_batch,
};

const rmk_hash rmk_hash_murmur2_64a = {
    .name = "murmur2-64a",
    .bits = 64,
    .value_bits = 64,
    .summary = "MurmurHash64A, seed 0",
    .source = "MurmurHash2_64, MurmurHash64A (Appleby, SMHasher)",
    .one = murmur64a_one,
    .batch = murmur64a_batch,
    .seed_bits = 64,
    .seeded = murmur64a_seeded,
};
