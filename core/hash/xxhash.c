/*
 * xxhash.c - XXH32, XXH64 and XXH3, seed 0 unless one is given, inlined from the library's header: a call
 * through the shared library costs as much as the hash of a short key.
 */
#include "bits.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* The header adds to the pointer even when there is nothing to read, which C forbids for NULL. */
static const void *readable(const void *data, size_t length) {
    return length ? data : "";
}

static uint64_t xxh32_one(const void *state, const void *data, size_t length) {
    (void)state;
    return XXH32(readable(data, length), length, 0);
}

static uint64_t xxh64_one(const void *state, const void *data, size_t length) {
    (void)state;
    return XXH64(readable(data, length), length, 0);
}

static uint64_t xxh3_one(const void *state, const void *data, size_t length) {
    (void)state;
    return XXH3_64bits(readable(data, length), length);
}

static uint64_t xxh32_seeded(rmk_hash_seed seed, const void *data, size_t length) {
    return XXH32(readable(data, length), length, (XXH32_hash_t)seed.low);
}

static uint64_t xxh64_seeded(rmk_hash_seed seed, const void *data, size_t length) {
    return XXH64(readable(data, length), length, seed.low);
}

static void xxh32_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(xxh32_one, state, strings, count, values);
}

static void xxh64_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(xxh64_one, state, strings, count, values);
}

static void xxh3_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(xxh3_one, state, strings, count, values);
}

const rmk_hash rmk_hash_xxh32 = {
    .name = "xxh32",
    .bits = 32,
    .value_bits = 32,
    .summary = "XXH32, seed 0",
    .source = "xxHash specification (Collet), doc/xxhash_spec.md",
    .one = xxh32_one,
    .batch = xxh32_batch,
    .seed_bits = 32,
    .seeded = xxh32_seeded,
};

const rmk_hash rmk_hash_xxh64 = {
    .name = "xxh64",
    .bits = 64,
    .value_bits = 64,
    .summary = "XXH64, seed 0",
    .source = "xxHash specification (Collet), doc/xxhash_spec.md",
    .one = xxh64_one,
    .batch = xxh64_batch,
    .seed_bits = 64,
    .seeded = xxh64_seeded,
};

const rmk_hash rmk_hash_xxh3 = {
    .name = "xxh3",
    .bits = 64,
    .value_bits = 64,
    .summary = "XXH3, 64 bits, seed 0: the default",
    .source = "xxHash specification (Collet), doc/xxhash_spec.md",
    .one = xxh3_one,
    .batch = xxh3_batch,
};
