/*
 * fnv_avx512.c - FNV of 64 keys at once, 16 bytes of each a turn: eight vectors of 64-bit lanes or four of
 * 32-bit lanes, as many as hide the multiplier's latency.
 *
 * As long as every key has bytes left nothing is masked. Behind the end of the shortest, lanes whose key has
 * ended keep their value.
 */
#include "by_length.h"
#include "fnv_kernel.h"

#include <immintrin.h>
#include <stddef.h>

#define ALWAYS_INLINE __attribute__((always_inline)) static inline

enum { KEYS = 64, TURN = 16 };

/* Vectors of one member: KEYS lanes of 32 or 64 bits. */
#define VECTORS(rule) ((rule).bits == 64 ? 8 : 4)
enum { MOST_VECTORS = 8 };

/* The bytes of a turn: words of 8 bytes for 64-bit lanes, of 4 for 32-bit ones. */
typedef __m512i turn_words[4][MOST_VECTORS];

/* Takes in the lowest byte of each lane of `word`; where bytes are signed the highest, whose sign then
 * fills the lane. */
ALWAYS_INLINE __m512i step(fnv_rule rule, __m512i h, __m512i word) {
    /* 0x78: h ^ (word & mask) */
    if (rule.bits == 64) {
        __m512i prime = _mm512_set1_epi64((long long)rule.prime), low = _mm512_set1_epi64(0xff);
        return rule.xor_first ? _mm512_mullo_epi64(_mm512_ternarylogic_epi64(h, word, low, 0x78), prime)
                              : _mm512_ternarylogic_epi64(_mm512_mullo_epi64(h, prime), word, low, 0x78);
    }
    __m512i prime = _mm512_set1_epi32((int)rule.prime), low = _mm512_set1_epi32(0xff);
    if (rule.is_signed) {
        __m512i byte = _mm512_srai_epi32(word, 24);
        return rule.xor_first ? _mm512_mullo_epi32(_mm512_xor_si512(h, byte), prime)
                              : _mm512_xor_si512(_mm512_mullo_epi32(h, prime), byte);
    }
    return rule.xor_first ? _mm512_mullo_epi32(_mm512_ternarylogic_epi32(h, word, low, 0x78), prime)
                          : _mm512_ternarylogic_epi32(_mm512_mullo_epi32(h, prime), word, low, 0x78);
}

ALWAYS_INLINE __m512i in_words(__m512i bytes, __m128i order) {
    return _mm512_shuffle_epi8(bytes, _mm512_broadcast_i32x4(order));
}

/* Moves on to the next byte by a shuffle, where a shift would do: the multiplications keep the port of the
 * shifts busy. */
ALWAYS_INLINE __m512i next_byte(fnv_rule rule, __m512i word) {
    if (rule.is_signed)
        return in_words(word, _mm_setr_epi8(-1, 0, 1, 2, -1, 4, 5, 6, -1, 8, 9, 10, -1, 12, 13, 14));
    return rule.bits == 64 ? _mm512_srli_epi64(word, 8) : _mm512_srli_epi32(word, 8);
}

ALWAYS_INLINE __m512i shift_xor(fnv_rule rule, __m512i h, unsigned by) {
    return _mm512_xor_si512(h, rule.bits == 64 ? _mm512_srli_epi64(h, by) : _mm512_srli_epi32(h, by));
}

/* Does rmk_fmix64 or rmk_fmix32 in every lane. */
ALWAYS_INLINE __m512i mix(fnv_rule rule, __m512i h) {
    if (rule.bits == 64) {
        h = _mm512_mullo_epi64(shift_xor(rule, h, 33), _mm512_set1_epi64((long long)0xff51afd7ed558ccdull));
        h = _mm512_mullo_epi64(shift_xor(rule, h, 33), _mm512_set1_epi64((long long)0xc4ceb9fe1a85ec53ull));
        return shift_xor(rule, h, 33);
    }
    h = _mm512_mullo_epi32(shift_xor(rule, h, 16), _mm512_set1_epi32((int)0x85ebca6bu));
    h = _mm512_mullo_epi32(shift_xor(rule, h, 13), _mm512_set1_epi32((int)0xc2b2ae35u));
    return shift_xor(rule, h, 16);
}

/* ---- bytes of a turn ---- */

static const unsigned char nothing[TURN]; /* a masked load needs an address that can be read, or it is slow */

ALWAYS_INLINE __m128i part(const rmk_bytes *key, size_t at, const uint8_t *left) {
    if (!left)
        return _mm_loadu_si128((const __m128i *)(const void *)(key->data + at));
    const unsigned char *data = *left ? key->data + at : nothing;
    return _mm_maskz_loadu_epi8((__mmask16)_bzhi_u32(0xffff, *left), data);
}

