/* crc16.c - CRC-16/XMODEM, all 16 bits: what Redis Cluster takes modulo its slots. */
#include "crc16.h"
#include "bits.h"

/* A byte at a time without a table: x^16 + x^12 + x^5 + 1. */
uint16_t rmk_crc16(rmk_bytes bytes) {
    const unsigned char *at = bytes.data;
    uint16_t crc = 0;
    for (size_t i = 0; i < bytes.length; i++) {
        uint16_t x = (uint16_t)(crc >> 8 ^ at[i]);
        x = (uint16_t)(x ^ x >> 4);
        crc = (uint16_t)(crc << 8 ^ x << 12 ^ x << 5 ^ x);
    }
    return crc;
}

static uint64_t crc16_one(const void *state, const void *data, size_t length) {
    (void)state;
    return rmk_crc16((rmk_bytes){data, length});
}

static void crc16_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(crc16_one, state, strings, count, values);
}

const rmk_hash rmk_hash_crc16 = {
    .name = "crc16",
    .bits = 16,
    .value_bits = 16,
    .summary = "CRC-16/XMODEM (CCITT, from 0), as in Redis Cluster",
    .source = "ITU-T V.41; Redis Cluster Specification, appendix A",
    .one = crc16_one,
    .batch = crc16_batch,
};
