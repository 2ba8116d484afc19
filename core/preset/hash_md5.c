/* hash_md5.c - the parts of an MD5 digest that systems use as a position. */
#include "../hash/bits.h"
#include "../hash/md5.h"
#include "hashes.h"

static uint64_t word_one(const void *state, const void *data, size_t length) {
    unsigned char digest[RMK_MD5_BYTES];
    rmk_md5(state, data, length, digest);
    return rmk_load32(digest);
}

/* A C program that takes the key as a string ends it at the first NUL. */
static uint64_t c_one(const void *state, const void *data, size_t length) {
    const unsigned char *nul = length ? memchr(data, 0, length) : NULL;
    return word_one(state, data, nul ? (size_t)(nul - (const unsigned char *)data) : length);
}

static uint64_t high_one(const void *state, const void *data, size_t length) {
    unsigned char digest[RMK_MD5_BYTES];
    rmk_md5(state, data, length, digest);
    return __builtin_bswap64(rmk_load64(digest));
}

#define MD5_PART(id, width, what, function)                                                                  \
    const rmk_hash id = {                                                                                    \
        .name = "md5",                                                                                       \
        .bits = width,                                                                                       \
        .value_bits = width,                                                                                 \
        .summary = what,                                                                                     \
        .source = "RFC 1321",                                                                                \
        .open = rmk_md5_open,                                                                                \
        .close = rmk_md5_close,                                                                              \
        .one = function,                                                                                     \
    }

MD5_PART(rmk_hash_md5_word, 32, "MD5, first 4 bytes, little-endian", word_one);
MD5_PART(rmk_hash_md5_c, 32, "MD5 of the text before a NUL, first 4 bytes, little-endian", c_one);
MD5_PART(rmk_hash_md5_high, 64, "MD5 as a big-endian number, high 64 bits", high_one);
