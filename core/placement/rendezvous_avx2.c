/*
 * rendezvous_avx2.c - the highest score of a key, four nodes a vector. Products of 64 bits are made of three
 * of 32, and unsigned numbers compare as signed ones with the upper bit turned.
 */
#include <immintrin.h>

#include "rendezvous.h"

enum { LANES = 4, VECTORS = RMK_RENDEZVOUS_GROUP / LANES };

/* Scores with their upper bit turned. */
__attribute__((always_inline)) static inline __m256i scores(const uint64_t *names, __m256i key) {
    const __m256i low = _mm256_set1_epi64x((long long)(RMK_RENDEZVOUS_FACTOR & UINT32_MAX));
    const __m256i high = _mm256_set1_epi64x((long long)(RMK_RENDEZVOUS_FACTOR >> 32));
    __m256i x = _mm256_add_epi64(_mm256_load_si256((const __m256i *)names), key);
    __m256i upper = _mm256_srli_epi64(x, 32), lower = _mm256_xor_si256(x, upper);
    __m256i cross = _mm256_add_epi64(_mm256_mul_epu32(upper, low), _mm256_mul_epu32(lower, high));
    __m256i product = _mm256_add_epi64(_mm256_mul_epu32(lower, low), _mm256_slli_epi64(cross, 32));
    return _mm256_xor_si256(product, _mm256_set1_epi64x(INT64_MIN));
}

static uint32_t best_place(const uint64_t *names, size_t vectors, uint64_t key) {
    const __m256i keys = _mm256_set1_epi64x((long long)key), one = _mm256_set1_epi64x(1);
    __m256i best = scores(names, keys), place = _mm256_setzero_si256(), now = place;
    for (size_t v = 1; v < vectors; v++) {
        __m256i score = scores(names + v * LANES, keys);
        __m256i better = _mm256_cmpgt_epi64(score, best);
        now = _mm256_add_epi64(now, one);
        place = _mm256_blendv_epi8(place, now, better);
        best = _mm256_blendv_epi8(best, score, better);
    }
    int64_t score[LANES], vector[LANES];
    _mm256_storeu_si256((__m256i *)score, best);
    _mm256_storeu_si256((__m256i *)vector, place);
    unsigned first = 0;
    for (unsigned lane = 1; lane < LANES; lane++)
        if (score[lane] > score[first] || (score[lane] == score[first] && vector[lane] < vector[first]))
            first = lane;
    return (uint32_t)vector[first] * LANES + first;
}

void rmk_rendezvous_many_avx2(const uint64_t *names, size_t count, const uint64_t *keys, size_t key_count,
                              uint32_t *places) {
    size_t groups = (count + RMK_RENDEZVOUS_GROUP - 1) / RMK_RENDEZVOUS_GROUP;
    for (size_t k = 0; k < key_count; k++)
        places[k] = best_place(names, groups * VECTORS, keys[k]);
}
