/* slots_avx512.c - the slots of eight values at a time. */
#include <immintrin.h>

#include "slots.h"

/* Computes the upper halves of products, from products of 32 bits and what they carry. */
__attribute__((always_inline)) static inline __m512i multiply_high(__m512i a, __m512i low, __m512i high) {
    const __m512i mask = _mm512_set1_epi64(UINT32_MAX);
    __m512i upper = _mm512_srli_epi64(a, 32);
    __m512i first = _mm512_srli_epi64(_mm512_mul_epu32(a, low), 32);
    __m512i second = _mm512_add_epi64(_mm512_mul_epu32(upper, low), first);
    __m512i third = _mm512_add_epi64(_mm512_mul_epu32(a, high), _mm512_and_si512(second, mask));
    __m512i carried = _mm512_add_epi64(_mm512_srli_epi64(second, 32), _mm512_srli_epi64(third, 32));
    return _mm512_add_epi64(_mm512_mul_epu32(upper, high), carried);
}

void rmk_find_slots_avx512(const rmk_slots *self, const uint64_t *hashes, size_t count, uint32_t *slots) {
    const __m512i low = _mm512_set1_epi64((long long)(self->inverse & UINT32_MAX));
    const __m512i high = _mm512_set1_epi64((long long)(self->inverse >> 32));
    const __m512i size = _mm512_set1_epi64((long long)self->count);
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        __m512i value = _mm512_loadu_si512(hashes + i);
        __m512i quotient = multiply_high(value, low, high);
        __m512i rest = _mm512_sub_epi64(value, _mm512_mullo_epi64(quotient, size));
        rest = _mm512_min_epu64(rest, _mm512_sub_epi64(rest, size));
        _mm256_storeu_si256((__m256i *)(slots + i), _mm512_cvtepi64_epi32(rest));
    }
    for (; i < count; i++)
        slots[i] = (uint32_t)rmk_slot_of(self, hashes[i]);
}
