/* btree_avx512.c - the static B-tree with one compare into a mask a node. */
#include <immintrin.h>

#include "btree.h"
#include "btree_kernel.h"

BTREE_INLINE unsigned wide_below(const uint64_t *line, uint64_t position) {
    return (unsigned)__builtin_popcount(
        _mm512_cmplt_epu64_mask(_mm512_load_si512(line), _mm512_set1_epi64((long long)position)));
}

BTREE_INLINE unsigned narrow_up_to(const uint32_t *line, uint32_t half) {
    return (unsigned)__builtin_popcount(
        _mm512_cmple_epu32_mask(_mm512_load_si512(line), _mm512_set1_epi32((int)half)));
}

BTREE_KERNELS(rmk_btree_kernels_avx512);
