/*
 * jumpback_avx2.c - JumpBackHash of 16 keys at a time: splitmix64 in lanes of 64 bits, and then both halves
 * of its values in lanes of 32, where the bucket is found. AVX2 counts no leading zeros: the highest bit
 * comes from all bits below it. Buckets are below 2^31, so signed comparisons do.
 */
#include <immintrin.h>

#include "jumpback_kernel.h"

enum { GROUPS = 2, LANES = 8, BLOCK = GROUPS * LANES };

/* Both halves of eight 64-bit values. */
typedef struct halves {
    __m256i low, high;
} halves;

/* The states of eight streams. */
typedef struct streams {
    __m256i first, second;
} streams;

__attribute__((always_inline)) static inline __m256i times(__m256i z, uint64_t factor) {
    const __m256i low = _mm256_set1_epi64x((long long)(factor & UINT32_MAX));
    const __m256i high = _mm256_set1_epi64x((long long)(factor >> 32));
    __m256i cross =
        _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(z, 32), low), _mm256_mul_epu32(z, high));
    return _mm256_add_epi64(_mm256_mul_epu32(z, low), _mm256_slli_epi64(cross, 32));
}

__attribute__((always_inline)) static inline __m256i fin(__m256i z) {
    z = times(_mm256_xor_si256(z, _mm256_srli_epi64(z, 30)), UINT64_C(0xbf58476d1ce4e5b9));
    z = times(_mm256_xor_si256(z, _mm256_srli_epi64(z, 27)), UINT64_C(0x94d049bb133111eb));
    return _mm256_xor_si256(z, _mm256_srli_epi64(z, 31));
}

/* Halves stay in the order that a shuffle of pairs leaves; store() undoes it. */
__attribute__((always_inline)) static inline halves draw(streams *s) {
    const __m256i golden = _mm256_set1_epi64x((long long)RMK_GOLDEN);
    s->first = _mm256_add_epi64(s->first, golden);
    s->second = _mm256_add_epi64(s->second, golden);
    __m256 a = _mm256_castsi256_ps(fin(s->first)), b = _mm256_castsi256_ps(fin(s->second));
    return (halves){_mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88)),
                    _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd))};
}

static inline void store(__m256i bucket, uint32_t *out) {
    _mm256_storeu_si256((void *)out, _mm256_permute4x64_epi64(bucket, 0xd8));
}

/* Sets all bits of the lanes where x has an odd number of bits. */
__attribute__((always_inline)) static inline __m256i odd_lanes(__m256i x) {
    x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 16));
    x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 8));
    x = _mm256_xor_si256(x, _mm256_srli_epi32(x, 4));
    /* The parity of four bits each is the bit of 0x6996 that is shifted to the sign. */
    const __m256i parities = _mm256_set1_epi32(0x6996);
    x = _mm256_srlv_epi32(parities, _mm256_and_si256(x, _mm256_set1_epi32(15)));
    return _mm256_srai_epi32(_mm256_slli_epi32(x, 31), 31);
}

/* Does rmk_jumpback_bucket in every lane; 0 has no highest bit, and its lane stays 0. */
__attribute__((always_inline)) static inline __m256i bucket_of(halves first, __m256i x) {
    __m256i ones = _mm256_or_si256(x, _mm256_srli_epi32(x, 1));
    ones = _mm256_or_si256(ones, _mm256_srli_epi32(ones, 2));
    ones = _mm256_or_si256(ones, _mm256_srli_epi32(ones, 4));
    ones = _mm256_or_si256(ones, _mm256_srli_epi32(ones, 8));
    ones = _mm256_or_si256(ones, _mm256_srli_epi32(ones, 16));
    __m256i below = _mm256_srli_epi32(ones, 1), low = _mm256_xor_si256(ones, below);
    __m256i half = _mm256_blendv_epi8(first.low, first.high, odd_lanes(x));
    return _mm256_or_si256(low, _mm256_and_si256(half, below));
}

/* Draws on for lanes past the end, until each has a bucket or falls back to the bit below. */
__attribute__((always_inline)) static inline __m256i
draw_on(streams *s, halves first, __m256i x, __m256i bucket, __m256i past, uint32_t buckets, uint32_t top) {
    const __m256i ones = _mm256_set1_epi32((int)top), last = _mm256_set1_epi32((int)(buckets - 1));
    const __m256i half = _mm256_set1_epi32((int)(top / 2 + 1));
    __m256i back = _mm256_setzero_si256();
    while (_mm256_movemask_epi8(past)) {
        halves value = draw(s);
        __m256i choice = _mm256_and_si256(value.low, ones), other = _mm256_and_si256(value.high, ones);
        choice = _mm256_blendv_epi8(choice, other, _mm256_cmpgt_epi32(choice, last));
        back = _mm256_or_si256(back, _mm256_and_si256(past, _mm256_cmpgt_epi32(half, choice)));
        bucket = _mm256_blendv_epi8(bucket, choice, past);
        past = _mm256_and_si256(past, _mm256_cmpgt_epi32(choice, last));
    }
    return _mm256_blendv_epi8(bucket, bucket_of(first, _mm256_xor_si256(x, half)), back);
}

__attribute__((always_inline)) static inline void block_of(const uint64_t *keys, uint32_t buckets,
                                                           uint32_t *out) {
    const uint32_t top = (uint32_t)rmk_ones_over(buckets - 1);
    const __m256i last = _mm256_set1_epi32((int)(buckets - 1));
    streams s[GROUPS];
    halves first[GROUPS];
    __m256i x[GROUPS], bucket[GROUPS], past[GROUPS];
#pragma GCC unroll 2
    for (unsigned g = 0; g < GROUPS; g++) {
        s[g].first = _mm256_loadu_si256((const void *)(keys + g * LANES));
        s[g].second = _mm256_loadu_si256((const void *)(keys + g * LANES + LANES / 2));
        first[g] = draw(&s[g]);
        x[g] = _mm256_and_si256(_mm256_xor_si256(first[g].low, first[g].high), _mm256_set1_epi32((int)top));
        bucket[g] = bucket_of(first[g], x[g]);
        past[g] = _mm256_cmpgt_epi32(bucket[g], last);
    }
#pragma GCC unroll 2
    for (unsigned g = 0; g < GROUPS; g++) {
        if (_mm256_movemask_epi8(past[g]))
            bucket[g] = draw_on(&s[g], first[g], x[g], bucket[g], past[g], buckets, top);
        store(bucket[g], out + g * LANES);
    }
}

void rmk_jumpback_many_avx2(const uint64_t *keys, size_t count, uint32_t buckets, uint32_t *out) {
    rmk_jumpback_blocks(keys, count, buckets, out, BLOCK, block_of);
}
