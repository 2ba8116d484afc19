/*
 * jumpback.c - JumpBackHash (Ertl, arXiv 2403.18682): jump's steps from the end, found by their powers of
 * two, so a few draws whatever the number of buckets, and no division.
 */
#include "jumpback.h"

#include "buckets_placement.h"
#include "stateless.h"

uint32_t rmk_jumpback(uint64_t key, uint32_t buckets) {
    uint64_t first = rmk_splitmix64(&key);
    return rmk_jumpback_draw(first, &key, buckets, rmk_splitmix64);
}

void rmk_jumpback_many_scalar(const uint64_t *keys, size_t count, uint32_t buckets, uint32_t *out) {
    for (size_t i = 0; i < count; i++)
        out[i] = rmk_jumpback(keys[i], buckets);
}

static uint32_t locate(const rmk_buckets *engine, uint64_t key) {
    return rmk_jumpback(key, engine->working);
}

static void locate_many(const rmk_buckets *engine, const uint64_t *keys, size_t count, uint32_t *buckets) {
    static rmk_jumpback_many *const kernels[] = {[RMK_ISA_SCALAR] = rmk_jumpback_many_scalar,
                                                 [RMK_ISA_AVX2] = rmk_jumpback_many_avx2,
                                                 [RMK_ISA_AVX512] = rmk_jumpback_many_avx512};
    kernels[rmk_stateless_isa(engine)](keys, count, engine->working, buckets);
}

/* Draws by Marsaglia's xorshift of 64 bits (7, 9). The key itself is the first value, so keys should be
 * hashes. */
static inline uint64_t xorshift(uint64_t *state) {
    *state ^= *state << 7;
    return *state ^= *state >> 9;
}

static uint32_t locate_xorshift(const rmk_buckets *engine, uint64_t key) {
    uint64_t state = key;
    return rmk_jumpback_draw(key, &state, engine->working, xorshift);
}

RMK_BUCKETS_ROW(jumpback, "jumpback", "JumpBackHash: no table, nodes numbered as listed; splitmix64",
                "Ertl, \"JumpBackHash: Say Goodbye to the Modulo Operation to Distribute Keys Uniformly to "
                "Buckets\" (2024), arXiv 2403.18682; hash4j",
                false, 0, 1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2 | 1u << RMK_ISA_AVX512, locate,
                RMK_STATELESS, .most = INT32_MAX, .locate_batch = locate_many);
RMK_BUCKETS_ROW(jumpback_xorshift, "jumpback-xorshift",
                "JumpBackHash by xorshift from the key itself: needs hashed keys", "hash4j", false,
                RMK_IS_VARIANT, 0, locate_xorshift, RMK_STATELESS, .most = INT32_MAX);
