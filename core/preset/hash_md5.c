/* hash_md5.c - the parts of an MD5 digest that systems use as a position. */
#include "../hash/bits.h"
#include "../hash/md5.h"
#include "hashes.h"

typedef uint64_t part_function(const unsigned char digest[RMK_MD5_BYTES]);

static uint64_t word(const unsigned char digest[RMK_MD5_BYTES]) {
    return rmk_load32(digest);
}

static uint64_t high(const unsigned char digest[RMK_MD5_BYTES]) {
    return __builtin_bswap64(rmk_load64(digest));
}

static uint64_t word_one(const void *state, const void *data, size_t length) {
    unsigned char digest[RMK_MD5_BYTES];
    rmk_md5(state, data, length, digest);
    return word(digest);
}

/* The length up to the first NUL, where a C program that takes the key as a string ends it. */
static size_t c_length(const void *data, size_t length) {
    const unsigned char *nul = length ? memchr(data, 0, length) : NULL;
    return nul ? (size_t)(nul - (const unsigned char *)data) : length;
}

static uint64_t c_one(const void *state, const void *data, size_t length) {
    return word_one(state, data, c_length(data, length));
}

static uint64_t high_one(const void *state, const void *data, size_t length) {
    unsigned char digest[RMK_MD5_BYTES];
    rmk_md5(state, data, length, digest);
    return high(digest);
}

enum { CHUNK = 512 };

__attribute__((always_inline)) static inline void
parts(part_function *part, const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    unsigned char digests[CHUNK][RMK_MD5_BYTES];
    for (size_t i = 0, taken; i < count; i += taken) {
        taken = count - i < CHUNK ? count - i : CHUNK;
        rmk_md5_batch(state, strings + i, taken, digests);
        for (size_t j = 0; j < taken; j++)
            values[i + j] = part(digests[j]);
    }
}

static void word_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    parts(word, state, strings, count, values);
}

static void high_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    parts(high, state, strings, count, values);
}

static void c_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_bytes cut[CHUNK];
    for (size_t i = 0, taken; i < count; i += taken) {
        taken = count - i < CHUNK ? count - i : CHUNK;
        for (size_t j = 0; j < taken; j++)
            cut[j] = (rmk_bytes){strings[i + j].data, c_length(strings[i + j].data, strings[i + j].length)};
        parts(word, state, cut, taken, values + i);
    }
}

#define MD5_PART(id, width, what, kind)                                                                      \
    const rmk_hash id = {                                                                                    \
        .name = "md5",                                                                                       \
        .bits = width,                                                                                       \
        .value_bits = width,                                                                                 \
        .summary = what,                                                                                     \
        .source = "RFC 1321",                                                                                \
        .open = rmk_md5_open,                                                                                \
        .close = rmk_md5_close,                                                                              \
        .one = kind##_one,                                                                                   \
        .batch = kind##_batch,                                                                               \
        .isas = 1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2 | 1u << RMK_ISA_AVX512,                            \
    }

MD5_PART(rmk_hash_md5_word, 32, "MD5, first 4 bytes, little-endian", word);
MD5_PART(rmk_hash_md5_c, 32, "MD5 of the text before a NUL, first 4 bytes, little-endian", c);
MD5_PART(rmk_hash_md5_high, 64, "MD5 as a big-endian number, high 64 bits", high);
