/* key_pool.h - keys and their hash values in memory, made and touched before anything is timed. */
#ifndef RM_KEY_POOL_H
#define RM_KEY_POOL_H

#include "bench/cli/options.h"

typedef struct rm_key_pool {
    size_t count; /* even: chains walk two halves side by side */
    rmk_bytes *keys;
    uint64_t *values; /* hash values, in the hash's own bits, from `one` */
    unsigned char *text;
    size_t text_bytes;
} rm_key_pool;

/* Digits of the largest 64-bit number. */
enum { RM_NUMBER_BYTES = 20 };

/* Makes `count` keys of `key_bytes` bytes by --key-dist from `seed`. A hash that reads numbers gets
 * numbers: of so many digits, or, from RM_NUMBER_BYTES on, any 64-bit ones behind zeros. False when the
 * hash cannot take keys of that length; then the pool is empty. */
bool rm_key_pool_make(rm_key_pool *pool, const rm_options *options, const rmk_hasher *hasher,
                      uint64_t key_bytes, size_t count, uint64_t seed);
void rm_key_pool_free(rm_key_pool *pool);

/* Finds the place of the next key of a chain: the two halves of the pool are walked side by side, and the
 * last answer picks one of the two. The keys keep their distribution and none comes twice in a walk. */
static inline size_t rm_chain_place(size_t step, size_t half, uint64_t last) {
    return step + (half & -(size_t)(last & 1));
}

#endif
