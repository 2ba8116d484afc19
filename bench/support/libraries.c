#include "libraries.h"

#include <jansson.h>
#include <openssl/crypto.h>
#include <stdlib.h>

#include "fail.h"

static void *openssl_alloc(size_t bytes, const char *file, int line) {
    (void)file, (void)line;
    return rm_alloc(bytes);
}

static void openssl_free(void *memory, const char *file, int line) {
    (void)file, (void)line;
    free(memory);
}

/* OpenSSL's own frees what shrinks to nothing. */
static void *openssl_realloc(void *memory, size_t bytes, const char *file, int line) {
    (void)file, (void)line;
    if (bytes)
        return rm_realloc(memory, bytes);
    free(memory);
    return NULL;
}

void rm_libraries_take_memory(void) {
    json_set_alloc_funcs(rm_alloc, free);
    /* where another library has used it already, it keeps its own: then it says itself what it lacks */
    (void)CRYPTO_set_mem_functions(openssl_alloc, openssl_realloc, openssl_free);
}
