/*
 * fnv_avx2.c - FNV of 32 bits of 32 keys at once, 8 bytes of each a turn: four vectors of 8 lanes.
 *
 * The members of 64 bits have no kernel here: without a 64-bit multiplication they won a quarter on keys of
 * one length and lost as much on mixed ones.
 *
 * Words are written to the stack key by key and read lane by lane. Behind the end of the shortest key, lanes
 * whose key has ended keep their value.
 */
#include "by_length.h"
#include "fnv_kernel.h"

#include <immintrin.h>

#define ALWAYS_INLINE __attribute__((always_inline)) static inline

enum { WIDTH = 8, VECTORS = 4, KEYS = WIDTH * VECTORS, TURN = 8, WORD = 4 };

/* The low and the high halves of the 8 bytes that a turn takes of each key. */
typedef uint32_t turn_words[TURN / WORD][KEYS];

/* Takes in the lowest byte of each lane of `word`; where bytes are signed the highest, whose sign then
 * fills the lane. */
ALWAYS_INLINE __m256i step(fnv_rule rule, __m256i h, __m256i word) {
    __m256i byte = rule.is_signed ? _mm256_srai_epi32(word, 24)
                                  : _mm256_and_si256(word, _mm256_set1_epi32(0xff)),
            prime = _mm256_set1_epi32((int)rule.prime);
    return rule.xor_first ? _mm256_mullo_epi32(_mm256_xor_si256(h, byte), prime)
                          : _mm256_xor_si256(_mm256_mullo_epi32(h, prime), byte);
}

ALWAYS_INLINE __m256i next_byte(fnv_rule rule, __m256i word) {
    return rule.is_signed ? _mm256_slli_epi32(word, 8) : _mm256_srli_epi32(word, 8);
}

ALWAYS_INLINE void put(turn_words words, size_t i, uint64_t word) {
    words[0][i] = (uint32_t)word;
    words[1][i] = (uint32_t)(word >> 32);
}

ALWAYS_INLINE __m256i vector_at(const uint32_t *lanes, size_t v) {
    return _mm256_loadu_si256((const __m256i *)(const void *)(lanes + WIDTH * v));
}

/* Loads vector v of the words, with the first byte where `step` looks for it. */
ALWAYS_INLINE __m256i words_at(fnv_rule rule, const uint32_t *lanes, size_t v) {
    __m256i words = vector_at(lanes, v);
    if (!rule.is_signed)
        return words;
    __m256i reversed =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    return _mm256_shuffle_epi8(words, reversed);
}

ALWAYS_INLINE void whole_turn(fnv_rule rule, const rmk_bytes *keys, size_t at, __m256i *h) {
    turn_words words;
    for (size_t i = 0; i < KEYS; i++)
        put(words, i, rmk_load64(keys[i].data + at));
    for (size_t half = 0; half < TURN / WORD; half++) {
        __m256i w[VECTORS];
        for (size_t v = 0; v < VECTORS; v++)
            w[v] = words_at(rule, words[half], v);
        for (size_t byte = 0; byte < WORD; byte++)
            for (size_t v = 0; v < VECTORS; v++) {
                h[v] = step(rule, h[v], w[v]);
                w[v] = next_byte(rule, w[v]);
            }
    }
}

/* Sets all bits of the lanes of vector v that have more than `byte` bytes left. */
ALWAYS_INLINE __m256i alive(const uint8_t *left, size_t v, size_t byte) {
    __m128i eight = _mm_loadl_epi64((const __m128i *)(const void *)(left + WIDTH * v));
    return _mm256_cmpgt_epi32(_mm256_cvtepu8_epi32(eight), _mm256_set1_epi32((int)byte));
}

ALWAYS_INLINE void masked_turn(fnv_rule rule, const turn_words words, const uint8_t *left, size_t bytes,
                               __m256i *h) {
    for (size_t half = 0; half < TURN / WORD; half++) {
        __m256i w[VECTORS];
        for (size_t v = 0; v < VECTORS; v++)
            w[v] = words_at(rule, words[half], v);
        for (size_t byte = half * WORD; byte < bytes && byte < (half + 1) * WORD; byte++)
            for (size_t v = 0; v < VECTORS; v++) {
                h[v] = _mm256_blendv_epi8(h[v], step(rule, h[v], w[v]), alive(left, v, byte));
                w[v] = next_byte(rule, w[v]);
            }
    }
}

ALWAYS_INLINE void last_turns(fnv_rule rule, const rmk_bytes *keys, size_t at, size_t longest, __m256i *h) {
    uint8_t left[KEYS];
    turn_words words;
    for (; at < longest; at += TURN) {
        for (size_t i = 0; i < KEYS; i++) {
            size_t more = keys[i].length > at ? keys[i].length - at : 0;
            left[i] = (uint8_t)(more < TURN ? more : TURN);
            put(words, i, left[i] ? rmk_load_tail(keys[i].data + at, left[i]) : 0);
        }
        masked_turn(rule, (const uint32_t(*)[KEYS])words, left, longest - at < TURN ? longest - at : TURN, h);
    }
}

ALWAYS_INLINE void store(fnv_rule rule, const __m256i *h, uint64_t *values) {
    uint32_t out[KEYS];
    for (size_t v = 0; v < VECTORS; v++)
        _mm256_storeu_si256((__m256i *)(void *)(out + WIDTH * v), h[v]);
    for (size_t i = 0; i < KEYS; i++)
        values[i] = rule.mix ? rmk_fmix32(out[i]) : out[i];
}

/* Hashes KEYS keys side by side. */
ALWAYS_INLINE void hash_keys(fnv_rule rule, const rmk_bytes *keys, uint64_t *values) {
    rmk_length_range lengths = rmk_lengths_of(keys, KEYS);
    size_t at = 0;
    __m256i h[VECTORS];
    for (size_t v = 0; v < VECTORS; v++)
        h[v] = _mm256_set1_epi32((int)rule.offset);
    for (; at + TURN <= lengths.least; at += TURN)
        whole_turn(rule, keys, at, h);
    last_turns(rule, keys, at, lengths.most, h);
    store(rule, h, values);
}

static rmk_length_range lengths_of(const rmk_bytes *keys, size_t count) {
    return rmk_lengths_of(keys, count);
}

#include "fnv_batch.h"

FNV_BATCH(fnv1_32, RULE32(false, false))
FNV_BATCH(fnv1a_32, RULE32(true, false))
FNV_BATCH(fnv1a_32_mix, RULE32(true, true))
FNV_BATCH(mc_fnv1_32, RULE_MC_32(false))
FNV_BATCH(mc_fnv1a_32, RULE_MC_32(true))
FNV_BATCH(mc_fnv1_64, RULE_MC_64(false))
FNV_BATCH(mc_fnv1a_64, RULE_MC_64(true))

const rmk_fnv_kernels rmk_fnv_avx2 = {
    .keys = KEYS,
    .lengths = lengths_of,
    .fnv1_32 = fnv1_32,
    .fnv1a_32 = fnv1a_32,
    .fnv1a_32_mix = fnv1a_32_mix,
    .mc_fnv1_32 = mc_fnv1_32,
    .mc_fnv1a_32 = mc_fnv1a_32,
    .mc_fnv1_64 = mc_fnv1_64,
    .mc_fnv1a_64 = mc_fnv1a_64,
};
