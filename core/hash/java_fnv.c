/*
 * java_fnv.c - the "FNV1_32_HASH" that Java articles about consistent hashing copy from one another.
 *
 * It works on the UTF-16 code units of a String (above the basic plane: two surrogates), not on bytes, in the
 * order of FNV-1a, with five shifts and Math.abs behind. Its >> are arithmetic, so h ^ h >> 17 always clears
 * bit 31: before the last step h is in [0, 2^31), Math.abs never meets its one exception, and values have 31
 * bits.
 *
 * Keys are UTF-8 here. Bytes that are not UTF-8 become U+FFFD as in new String(bytes, UTF_8): one for the
 * longest beginning of a valid sequence, and one for the three bytes of an encoded surrogate.
 */
#include "bits.h"

#define OFFSET      2166136261u
#define PRIME       16777619u
#define REPLACEMENT 0xfffdu

/* Java's >> on int. */
static uint32_t arithmetic_shift(uint32_t h, unsigned by) {
    return (uint32_t)((int32_t)h >> by);
}

static uint32_t add_unit(uint32_t h, uint32_t unit) {
    return (h ^ unit) * PRIME;
}

static uint32_t finish(uint32_t h) {
    h += h << 13;
    h ^= arithmetic_shift(h, 7);
    h += h << 3;
    h ^= arithmetic_shift(h, 17);
    h += h << 5;
    return h >> 31 ? 0u - h : h;
}

/* How many bytes follow this first byte, 0 for one that begins nothing. 0xc0 and 0xc1 could only be too long.
 */
static size_t followers(unsigned char lead) {
    if (lead < 0xc2 || lead > 0xf4)
        return 0;
    return lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
}

/* Overlong forms and values above U+10FFFF show in the second byte. */
static bool can_follow(unsigned char lead, size_t place, unsigned char byte) {
    if (byte < 0x80 || byte > 0xbf)
        return false;
    if (place > 1)
        return true;
    return !(lead == 0xe0 && byte < 0xa0) && !(lead == 0xf0 && byte < 0x90) && !(lead == 0xf4 && byte > 0x8f);
}

/* The code point of the sequence at `at`, which is not ASCII; *length: bytes that it takes. */
static uint32_t decode(const unsigned char *at, size_t rest, size_t *length) {
    size_t more = followers(at[0]);
    uint32_t point = at[0] & (0x3fu >> more);
    *length = 1;
    for (size_t place = 1; place <= more; place++) {
        if (place == rest || !can_follow(at[0], place, at[place]))
            return REPLACEMENT;
        point = point << 6 | (at[place] & 0x3fu);
        *length = place + 1;
    }
    bool surrogate = point >= 0xd800 && point <= 0xdfff;
    return more == 0 || surrogate ? REPLACEMENT : point;
}

static uint32_t add_point(uint32_t h, uint32_t point) {
    if (point < 0x10000)
        return add_unit(h, point);
    point -= 0x10000;
    return add_unit(add_unit(h, 0xd800 + (point >> 10)), 0xdc00 + (point & 0x3ff));
}

static uint64_t java_one(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint32_t h = OFFSET;
    size_t taken;
    for (size_t i = 0; i < length; i += taken) {
        taken = 1;
        h = bytes[i] < 0x80 ? add_unit(h, bytes[i]) : add_point(h, decode(bytes + i, length - i, &taken));
    }
    return finish(h);
}

static void java_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(java_one, state, strings, count, values);
}

const rmk_hash rmk_hash_java_fnv1_32 = {
    .name = "java-fnv1-32",
    .bits = 31,
    .value_bits = 31,
    .summary = "the FNV1_32_HASH of Java articles, on UTF-16 units, 31 bits",
    .source = "getHash() in Java articles on consistent hashing; FNV-1a with a shift tail and Math.abs",
    .one = java_one,
    .batch = java_batch,
};
