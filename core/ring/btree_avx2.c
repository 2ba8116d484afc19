/* btree_avx2.c - the static B-tree with two 32-byte compares a node. AVX2 compares signed numbers only. */
#include <immintrin.h>

#include "btree.h"
#include "btree_kernel.h"

BTREE_INLINE unsigned below_4(const uint64_t *keys, __m256i sign, __m256i flipped) {
    __m256i half = _mm256_xor_si256(_mm256_load_si256((const void *)keys), sign);
    return (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpgt_epi64(flipped, half)));
}

BTREE_INLINE unsigned wide_below(const uint64_t *line, uint64_t position) {
    const __m256i sign = _mm256_set1_epi64x(INT64_MIN);
    __m256i flipped = _mm256_xor_si256(_mm256_set1_epi64x((long long)position), sign);
    return (unsigned)__builtin_popcount(below_4(line, sign, flipped) | below_4(line + 4, sign, flipped) << 4);
}

BTREE_INLINE unsigned up_to_8(const uint32_t *keys, __m256i half) {
    __m256i larger = _mm256_max_epu32(_mm256_load_si256((const void *)keys), half);
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(larger, half)));
}

BTREE_INLINE unsigned narrow_up_to(const uint32_t *line, uint32_t half) {
    __m256i wanted = _mm256_set1_epi32((int)half);
    return (unsigned)__builtin_popcount(up_to_8(line, wanted) | up_to_8(line + 8, wanted) << 8);
}

BTREE_KERNELS(rmk_btree_kernels_avx2);
