/*
 * jump_avx2.c - jump hash of 16 keys at a time, four groups of four lanes. AVX2 multiplies 32 bits and
 * converts none of 64: three products make one, and a divisor below 2^52 becomes a double by its bits.
 */
#include <immintrin.h>
#include <string.h>

#include "jump.h"

enum { LANES = 4, GROUPS = 4, BLOCK = LANES * GROUPS };

/* Computes key * factor + 1. */
__attribute__((always_inline)) static inline __m256i next_state(__m256i keys) {
    const __m256i low = _mm256_set1_epi64x((long long)(RMK_JUMP_FACTOR & UINT32_MAX));
    const __m256i high = _mm256_set1_epi64x((long long)(RMK_JUMP_FACTOR >> 32));
    __m256i cross =
        _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(keys, 32), low), _mm256_mul_epu32(keys, high));
    __m256i product = _mm256_add_epi64(_mm256_mul_epu32(keys, low), _mm256_slli_epi64(cross, 32));
    return _mm256_add_epi64(product, _mm256_set1_epi64x(1));
}

/* Makes a double of the upper 31 bits, plus 1: as the last bits of 2^52 they are that double's fraction,
 * so nothing is rounded. */
__attribute__((always_inline)) static inline __m256d divisor_of(__m256i keys) {
    const __m256d base = _mm256_set1_pd(0x1p52);
    __m256d above = _mm256_or_pd(_mm256_castsi256_pd(_mm256_srli_epi64(keys, 33)), base);
    return _mm256_sub_pd(above, _mm256_set1_pd(0x1p52 - 1));
}

__attribute__((always_inline)) static inline __m256d next_jump(__m256i *keys, __m256d b) {
    *keys = next_state(*keys);
    __m256d ratio = _mm256_div_pd(_mm256_set1_pd(0x1p31), divisor_of(*keys));
    __m256d next = _mm256_mul_pd(_mm256_add_pd(b, _mm256_set1_pd(1)), ratio);
    return _mm256_round_pd(next, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

/* Writes four whole numbers below 2^32, as the last bits of 2^52 again. */
static inline void store_buckets(__m256d b, uint32_t *out) {
    __m256i bits = _mm256_castpd_si256(_mm256_add_pd(b, _mm256_set1_pd(0x1p52)));
    __m256i evens = _mm256_permutevar8x32_epi32(bits, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    _mm_storeu_si128((void *)out, _mm256_castsi256_si128(evens));
}

static void jump_block(const uint64_t *keys, uint32_t buckets, uint32_t *out) {
    const __m256d limit = _mm256_set1_pd(buckets);
    __m256i state[GROUPS];
    __m256d b[GROUPS], going[GROUPS], any;
#pragma GCC unroll 4
    for (unsigned g = 0; g < GROUPS; g++) {
        state[g] = _mm256_loadu_si256((const void *)(keys + g * LANES));
        b[g] = _mm256_setzero_pd();
        going[g] = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
    }
    do {
        any = _mm256_setzero_pd();
#pragma GCC unroll 4
        for (unsigned g = 0; g < GROUPS; g++) {
            __m256d next = next_jump(&state[g], b[g]);
            going[g] = _mm256_and_pd(going[g], _mm256_cmp_pd(next, limit, _CMP_LT_OQ));
            b[g] = _mm256_blendv_pd(b[g], next, going[g]);
            any = _mm256_or_pd(any, going[g]);
        }
    } while (_mm256_movemask_pd(any));
#pragma GCC unroll 4
    for (unsigned g = 0; g < GROUPS; g++)
        store_buckets(b[g], out + g * LANES);
}

void rmk_jump_many_avx2(const uint64_t *keys, size_t count, uint32_t buckets, uint32_t *out) {
    size_t i = 0;
    for (; i + BLOCK <= count; i += BLOCK)
        jump_block(keys + i, buckets, out + i);
    if (i == count)
        return;
    uint64_t rest[BLOCK] = {0};
    uint32_t answers[BLOCK];
    memcpy(rest, keys + i, (count - i) * sizeof *rest);
    jump_block(rest, buckets, answers);
    memcpy(out + i, answers, (count - i) * sizeof *out);
}
