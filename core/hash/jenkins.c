/* jenkins.c - Bob Jenkins' one-at-a-time, on unsigned bytes. */
#include "bits.h"

static uint64_t one_at_a_time(const void *state, const void *data, size_t length) {
    (void)state;
    const unsigned char *bytes = data;
    uint32_t h = 0;
    for (size_t i = 0; i < length; i++) {
        h += bytes[i];
        h += h << 10;
        h ^= h >> 6;
    }
    h += h << 3;
    h ^= h >> 11;
    h += h << 15;
    return h;
}

static void one_at_a_time_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(one_at_a_time, state, strings, count, values);
}

const rmk_hash rmk_hash_one_at_a_time = {
    .name = "one-at-a-time",
    .bits = 32,
    .value_bits = 32,
    .summary = "Jenkins' one-at-a-time",
    .source = "Jenkins, A hash function for hash table lookup, Dr. Dobb's Journal, 1997",
    .one = one_at_a_time,
    .batch = one_at_a_time_batch,
};
