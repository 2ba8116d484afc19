/* runs_avx2.c - equal runs, eight arcs a step. */
#include <immintrin.h>

#include "runs.h"

enum { STEP = 8 };

static inline __m256i four_ends(rmk_arcs a, rmk_arcs b, size_t i) {
    return _mm256_xor_si256(_mm256_loadu_si256((const void *)(a.ends + i)),
                            _mm256_loadu_si256((const void *)(b.ends + i)));
}

static inline bool all_equal(rmk_arcs a, rmk_arcs b, size_t i) {
    __m256i owners = _mm256_xor_si256(_mm256_loadu_si256((const void *)(a.owners + i)),
                                      _mm256_loadu_si256((const void *)(b.owners + i)));
    __m256i ends = _mm256_or_si256(four_ends(a, b, i), four_ends(a, b, i + 4));
    __m256i any = _mm256_or_si256(ends, owners);
    return _mm256_testz_si256(any, any);
}

size_t rmk_equal_run_avx2(rmk_arcs a, rmk_arcs b, size_t count) {
    size_t run = 0;
    while (run + STEP <= count && all_equal(a, b, run))
        run += STEP;
    while (run < count && rmk_arcs_equal(a, b, run))
        run++;
    return run;
}
