/*
 * md5_avx512.c - MD5 of 64, 32 or 16 keys at once: up to four vectors of 16 lanes side by side.
 *
 * A step is a chain of four operations. Where each takes two cycles and four start in one (Zen 5), two
 * vectors leave half of the machine idle; where each takes one and two start (Intel), two are enough and four
 * do no harm.
 */
#include "md5_kernel.h"
#include "md5_steps.h"

#include <immintrin.h>
#include <string.h>

#define ALWAYS_INLINE __attribute__((always_inline)) static inline

enum { WIDTH = 16, MOST = 4, WORDS = 16 };

typedef struct lanes {
    __m512i a[MOST], b[MOST], c[MOST], d[MOST];
} lanes;

typedef __m512i block_words[WORDS][MOST];

#define F(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xca) /* x ? y : z */
#define G(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0xe4) /* z ? x : y */
#define H(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0x96) /* x ^ y ^ z */
#define I(x, y, z) _mm512_ternarylogic_epi32(x, y, z, 0x39) /* y ^ (x | ~z) */

#define STEP(f, a, b, c, d, word, shift, constant)                                                           \
    for (size_t g = 0; g < groups; g++) {                                                                    \
        __m512i sum = _mm512_add_epi32(words[word][g], _mm512_set1_epi32((int)constant));                    \
        sum = _mm512_add_epi32(_mm512_add_epi32(sum, s->a[g]), f(s->b[g], s->c[g], s->d[g]));                \
        s->a[g] = _mm512_add_epi32(s->b[g], _mm512_rol_epi32(sum, shift));                                   \
    }

ALWAYS_INLINE void start(size_t groups, lanes *s) {
    for (size_t g = 0; g < groups; g++) {
        s->a[g] = _mm512_set1_epi32((int)MD5_A);
        s->b[g] = _mm512_set1_epi32((int)MD5_B);
        s->c[g] = _mm512_set1_epi32((int)MD5_C);
        s->d[g] = _mm512_set1_epi32((int)MD5_D);
    }
}

/* Takes in one block of every lane. */
ALWAYS_INLINE void compress(size_t groups, lanes *state, const block_words words) {
    lanes work = *state, *s = &work;
    MD5_STEPS(STEP)
    for (size_t g = 0; g < groups; g++) {
        state->a[g] = _mm512_add_epi32(state->a[g], s->a[g]);
        state->b[g] = _mm512_add_epi32(state->b[g], s->b[g]);
        state->c[g] = _mm512_add_epi32(state->c[g], s->c[g]);
        state->d[g] = _mm512_add_epi32(state->d[g], s->d[g]);
    }
}

/* ---- message words ---- */

/* The 64 bytes from `RMK_MD5_BLOCK - mark` on are zeros with 0x80 at `mark`; when that is 64 there is no
 * 0x80. */
static const unsigned char padding[2 * RMK_MD5_BLOCK] = {[RMK_MD5_BLOCK] = 0x80};

/* Makes a block of `taken` bytes, 0x80 if there is room, and zeros. */
ALWAYS_INLINE __m512i padded_row(const unsigned char *data, size_t taken, size_t mark) {
    __m512i bytes = _mm512_maskz_loadu_epi8(_bzhi_u64(UINT64_MAX, (unsigned)taken), data);
    return _mm512_or_si512(bytes, _mm512_loadu_si512(padding + RMK_MD5_BLOCK - mark));
}

