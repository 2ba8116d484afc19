/*
 * rendezvous_avx2.c - the highest scores of four keys at a time, a lane each. Products of 64 bits are made of
 * three of 32, and unsigned numbers compare as signed ones with the upper bit turned.
 */
#include <immintrin.h>

#include "rendezvous.h"

enum { LANES = 4 };

/* Makes scores with the upper bit turned, for signed comparisons. */
__attribute__((always_inline)) static inline __m256i score_of(uint64_t name, __m256i keys) {
    const __m256i low = _mm256_set1_epi64x((long long)(RMK_RENDEZVOUS_FACTOR & UINT32_MAX));
    const __m256i high = _mm256_set1_epi64x((long long)(RMK_RENDEZVOUS_FACTOR >> 32));
    __m256i x = _mm256_add_epi64(_mm256_set1_epi64x((long long)name), keys);
    __m256i upper = _mm256_srli_epi64(x, 32), lower = _mm256_xor_si256(x, upper);
    __m256i cross = _mm256_add_epi64(_mm256_mul_epu32(upper, low), _mm256_mul_epu32(lower, high));
    __m256i product = _mm256_add_epi64(_mm256_mul_epu32(lower, low), _mm256_slli_epi64(cross, 32));
    return _mm256_xor_si256(product, _mm256_set1_epi64x(INT64_MIN));
}

static void four_keys(const uint64_t *names, size_t count, const uint64_t *keys, uint32_t *places) {
    const __m256i key = _mm256_loadu_si256((const __m256i *)keys), one = _mm256_set1_epi64x(1);
    __m256i best = score_of(names[0], key), place = _mm256_setzero_si256(), now = place;
    for (size_t i = 1; i < count; i++) {
        __m256i score = score_of(names[i], key), better = _mm256_cmpgt_epi64(score, best);
        now = _mm256_add_epi64(now, one);
        place = _mm256_blendv_epi8(place, now, better);
        best = _mm256_blendv_epi8(best, score, better);
    }
    uint64_t at[LANES];
    _mm256_storeu_si256((__m256i *)at, place);
    for (unsigned lane = 0; lane < LANES; lane++)
        places[lane] = (uint32_t)at[lane];
}

void rmk_rendezvous_many_avx2(const uint64_t *names, size_t count, const uint64_t *keys, size_t key_count,
                              uint32_t *places) {
    size_t k = 0;
    for (; k + LANES <= key_count; k += LANES)
        four_keys(names, count, keys + k, places + k);
    rmk_rendezvous_many_scalar(names, count, keys + k, key_count - k, places + k);
}
