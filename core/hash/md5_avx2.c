/*
 * md5_avx2.c - MD5 of 32 or 16 keys at once: four or two vectors of 8 lanes side by side.
 *
 * Four do not fit 16 registers, and yet win a third where a step waits longer for itself than for memory
 * (Zen 5).
 */
#include "bits.h"
#include "md5_kernel.h"
#include "md5_steps.h"

#include <immintrin.h>

#define ALWAYS_INLINE __attribute__((always_inline)) static inline

enum { WIDTH = 8, MOST = 4, LANES = WIDTH * MOST, WORDS = 16, ROW = 32 };

typedef struct lanes {
    __m256i a[MOST], b[MOST], c[MOST], d[MOST];
} lanes;

typedef __m256i block_words[WORDS][MOST];

/* The padded block of every lane, as bytes. */
typedef struct blocks_of_bytes {
    _Alignas(64) unsigned char bytes[LANES][RMK_MD5_BLOCK];
} block_bytes;

ALWAYS_INLINE __m256i F(__m256i x, __m256i y, __m256i z) {
    return _mm256_xor_si256(_mm256_and_si256(_mm256_xor_si256(y, z), x), z); /* x ? y : z */
}

ALWAYS_INLINE __m256i H(__m256i x, __m256i y, __m256i z) {
    return _mm256_xor_si256(x, _mm256_xor_si256(y, z));
}

ALWAYS_INLINE __m256i I(__m256i x, __m256i y, __m256i z) {
    return _mm256_xor_si256(y, _mm256_or_si256(x, _mm256_xor_si256(z, _mm256_set1_epi32(-1))));
}

#define G(x, y, z) F(z, x, y)

#define ROTATE(x, by) _mm256_or_si256(_mm256_slli_epi32(x, by), _mm256_srli_epi32(x, 32 - (by)))

#define STEP(f, a, b, c, d, word, shift, constant)                                                           \
    for (size_t g = 0; g < groups; g++) {                                                                    \
        __m256i sum = _mm256_add_epi32(words[word][g], _mm256_set1_epi32((int)constant));                    \
        sum = _mm256_add_epi32(_mm256_add_epi32(sum, s->a[g]), f(s->b[g], s->c[g], s->d[g]));                \
        s->a[g] = _mm256_add_epi32(s->b[g], ROTATE(sum, shift));                                             \
    }

ALWAYS_INLINE lanes start(size_t groups) {
    lanes s;
    for (size_t g = 0; g < groups; g++) {
        s.a[g] = _mm256_set1_epi32((int)MD5_A);
        s.b[g] = _mm256_set1_epi32((int)MD5_B);
        s.c[g] = _mm256_set1_epi32((int)MD5_C);
        s.d[g] = _mm256_set1_epi32((int)MD5_D);
    }
    return s; /* cppcheck-suppress uninitvar ; there is at least one group */
}

/* Takes in one block of every lane. */
ALWAYS_INLINE void compress(size_t groups, lanes *state, const block_words words) {
    lanes work = *state, *s = &work;
    MD5_STEPS(STEP)
    for (size_t g = 0; g < groups; g++) {
        state->a[g] = _mm256_add_epi32(state->a[g], s->a[g]);
        state->b[g] = _mm256_add_epi32(state->b[g], s->b[g]);
        state->c[g] = _mm256_add_epi32(state->c[g], s->c[g]);
        state->d[g] = _mm256_add_epi32(state->d[g], s->d[g]);
    }
}

/* ---- message words ---- */

/* The 32 bytes from `ROW - 4 * n` on begin with n words of ones. */
static const uint32_t ones[2 * WIDTH] = {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u};

/* Makes the word of the last `length % 4` bytes with 0x80 behind them. */
ALWAYS_INLINE uint32_t end_word(const unsigned char *data, size_t length) {
    unsigned rest = 8 * (length % 4);
    uint32_t bytes = 0;
    if (length >= 4)
        bytes = (uint32_t)((uint64_t)rmk_load32(data + length - 4) >> (32 - rest));
    else if (length)
        bytes = (uint32_t)rmk_load_tail(data, length);
    return bytes | 0x80u << rest;
}

/* Writes a block of `length` < 64 bytes, 0x80 and zeros. Masked loads take whole words only; one without
 * any lane, at an address that cannot be read (the NULL of an empty key), is right but costs hundreds of
 * cycles. */
