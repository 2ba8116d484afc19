/*
 * md5.h - whole MD5 digests, for systems that take several words from one; private.
 *
 * The state is that of an opened rmk_hash_md5 (hasher.state) or of rmk_md5_open; it serves one thread at a
 * time.
 */
#ifndef RMK_MD5_H
#define RMK_MD5_H

#include "hash.h"

enum { RMK_MD5_BYTES = 16 };

/* Opens and closes the state: what a descriptor on top of MD5 has for `open` and `close`. */
rmk_status rmk_md5_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **state);
void rmk_md5_close(const rmk_allocator *allocator, void *state);

/* The digest of one string; data may be NULL when length is 0. Zeros when the library refuses. */
void rmk_md5(const void *state, const void *data, size_t length, unsigned char digest[RMK_MD5_BYTES]);
/* Writes the digest of strings[i] to digests[i]. */
void rmk_md5_batch(const void *state, const rmk_bytes *strings, size_t count,
                   unsigned char (*digests)[RMK_MD5_BYTES]);

#endif
