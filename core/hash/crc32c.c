/* crc32c.c - CRC-32C (Castagnoli), the CRC of iSCSI, SCTP and ext4: eight bytes a step. */
#include "crc32c.h"
#include "bits.h"

static const bool has_instruction = true;

/* The state is a constant, which nobody closes; NULL: without the instruction. */
static rmk_status crc32c_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa,
                              void **state) {
    (void)hash;
    (void)allocator;
    *state = rmk_isa_has_crc32c(isa) ? (void *)&has_instruction : NULL;
    return RMK_OK;
}

static void crc32c_close(const rmk_allocator *allocator, void *state) {
    (void)allocator;
    (void)state;
}

static uint64_t crc32c_one(const void *state, const void *data, size_t length) {
    const bool sse42 = state != NULL;
    const unsigned char *bytes = data;
    uint32_t crc = 0xffffffffu;
    size_t i = 0;
    for (; i + 8 <= length; i += 8)
        crc = rmk_crc32c(sse42, rmk_load64(bytes + i), crc);
    if (i < length)
        crc = rmk_crc32c_bytes(rmk_load_tail(bytes + i, length - i), (unsigned)(length - i), crc);
    return ~crc;
}

static void crc32c_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(crc32c_one, state, strings, count, values);
}

const rmk_hash rmk_hash_crc32c = {
    .name = "crc32c",
    .bits = 32,
    .value_bits = 32,
    .summary = "CRC-32C (Castagnoli), as in iSCSI",
    .source = "RFC 3720, appendix B.4",
    .open = crc32c_open,
    .close = crc32c_close,
    .one = crc32c_one,
    .batch = crc32c_batch,
    .isas = 1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2,
};