ALWAYS_INLINE void pad(const unsigned char *data, size_t length, unsigned char *block) {
    size_t words = length / 4, low = words < WIDTH ? words : WIDTH;
    __m256i low_mask = _mm256_loadu_si256((const __m256i *)(ones + WIDTH - low));
    __m256i high_mask = _mm256_loadu_si256((const __m256i *)(ones + WIDTH - (words - low)));
    const int *at = length ? (const int *)(const void *)data : (const int *)(const void *)ones;
    _mm256_store_si256((__m256i *)block, _mm256_maskload_epi32(at, low_mask));
    _mm256_store_si256((__m256i *)(block + ROW),
                       _mm256_maskload_epi32(at + (words < WIDTH ? 0 : WIDTH), high_mask));
    uint32_t end = end_word(data, length);
    memcpy(block + 4 * words, &end, sizeof end);
}

/* Transposes the words 8 * half to 8 * half + 7 of the 8 lanes of group g. */
ALWAYS_INLINE void transpose_half(const unsigned char (*rows)[RMK_MD5_BLOCK], size_t half, block_words words,
                                  size_t g) {
    __m256i r[8], t[8], u[8];
    for (size_t i = 0; i < 8; i++)
        r[i] = _mm256_load_si256((const __m256i *)(rows[i] + ROW * half));
    for (size_t i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_epi32(r[i], r[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi32(r[i], r[i + 1]);
    }
    for (size_t i = 0; i < 8; i += 4)
        for (size_t j = 0; j < 2; j++) {
            u[i + 2 * j] = _mm256_unpacklo_epi64(t[i + j], t[i + 2 + j]);
            u[i + 2 * j + 1] = _mm256_unpackhi_epi64(t[i + j], t[i + 2 + j]);
        }
    for (size_t w = 0; w < 4; w++) {
        words[8 * half + w][g] = _mm256_permute2x128_si256(u[w], u[4 + w], 0x20);
        words[8 * half + 4 + w][g] = _mm256_permute2x128_si256(u[w], u[4 + w], 0x31);
    }
}

ALWAYS_INLINE void transpose(size_t groups, const block_bytes *block, block_words words) {
    for (size_t g = 0; g < groups; g++)
        for (size_t half = 0; half < 2; half++)
            transpose_half(block->bytes + g * WIDTH, half, words, g);
}

ALWAYS_INLINE void put_length(unsigned char *block, size_t length) {
    uint64_t bits = (uint64_t)length << 3;
    memcpy(block + RMK_MD5_BLOCK - sizeof bits, &bits, sizeof bits);
}

/* Writes the block `number` of a key that has more blocks than that. */
static void fill_block(rmk_bytes key, size_t number, unsigned char *block) {
    size_t at = number * RMK_MD5_BLOCK, left = key.length - at;
    if (at > key.length)
        memset(block, 0, RMK_MD5_BLOCK);
    else if (left >= RMK_MD5_BLOCK)
        memcpy(block, key.data + at, RMK_MD5_BLOCK);
    else
        pad(at ? key.data + at : key.data, left, block);
    if (number + 1 == rmk_md5_blocks(key.length))
        put_length(block, key.length);
}

/* ---- digests ---- */

ALWAYS_INLINE void store(size_t groups, const lanes *s, unsigned char (*digests)[RMK_MD5_BYTES]) {
    for (size_t g = 0; g < groups; g++, digests += WIDTH) {
        __m256i ab_low = _mm256_unpacklo_epi32(s->a[g], s->b[g]),
                ab_high = _mm256_unpackhi_epi32(s->a[g], s->b[g]);
        __m256i cd_low = _mm256_unpacklo_epi32(s->c[g], s->d[g]),
                cd_high = _mm256_unpackhi_epi32(s->c[g], s->d[g]);
        __m256i q0 = _mm256_unpacklo_epi64(ab_low, cd_low), q1 = _mm256_unpackhi_epi64(ab_low, cd_low);
        __m256i q2 = _mm256_unpacklo_epi64(ab_high, cd_high), q3 = _mm256_unpackhi_epi64(ab_high, cd_high);
        /* The 128-bit part p of q<i> is the digest of lane 4 * p + i. */
        _mm256_storeu_si256((__m256i *)digests[0], _mm256_permute2x128_si256(q0, q1, 0x20));
        _mm256_storeu_si256((__m256i *)digests[2], _mm256_permute2x128_si256(q2, q3, 0x20));
        _mm256_storeu_si256((__m256i *)digests[4], _mm256_permute2x128_si256(q0, q1, 0x31));
        _mm256_storeu_si256((__m256i *)digests[6], _mm256_permute2x128_si256(q2, q3, 0x31));
    }
}

/* ---- groups ---- */

ALWAYS_INLINE void short_lanes(size_t groups, const rmk_bytes *keys,
                               unsigned char (*digests)[RMK_MD5_BYTES]) {
    block_bytes block;
    block_words words;
    for (size_t lane = 0; lane < groups * WIDTH; lane++) {
        pad(keys[lane].data, keys[lane].length, block.bytes[lane]);
        put_length(block.bytes[lane], keys[lane].length);
    }
    transpose(groups, &block, words);
    lanes state = start(groups);
    compress(groups, &state, (const __m256i(*)[MOST])words);
    store(groups, &state, digests);
}

/* Hashes keys of several blocks. All lanes go on to the end; what a lane had when its key ended is taken
 * then. */
ALWAYS_INLINE void long_lanes(size_t groups, const rmk_bytes *keys, unsigned char (*digests)[RMK_MD5_BYTES]) {
    unsigned char now[LANES][RMK_MD5_BYTES];
    block_bytes block;
    block_words words;
    lanes state = start(groups);
    for (size_t number = 0, blocks = rmk_md5_most_blocks(keys, groups * WIDTH); number < blocks; number++) {
        bool ends = false;
        for (size_t lane = 0; lane < groups * WIDTH; lane++) {
            size_t own = rmk_md5_blocks(keys[lane].length);
            if (number < own)
                fill_block(keys[lane], number, block.bytes[lane]);
            ends |= number + 1 == own;
        }
        transpose(groups, &block, words);
        compress(groups, &state, (const __m256i(*)[MOST])words);
        if (!ends)
            continue;
        store(groups, &state, now);
        for (size_t lane = 0; lane < groups * WIDTH; lane++)
            if (number + 1 == rmk_md5_blocks(keys[lane].length))
                memcpy(digests[lane], now[lane], RMK_MD5_BYTES);
    }
}

#define GROUPS(count)                                                                                        \
    __attribute__((noinline)) static void short_##count(const rmk_bytes *keys,                               \
                                                        unsigned char(*digests)[RMK_MD5_BYTES]) {            \
        short_lanes(count, keys, digests);                                                                   \
    }                                                                                                        \
    __attribute__((noinline)) static void long_##count(const rmk_bytes *keys,                                \
                                                       unsigned char(*digests)[RMK_MD5_BYTES]) {             \
        long_lanes(count, keys, digests);                                                                    \
    }

