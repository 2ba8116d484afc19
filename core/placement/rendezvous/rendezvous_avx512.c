/*
 * rendezvous_avx512.c - the highest scores of eight keys at a time, a lane each; nodes go by fours, of which
 * a lane remembers the best four alone, and the place in it is found again at the end. A single key goes over
 * the lanes with eight nodes a vector.
 */
#include <immintrin.h>

#include "rendezvous.h"

enum { LANES = 8, VECTORS = RMK_RENDEZVOUS_GROUP / LANES };

/* ---- one key ---- */

__attribute__((always_inline)) static inline __m512i scores(const uint64_t *names, __m512i key) {
    __m512i x = _mm512_add_epi64(_mm512_load_si512(names), key);
    return _mm512_mullo_epi64(_mm512_xor_si512(x, _mm512_srli_epi64(x, 32)),
                              _mm512_set1_epi64((long long)RMK_RENDEZVOUS_FACTOR));
}

__attribute__((always_inline)) static inline __m512i group_scores(const uint64_t *names, __m512i key) {
    __m512i a = _mm512_max_epu64(scores(names, key), scores(names + LANES, key));
    __m512i b = _mm512_max_epu64(scores(names + 2 * LANES, key), scores(names + 3 * LANES, key));
    return _mm512_max_epu64(a, b);
}

/* Finds the first place of a lane's group that has this score. */
static uint32_t place_in(const uint64_t *names, uint32_t group, unsigned lane, uint64_t key, uint64_t score) {
    uint32_t place = group * RMK_RENDEZVOUS_GROUP + lane;
    for (unsigned v = 1; v < VECTORS && rmk_rendezvous_score(names[place], key) != score; v++)
        place += LANES;
    return place;
}

static uint32_t best_place(const uint64_t *names, size_t groups, uint64_t key) {
    const __m512i keys = _mm512_set1_epi64((long long)key), one = _mm512_set1_epi64(1);
    __m512i best = group_scores(names, keys), place = _mm512_setzero_si512(), now = place;
    for (size_t g = 1; g < groups; g++) {
        __m512i score = group_scores(names + g * RMK_RENDEZVOUS_GROUP, keys);
        now = _mm512_add_epi64(now, one);
        place = _mm512_mask_mov_epi64(place, _mm512_cmpgt_epu64_mask(score, best), now);
        best = _mm512_max_epu64(best, score);
    }
    uint64_t most = _mm512_reduce_max_epu64(best), group[LANES];
    _mm512_storeu_si512(group, place);
    unsigned equal = _mm512_cmpeq_epu64_mask(best, _mm512_set1_epi64((long long)most));
    uint32_t first = UINT32_MAX;
    for (; equal; equal &= equal - 1) {
        unsigned lane = (unsigned)__builtin_ctz(equal);
        uint32_t at = place_in(names, (uint32_t)group[lane], lane, key, most);
        first = at < first ? at : first;
    }
    return first;
}

/* ---- eight keys ---- */

enum { FOUR = 4, FEW_NODES = 48 /* a single key is not worth its lanes */ };

__attribute__((always_inline)) static inline __m512i score_of(const uint64_t *name, __m512i keys) {
    __m512i x = _mm512_add_epi64(_mm512_set1_epi64((long long)*name), keys);
    return _mm512_mullo_epi64(_mm512_xor_si512(x, _mm512_srli_epi64(x, 32)),
                              _mm512_set1_epi64((long long)RMK_RENDEZVOUS_FACTOR));
}

__attribute__((always_inline)) static inline __m512i best_of_four(const uint64_t *names, __m512i keys) {
    return _mm512_max_epu64(_mm512_max_epu64(score_of(names, keys), score_of(names + 1, keys)),
                            _mm512_max_epu64(score_of(names + 2, keys), score_of(names + 3, keys)));
}

static void eight_keys(const uint64_t *names, size_t count, const uint64_t *keys, uint32_t *places) {
    const __m512i key = _mm512_loadu_si512(keys), four = _mm512_set1_epi64(FOUR);
    __m512i best = best_of_four(names, key), place = _mm512_setzero_si512(), now = place;
    for (size_t i = FOUR; i < count; i += FOUR) {
        __m512i score = best_of_four(names + i, key);
        now = _mm512_add_epi64(now, four);
        place = _mm512_mask_mov_epi64(place, _mm512_cmpgt_epu64_mask(score, best), now);
        best = _mm512_max_epu64(best, score);
    }
    uint64_t score[LANES], first[LANES];
    _mm512_storeu_si512(score, best);
    _mm512_storeu_si512(first, place);
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t *four_names = names + first[lane];
        unsigned at = 3;
        for (unsigned i = 3; i--;)
            at = rmk_rendezvous_score(four_names[i], keys[lane]) == score[lane] ? i : at;
        places[lane] = (uint32_t)first[lane] + at;
    }
}

void rmk_rendezvous_many_avx512(const uint64_t *names, size_t count, const uint64_t *keys, size_t key_count,
                                uint32_t *places) {
    size_t k = 0, groups = (count + RMK_RENDEZVOUS_GROUP - 1) / RMK_RENDEZVOUS_GROUP;
    for (; k + LANES <= key_count; k += LANES)
        eight_keys(names, count, keys + k, places + k);
    if (count < FEW_NODES)
        rmk_rendezvous_many_scalar(names, count, keys + k, key_count - k, places + k);
    for (; count >= FEW_NODES && k < key_count; k++)
        places[k] = best_place(names, groups, keys[k]);
}
