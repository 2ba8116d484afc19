/*
 * java_hashcode.c - Java's String.hashCode, as an unsigned number: times 31, plus the UTF-16 unit.
 *
 * Keys are UTF-8 here (utf8.h). What a program does with the sign (Math.abs, & 0x7fffffff) is its own rule.
 */
#include "bits.h"
#include "utf8.h"

static uint32_t add_point(uint32_t h, uint32_t point) {
    if (point < 0x10000)
        return h * 31 + point;
    return (h * 31 + rmk_utf16_high(point)) * 31 + rmk_utf16_low(point);
}

static uint64_t hashcode_one(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint32_t h = 0;
    size_t taken;
    for (size_t i = 0; i < length; i += taken) {
        taken = 1;
        uint32_t point = bytes[i] < 0x80 ? bytes[i] : rmk_utf8_decode(bytes + i, length - i, &taken);
        h = add_point(h, point);
    }
    return h;
}

static void hashcode_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(hashcode_one, state, strings, count, values);
}

const rmk_hash rmk_hash_java_hashcode = {
    .name = "java-hashcode",
    .bits = 32,
    .value_bits = 32,
    .summary = "Java's String.hashCode on UTF-16 units, unsigned",
    .source = "Java SE API, java.lang.String.hashCode",
    .one = hashcode_one,
    .batch = hashcode_batch,
};
