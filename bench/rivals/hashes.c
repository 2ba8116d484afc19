/*
 * hashes.c - hashes of other libraries, under names of their own: libhashkit's (where it is installed) and
 * two ways to call OpenSSL's MD5. libhashkit returns 32 bits, whatever a name says: it cuts 64-bit FNV and
 * MD5.
 */
#define OPENSSL_SUPPRESS_DEPRECATED /* MD5(): one call, and what most programs still use */
#include "rival.h"

#include <openssl/evp.h>
#include <openssl/md5.h>
#include <string.h>

static uint64_t first_64(const unsigned char *digest) {
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--)
        value = value << 8 | digest[i];
    return value;
}

static uint64_t md5_alone(const void *state, const void *data, size_t length) {
    (void)state;
    unsigned char digest[MD5_DIGEST_LENGTH];
    MD5(data, length, digest);
    return first_64(digest);
}

static void loop(uint64_t (*one)(const void *, const void *, size_t), const void *state,
                 const rmk_bytes *strings, size_t count, uint64_t *values) {
    for (size_t i = 0; i < count; i++)
        values[i] = one(state, strings[i].data, strings[i].length);
}

static void md5_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    loop(md5_alone, state, strings, count, values);
}

static const rmk_hash openssl_md5 = {
    .name = "openssl/MD5",
    .bits = 64,
    .value_bits = 64,
    .summary = "rival: OpenSSL's one-shot MD5(), the first 8 bytes",
    .source = "OpenSSL, md5.h",
    .one = md5_alone,
    .batch = md5_batch,
};

/* EVP is called in its fastest way: the algorithm is fetched once, and its context is used again. */
typedef struct evp {
    EVP_MD *algorithm;
    EVP_MD_CTX *context;
} evp;

static void evp_close(const rmk_allocator *allocator, void *state) {
    evp *e = state;
    EVP_MD_CTX_free(e->context);
    EVP_MD_free(e->algorithm);
    rmk_release(allocator, e, 1, sizeof *e);
}

static rmk_status evp_open(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **state) {
    (void)hash;
    (void)isa;
    evp *e = rmk_allocate(allocator, sizeof(void *), 1, sizeof *e);
    if (!e)
        return RMK_NO_MEMORY;
    *e = (evp){EVP_MD_fetch(NULL, "MD5", NULL), EVP_MD_CTX_new()};
    if (!e->algorithm || !e->context || EVP_DigestInit_ex2(e->context, e->algorithm, NULL) != 1) {
        evp_close(allocator, e);
        return RMK_LIBRARY;
    }
    *state = e;
    return RMK_OK;
}

static uint64_t evp_alone(const void *state, const void *data, size_t length) {
    const evp *e = state;
    unsigned char digest[EVP_MAX_MD_SIZE] = {0};
    bool good = EVP_DigestInit_ex2(e->context, NULL, NULL) == 1 &&
                EVP_DigestUpdate(e->context, length ? data : "", length) == 1 &&
                EVP_DigestFinal_ex(e->context, digest, NULL) == 1;
    return good ? first_64(digest) : 0;
}

static void evp_batch(const void *state, const rmk_bytes *strings, size_t count, uint64_t *values) {
    loop(evp_alone, state, strings, count, values);
}

static const rmk_hash openssl_evp = {
    .name = "openssl/EVP-MD5",
    .bits = 64,
    .value_bits = 64,
    .summary = "rival: OpenSSL's EVP MD5, fetched once, its context reused; the first 8 bytes",
    .source = "OpenSSL, evp.h",
    .open = evp_open,
    .close = evp_close,
    .one = evp_alone,
    .batch = evp_batch,
};

#ifdef RM_LIBHASHKIT
#include <libhashkit-1.0/hashkit.h>

/* Makes a hash of one function of libhashkit. Its batch is a loop, since the library has none. */
#define HASHKIT(function)                                                                                    \
    static uint64_t hashkit_##function(const void *state, const void *data, size_t length) {                 \
        (void)state;                                                                                         \
        return libhashkit_##function(length ? data : "", length);                                            \
    }                                                                                                        \
    static void hashkit_batch_##function(const void *state, const rmk_bytes *strings, size_t count,          \
                                         uint64_t *values) {                                                 \
        loop(hashkit_##function, state, strings, count, values);                                             \
    }                                                                                                        \
    static const rmk_hash kit_##function = {.name = "libhashkit/" #function,                                 \
                                            .bits = 32,                                                      \
                                            .value_bits = 32,                                                \
                                            .summary = "rival: libhashkit's " #function ", 32 bits",         \
                                            .source = "libhashkit 1.0, algorithm.h",                         \
                                            .one = hashkit_##function,                                       \
                                            .batch = hashkit_batch_##function}
HASHKIT(one_at_a_time);
HASHKIT(fnv1_32);
HASHKIT(fnv1a_32);
HASHKIT(fnv1_64);
HASHKIT(fnv1a_64);
HASHKIT(md5);
HASHKIT(crc32);
HASHKIT(murmur);
HASHKIT(murmur3);
HASHKIT(jenkins);
#endif

static const rmk_hash *const hashes[] = {
    &openssl_md5,       &openssl_evp,
#ifdef RM_LIBHASHKIT
    &kit_one_at_a_time, &kit_fnv1_32, &kit_fnv1a_32, &kit_fnv1_64, &kit_fnv1a_64,
    &kit_md5,           &kit_crc32,   &kit_murmur,   &kit_murmur3, &kit_jenkins,
#endif
};

const rmk_hash *const *rm_rival_hash_table(size_t *count) {
    *count = sizeof hashes / sizeof *hashes;
    return hashes;
}

const rmk_hash *rm_rival_hash_find(const char *name) {
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++)
        if (!strcmp(hashes[i]->name, name))
            return hashes[i];
    return NULL;
}
