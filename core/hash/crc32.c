/* crc32.c - the CRC of zlib, gzip, PNG and Ethernet, all 32 bits. Systems that keep fewer bits are presets.
 */
#include "bits.h"

#include <zlib.h>

/* crc32_z takes a size_t; crc32() would cut lengths to 32 bits. It returns 0 for NULL, as for no bytes. */
static uint64_t crc32_one(const void *state, const void *data, size_t length) {
    (void)state;
    return crc32_z(0, data, length);
}

const rmk_hash rmk_hash_crc32 = {
    .name = "crc32",
    .bits = 32,
    .value_bits = 32,
    .summary = "CRC-32 as in zlib",
    .source = "ISO 3309, ITU-T V.42; zlib's crc32()",
    .one = crc32_one,
};
