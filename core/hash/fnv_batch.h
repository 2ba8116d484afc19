/*
 * fnv_batch.h - private: from a kernel of KEYS keys to the batch functions of each member. The including file
 * defines KEYS and hash_keys(rule, keys, values).
 */
#ifndef RMK_FNV_BATCH_H
#define RMK_FNV_BATCH_H

#include <string.h>

#include "fnv_kernel.h"

#define FNV_BATCH(id, rule)                                                                                  \
    __attribute__((noinline)) static void id##_keys(const rmk_bytes *keys, uint64_t *values) {               \
        hash_keys(rule, keys, values);                                                                       \
    }                                                                                                        \
    static void id(const rmk_bytes *keys, size_t count, uint64_t *values) {                                  \
        run(id##_keys, keys, count, values);                                                                 \
    }

typedef void keys_function(const rmk_bytes *keys, uint64_t *values);

static void run(keys_function *hash, const rmk_bytes *keys, size_t count, uint64_t *values) {
    size_t i = 0;
    for (; i + KEYS <= count; i += KEYS)
        hash(keys + i, values + i);
    if (i == count)
        return;
    rmk_bytes filled[KEYS]; /* empty keys fill the lanes */
    uint64_t made[KEYS];
    for (size_t j = 0; j < KEYS; j++)
        filled[j] = j < count - i ? keys[i + j] : (rmk_bytes){NULL, 0};
    hash(filled, made);
    memcpy(values + i, made, (count - i) * sizeof *values);
}

#endif
