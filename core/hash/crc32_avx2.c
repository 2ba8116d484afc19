/*
 * crc32_avx2.c - CRC-32 by PCLMULQDQ, after Gopal et al., "Fast CRC Computation for Generic Polynomials Using
 * PCLMULQDQ Instruction" (Intel, 2009), whose constants for the reflected polynomial 0xedb88320 these are.
 *
 * A key is taken as so many whole 16-byte blocks with zeros before it, which change nothing once the initial
 * ones are taken as its first four bytes inverted: a length that is no multiple of 16 costs one shuffle. Keys
 * follow each other without waiting, so the CPU overlaps their chains.
 */
#include "bits.h"
#include "crc32_kernel.h"

#include <immintrin.h>

/* every AVX2 CPU has it, but the flag is one of its own */
#define INLINE __attribute__((always_inline, target("pclmul"))) static inline

enum { BLOCK = 16, FOUR = 4 * BLOCK };

#define ONES 0xffffffffull

/* The constants that fold: x^(512 + 64), x^512 and x^(128 + 64), x^128 modulo the polynomial, shifted and
 * reflected as the paper does. */
#define FOLD_FOUR _mm_set_epi64x(0x1c6e41596, 0x154442bd4)
#define FOLD_ONE  _mm_set_epi64x(0x0ccaa009e, 0x1751997d0)
#define FOLD_64   _mm_set_epi64x(0, 0x163cd6124)
/* The constants of Barrett's reduction: its quotient and the polynomial. */
#define BARRETT _mm_set_epi64x(0x1f7011641, 0x1db710641)

INLINE __m128i fold(__m128i x, __m128i by, __m128i next) {
    __m128i low = _mm_clmulepi64_si128(x, by, 0x00), high = _mm_clmulepi64_si128(x, by, 0x11);
    return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

/* Reduces the lower 64 bits to the remainder; the upper half is zero. */
INLINE uint32_t reduce_64(__m128i x) {
    const __m128i low_half = _mm_set_epi32(0, -1, 0, -1);
    x = _mm_xor_si128(_mm_clmulepi64_si128(_mm_and_si128(x, low_half), FOLD_64, 0x00), _mm_srli_si128(x, 4));
    __m128i quotient = _mm_clmulepi64_si128(_mm_and_si128(x, low_half), BARRETT, 0x10);
    quotient = _mm_and_si128(quotient, low_half);
    x = _mm_xor_si128(x, _mm_clmulepi64_si128(quotient, BARRETT, 0x00));
    return (uint32_t)_mm_extract_epi32(x, 1);
}

INLINE uint32_t reduce(__m128i x) {
    return reduce_64(_mm_xor_si128(_mm_clmulepi64_si128(x, FOLD_ONE, 0x10), _mm_srli_si128(x, 8)));
}

INLINE __m128i load(const unsigned char *at) {
    return _mm_loadu_si128((const __m128i *)(const void *)at);
}

/* Takes a key of up to 8 bytes, placed at the end of the block. Below 4 bytes some of the initial ones are
 * left over. */
INLINE uint64_t up_to_8(const unsigned char *data, size_t length) {
    if (!length)
        return 0;
    unsigned by = 8 * (8 - (unsigned)length);
    uint64_t word = (rmk_load_tail(data, length) ^ ONES) << by;
    return reduce_64(_mm_cvtsi64_si128((long long)word)) ^ (length < 4 ? ONES >> 8 * length : 0) ^ ONES;
}

INLINE uint64_t up_to_15(const unsigned char *data, size_t length) {
    /* 8 to 56; the high bits of the first bytes go to the other word */
    unsigned by = 8 * (16 - (unsigned)length);
    uint64_t low = (rmk_load64(data) ^ ONES) << by, high = rmk_load64(data + length - 8) ^ ONES >> (64 - by);
    return reduce(_mm_set_epi64x((long long)high, (long long)low)) ^ ONES;
}

/* A shuffle loaded from `shifts + lead` moves the first `lead` bytes to the end and puts zeros before
 * them. */
static const unsigned char shifts[2 * BLOCK] = {
    0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
    0,    1,    2,    3,    4,    5,    6,    7,    8,    9,    10,   11,   12,   13,   14,   15};

/* Folds 64 bytes a turn on four chains, and then the chains into one. */
INLINE __m128i fold_long(__m128i x, const unsigned char **data, const unsigned char *end) {
    const unsigned char *at = *data;
    __m128i a = x, b = load(at), c = load(at + BLOCK), d = load(at + 2 * BLOCK);
    for (at += 3 * BLOCK; end - at >= FOUR; at += FOUR) {
        a = fold(a, FOLD_FOUR, load(at));
        b = fold(b, FOLD_FOUR, load(at + BLOCK));
        c = fold(c, FOLD_FOUR, load(at + 2 * BLOCK));
        d = fold(d, FOLD_FOUR, load(at + 3 * BLOCK));
    }
    *data = at;
    return fold(fold(fold(a, FOLD_ONE, b), FOLD_ONE, c), FOLD_ONE, d);
}

INLINE uint64_t whole_blocks(const unsigned char *data, size_t length) {
    const unsigned char *end = data + length;
    size_t lead = length % BLOCK;
    __m128i x = _mm_xor_si128(load(data), _mm_set_epi32(0, 0, 0, -1));
    if (lead) {
        x = _mm_shuffle_epi8(x, load(shifts + lead));
        __m128i spilled = _mm_cvtsi32_si128((int)(uint32_t)(lead < 4 ? ONES >> 8 * lead : 0));
        x = fold(x, FOLD_ONE, _mm_xor_si128(load(data + lead), spilled));
        data += lead;
    }
    data += BLOCK;
    if (end - data >= 2 * FOUR)
        x = fold_long(x, &data, end);
    for (; data < end; data += BLOCK)
        x = fold(x, FOLD_ONE, load(data));
    return reduce(x) ^ ONES;
}

__attribute__((target("pclmul"))) static void batch(const rmk_bytes *strings, size_t count,
                                                    uint64_t *values) {
    for (size_t i = 0; i < count; i++) {
        size_t length = strings[i].length;
        if (length >= BLOCK)
            values[i] = whole_blocks(strings[i].data, length);
        else
            values[i] = length > 8 ? up_to_15(strings[i].data, length) : up_to_8(strings[i].data, length);
    }
}

const rmk_crc32_kernel rmk_crc32_avx2 = {batch};
