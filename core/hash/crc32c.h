/* crc32c.h - steps of CRC-32C, on the register alone: the processor's crc32q, and its equal by a table of
 * half bytes; private. */
#ifndef RMK_CRC32C_H
#define RMK_CRC32C_H

#include "../base.h"

/* The low `bytes` bytes of `data`, at most 8, the lowest first. */
static inline uint32_t rmk_crc32c_bytes(uint64_t data, unsigned bytes, uint32_t crc) {
    static const uint32_t table[16] = {0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1, 0x417b1dbc, 0x5125dad3,
                                       0x61c69362, 0x7198540d, 0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
                                       0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75};
    for (unsigned i = 0; i < 2 * bytes; i++, data >>= 4)
        crc = crc >> 4 ^ table[(crc ^ data) & 15];
    return crc;
}

/* Eight bytes of data, little-endian, into a register that begins with the lower half of `start`. `sse42`:
 * the processor has the instruction. */
static inline uint32_t rmk_crc32c(bool sse42, uint64_t data, uint64_t start) {
#if defined(__x86_64__)
    if (sse42) {
        uint64_t crc = (uint32_t)start;
        __asm__("crc32q %1, %0" : "+r"(crc) : "rm"(data));
        return (uint32_t)crc;
    }
#else
    (void)sse42;
#endif
    return rmk_crc32c_bytes(data, 8, (uint32_t)start);
}

/* Every processor with AVX2 has SSE4.2. */
static inline bool rmk_isa_has_crc32c(rmk_isa isa) {
    return isa >= RMK_ISA_AVX2;
}

#endif
