/* hash_haproxy.c - sdbm, djb2, wt6 and CRC-32 of HAProxy (hash.c), each with and without its avalanche. */
#include "hash_haproxy.h"

#include <zlib.h>

uint32_t rmk_haproxy_avalanche(uint32_t a) {
    a = (a + 0x7ed55d16u) + (a << 12);
    a = (a ^ 0xc761c23cu) ^ (a >> 19);
    a = (a + 0x165667b1u) + (a << 5);
    a = (a + 0xd3a2646cu) ^ (a << 9);
    a = (a + 0xfd7046c5u) + (a << 3);
    a = (a ^ 0xb55a4f09u) ^ (a >> 16);
    return a * 3221225473u;
}

static uint32_t sdbm(const unsigned char *bytes, size_t length) {
    uint32_t h = 0;
    for (size_t i = 0; i < length; i++)
        h = bytes[i] + (h << 6) + (h << 16) - h;
    return h;
}

static uint32_t djb2(const unsigned char *bytes, size_t length) {
    uint32_t h = 5381;
    for (size_t i = 0; i < length; i++)
        h = (h << 5) + h + bytes[i];
    return h;
}

static uint32_t crc(const unsigned char *bytes, size_t length) {
    return length ? (uint32_t)crc32_z(0, bytes, length) : 0;
}

static uint32_t rotate(uint32_t x, unsigned by) {
    return x << by | x >> (-by & 31);
}

/* Hashes by two words that turn by amounts taken from themselves. */
static uint32_t wt6(const unsigned char *bytes, size_t length) {
    uint32_t h0 = 0xa53c965au, h1 = 0x5ca6953au;
    unsigned step0 = 6, step1 = 18;
    for (size_t i = 0; i < length; i++) {
        h0 = ~(h0 ^ bytes[i]);
        h1 = ~(h1 + bytes[i]);
        uint32_t turned = rotate(h1, step0);
        h1 = rotate(h0, step1);
        h0 = turned;
        uint32_t steps = (h0 >> 16 ^ h1) & 0xffff;
        step0 = steps & 31;
        step1 = steps >> 11;
    }
    return h0 ^ h1;
}

/* clang-format off */
#define TWO_OF(function, what)                                                                                \
    static uint64_t function##_bare(const void *state, const void *data, size_t length) {                      \
        (void)state;                                                                                           \
        return function(data, length);                                                                         \
    }                                                                                                          \
    static uint64_t function##_mixed(const void *state, const void *data, size_t length) {                     \
        (void)state;                                                                                           \
        return rmk_haproxy_avalanche(function(data, length));                                                  \
    }                                                                                                          \
    static const rmk_hash hash_##function = {.name = what, .bits = 32, .value_bits = 32,                       \
        .summary = what, .source = "HAProxy, hash.c", .one = function##_bare};                                 \
    static const rmk_hash hash_##function##_avalanche = {.name = what "-avalanche", .bits = 32,                \
        .value_bits = 32, .summary = what ", then full_hash()", .source = "HAProxy, hash.c",                   \
        .one = function##_mixed}
/* clang-format on */

TWO_OF(sdbm, "sdbm");
TWO_OF(djb2, "djb2");
TWO_OF(wt6, "wt6");
TWO_OF(crc, "crc32");

/* The hashes of keys; `hash-type consistent` alone means the first. */
const rmk_preset_hash rmk_haproxy_hashes[] = {
    {"sdbm-avalanche", &hash_sdbm_avalanche}, {"sdbm", &hash_sdbm},
    {"djb2-avalanche", &hash_djb2_avalanche}, {"djb2", &hash_djb2},
    {"wt6-avalanche", &hash_wt6_avalanche},   {"wt6", &hash_wt6},
    {"crc32-avalanche", &hash_crc_avalanche}, {"crc32", &hash_crc},
};
const size_t rmk_haproxy_hash_count = sizeof rmk_haproxy_hashes / sizeof *rmk_haproxy_hashes;
