/*
 * jumpback.h - private: JumpBackHash, for the engines that use it and for many keys, once an instruction set.
 */
#ifndef RMK_JUMPBACK_H
#define RMK_JUMPBACK_H

#include "../inner.h"

/* out[i] = the bucket of keys[i] with splitmix64, below 1 <= buckets < 2^31. */
typedef void rmk_jumpback_many(const uint64_t *keys, size_t count, uint32_t buckets, uint32_t *out);

rmk_jumpback_many rmk_jumpback_many_scalar, rmk_jumpback_many_avx2, rmk_jumpback_many_avx512;

/* The bucket that the highest bit of x stands for: below it, drawn from one half of the first value. */
static inline uint32_t rmk_jumpback_bucket(uint64_t first, uint32_t x) {
    uint32_t low = UINT32_C(1) << rmk_high_bit(x | 1);
    unsigned half = __builtin_parity(x) ? 32 : 0;
    uint32_t bucket = low + ((uint32_t)(first >> half) & (low - 1));
    return (uint32_t)rmk_select(x, bucket, 0);
}

/* Chooses for a key past the end: later values tell where in the top power of two it is (below `buckets`),
 * or that it is not there (below `half`); else the caller draws again. */
static inline uint32_t rmk_jumpback_choice(uint64_t value, uint32_t top, uint32_t buckets) {
    uint32_t choice = (uint32_t)value & top, other = (uint32_t)(value >> 32) & top;
    return (uint32_t)rmk_select(choice < buckets, choice, other);
}

/*
 * Finds the bucket of a key. `next` draws from a stream whose state is `state`, and the first value is
 * `first`. A set bit of x says that the last jump back into that power of two happened. Only the top one can
 * lead past the end. Where that is rare a branch decides; else the way on is computed before it is known to
 * be needed, since a branch that is guessed wrong costs more.
 */
__attribute__((always_inline)) static inline uint32_t
rmk_jumpback_draw(uint64_t first, uint64_t *state, uint32_t buckets, uint64_t (*next)(uint64_t *state)) {
    uint32_t top = (uint32_t)rmk_ones_over(buckets - 1), half = top / 2 + 1;
    uint32_t x = ((uint32_t)first ^ (uint32_t)(first >> 32)) & top;
    uint32_t bucket = rmk_jumpback_bucket(first, x);
    bool rare = buckets > top - top / 8;
    if (rare && bucket < buckets)
        return bucket;
    uint64_t before = *state;
    uint32_t choice = rmk_jumpback_choice(next(state), top, buckets);
    uint32_t below = rmk_jumpback_bucket(first, x & ~half);
    bool ends = bucket < buckets;
    *state = rmk_select(ends, before, *state);
    bucket = (uint32_t)rmk_select(ends, bucket, rmk_select(choice < half, below, choice));
    while (__builtin_expect(bucket >= buckets, 0)) {
        choice = rmk_jumpback_choice(next(state), top, buckets);
        bucket = choice < half ? below : choice;
    }
    return bucket;
}

#endif
