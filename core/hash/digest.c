/*
 * digest.c - MD5, SHA-1 and SHA-256 by OpenSSL: the first 8 bytes of the digest as a little-endian number.
 *
 * Fetching an algorithm and making a context cost more than a short digest, so a hasher does both once. Its
 * context is written to by every call, which is why a hasher serves one thread at a time.
 */
#include "bits.h"
#include "md5.h"

#include <openssl/evp.h>

typedef struct digest_state {
    EVP_MD *algorithm;
    EVP_MD_CTX *context;
} digest_state;

/* Any step may be refused by a provider; open tries all, so that none is refused later. */
static bool digest(const digest_state *state, const void *data, size_t length, unsigned char *out) {
    return EVP_DigestInit_ex2(state->context, NULL, NULL) == 1 &&
           EVP_DigestUpdate(state->context, length ? data : "", length) == 1 &&
           EVP_DigestFinal_ex(state->context, out, NULL) == 1;
}

static uint64_t digest_one(const void *state, const void *data, size_t length) {
    unsigned char out[EVP_MAX_MD_SIZE] = {0};
    return digest(state, data, length, out) ? rmk_load64(out) : 0;
}

static void digest_close(const rmk_allocator *allocator, void *opened) {
    digest_state *state = opened;
    EVP_MD_CTX_free(state->context);
    EVP_MD_free(state->algorithm);
    rmk_release(allocator, state, 1, sizeof *state);
}

static rmk_status prepare(digest_state *state, const char *algorithm) {
    unsigned char out[EVP_MAX_MD_SIZE];
    state->algorithm = EVP_MD_fetch(NULL, algorithm, NULL);
    if (!state->algorithm)
        return RMK_LIBRARY;
    state->context = EVP_MD_CTX_new();
    if (!state->context)
        return RMK_NO_MEMORY;
    if (EVP_DigestInit_ex2(state->context, state->algorithm, NULL) != 1 || !digest(state, "", 0, out))
        return RMK_LIBRARY;
    return RMK_OK;
}

static rmk_status digest_open(const rmk_allocator *allocator, const char *algorithm, void **opened) {
    digest_state *state = rmk_allocate(allocator, _Alignof(digest_state), 1, sizeof *state);
    if (!state)
        return RMK_NO_MEMORY;
    *state = (digest_state){NULL, NULL};
    rmk_status status = prepare(state, algorithm);
    if (status != RMK_OK) {
        digest_close(allocator, state);
        return status;
    }
    *opened = state;
    return RMK_OK;
}

rmk_status rmk_md5_open(const rmk_allocator *allocator, rmk_isa isa, void **state) {
    (void)isa;
    return digest_open(allocator, "MD5", state);
}

static rmk_status sha1_open(const rmk_allocator *allocator, rmk_isa isa, void **state) {
    (void)isa;
    return digest_open(allocator, "SHA1", state);
}

static rmk_status sha256_open(const rmk_allocator *allocator, rmk_isa isa, void **state) {
    (void)isa;
    return digest_open(allocator, "SHA256", state);
}

void rmk_md5_close(const rmk_allocator *allocator, void *state) {
    digest_close(allocator, state);
}

void rmk_md5(const void *state, const void *data, size_t length, unsigned char out[RMK_MD5_BYTES]) {
    if (!digest(state, data, length, out))
        memset(out, 0, RMK_MD5_BYTES);
}

void rmk_md5_batch(const void *state, const rmk_bytes *strings, size_t count,
                   unsigned char (*digests)[RMK_MD5_BYTES]) {
    for (size_t i = 0; i < count; i++)
        rmk_md5(state, strings[i].data, strings[i].length, digests[i]);
}

static void digest_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(digest_one, state, strings, count, values);
}

const rmk_hash rmk_hash_md5 = {
    .name = "md5",
    .bits = 64,
    .value_bits = 64,
    .summary = "MD5, first 8 bytes of the digest, little-endian",
    .source = "RFC 1321",
    .open = rmk_md5_open,
    .close = digest_close,
    .one = digest_one,
    .batch = digest_batch,
};

const rmk_hash rmk_hash_sha1 = {
    .name = "sha1",
    .bits = 64,
    .value_bits = 64,
    .summary = "SHA-1, first 8 bytes of the digest, little-endian",
    .source = "FIPS 180-4",
    .open = sha1_open,
    .close = digest_close,
    .one = digest_one,
    .batch = digest_batch,
};

const rmk_hash rmk_hash_sha256 = {
    .name = "sha256",
    .bits = 64,
    .value_bits = 64,
    .summary = "SHA-256, first 8 bytes of the digest, little-endian",
    .source = "FIPS 180-4",
    .open = sha256_open,
    .close = digest_close,
    .one = digest_one,
    .batch = digest_batch,
};
