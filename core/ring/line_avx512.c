/* line_avx512.c - the line index with one 32-byte compare into a mask a line. */
#include <immintrin.h>
#include <string.h>

#include "line.h"
#include "line_kernel.h"

LINE_INLINE unsigned below(const void *remainders, uint16_t remainder) {
    return _mm256_cmplt_epu16_mask(_mm256_load_si256(remainders), _mm256_set1_epi16((short)remainder));
}

LINE_INLINE unsigned narrow_below(const line_narrow *line, uint16_t remainder) {
    return (unsigned)__builtin_popcount(below(line->remainders, remainder));
}

LINE_INLINE unsigned wide_below(const line_wide *line, uint16_t remainder) {
    return (unsigned)__builtin_popcount(below(line->remainders, remainder) & ((1u << WIDE_SLOTS) - 1));
}

/* Computes position * buckets >> 32, for buckets below 2^32: the bucket stands above, the remainder in
 * bits 16 to 31. */
LINE_INLINE __m512i products(__m512i positions, __m512i buckets) {
    __m512i high = _mm512_mul_epu32(_mm512_srli_epi64(positions, 32), buckets);
    __m512i low = _mm512_mul_epu32(positions, buckets);
    return _mm512_add_epi64(high, _mm512_srli_epi64(low, 32));
}

LINE_INLINE void line_places(uint64_t buckets, const uint64_t *positions, line_block *block) {
    const __m512i factor = _mm512_set1_epi64((long long)buckets), line_mask = _mm512_set1_epi64(~63ll);
    for (size_t i = 0; i < LINE_BLOCK; i += 8) {
        __m512i product = products(_mm512_loadu_si512(positions + i), factor);
        _mm512_store_si512(block->offsets + i, _mm512_and_si512(_mm512_srli_epi64(product, 26), line_mask));
        _mm_store_si128((void *)(block->remainders + i),
                        _mm512_cvtepi64_epi16(_mm512_srli_epi64(product, 16)));
    }
}

LINE_INLINE uint64_t line_waiting(const line_block *block, const uint32_t *owners, uint32_t more) {
    const __m512i most = _mm512_set1_epi32((int)more);
    uint64_t waiting = 0;
    for (size_t i = 0; i < LINE_BLOCK; i += 32)
        waiting |= (uint64_t)_mm512_cmpeq_epi16_mask(_mm512_load_si512(block->stops + i),
                                                     _mm512_load_si512(block->remainders + i))
                   << i;
    for (size_t i = 0; i < LINE_BLOCK; i += 16)
        waiting |= (uint64_t)_mm512_cmpeq_epi32_mask(_mm512_loadu_si512(owners + i), most) << i;
    return waiting;
}

LINE_INLINE unsigned line_count(const uint64_t *positions, uint64_t position) {
    const __m512i key = _mm512_set1_epi64((long long)position);
    unsigned low = _mm512_cmplt_epu64_mask(_mm512_loadu_si512(positions), key);
    unsigned high = _mm512_cmplt_epu64_mask(_mm512_loadu_si512(positions + 8), key);
    return (unsigned)__builtin_popcount(low | high << 8);
}

LINE_KERNELS(rmk_line_kernels_avx512);
