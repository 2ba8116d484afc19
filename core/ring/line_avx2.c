/* line_avx2.c - the line index with one 32-byte compare a line. */
#include <immintrin.h>
#include <string.h>

#include "line.h"
#include "line_kernel.h"

/* Sets a pair of bits for each of 16 remainders that is at or above the key's; AVX2 has no unsigned
 * less-than. */
LINE_INLINE unsigned not_below(const void *remainders, uint16_t remainder) {
    __m256i line = _mm256_load_si256(remainders);
    __m256i key = _mm256_set1_epi16((short)remainder);
    return (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi16(_mm256_max_epu16(line, key), line));
}

/* Remainders ascend, so those at or above the key's are the last ones: their first bit counts the others. */
LINE_INLINE unsigned narrow_below(const line_narrow *line, uint16_t remainder) {
    return (unsigned)__builtin_ctz(not_below(line->remainders, remainder)) / 2;
}

LINE_INLINE unsigned wide_below(const line_wide *line, uint16_t remainder) {
    return (unsigned)__builtin_ctz(not_below(line->remainders, remainder) | 1u << 2 * WIDE_SLOTS) / 2;
}

/* Computes position * buckets >> 32, for buckets below 2^32: the bucket stands above, the remainder in
 * bits 16 to 31. */
LINE_INLINE __m256i products(__m256i positions, __m256i buckets) {
    __m256i high = _mm256_mul_epu32(_mm256_srli_epi64(positions, 32), buckets);
    __m256i low = _mm256_mul_epu32(positions, buckets);
    return _mm256_add_epi64(high, _mm256_srli_epi64(low, 32));
}

LINE_INLINE void line_places(uint64_t buckets, const uint64_t *positions, line_block *block) {
    const __m256i factor = _mm256_set1_epi64x((long long)buckets), line_mask = _mm256_set1_epi64x(~63ll);
    for (size_t i = 0; i < LINE_BLOCK; i += 4) {
        __m256i product = products(_mm256_loadu_si256((const void *)(positions + i)), factor);
        _mm256_store_si256((void *)(block->offsets + i),
                           _mm256_and_si256(_mm256_srli_epi64(product, 26), line_mask));
        __m256i words = _mm256_shuffle_epi8(
            product, _mm256_setr_epi8(2, 3, 10, 11, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 2, 3, 10,
                                      11, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
        uint64_t packed = (uint32_t)_mm256_extract_epi32(words, 0) |
                          (uint64_t)(uint32_t)_mm256_extract_epi32(words, 4) << 32;
        memcpy(block->remainders + i, &packed, sizeof packed);
    }
}

LINE_INLINE uint32_t waiting_of_16(const line_block *block, const uint32_t *owners, __m256i more, size_t i) {
    __m256i stops = _mm256_load_si256((const void *)(block->stops + i));
    __m256i remainders = _mm256_load_si256((const void *)(block->remainders + i));
    __m256i low = _mm256_cmpeq_epi32(_mm256_loadu_si256((const void *)(owners + i)), more);
    __m256i high = _mm256_cmpeq_epi32(_mm256_loadu_si256((const void *)(owners + i + 8)), more);
    __m256i full = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xd8);
    __m256i waiting = _mm256_or_si256(_mm256_cmpeq_epi16(stops, remainders), full);
    __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(waiting, _mm256_setzero_si256()), 0xd8);
    return (uint32_t)_mm256_movemask_epi8(bytes) & 0xffff;
}

LINE_INLINE uint64_t line_waiting(const line_block *block, const uint32_t *owners, uint32_t more) {
    const __m256i most = _mm256_set1_epi32((int)more);
    uint64_t waiting = 0;
    for (size_t i = 0; i < LINE_BLOCK; i += 16)
        waiting |= (uint64_t)waiting_of_16(block, owners, most, i) << i;
    return waiting;
}

/* Counts the positions below one by signed compares with the top bit turned over. */
LINE_INLINE unsigned line_count(const uint64_t *positions, uint64_t position) {
    const __m256i sign = _mm256_set1_epi64x(INT64_MIN);
    const __m256i key = _mm256_xor_si256(_mm256_set1_epi64x((long long)position), sign);
    __m256i below = _mm256_setzero_si256();
    for (unsigned i = 0; i < LINE_COUNTED; i += 4) {
        __m256i four = _mm256_xor_si256(_mm256_loadu_si256((const void *)(positions + i)), sign);
        below = _mm256_sub_epi64(below, _mm256_cmpgt_epi64(key, four));
    }
    __m128i two = _mm_add_epi64(_mm256_castsi256_si128(below), _mm256_extracti128_si256(below, 1));
    return (unsigned)(_mm_extract_epi64(two, 0) + _mm_extract_epi64(two, 1));
}

LINE_KERNELS(rmk_line_kernels_avx2);