/* Loads 16 bytes each of the keys 0, by, 2 * by and 3 * by. */
ALWAYS_INLINE __m512i four_parts(const rmk_bytes *keys, size_t by, size_t at, const uint8_t *left) {
    __m512i row = _mm512_castsi128_si512(part(keys, at, left));
    row = _mm512_inserti64x2(row, part(keys + by, at, left ? left + by : NULL), 1);
    row = _mm512_inserti64x2(row, part(keys + 2 * by, at, left ? left + 2 * by : NULL), 2);
    return _mm512_inserti64x2(row, part(keys + 3 * by, at, left ? left + 3 * by : NULL), 3);
}

ALWAYS_INLINE void load_64(const rmk_bytes *keys, size_t at, const uint8_t *left, turn_words words,
                           size_t v) {
    __m512i even = four_parts(keys, 2, at, left), odd = four_parts(keys + 1, 2, at, left ? left + 1 : NULL);
    words[0][v] = _mm512_unpacklo_epi64(even, odd);
    words[1][v] = _mm512_unpackhi_epi64(even, odd);
}

ALWAYS_INLINE void load_32(const rmk_bytes *keys, size_t at, const uint8_t *left, turn_words words,
                           size_t v) {
    __m512i r[4];
    for (size_t i = 0; i < 4; i++)
        r[i] = four_parts(keys + i, 4, at, left ? left + i : NULL);
    __m512i low01 = _mm512_unpacklo_epi32(r[0], r[1]), high01 = _mm512_unpackhi_epi32(r[0], r[1]);
    __m512i low23 = _mm512_unpacklo_epi32(r[2], r[3]), high23 = _mm512_unpackhi_epi32(r[2], r[3]);
    words[0][v] = _mm512_unpacklo_epi64(low01, low23);
    words[1][v] = _mm512_unpackhi_epi64(low01, low23);
    words[2][v] = _mm512_unpacklo_epi64(high01, high23);
    words[3][v] = _mm512_unpackhi_epi64(high01, high23);
}

/* Loads the bytes of a turn. `left` says how many each key still has, at most TURN; NULL: all have TURN. */
ALWAYS_INLINE void load(fnv_rule rule, const rmk_bytes *keys, size_t at, const uint8_t *left,
                        turn_words words) {
    for (size_t v = 0; v < VECTORS(rule); v++) {
        size_t first = v * (KEYS / VECTORS(rule));
        if (rule.bits == 64)
            load_64(keys + first, at, left ? left + first : NULL, words, v);
        else
            load_32(keys + first, at, left ? left + first : NULL, words, v);
        for (size_t w = 0; rule.is_signed && w < 4; w++)
            words[w][v] =
                in_words(words[w][v], _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    }
}

/* ---- turns ---- */

ALWAYS_INLINE void whole_turn(fnv_rule rule, const rmk_bytes *keys, size_t at, __m512i *h) {
    turn_words words;
    load(rule, keys, at, NULL, words);
    for (size_t w = 0; w < 2u * 64 / rule.bits; w++)
        for (size_t byte = 0; byte < rule.bits / 8; byte++)
            for (size_t v = 0; v < VECTORS(rule); v++) {
                h[v] = step(rule, h[v], words[w][v]);
                words[w][v] = next_byte(rule, words[w][v]);
            }
}

/* Marks the lanes of vector v that have more than `byte` bytes left. */
ALWAYS_INLINE __mmask16 alive(fnv_rule rule, const uint8_t *left, size_t v, size_t byte) {
    if (rule.bits == 64) {
        __m512i own = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(const void *)(left + 8 * v)));
        return _mm512_cmpgt_epi64_mask(own, _mm512_set1_epi64((long long)byte));
    }
    __m512i own = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(const void *)(left + 16 * v)));
    return _mm512_cmpgt_epi32_mask(own, _mm512_set1_epi32((int)byte));
}

ALWAYS_INLINE void masked_step(fnv_rule rule, const uint8_t *left, size_t byte, __m512i *h, __m512i *words) {
    for (size_t v = 0; v < VECTORS(rule); v++) {
        __m512i next = step(rule, h[v], words[v]);
        __mmask16 lanes = alive(rule, left, v, byte);
        h[v] = rule.bits == 64 ? _mm512_mask_mov_epi64(h[v], (__mmask8)lanes, next)
                               : _mm512_mask_mov_epi32(h[v], lanes, next);
        words[v] = next_byte(rule, words[v]);
    }
}

