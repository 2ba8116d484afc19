/* adler32.c - the checksum of zlib's streams. Short keys leave its high bits empty, which is bad on a circle. */
#include "bits.h"

#include <zlib.h>

/* adler32_z takes a size_t; adler32() would cut lengths to 32 bits. NULL begins a sum, so it is as no bytes. */
static uint64_t adler32_one(const void *state, const void *data, size_t length) {
    (void)state;
    return adler32_z(1, (const unsigned char *)(length ? data : ""), length);
}

static void adler32_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(adler32_one, state, strings, count, values);
}

const rmk_hash rmk_hash_adler32 = {
    .name = "adler32",
    .bits = 32,
    .value_bits = 32,
    .summary = "Adler-32 as in zlib; high bits are 0 for short keys",
    .source = "RFC 1950, section 8.2",
    .one = adler32_one,
    .batch = adler32_batch,
};
