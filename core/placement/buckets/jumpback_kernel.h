/*
 * jumpback_kernel.h - private: how the vector forms of JumpBackHash walk over keys. What differs between
 * instruction sets is a block, which they give.
 */
#ifndef RMK_JUMPBACK_KERNEL_H
#define RMK_JUMPBACK_KERNEL_H

#include <string.h>

#include "jumpback.h"

/* Walks over whole blocks of `block` keys; what is left goes through one that is filled up. */
__attribute__((always_inline)) static inline void
rmk_jumpback_blocks(const uint64_t *keys, size_t count, uint32_t buckets, uint32_t *out, size_t block,
                    void (*many)(const uint64_t *keys, uint32_t buckets, uint32_t *out)) {
    size_t i = 0;
    for (; i + block <= count; i += block)
        many(keys + i, buckets, out + i);
    if (i == count)
        return;
    uint64_t rest[64] = {0};
    uint32_t answers[64];
    memcpy(rest, keys + i, (count - i) * sizeof *rest);
    many(rest, buckets, answers);
    memcpy(out + i, answers, (count - i) * sizeof *out);
}

#endif
