/*
 * java_fnv.c - the "FNV1_32_HASH" that Java articles about consistent hashing copy from one another.
 *
 * It works on the UTF-16 code units of a String (above the basic plane: two surrogates), not on bytes, in the
 * order of FNV-1a, with five shifts and Math.abs behind. Its >> are arithmetic, so h ^ h >> 17 always clears
 * bit 31: before the last step h is in [0, 2^31), Math.abs never meets its one exception, and values have 31
 * bits.
 * Keys are UTF-8 here (utf8.h).
 */
#include "bits.h"
#include "utf8.h"

#define OFFSET 2166136261u
#define PRIME  16777619u

/* Shifts as Java's >> does on an int. */
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

static uint32_t add_point(uint32_t h, uint32_t point) {
    if (point < 0x10000)
        return add_unit(h, point);
    return add_unit(add_unit(h, rmk_utf16_high(point)), rmk_utf16_low(point));
}

static uint64_t java_one(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint32_t h = OFFSET;
    size_t taken;
    for (size_t i = 0; i < length; i += taken) {
        taken = 1;
        h = bytes[i] < 0x80 ? add_unit(h, bytes[i])
                            : add_point(h, rmk_utf8_decode(bytes + i, length - i, &taken));
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