GROUPS(2)
GROUPS(4)

typedef void group_function(const rmk_bytes *keys, unsigned char (*digests)[RMK_MD5_BYTES]);

/* Hashes fewer keys than lanes with as few vectors as hold them; empty keys fill the last vector. */
static void partial(const rmk_bytes *keys, size_t count, unsigned char (*digests)[RMK_MD5_BYTES],
                    group_function *two, group_function *four) {
    rmk_bytes filled[LANES];
    unsigned char made[LANES][RMK_MD5_BYTES];
    memcpy(filled, keys, count * sizeof *keys);
    for (size_t i = count; i < LANES; i++)
        filled[i] = (rmk_bytes){NULL, 0};
    (count <= 2 * WIDTH ? two : four)(filled, made);
    memcpy(digests, made, count * sizeof *made);
}

static void one_block(const rmk_bytes *keys, size_t count, unsigned char (*digests)[RMK_MD5_BYTES]) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        short_4(keys + i, digests + i);
    if (i < count)
        partial(keys + i, count - i, digests + i, short_2, short_4);
}

static void blocks(const rmk_bytes *keys, size_t count, unsigned char (*digests)[RMK_MD5_BYTES]) {
    if (count == LANES)
        long_4(keys, digests);
    else
        partial(keys, count, digests, long_2, long_4);
}

const rmk_md5_kernel rmk_md5_avx2 = {LANES, 3, one_block, blocks};
