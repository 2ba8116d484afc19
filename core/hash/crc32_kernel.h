/* crc32_kernel.h - CRC-32 of many keys by carry-less multiplication; private. */
#ifndef RMK_CRC32_KERNEL_H
#define RMK_CRC32_KERNEL_H

#include "hash.h"

typedef struct rmk_crc32_kernel {
    void (*batch)(const rmk_bytes *strings, size_t count, uint64_t *values); /* needs PCLMULQDQ beside AVX2 */
} rmk_crc32_kernel;

extern const rmk_crc32_kernel rmk_crc32_avx2;

#endif