ALWAYS_INLINE void last_turns(fnv_rule rule, const rmk_bytes *keys, size_t at, size_t longest, __m512i *h) {
    uint8_t left[KEYS];
    turn_words words;
    for (; at < longest; at += TURN) {
        for (size_t i = 0; i < KEYS; i++) {
            size_t more = keys[i].length > at ? keys[i].length - at : 0;
            left[i] = (uint8_t)(more < TURN ? more : TURN);
        }
        load(rule, keys, at, left, words);
        size_t bytes = longest - at < TURN ? longest - at : TURN, a_word = rule.bits / 8;
        for (size_t w = 0; w < TURN / a_word && w * a_word < bytes; w++)
            for (size_t byte = w * a_word; byte < bytes && byte < (w + 1) * a_word; byte++)
                masked_step(rule, left, byte, h, words[w]);
    }
}

ALWAYS_INLINE void store(fnv_rule rule, __m512i h, uint64_t *values) {
    if (rule.mix)
        h = mix(rule, h);
    if (rule.bits == 64) {
        _mm512_storeu_si512(values, h);
        return;
    }
    _mm512_storeu_si512(values, _mm512_cvtepu32_epi64(_mm512_castsi512_si256(h)));
    _mm512_storeu_si512(values + 8, _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(h, 1)));
}

_Static_assert(sizeof(rmk_bytes) == 16 && offsetof(rmk_bytes, length) == 8, "lengths are the odd words");

/* Does what rmk_lengths_of does, four keys a load: the even words are addresses, which the end ignores. */
ALWAYS_INLINE rmk_length_range lengths_of(const rmk_bytes *keys, size_t count) {
    const __mmask8 odd = 0xaa;
    __m512i least = _mm512_set1_epi64(-1), most = _mm512_setzero_si512();
    for (size_t i = 0; i < count; i += 4) {
        __mmask8 there = (__mmask8)_bzhi_u32(0xff, count - i < 4 ? 2 * (unsigned)(count - i) : 8);
        __m512i four = _mm512_maskz_loadu_epi64(there, keys + i);
        least = _mm512_mask_min_epu64(least, there, least, four);
        most = _mm512_max_epu64(most, four);
    }
    return (rmk_length_range){_mm512_mask_reduce_min_epu64(odd, least),
                              _mm512_mask_reduce_max_epu64(odd, most)};
}

static rmk_length_range lengths(const rmk_bytes *keys, size_t count) {
    return lengths_of(keys, count);
}

/* Hashes KEYS keys side by side. */
ALWAYS_INLINE void hash_keys(fnv_rule rule, const rmk_bytes *keys, uint64_t *values) {
    rmk_length_range range = lengths_of(keys, KEYS);
    size_t at = 0;
    __m512i h[MOST_VECTORS];
    for (size_t v = 0; v < VECTORS(rule); v++)
        h[v] = rule.bits == 64 ? _mm512_set1_epi64((long long)rule.offset)
                               : _mm512_set1_epi32((int)rule.offset);
    for (; at + TURN <= range.least; at += TURN)
        whole_turn(rule, keys, at, h);
    last_turns(rule, keys, at, range.most, h);
    for (size_t v = 0; v < VECTORS(rule); v++)
        store(rule, h[v], values + v * (KEYS / VECTORS(rule)));
}

#include "fnv_batch.h"

FNV_BATCH(fnv1_32, RULE32(false, false))
FNV_BATCH(fnv1a_32, RULE32(true, false))
FNV_BATCH(fnv1_64, RULE64(false, false))
FNV_BATCH(fnv1a_64, RULE64(true, false))
FNV_BATCH(fnv1a_32_mix, RULE32(true, true))
FNV_BATCH(fnv1a_64_mix, RULE64(true, true))
FNV_BATCH(mc_fnv1_32, RULE_MC_32(false))
FNV_BATCH(mc_fnv1a_32, RULE_MC_32(true))
FNV_BATCH(mc_fnv1_64, RULE_MC_64(false))
FNV_BATCH(mc_fnv1a_64, RULE_MC_64(true))

const rmk_fnv_kernels rmk_fnv_avx512 = {
    .keys = KEYS,
    .lengths = lengths,
    .fnv1_32 = fnv1_32,
    .fnv1a_32 = fnv1a_32,
    .fnv1_64 = fnv1_64,
    .fnv1a_64 = fnv1a_64,
    .fnv1a_32_mix = fnv1a_32_mix,
    .fnv1a_64_mix = fnv1a_64_mix,
    .mc_fnv1_32 = mc_fnv1_32,
    .mc_fnv1a_32 = mc_fnv1a_32,
    .mc_fnv1_64 = mc_fnv1_64,
    .mc_fnv1a_64 = mc_fnv1a_64,
};