/* Transposes: words[w] of lane l becomes the 32-bit element w of rows[l]. */
ALWAYS_INLINE void transpose(const __m512i rows[WIDTH], block_words words, size_t g) {
    __m512i t[16], u[16];
    for (size_t i = 0; i < 16; i += 2) {
        t[i] = _mm512_unpacklo_epi32(rows[i], rows[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi32(rows[i], rows[i + 1]);
    }
    for (size_t i = 0; i < 16; i += 4)
        for (size_t j = 0; j < 2; j++) {
            u[i + 2 * j] = _mm512_unpacklo_epi64(t[i + j], t[i + 2 + j]);
            u[i + 2 * j + 1] = _mm512_unpackhi_epi64(t[i + j], t[i + 2 + j]);
        }
    /* Now u[4 * q + w] holds, in its 128-bit part p, the word 4 * p + w of the rows 4 * q to 4 * q + 3. */
    for (size_t w = 0; w < 4; w++) {
        __m512i even01 = _mm512_shuffle_i32x4(u[w], u[4 + w], 0x88);
        __m512i odd01 = _mm512_shuffle_i32x4(u[w], u[4 + w], 0xdd);
        __m512i even23 = _mm512_shuffle_i32x4(u[8 + w], u[12 + w], 0x88);
        __m512i odd23 = _mm512_shuffle_i32x4(u[8 + w], u[12 + w], 0xdd);
        words[w][g] = _mm512_shuffle_i32x4(even01, even23, 0x88);
        words[4 + w][g] = _mm512_shuffle_i32x4(odd01, odd23, 0x88);
        words[8 + w][g] = _mm512_shuffle_i32x4(even01, even23, 0xdd);
        words[12 + w][g] = _mm512_shuffle_i32x4(odd01, odd23, 0xdd);
    }
}

ALWAYS_INLINE void load_one_block(const rmk_bytes *keys, block_words words, size_t g) {
    __m512i rows[WIDTH];
    uint32_t bits[WIDTH];
    for (size_t lane = 0; lane < WIDTH; lane++) {
        size_t length = keys[lane].length;
        /* A load of no byte at an address that cannot be read would cost hundreds of cycles. */
        rows[lane] = padded_row(length ? keys[lane].data : padding, length, length);
        bits[lane] = (uint32_t)length * 8;
    }
    transpose(rows, words, g);
    words[14][g] = _mm512_loadu_si512(bits);
}

/* How far every lane of one vector has come. */
typedef struct walk {
    uint32_t low[WIDTH], high[WIDTH]; /* the length in bits */
    uint64_t blocks[WIDTH];
} walk;

static void begin_walk(const rmk_bytes *keys, walk *w) {
    for (size_t lane = 0; lane < WIDTH; lane++) {
        uint64_t length = keys[lane].length;
        w->low[lane] = (uint32_t)(length << 3);
        w->high[lane] = (uint32_t)(length >> 29);
        w->blocks[lane] = rmk_md5_blocks(length);
    }
}

/* Marks the lanes that have a block of this number, or (`last`) those whose last block it is. */
ALWAYS_INLINE __mmask16 lanes_with(const walk *w, uint64_t block, bool last) {
    __m512i want = _mm512_set1_epi64((long long)(block + 1));
    __m512i low = _mm512_loadu_si512(w->blocks), high = _mm512_loadu_si512(w->blocks + 8);
    if (last)
        return (__mmask16)(_mm512_cmpeq_epi64_mask(low, want) | _mm512_cmpeq_epi64_mask(high, want) << 8);
    return (__mmask16)(_mm512_cmpge_epu64_mask(low, want) | _mm512_cmpge_epu64_mask(high, want) << 8);
}

ALWAYS_INLINE void load_block(const rmk_bytes *keys, const walk *w, size_t block, block_words words,
                              size_t g) {
    __m512i rows[WIDTH];
    size_t at = block * RMK_MD5_BLOCK;
    for (size_t lane = 0; lane < WIDTH; lane++) {
        size_t length = keys[lane].length, from = at < length ? at : length;
        size_t taken = length - from < RMK_MD5_BLOCK ? length - from : RMK_MD5_BLOCK;
        const unsigned char *data = length ? keys[lane].data + from : padding;
        rows[lane] = padded_row(data, taken, at > length ? RMK_MD5_BLOCK : taken);
    }
    transpose(rows, words, g);
    __mmask16 last = lanes_with(w, block, true);
    words[14][g] = _mm512_mask_loadu_epi32(words[14][g], last, w->low);
    words[15][g] = _mm512_mask_loadu_epi32(words[15][g], last, w->high);
}

/* ---- digests ---- */

ALWAYS_INLINE void store(const lanes *s, size_t g, unsigned char (*digests)[RMK_MD5_BYTES]) {
    __m512i ab_low = _mm512_unpacklo_epi32(s->a[g], s->b[g]),
            ab_high = _mm512_unpackhi_epi32(s->a[g], s->b[g]);
    __m512i cd_low = _mm512_unpacklo_epi32(s->c[g], s->d[g]),
            cd_high = _mm512_unpackhi_epi32(s->c[g], s->d[g]);
    __m512i q0 = _mm512_unpacklo_epi64(ab_low, cd_low), q1 = _mm512_unpackhi_epi64(ab_low, cd_low);
    __m512i q2 = _mm512_unpacklo_epi64(ab_high, cd_high), q3 = _mm512_unpackhi_epi64(ab_high, cd_high);
    /* The 128-bit part p of q<i> is the digest of lane 4 * p + i. */
    __m512i even01 = _mm512_shuffle_i32x4(q0, q1, 0x88), odd01 = _mm512_shuffle_i32x4(q0, q1, 0xdd);
    __m512i even23 = _mm512_shuffle_i32x4(q2, q3, 0x88), odd23 = _mm512_shuffle_i32x4(q2, q3, 0xdd);
    _mm512_storeu_si512(digests[0], _mm512_shuffle_i32x4(even01, even23, 0x88));
    _mm512_storeu_si512(digests[4], _mm512_shuffle_i32x4(odd01, odd23, 0x88));
    _mm512_storeu_si512(digests[8], _mm512_shuffle_i32x4(even01, even23, 0xdd));
    _mm512_storeu_si512(digests[12], _mm512_shuffle_i32x4(odd01, odd23, 0xdd));
}

/* ---- groups ---- */

ALWAYS_INLINE void short_groups(size_t groups, const rmk_bytes *keys,
                                unsigned char (*digests)[RMK_MD5_BYTES]) {
    block_words words;
    lanes state;
    for (size_t g = 0; g < groups; g++)
        load_one_block(keys + g * WIDTH, words, g);
    start(groups, &state);
    compress(groups, &state, (const __m512i(*)[MOST])words);
    for (size_t g = 0; g < groups; g++)
        store(&state, g, digests + g * WIDTH);
}

/* Lanes whose key has ended keep what they have. */
ALWAYS_INLINE void keep(size_t groups, lanes *state, const lanes *next, const walk *walks, size_t block) {
    for (size_t g = 0; g < groups; g++) {
        __mmask16 active = lanes_with(&walks[g], block, false);
        state->a[g] = _mm512_mask_mov_epi32(state->a[g], active, next->a[g]);
        state->b[g] = _mm512_mask_mov_epi32(state->b[g], active, next->b[g]);
        state->c[g] = _mm512_mask_mov_epi32(state->c[g], active, next->c[g]);
        state->d[g] = _mm512_mask_mov_epi32(state->d[g], active, next->d[g]);
    }
}

ALWAYS_INLINE void long_groups(size_t groups, const rmk_bytes *keys,
                               unsigned char (*digests)[RMK_MD5_BYTES]) {
    block_words words;
    walk walks[MOST];
    lanes state;
    for (size_t g = 0; g < groups; g++)
        begin_walk(keys + g * WIDTH, &walks[g]);
    start(groups, &state);
    for (size_t block = 0, blocks = rmk_md5_most_blocks(keys, groups * WIDTH); block < blocks; block++) {
        for (size_t g = 0; g < groups; g++)
            load_block(keys + g * WIDTH, &walks[g], block, words, g);
        lanes next = state;
        compress(groups, &next, (const __m512i(*)[MOST])words);
        keep(groups, &state, &next, walks, block);
    }
    for (size_t g = 0; g < groups; g++)
        store(&state, g, digests + g * WIDTH);
}

#define GROUPS(count)                                                                                        \
    __attribute__((noinline)) static void short_##count(const rmk_bytes *keys,                               \
                                                        unsigned char(*digests)[RMK_MD5_BYTES]) {            \
        short_groups(count, keys, digests);                                                                  \
    }                                                                                                        \
    __attribute__((noinline)) static void long_##count(const rmk_bytes *keys,                                \
                                                       unsigned char(*digests)[RMK_MD5_BYTES]) {             \
        long_groups(count, keys, digests);                                                                   \
    }

