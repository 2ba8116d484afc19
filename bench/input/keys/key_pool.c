#include "key_pool.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "keys.h"

static bool accepted(const rmk_hash *hash, rmk_bytes key) {
    return !hash->accepts || hash->accepts(key.data, key.length);
}

/* Makes a number of a text: digits stay, each other byte becomes a digit. */
static void make_number(unsigned char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] < '0' || text[i] > '9')
            text[i] = (unsigned char)('0' + text[i] % 10);
}

/* Copies a key; numbers that are shorter get zeros before them. */
static void copy_key(rm_key_pool *pool, rmk_bytes key, uint64_t key_bytes, size_t number) {
    unsigned char *text = pool->text + pool->text_bytes;
    size_t zeros = (size_t)key_bytes - key.length;
    memset(text, '0', zeros);
    if (key.length)
        memcpy(text + zeros, key.data, key.length);
    pool->keys[number] = (rmk_bytes){text, (size_t)key_bytes};
    pool->text_bytes += (size_t)key_bytes;
}

static size_t copy_block(rm_key_pool *pool, const rm_key_block *block, uint64_t key_bytes, size_t filled) {
    for (size_t i = 0; i < block->count && filled < pool->count; i++) {
        rmk_bytes key = block->keys[i];
        if (key.length > key_bytes)
            rm_fail("%zu keys do not fit %llu bytes each (\"%.*s\"); use longer --key-bytes", pool->count,
                    (unsigned long long)key_bytes, (int)(key.length < 64 ? key.length : 64), key.data);
        copy_key(pool, key, key_bytes, filled++);
    }
    return filled;
}

/* Fills the pool with its own count, whatever --keys says; and other hashes of the list have no say in how
 * keys look. */
static void fill(rm_key_pool *pool, const rm_options *options, const rmk_hash *hash, uint64_t key_bytes,
                 uint64_t seed) {
    const rmk_hash *any_text = &rmk_hash_xxh3;
    rm_options generated = *options;
    generated.keys = pool->count;
    generated.keys_file = NULL;
    generated.key_weights = false;
    generated.given[RM_OPT_KEYS] = true;
    generated.given[RM_OPT_KEYS_FILE] = false;
    generated.hashes = key_bytes < RM_NUMBER_BYTES ? &any_text : &hash;
    generated.hash_count = 1;
    rm_keys *keys = rm_keys_open(&generated, key_bytes, seed, false);
    rm_key_block block;
    size_t filled = 0;
    while (filled < pool->count && rm_keys_next(keys, &block))
        filled = copy_block(pool, &block, key_bytes, filled);
    rm_keys_close(keys);
    if (filled < pool->count)
        rm_fail("only %zu of %zu keys of %llu bytes could be generated; use longer --key-bytes", filled,
                pool->count, (unsigned long long)key_bytes);
}

bool rm_key_pool_make(rm_key_pool *pool, const rm_options *options, const rmk_hasher *hasher,
                      uint64_t key_bytes, size_t count, uint64_t seed) {
    *pool = (rm_key_pool){.count = count};
    pool->keys = rm_alloc(count * sizeof *pool->keys);
    pool->values = rm_alloc(count * sizeof *pool->values);
    pool->text = rm_alloc(count * key_bytes + 64);
    fill(pool, options, hasher->hash, key_bytes, seed);
    for (size_t i = 0; i < count; i++) {
        rmk_bytes key = pool->keys[i];
        if (!accepted(hasher->hash, key))
            make_number(pool->text + (key.data - pool->text), key.length);
        if (!accepted(hasher->hash, key)) {
            rm_key_pool_free(pool);
            return false;
        }
        pool->values[i] = rmk_hash_one(hasher, key.data, key.length);
    }
    return true;
}

void rm_key_pool_free(rm_key_pool *pool) {
    free(pool->keys);
    free(pool->values);
    free(pool->text);
    *pool = (rm_key_pool){0};
}
