/*
 * jump_avx512.c - jump hash of 32 keys at a time: a step is one long chain (multiply, convert, divide,
 * multiply), so four groups of eight lanes take turns. A group that has arrived still steps with the others:
 * refilling lanes, or finishing the last ones together, costs more than it saves from 100 to 10^6 buckets.
 */
#include <immintrin.h>

#include "jump.h"

enum { LANES = 8, GROUPS = 4, BLOCK = LANES * GROUPS };

/* The bucket at which the keys of bucket b jump next; buckets are whole numbers below 2^63, held as doubles. */
__attribute__((always_inline)) static inline __m512d next_jump(__m512i *keys, __m512d b) {
    const __m512i factor = _mm512_set1_epi64((long long)RMK_JUMP_FACTOR), one = _mm512_set1_epi64(1);
    *keys = _mm512_add_epi64(_mm512_mullo_epi64(*keys, factor), one);
    __m512d divisor = _mm512_cvtepi64_pd(_mm512_add_epi64(_mm512_srli_epi64(*keys, 33), one));
    __m512d ratio = _mm512_div_pd(_mm512_set1_pd(0x1p31), divisor);
    __m512d next = _mm512_mul_pd(_mm512_add_pd(b, _mm512_set1_pd(1)), ratio);
    return _mm512_roundscale_pd(next, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

/* Finds the buckets of a block. `there` says which of the BLOCK keys there are: no other is read or
 * written. */
__attribute__((always_inline)) static inline void jump_block(const uint64_t *keys, uint32_t there,
                                                             uint32_t buckets, uint32_t *out) {
    const __m512d limit = _mm512_set1_pd(buckets);
    __m512i state[GROUPS];
    __m512d b[GROUPS];
    __mmask8 going[GROUPS];
#pragma GCC unroll 4
    for (unsigned g = 0; g < GROUPS; g++) {
        going[g] = (__mmask8)(there >> g * LANES);
        state[g] = _mm512_maskz_loadu_epi64(going[g], keys + g * LANES);
        b[g] = _mm512_setzero_pd();
    }
    unsigned any;
    do {
        any = 0;
#pragma GCC unroll 4
        for (unsigned g = 0; g < GROUPS; g++) {
            __m512d next = next_jump(&state[g], b[g]);
            going[g] = _mm512_mask_cmp_pd_mask(going[g], next, limit, _CMP_LT_OQ);
            b[g] = _mm512_mask_mov_pd(b[g], going[g], next);
            any |= going[g];
        }
    } while (any);
#pragma GCC unroll 4
    for (unsigned g = 0; g < GROUPS; g++)
        _mm256_mask_storeu_epi32(out + g * LANES, (__mmask8)(there >> g * LANES), _mm512_cvttpd_epu32(b[g]));
}

void rmk_jump_many_avx512(const uint64_t *keys, size_t count, uint32_t buckets, uint32_t *out) {
    size_t i = 0;
    for (; i + BLOCK <= count; i += BLOCK)
        jump_block(keys + i, UINT32_MAX, buckets, out + i);
    if (i < count)
        jump_block(keys + i, (UINT32_C(1) << (count - i)) - 1, buckets, out + i);
}
