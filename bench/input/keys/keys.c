#include "keys.h"

#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "block.h"
#include "file.h"
#include "generated.h"

struct rm_keys {
    bool from_file;
    rm_keys_generated generated;
    rm_keys_file file;
    rmk_bytes keys[RM_KEYS_BLOCK];
    double weights[RM_KEYS_BLOCK];
};

rm_keys *rm_keys_open(const rm_options *options, uint64_t key_bytes, uint64_t seed, bool default_stdin) {
    rm_keys *keys = rm_calloc(1, sizeof *keys);
    keys->from_file = options->keys_file || (default_stdin && options->keys == 0);
    if (keys->from_file)
        rm_keys_file_open(&keys->file, options);
    else
        rm_keys_generated_open(&keys->generated, options, key_bytes, seed);
    return keys;
}

bool rm_keys_next(rm_keys *keys, rm_key_block *block) {
    bool weighted = keys->from_file && keys->file.weighted;
    size_t count = keys->from_file ? rm_keys_file_next(&keys->file, keys->keys, keys->weights)
                                   : rm_keys_generated_next(&keys->generated, keys->keys);
    *block = (rm_key_block){keys->keys, weighted ? keys->weights : NULL, count};
    return count > 0;
}

void rm_keys_close(rm_keys *keys) {
    if (!keys)
        return;
    if (keys->from_file)
        rm_keys_file_close(&keys->file);
    else
        rm_keys_generated_close(&keys->generated);
    free(keys);
}

rmk_bytes rm_key_tagged(const rm_options *options, rmk_bytes key) {
    if (!options->hash_tag[0] || key.length == 0)
        return key;
    const unsigned char *open = memchr(key.data, options->hash_tag[0], key.length);
    if (!open)
        return key;
    const unsigned char *from = open + 1;
    const unsigned char *close = memchr(from, options->hash_tag[1], key.length - (size_t)(from - key.data));
    if (!close || close == from)
        return key;
    return (rmk_bytes){from, (size_t)(close - from)};
}

/* Names a key's place: "FILE:LINE", or "key NUMBER" for generated ones; freed by the caller. */
static char *place_of(const rm_options *options, uint64_t number) {
    const char *file = options->keys_file;
    if (!file && options->keys)
        return rm_text("key %llu", (unsigned long long)number);
    return rm_text("%s:%llu", !file || strcmp(file, "-") == 0 ? "standard input" : file,
                   (unsigned long long)number);
}

void rm_key_accepted(const rm_options *options, const rmk_hash *hash, rmk_bytes key, uint64_t number) {
    if (!hash->accepts || hash->accepts(key.data, key.length))
        return;
    rm_fail("%s: the key '%.*s' cannot be hashed by %s: not a decimal number below 2^64",
            place_of(options, number), key.length < 100 ? (int)key.length : 100,
            key.length ? (const char *)key.data : "", hash->name);
}

/* How many keys have their tagged parts on the stack at once. */
enum { TAGGED_AT_ONCE = 256 };

void rm_keys_hash(const rm_options *options, const rmk_hasher *hasher, const rm_key_block *block,
                  uint64_t first_number, uint64_t *values) {
    if (!options->hash_tag[0] && !hasher->hash->accepts) {
        rmk_hash_batch(hasher, block->keys, block->count, values);
        return;
    }
    rmk_bytes parts[TAGGED_AT_ONCE];
    for (size_t at = 0; at < block->count; at += TAGGED_AT_ONCE) {
        size_t count = block->count - at < TAGGED_AT_ONCE ? block->count - at : TAGGED_AT_ONCE;
        for (size_t i = 0; i < count; i++) {
            parts[i] = rm_key_tagged(options, block->keys[at + i]);
            rm_key_accepted(options, hasher->hash, parts[i], first_number + at + i);
        }
        rmk_hash_batch(hasher, parts, count, values + at);
    }
}
