/*
 * flip.c - FlipHash (Masson & Lee, arXiv 2402.17549): a constant number of steps up to 2^64 buckets. Hashes
 * its key itself: integers need no other hash, but the key 0 (equal to the seed) always has bucket 0.
 */
#include "../inner.h"
#include "buckets_placement.h"
#include "stateless.h"

enum { MOST_DRAWS = 64 };

/* Hashes by one of a family of hashes, which two small numbers choose; moremur mixes in between. */
static inline uint64_t family(uint64_t key, uint64_t bits, uint64_t draw) {
    key *= 2 * bits + 1;
    key = (key ^ key >> 27) * UINT64_C(0x3C79AC492BA7B653);
    key *= 2 * draw + 1;
    key = (key ^ key >> 33) * UINT64_C(0x1C69B3F74AC4AE35);
    return key ^ key >> 27;
}

/* Finds the bucket among a power of two, `ones` + 1: the bits below the highest are flipped by another
 * hash. */
static inline uint64_t among_power(uint64_t key, uint64_t hash, uint64_t ones) {
    uint64_t bits = hash & ones;
    unsigned high = rmk_high_bit(bits | 1); /* without any bits nothing is below the highest */
    return bits ^ (family(key, high, 0) & ((UINT64_C(1) << high) - 1));
}

/* Goes on after one draw past the end. This is rare, and not inlined so that the common way stays short. */
__attribute__((noinline)) static uint64_t draw_on(uint64_t key, uint64_t last, uint64_t ones,
                                                  uint64_t below) {
    unsigned high = rmk_high_bit(last);
    for (uint64_t draw = 2; draw <= MOST_DRAWS; draw++) {
        uint64_t bucket = family(key, high, draw) & ones;
        if (bucket <= ones >> 1)
            break;
        if (bucket <= last)
            return bucket;
    }
    return below;
}

/* Finds the bucket of a key. Where a key is rarely past the end a branch decides. Else the way on is
 * computed before it is known to be needed, since a branch that is guessed wrong costs more. */
static inline uint64_t flip(uint64_t key, uint64_t buckets) {
    uint64_t last = buckets - 1, ones = rmk_ones_over(last), hash = family(key, 0, 0);
    uint64_t bucket = among_power(key, hash, ones);
    bool rare = last >= ones - ones / 8;
    if (rare && bucket <= last)
        return bucket;
    uint64_t below = among_power(key, hash, ones >> 1);
    uint64_t then = family(key, rmk_high_bit(last | 1), 1) & ones;
    then = rmk_select(then <= ones >> 1, below, then);
    bucket = rmk_select(bucket <= last, bucket, then);
    return __builtin_expect(bucket <= last, 1) ? bucket : draw_on(key, last, ones, below);
}

uint64_t rmk_flip(uint64_t key, uint64_t buckets) {
    return flip(key, buckets);
}

static uint32_t locate(const rmk_buckets *engine, uint64_t key) {
    return (uint32_t)flip(key ^ engine->seed, engine->working);
}

static void locate_many(const rmk_buckets *engine, const uint64_t *keys, size_t count, uint32_t *buckets) {
    uint64_t seed = engine->seed, working = engine->working;
    for (size_t i = 0; i < count; i++)
        buckets[i] = (uint32_t)flip(keys[i] ^ seed, working);
}

RMK_BUCKETS_ROW(
    flip, "flip", "FlipHash: no table, nodes numbered as listed, constant time; its own mixer",
    "Masson & Lee, \"FlipHash: A Constant-Time Consistent Range-Hashing Algorithm\" (2024), arXiv "
    "2402.17549; DataDog/fliphash-rs",
    false, 0, 0, locate, RMK_STATELESS, .most = UINT32_MAX - 1, .locate_batch = locate_many);
