/* bytewise.c - djb2 and sdbm: one multiplication and one addition a byte, on unsigned bytes, 32 bits. */
#include "bits.h"

static uint64_t djb2_one(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint32_t h = 5381;
    for (size_t i = 0; i < length; i++)
        h = h * 33 + bytes[i];
    return h;
}

static uint64_t sdbm_one(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint32_t h = 0;
    for (size_t i = 0; i < length; i++)
        h = h * 65599 + bytes[i];
    return h;
}

static void djb2_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(djb2_one, state, strings, count, values);
}

static void sdbm_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(sdbm_one, state, strings, count, values);
}

const rmk_hash rmk_hash_djb2 = {
    .name = "djb2",
    .bits = 32,
    .value_bits = 32,
    .summary = "Bernstein's times 33, plus the byte, from 5381",
    .source = "Bernstein, comp.lang.c, 1991; the hash of DT_GNU_HASH in ELF files",
    .one = djb2_one,
    .batch = djb2_batch,
};

const rmk_hash rmk_hash_sdbm = {
    .name = "sdbm",
    .bits = 32,
    .value_bits = 32,
    .summary = "times 65599, plus the byte, from 0",
    .source = "sdbm (Yigit), the hash of its pages",
    .one = sdbm_one,
    .batch = sdbm_batch,
};
