/*
 * hash_ribbon.c - the hash of a published Spring Cloud Ribbon rule, as it was written and as it was meant.
 *
 * It was meant to join the first three bytes of an MD5 digest. As written, "digest[2] & 0xFF << 16" is
 * digest[2] & 0xFF0000 of a byte extended with its sign: all ones when the byte is negative, else nothing.
 */
#include <stdio.h>

#include "../hash/bits.h"
#include "../hash/md5.h"
#include "../hash/utf8.h"
#include "hashes.h"

static uint64_t intent_one(const void *state, const void *data, size_t length) {
    unsigned char digest[RMK_MD5_BYTES];
    rmk_md5(state, data, length, digest);
    return rmk_load32(digest) & 0xffffff;
}

static uint64_t written_one(const void *state, const void *data, size_t length) {
    unsigned char digest[RMK_MD5_BYTES];
    rmk_md5(state, data, length, digest);
    return (digest[2] & 0x80 ? 0xff0000u : 0) | (digest[1] & 0x80 ? 0xff00u : 0) | digest[0];
}

/* Hashes as Java's String.hashCode() does, on UTF-16 code units. */
static int32_t string_hash_code(const unsigned char *bytes, size_t length) {
    uint32_t h = 0;
    size_t taken;
    for (size_t i = 0; i < length; i += taken) {
        taken = 1;
        uint32_t point = bytes[i] < 0x80 ? bytes[i] : rmk_utf8_decode(bytes + i, length - i, &taken);
        if (point >= 0x10000) {
            h = h * 31 + (0xd800 + ((point - 0x10000) >> 10));
            point = 0xdc00 + (point & 0x3ff);
        }
        h = h * 31 + point;
    }
    return (int32_t)h;
}

/* A request is hashed twice: the digest is that of its hash code in decimal. */
static size_t hash_code_text(const void *data, size_t length, char text[16]) {
    return (size_t)snprintf(text, 16, "%d", string_hash_code(data, length));
}

static uint64_t written_key(const void *state, const void *data, size_t length) {
    char text[16];
    return written_one(state, text, hash_code_text(data, length, text));
}

static uint64_t intent_key(const void *state, const void *data, size_t length) {
    char text[16];
    return intent_one(state, text, hash_code_text(data, length, text));
}

#define RIBBON_HASH(id, what, function)                                                                      \
    const rmk_hash id = {                                                                                    \
        .name = "md5",                                                                                       \
        .bits = 24,                                                                                          \
        .value_bits = 24,                                                                                    \
        .summary = what,                                                                                     \
        .source = "an article's IRule for Spring Cloud Ribbon",                                              \
        .open = rmk_md5_open,                                                                                \
        .close = rmk_md5_close,                                                                              \
        .one = function,                                                                                     \
    }

RIBBON_HASH(rmk_hash_ribbon, "MD5, one byte and the signs of two", written_one);
RIBBON_HASH(rmk_hash_ribbon_key, "the same of String.hashCode() in decimal", written_key);
RIBBON_HASH(rmk_hash_ribbon_intent, "MD5, first 3 bytes, little-endian", intent_one);
RIBBON_HASH(rmk_hash_ribbon_intent_key, "the same of String.hashCode() in decimal", intent_key);
