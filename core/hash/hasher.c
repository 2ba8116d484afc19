/* hasher.c - a hash opened for one thread. Names no hash and not the table: a program links only what it
 * uses. */
#include "bits.h"

rmk_status rmk_hasher_open(rmk_hasher *hasher, const rmk_hash *hash, rmk_isa isa,
                           const rmk_allocator *allocator) {
    *hasher = (rmk_hasher){NULL, NULL, NULL};
    rmk_isa resolved;
    rmk_status status = rmk_isa_resolve(isa, &resolved);
    if (status != RMK_OK)
        return status;
    if (!allocator)
        allocator = rmk_default_allocator();
    void *state = NULL;
    if (hash->open)
        status = hash->open(hash, allocator, resolved, &state);
    if (status == RMK_OK)
        *hasher = (rmk_hasher){hash, state, allocator};
    return status;
}

void rmk_hasher_close(rmk_hasher *hasher) {
    if (hasher->state && hasher->hash->close)
        hasher->hash->close(hasher->allocator, hasher->state);
    *hasher = (rmk_hasher){NULL, NULL, NULL};
}

void rmk_hash_batch(const rmk_hasher *hasher, const rmk_bytes *strings, size_t count, uint64_t *values) {
    const rmk_hash *hash = hasher->hash;
    if (hash->batch)
        hash->batch(hasher->state, strings, count, values);
    else
        rmk_batch_loop(hash->one, hasher->state, strings, count, values);
}
