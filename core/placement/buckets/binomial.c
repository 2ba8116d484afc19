/*
 * binomial.c - BinomialHash (Coluzzi et al., arXiv 2406.19836). Four draws alone decide whether a key stays
 * above the middle, and they mix weakly: it is uneven by design (n = 5: 4.4 % above the mean).
 *
 * Its masks follow from the number of buckets; the reference's bookkeeping goes wrong when it grows from 1.
 */
#include "../inner.h"
#include "buckets_placement.h"
#include "stateless.h"

enum { DRAWS = 4 };

static inline uint64_t rehash(uint64_t value, uint32_t seed) {
    uint64_t h = value * UINT64_C(2862933555777941757) + 1;
    return h * h * seed >> 32;
}

/* Moves a bucket within its power of two. */
static inline uint32_t relocate(uint32_t bucket, uint64_t hash) {
    if (bucket < 2)
        return bucket;
    uint32_t low = UINT32_C(1) << rmk_high_bit(bucket);
    return low + ((uint32_t)rehash(hash, low - 1) & (low - 1));
}

uint32_t rmk_binomial(uint64_t key, uint32_t buckets) {
    if (buckets < 2)
        return 0;
    uint32_t ones = (uint32_t)rmk_ones_over(buckets - 1), lower = ones >> 1;
    uint32_t bucket = relocate((uint32_t)key & ones, key);
    if (bucket < buckets)
        return bucket;
    uint64_t hash = key;
    for (unsigned draw = 0; draw < DRAWS; draw++) {
        hash = rehash(hash, ones);
        bucket = relocate((uint32_t)hash & ones, hash);
        if (bucket <= lower)
            break;
        if (bucket < buckets)
            return bucket;
    }
    return relocate((uint32_t)key & lower, key);
}

static uint32_t locate(const rmk_buckets *engine, uint64_t key) {
    return rmk_binomial(key, engine->working);
}

RMK_BUCKETS_ROW(binomial, "binomial", "BinomialHash: no table, nodes numbered as listed; not uniform",
                "Coluzzi et al., \"BinomialHash: A Constant Time, Minimal Memory Consistent Hashing "
                "Algorithm\" (2024), arXiv 2406.19836; SUPSI BinomialEngine",
                false, 0, 0, locate, RMK_STATELESS, .most = UINT32_C(1) << 30);