GROUPS(1)
GROUPS(2)
GROUPS(4)

typedef void group_function(const rmk_bytes *keys, unsigned char (*digests)[RMK_MD5_BYTES]);

/* Hashes fewer keys than lanes with as few vectors as hold them; empty keys fill the last vector. */
static void partial(const rmk_bytes *keys, size_t count, unsigned char (*digests)[RMK_MD5_BYTES],
                    group_function *one, group_function *two, group_function *four) {
    rmk_bytes filled[MOST * WIDTH];
    unsigned char made[MOST * WIDTH][RMK_MD5_BYTES];
    memcpy(filled, keys, count * sizeof *keys);
    for (size_t i = count; i < MOST * WIDTH; i++)
        filled[i] = (rmk_bytes){padding, 0};
    group_function *group = count <= WIDTH ? one : count <= 2 * WIDTH ? two : four;
    group(filled, made);
    memcpy(digests, made, count * sizeof *made);
}

static void one_block(const rmk_bytes *keys, size_t count, unsigned char (*digests)[RMK_MD5_BYTES]) {
    size_t i = 0;
    for (; i + MOST * WIDTH <= count; i += MOST * WIDTH)
        short_4(keys + i, digests + i);
    if (i < count)
        partial(keys + i, count - i, digests + i, short_1, short_2, short_4);
}

static void blocks(const rmk_bytes *keys, size_t count, unsigned char (*digests)[RMK_MD5_BYTES]) {
    if (count == MOST * WIDTH)
        long_4(keys, digests);
    else
        partial(keys, count, digests, long_1, long_2, long_4);
}

const rmk_md5_kernel rmk_md5_avx512 = {MOST * WIDTH, 2, one_block, blocks};
