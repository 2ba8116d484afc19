/* digest.c - SHA-1, SHA-256 and BLAKE2b by OpenSSL: the first 8 bytes of the digest as a little-endian
 * number. */
#include "digest.h"
#include "bits.h"

#include <openssl/crypto.h>
#include <openssl/err.h>

/* Any step may be refused by a provider; open tries all, so that none is refused later. */
bool rmk_digest_make(const rmk_digest *state, const void *data, size_t length, unsigned char *out) {
    return EVP_DigestInit_ex2(state->context, NULL, NULL) == 1 &&
           EVP_DigestUpdate(state->context, length ? data : "", length) == 1 &&
           EVP_DigestFinal_ex(state->context, out, NULL) == 1;
}

void rmk_digest_whole(const void *state, const void *data, size_t length, unsigned char *out) {
    const rmk_digest *digest = state;
    if (!rmk_digest_make(digest, data, length, out))
        memset(out, 0, (size_t)EVP_MD_get_size(digest->algorithm));
}

uint64_t rmk_digest_head(const void *state, const void *data, size_t length) {
    unsigned char out[EVP_MAX_MD_SIZE] = {0};
    return rmk_digest_make(state, data, length, out) ? rmk_load64(out) : 0;
}

void rmk_digest_close(const rmk_allocator *allocator, void *opened) {
    rmk_digest *state = opened;
    EVP_MD_CTX_free(state->context);
    EVP_MD_free(state->algorithm);
    rmk_release(allocator, state, 1, sizeof *state);
}

/* Why OpenSSL refused. Its list of errors stays as it is: it is the program's, too. */
static rmk_status refusal(void) {
    bool no_memory = ERR_GET_REASON(ERR_peek_last_error()) == ERR_R_MALLOC_FAILURE;
    return no_memory ? RMK_NO_MEMORY : RMK_LIBRARY;
}

/* OpenSSL starts by itself with the first call, but does not look then whether it could: without memory it
 * would crash. */
static rmk_status prepare(rmk_digest *state, const char *algorithm) {
    unsigned char out[EVP_MAX_MD_SIZE];
    if (OPENSSL_init_crypto(0, NULL) != 1 || !OSSL_LIB_CTX_get0_global_default())
        return RMK_NO_MEMORY;
    state->algorithm = EVP_MD_fetch(NULL, algorithm, NULL);
    if (!state->algorithm)
        return refusal();
    state->context = EVP_MD_CTX_new();
    if (!state->context)
        return RMK_NO_MEMORY;
    if (EVP_DigestInit_ex2(state->context, state->algorithm, NULL) != 1 ||
        !rmk_digest_make(state, "", 0, out))
        return refusal();
    return RMK_OK;
}

rmk_status rmk_digest_open(const rmk_allocator *allocator, const char *algorithm, void **opened) {
    rmk_digest *state = rmk_allocate(allocator, _Alignof(rmk_digest), 1, sizeof *state);
    if (!state)
        return RMK_NO_MEMORY;
    *state = (rmk_digest){NULL, NULL, NULL};
    rmk_status status = prepare(state, algorithm);
    if (status != RMK_OK) {
        rmk_digest_close(allocator, state);
        return status;
    }
    *opened = state;
    return RMK_OK;
}

static rmk_status sha1_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **state) {
    (void)hash;
    (void)isa;
    return rmk_digest_open(allocator, "SHA1", state);
}

static rmk_status sha256_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa,
                              void **state) {
    (void)hash;
    (void)isa;
    return rmk_digest_open(allocator, "SHA256", state);
}

static rmk_status blake2b_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa,
                               void **state) {
    (void)hash;
    (void)isa;
    return rmk_digest_open(allocator, "BLAKE2B512", state);
}

static void digest_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    rmk_batch_loop(rmk_digest_head, state, strings, count, values);
}

const rmk_hash rmk_hash_sha1 = {
    .name = "sha1",
    .bits = 64,
    .value_bits = 64,
    .summary = "SHA-1, first 8 bytes of the digest, little-endian",
    .source = "FIPS 180-4",
    .open = sha1_open,
    .close = rmk_digest_close,
    .one = rmk_digest_head,
    .batch = digest_batch,
    .digest_bytes = 20,
    .digest = rmk_digest_whole,
};

const rmk_hash rmk_hash_sha256 = {
    .name = "sha256",
    .bits = 64,
    .value_bits = 64,
    .summary = "SHA-256, first 8 bytes of the digest, little-endian",
    .source = "FIPS 180-4",
    .open = sha256_open,
    .close = rmk_digest_close,
    .one = rmk_digest_head,
    .batch = digest_batch,
    .digest_bytes = 32,
    .digest = rmk_digest_whole,
};

const rmk_hash rmk_hash_blake2b = {
    .name = "blake2b",
    .bits = 64,
    .value_bits = 64,
    .summary = "BLAKE2b-512, first 8 bytes of the digest, little-endian",
    .source = "RFC 7693",
    .open = blake2b_open,
    .close = rmk_digest_close,
    .one = rmk_digest_head,
    .batch = digest_batch,
    .digest_bytes = 64,
    .digest = rmk_digest_whole,
};
