/*
 * hash_memcached.c - the hashes of libhashkit, which twemproxy took over.
 *
 * Keys are char there, which is signed on x86: bytes from 0x80 on are extended with their sign wherever a
 * char enters the arithmetic without a cast. All circles have 32 bits.
 */
#include "../hash/bits.h"
#include "../hash/fnv_member.h"
#include "../hash/murmur2.h"
#include "../hash/murmur3.h"
#include "hashes.h"

#include <zlib.h>

static uint32_t sign_extended(unsigned char byte) {
    return (uint32_t)(int32_t)(int8_t)byte;
}

static uint64_t one_at_a_time(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint32_t h = 0;
    for (size_t i = 0; i < length; i++) {
        h += sign_extended(bytes[i]);
        h += h << 10;
        h ^= h >> 6;
    }
    h += h << 3;
    h ^= h >> 11;
    return h + (h << 15);
}

/* Takes the middle of the CRC, 15 bits of a circle of 32; it was made for a table of servers. */
static uint64_t crc(const void *state, const void *data, size_t length) {
    (void)state;
    return crc32_z(0, data, length) >> 16 & 0x7fff;
}

/* Computes an entry of the table of CRC-16 with the polynomial 0x1021, highest bit first. */
static uint32_t crc16_entry(uint32_t byte) {
    uint32_t c = byte << 8;
    for (int bit = 0; bit < 8; bit++)
        c = c << 1 ^ (c & 0x8000 ? 0x1021 : 0);
    return c & 0xffff;
}

/* Hashes as twemproxy does: the register has 32 bits, and what leaves the low 16 stays above them. */
static uint64_t crc16(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint32_t c = 0;
    for (size_t i = 0; i < length; i++)
        c = c << 8 ^ crc16_entry((c >> 8 ^ bytes[i]) & 0xff);
    return c;
}

static uint32_t load16(const unsigned char *at) {
    return at[0] | (uint32_t)at[1] << 8;
}

static uint32_t hsieh_tail(uint32_t h, const unsigned char *at, size_t rest) {
    switch (rest) {
    case 3:
        h += load16(at);
        h ^= h << 16;
        h ^= sign_extended(at[2]) << 18;
        return h + (h >> 11);
    case 2:
        h += load16(at);
        h ^= h << 11;
        return h + (h >> 17);
    case 1:
        h += at[0];
        h ^= h << 10;
        return h + (h >> 1);
    default:
        return h;
    }
}

static uint64_t hsieh(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *at = data;
    uint32_t h = 0;
    size_t words = length / 4;
    for (size_t i = 0; i < words; i++, at += 4) {
        h += load16(at);
        h = h << 16 ^ load16(at + 2) << 11 ^ h;
        h += h >> 11;
    }
    h = hsieh_tail(h, at, length % 4);
    h ^= h << 3;
    h += h >> 5;
    h ^= h << 4;
    h += h >> 17;
    h ^= h << 25;
    return h + (h >> 6);
}

#define MURMUR_SEED 0xdeadbeefu

/* MurmurHash2 and MurmurHash3_x86_32 with a seed made of the length. */
static uint64_t murmur(const void *state, const void *data, size_t length) {
    (void)state;
    return rmk_murmur2_32((rmk_bytes){data, length}, MURMUR_SEED * (uint32_t)length);
}

static uint64_t murmur3(const void *state, const void *data, size_t length) {
    (void)state;
    return rmk_murmur3_32((rmk_bytes){data, length}, MURMUR_SEED * (uint32_t)length);
}

/* ---- Jenkins' lookup3 ---- */

typedef struct lookup3 {
    uint32_t a, b, c;
} lookup3;

static uint32_t minus_rotated(uint32_t x, uint32_t y, unsigned by) {
    return (x - y) ^ rmk_rotate32(y, by);
}

static lookup3 lookup3_mix(lookup3 s) {
    s.a = minus_rotated(s.a, s.c, 4), s.c += s.b;
    s.b = minus_rotated(s.b, s.a, 6), s.a += s.c;
    s.c = minus_rotated(s.c, s.b, 8), s.b += s.a;
    s.a = minus_rotated(s.a, s.c, 16), s.c += s.b;
    s.b = minus_rotated(s.b, s.a, 19), s.a += s.c;
    s.c = minus_rotated(s.c, s.b, 4), s.b += s.a;
    return s;
}

static uint32_t xor_minus(uint32_t x, uint32_t y, unsigned by) {
    return (x ^ y) - rmk_rotate32(y, by);
}

static uint32_t lookup3_final(lookup3 s) {
    s.c = xor_minus(s.c, s.b, 14);
    s.a = xor_minus(s.a, s.c, 11);
    s.b = xor_minus(s.b, s.a, 25);
    s.c = xor_minus(s.c, s.b, 16);
    s.a = xor_minus(s.a, s.c, 4);
    s.b = xor_minus(s.b, s.a, 14);
    return xor_minus(s.c, s.b, 24);
}

static lookup3 lookup3_add(lookup3 s, const unsigned char *at) {
    return (lookup3){s.a + rmk_load32(at), s.b + rmk_load32(at + 4), s.c + rmk_load32(at + 8)};
}

static uint64_t jenkins(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *at = data;
    uint32_t start = 0xdeadbeefu + (uint32_t)length + 13;
    lookup3 s = {start, start, start};
    size_t rest = length;
    for (; rest > 12; rest -= 12, at += 12)
        s = lookup3_mix(lookup3_add(s, at));
    if (!rest)
        return s.c;
    unsigned char last[12] = {0};
    memcpy(last, at, rest);
    return lookup3_final(lookup3_add(s, last));
}

#define MC_SOURCE "libhashkit of libmemcached 1.1.4; twemproxy's nc_hashkit"

#define MC_HASH(id, text, width, what)                                                                       \
    const rmk_hash rmk_hash_mc_##id = {                                                                      \
        .name = text,                                                                                        \
        .bits = 32,                                                                                          \
        .value_bits = width,                                                                                 \
        .summary = what,                                                                                     \
        .source = MC_SOURCE,                                                                                 \
        .one = id,                                                                                           \
    }

MC_HASH(one_at_a_time, "one_at_a_time", 32, "Jenkins' one-at-a-time on signed chars");
MC_HASH(crc, "crc", 15, "bits 16 to 30 of CRC-32");
MC_HASH(crc16, "crc16", 32, "CRC-16 (CCITT) in a register of 32 bits");
MC_HASH(hsieh, "hsieh", 32, "Hsieh's SuperFastHash, the last byte of three signed");
MC_HASH(murmur, "murmur", 32, "MurmurHash2, seeded by the length");
MC_HASH(murmur3, "murmur3", 32, "MurmurHash3 x86, seeded by the length");
MC_HASH(jenkins, "jenkins", 32, "Jenkins' lookup3");

FNV_MEMBER(mc_fnv1_64, "fnv1_64", 32, RULE_MC_64(false), "low half of FNV-1 64 on signed chars", MC_SOURCE);
FNV_MEMBER(mc_fnv1a_64, "fnv1a_64", 32, RULE_MC_64(true), "low half of FNV-1a 64 on signed chars", MC_SOURCE);
FNV_MEMBER(mc_fnv1_32, "fnv1_32", 32, RULE_MC_32(false), "FNV-1 32 on signed chars", MC_SOURCE);
FNV_MEMBER(mc_fnv1a_32, "fnv1a_32", 32, RULE_MC_32(true), "FNV-1a 32 on signed chars", MC_SOURCE);
