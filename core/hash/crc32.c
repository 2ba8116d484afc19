/* crc32.c - the CRC of zlib, gzip, PNG and Ethernet, all 32 bits. Systems that keep fewer bits are presets. */
#include "bits.h"
#include "crc32_kernel.h"

#include <zlib.h>

/* The state is a constant, which nobody closes. */
static rmk_status crc32_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa,
                             void **state) {
    (void)hash;
    (void)allocator;
    bool multiplies = isa >= RMK_ISA_AVX2 && __builtin_cpu_supports("pclmul");
    *state = multiplies ? (void *)&rmk_crc32_avx2 : NULL;
    return RMK_OK;
}

static void crc32_close(const rmk_allocator *allocator, void *state) {
    (void)allocator;
    (void)state;
}

/* crc32_z takes a size_t; crc32() would cut lengths to 32 bits. It returns 0 for NULL, as for no bytes. */
static uint64_t crc32_one(const void *state, const void *data, size_t length) {
    (void)state;
    return crc32_z(0, data, length);
}

static void crc32_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    const rmk_crc32_kernel *kernel = state;
    if (kernel)
        kernel->batch(strings, count, values);
    else
        rmk_batch_loop(crc32_one, state, strings, count, values);
}

const rmk_hash rmk_hash_crc32 = {
    .name = "crc32",
    .bits = 32,
    .value_bits = 32,
    .summary = "CRC-32 as in zlib",
    .source = "ISO 3309, ITU-T V.42; zlib's crc32()",
    .open = crc32_open,
    .close = crc32_close,
    .one = crc32_one,
    .batch = crc32_batch,
    .isas = 1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2,
};
