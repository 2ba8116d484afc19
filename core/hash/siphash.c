/* siphash.c - SipHash-2-4 with 64 bits of output: two rounds a word, four behind the last. */
#include "bits.h"

typedef struct sip {
    uint64_t a, b, c, d;
} sip;

__attribute__((always_inline)) static inline sip sip_round(sip s) {
    s.a += s.b;
    s.c += s.d;
    s.b = rmk_rotate64(s.b, 13) ^ s.a;
    s.d = rmk_rotate64(s.d, 16) ^ s.c;
    s.a = rmk_rotate64(s.a, 32);
    s.c += s.b;
    s.a += s.d;
    s.b = rmk_rotate64(s.b, 17) ^ s.c;
    s.d = rmk_rotate64(s.d, 21) ^ s.a;
    s.c = rmk_rotate64(s.c, 32);
    return s;
}

__attribute__((always_inline)) static inline sip add_word(sip s, uint64_t word) {
    s.d ^= word;
    s = sip_round(sip_round(s));
    s.a ^= word;
    return s;
}

/* The constants are "somepseudorandomlygeneratedbytes". The last word has the length in its highest byte. */
__attribute__((always_inline)) static inline uint64_t siphash(rmk_hash_seed key, const unsigned char *bytes,
                                                              size_t length) {
    sip s = {key.low ^ 0x736f6d6570736575ull, key.high ^ 0x646f72616e646f6dull,
             key.low ^ 0x6c7967656e657261ull, key.high ^ 0x7465646279746573ull};
    size_t i = 0;
    for (; i + 8 <= length; i += 8)
        s = add_word(s, rmk_load64(bytes + i));
    uint64_t tail = i < length ? rmk_load_tail(bytes + i, length - i) : 0;
    s = add_word(s, tail | (uint64_t)length << 56);
    s.c ^= 0xff;
    s = sip_round(sip_round(sip_round(sip_round(s))));
    return s.a ^ s.b ^ s.c ^ s.d;
}

static uint64_t siphash_seeded(rmk_hash_seed seed, const void *data, size_t length) {
    return siphash(seed, data, length);
}

static uint64_t siphash_one(const void *state, const void *data, size_t length) {
    (void)state;
    return siphash((rmk_hash_seed){0, 0}, data, length);
}

static void siphash_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(siphash_one, state, strings, count, values);
}

const rmk_hash rmk_hash_siphash_2_4 = {
    .name = "siphash-2-4",
    .bits = 64,
    .value_bits = 64,
    .summary = "SipHash-2-4, 64 bits, key 0",
    .source = "Aumasson, Bernstein, SipHash: a fast short-input PRF, 2012",
    .one = siphash_one,
    .batch = siphash_batch,
    .seed_bits = 128,
    .seeded = siphash_seeded,
};
