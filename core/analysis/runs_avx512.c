/* runs_avx512.c - equal runs, 16 arcs a step. */
#include <immintrin.h>

#include "runs.h"

enum { STEP = 16 };

/* Sets a bit for each arc from i on that differs, among those whose bit is set in `there`; no other arc is
 * read. */
static inline unsigned differing(rmk_arcs a, rmk_arcs b, size_t i, unsigned there) {
    __mmask8 low = (__mmask8)there, high = (__mmask8)(there >> 8);
    __mmask8 first = _mm512_cmpneq_epi64_mask(_mm512_maskz_loadu_epi64(low, a.ends + i),
                                              _mm512_maskz_loadu_epi64(low, b.ends + i));
    __mmask8 second = _mm512_cmpneq_epi64_mask(_mm512_maskz_loadu_epi64(high, a.ends + i + 8),
                                               _mm512_maskz_loadu_epi64(high, b.ends + i + 8));
    __mmask16 owners = _mm512_cmpneq_epi32_mask(_mm512_maskz_loadu_epi32((__mmask16)there, a.owners + i),
                                                _mm512_maskz_loadu_epi32((__mmask16)there, b.owners + i));
    return first | (unsigned)second << 8 | owners;
}

size_t rmk_equal_run_avx512(rmk_arcs a, rmk_arcs b, size_t count) {
    size_t i = 0;
    unsigned differ;
    for (; i + STEP <= count; i += STEP)
        if ((differ = differing(a, b, i, 0xffff)))
            return i + (size_t)__builtin_ctz(differ);
    differ = differing(a, b, i, (1u << (count - i)) - 1);
    return differ ? i + (size_t)__builtin_ctz(differ) : count;
}
