/*
 * jumpback_avx512.c - JumpBackHash of 32 keys at a time: splitmix64 in lanes of 64 bits, and then both halves
 * of its values in lanes of 32, where the bucket is found. Lanes that land past the end draw on together.
 */
#include <immintrin.h>

#include "jumpback_kernel.h"

enum { GROUPS = 2, LANES = 16, BLOCK = GROUPS * LANES };

/* Both halves of sixteen 64-bit values. */
typedef struct halves {
    __m512i low, high;
} halves;

/* The states of sixteen streams. */
typedef struct streams {
    __m512i first, second;
} streams;

__attribute__((always_inline)) static inline __m512i fin(__m512i z) {
    const __m512i a = _mm512_set1_epi64((long long)0xbf58476d1ce4e5b9);
    const __m512i b = _mm512_set1_epi64((long long)0x94d049bb133111eb);
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 30)), a);
    z = _mm512_mullo_epi64(_mm512_xor_si512(z, _mm512_srli_epi64(z, 27)), b);
    return _mm512_xor_si512(z, _mm512_srli_epi64(z, 31));
}

__attribute__((always_inline)) static inline halves draw(streams *s) {
    const __m512i golden = _mm512_set1_epi64((long long)RMK_GOLDEN);
    const __m512i evens = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odds = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    s->first = _mm512_add_epi64(s->first, golden);
    s->second = _mm512_add_epi64(s->second, golden);
    __m512i a = fin(s->first), b = fin(s->second);
    return (halves){_mm512_permutex2var_epi32(a, evens, b), _mm512_permutex2var_epi32(a, odds, b)};
}

/* Marks the lanes that have an odd number of bits. */
__attribute__((always_inline)) static inline __mmask16 odd_lanes(__m512i x) {
    x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 16));
    x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 8));
    x = _mm512_xor_si512(x, _mm512_srli_epi32(x, 4));
    /* The parities of four bits each stand in a number of 16 bits. */
    const __m512i parities = _mm512_set1_epi32(0x6996);
    x = _mm512_srlv_epi32(parities, _mm512_and_si512(x, _mm512_set1_epi32(15)));
    return _mm512_test_epi32_mask(x, _mm512_set1_epi32(1));
}

/* Does rmk_jumpback_bucket in every lane; 0 has no highest bit, and its lane stays 0. */
__attribute__((always_inline)) static inline __m512i bucket_of(halves first, __m512i x) {
    const __m512i one = _mm512_set1_epi32(1);
    __m512i high = _mm512_sub_epi32(_mm512_set1_epi32(31), _mm512_lzcnt_epi32(x));
    __m512i low = _mm512_sllv_epi32(one, high); /* shifts of 2^32 - 1 give 0 */
    __m512i half = _mm512_mask_mov_epi32(first.low, odd_lanes(x), first.high);
    __m512i below = _mm512_and_si512(half, _mm512_sub_epi32(low, one));
    return _mm512_maskz_add_epi32(_mm512_test_epi32_mask(x, x), low, below);
}

/* Draws on for lanes past the end, until each has a bucket or falls back to the bit below. */
__attribute__((always_inline)) static inline __m512i
draw_on(streams *s, halves first, __m512i x, __m512i bucket, __mmask16 past, uint32_t buckets, uint32_t top) {
    const __m512i ones = _mm512_set1_epi32((int)top), end = _mm512_set1_epi32((int)buckets);
    const __m512i half = _mm512_set1_epi32((int)(top / 2 + 1));
    __mmask16 back = 0;
    while (past) {
        halves value = draw(s);
        __m512i choice = _mm512_and_si512(value.low, ones), other = _mm512_and_si512(value.high, ones);
        choice = _mm512_mask_mov_epi32(choice, _mm512_cmpge_epu32_mask(choice, end), other);
        back |= _mm512_mask_cmplt_epu32_mask(past, choice, half);
        bucket = _mm512_mask_mov_epi32(bucket, past, choice);
        past = _mm512_mask_cmpge_epu32_mask(past, choice, end);
    }
    return _mm512_mask_mov_epi32(bucket, back, bucket_of(first, _mm512_xor_si512(x, half)));
}

__attribute__((always_inline)) static inline void block_of(const uint64_t *keys, uint32_t buckets,
                                                           uint32_t *out) {
    const uint32_t top = (uint32_t)rmk_ones_over(buckets - 1);
    const __m512i end = _mm512_set1_epi32((int)buckets);
    streams s[GROUPS];
    halves first[GROUPS];
    __m512i x[GROUPS], bucket[GROUPS];
    __mmask16 past[GROUPS];
#pragma GCC unroll 2
    for (unsigned g = 0; g < GROUPS; g++) {
        s[g].first = _mm512_loadu_si512(keys + g * LANES);
        s[g].second = _mm512_loadu_si512(keys + g * LANES + LANES / 2);
        first[g] = draw(&s[g]);
        x[g] = _mm512_and_si512(_mm512_xor_si512(first[g].low, first[g].high), _mm512_set1_epi32((int)top));
        bucket[g] = bucket_of(first[g], x[g]);
        past[g] = _mm512_cmpge_epu32_mask(bucket[g], end);
    }
#pragma GCC unroll 2
    for (unsigned g = 0; g < GROUPS; g++) {
        if (past[g])
            bucket[g] = draw_on(&s[g], first[g], x[g], bucket[g], past[g], buckets, top);
        _mm512_storeu_si512(out + g * LANES, bucket[g]);
    }
}

void rmk_jumpback_many_avx512(const uint64_t *keys, size_t count, uint32_t buckets, uint32_t *out) {
    rmk_jumpback_blocks(keys, count, buckets, out, BLOCK, block_of);
}
