/* bits.h - what the hash files share: little-endian loads, rotations, murmur3's finalisers, the plain batch
 * loop. */
#ifndef RMK_HASH_BITS_H
#define RMK_HASH_BITS_H

#include "hash.h"

#include <string.h>

static inline uint32_t rmk_load32(const unsigned char *at) {
    uint32_t word;
    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    return word;
}

static inline uint64_t rmk_load64(const unsigned char *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

/* Reads the 1 to 8 bytes at `at` as a little-endian number. Two or three loads overlap instead of looping;
 * where they overlap the OR meets equal bits. */
static inline uint64_t rmk_load_tail(const unsigned char *at, size_t length) {
    if (length == 8)
        return rmk_load64(at);
    if (length >= 4)
        return rmk_load32(at) | (uint64_t)rmk_load32(at + length - 4) << (8 * (length - 4));
    size_t middle = length / 2, last = length - 1;
    return at[0] | (uint64_t)at[middle] << (8 * middle) | (uint64_t)at[last] << (8 * last);
}

/* Rotates to the left by 0 < by < width. */
static inline uint32_t rmk_rotate32(uint32_t x, unsigned by) {
    return x << by | x >> (32 - by);
}

static inline uint64_t rmk_rotate64(uint64_t x, unsigned by) {
    return x << by | x >> (64 - by);
}

/* MurmurHash3's fmix32 and fmix64: bijections in which every input bit reaches every output bit. */
static inline uint32_t rmk_fmix32(uint32_t h) {
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return h ^ h >> 16;
}

static inline uint64_t rmk_fmix64(uint64_t h) {
    h = (h ^ h >> 33) * 0xff51afd7ed558ccdull;
    h = (h ^ h >> 33) * 0xc4ceb9fe1a85ec53ull;
    return h ^ h >> 33;
}

/* Hashes one string after the other, with `one` inlined: that saves the indirect call and lets the CPU
 * overlap neighbouring keys. */
__attribute__((always_inline)) static inline void
rmk_batch_loop(uint64_t (*one)(const void *state, const void *data, size_t length), const void *state,
               const rmk_bytes *strings, size_t count, uint64_t *values) {
    for (size_t i = 0; i < count; i++)
        values[i] = one(state, strings[i].data, strings[i].length);
}

#endif
