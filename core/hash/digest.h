/*
 * digest.h - one digest by OpenSSL, fetched once and with one context; private. digest.c, and md5.c on top.
 *
 * Fetching an algorithm and making a context cost more than a short digest, so a hasher does both once. Its
 * context is written to by every call, which is why a hasher serves one thread at a time.
 */
#ifndef RMK_DIGEST_H
#define RMK_DIGEST_H

#include "hash.h"

#include <openssl/evp.h>

typedef struct rmk_md5_kernel rmk_md5_kernel;

typedef struct rmk_digest {
    EVP_MD *algorithm;
    EVP_MD_CTX *context;
    const rmk_md5_kernel *kernel; /* hashes many keys at once (MD5 only); NULL: keys are hashed one by one */
} rmk_digest;

rmk_status rmk_digest_open(const rmk_allocator *allocator, const char *algorithm, void **opened);
void rmk_digest_close(const rmk_allocator *allocator, void *opened);

/* Writes the digest, at most EVP_MAX_MD_SIZE bytes, to `out`; false when a provider refuses. */
bool rmk_digest_make(const rmk_digest *state, const void *data, size_t length, unsigned char *out);
/* The whole digest to `out`, of an opened rmk_digest; zeros when a provider refuses. */
void rmk_digest_whole(const void *state, const void *data, size_t length, unsigned char *out);
/* The first 8 bytes, little-endian; 0 when a provider refuses. */
uint64_t rmk_digest_head(const void *state, const void *data, size_t length);

#endif
