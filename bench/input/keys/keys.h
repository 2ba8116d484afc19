/* keys.h - where keys come from: generated from a seed, or streamed from a file in bounded memory. */
#ifndef RM_KEYS_H
#define RM_KEYS_H

#include "bench/cli/options.h"

typedef struct rm_keys rm_keys;

/* A block of keys; texts are borrowed until the next block. */
typedef struct rm_key_block {
    const rmk_bytes *keys;
    const double *weights; /* NULL when each key counts once */
    size_t count;
} rm_key_block;

/* Opens the source of keys: --keys N generated ones (of `key_bytes` bytes each), or --keys-file, or stdin
 * when neither was given and `default_stdin`. Generated keys: uniform are `key_bytes` random characters of
 * [0-9a-z]; sequential are 0, 1, 2... in decimal with zeros before up to `key_bytes` digits, and more
 * digits where needed; zipf:S are ranks of 10^6 written in the same way, rank 0 the most frequent. When
 * u64 is among the hashes, uniform keys are random 64-bit numbers in decimal and others have at most 20
 * digits.
 *
 * In a file a line is a key, an empty line is the empty key, a CR before LF is dropped and the last line
 * needs no LF; with -0 keys are separated by NUL; with --key-weights a line is CSV key,weight with a
 * weight from 0 to 10^12. A key is bytes: a UTF-8 byte order mark at the start of the file belongs to the
 * first one. Memory is bounded by 64 MiB and by the longest key; a longer key is an error. */
rm_keys *rm_keys_open(const rm_options *options, uint64_t key_bytes, uint64_t seed, bool default_stdin);
/* Reads the next block (up to a few thousand keys); false at the end. */
bool rm_keys_next(rm_keys *keys, rm_key_block *block);
void rm_keys_close(rm_keys *keys);

/* Returns the part of a key that is hashed under --hash-tag: what stands between the first mark and the
 * next, when not empty; else all. */
rmk_bytes rm_key_tagged(const rm_options *options, rmk_bytes key);
/* Exits 2 with one line when the hash cannot take the key (u64: not a number); `number` is the key's, from
 * 1, which in a file is its line. */
void rm_key_accepted(const rm_options *options, const rmk_hash *hash, rmk_bytes key, uint64_t number);

/* Hashes a whole block into `values`, through --hash-tag and checks. `first_number` is that of the block's
 * first key. */
void rm_keys_hash(const rm_options *options, const rmk_hasher *hasher, const rm_key_block *block,
                  uint64_t first_number, uint64_t *values);

#endif
