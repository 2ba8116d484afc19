/* hash.c - races of one hash as several libraries have it, over many keys at once. */
#include <stdlib.h>
#include <string.h>

#include "bench/rivals/rival.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "bout.h"
#include "makers.h"

enum { KEYS = 1 << 13 }; /* so few stay in the second-level cache: the hash is measured, not the memory */

typedef struct hashes {
    rm_lane lanes[RM_BOUT_MOST];
    rm_lookup_arm arms[RM_BOUT_MOST];
} hashes;

static uint64_t check(rm_bout *bout, size_t i, bool all) {
    hashes *h = bout->state;
    return rm_lookup_check(&h->arms[i], &h->lanes[i], all ? SIZE_MAX : RM_CHECKED);
}

static void check_blocks(rm_bout *bout, size_t i) {
    rm_lookup_check_blocks(&((hashes *)bout->state)->arms[i], &bout->timed[i], 1);
}

static void release(rm_bout *bout) {
    hashes *h = bout->state;
    for (size_t i = 0; i < bout->count; i++) {
        rm_key_pool_free(&h->lanes[i].pool);
        rmk_hasher_close(&h->lanes[i].hasher);
    }
    free(h);
}

static uint64_t low_bits(unsigned bits) {
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* Both must hash the same keys to the same values, in the low bits that both have. */
static void compare(const rm_bout *bout, const rm_lane *ours, const rm_lane *theirs) {
    uint64_t mask = low_bits(theirs->hasher.hash->bits);
    for (size_t i = 0; i < ours->pool.count; i++)
        if ((ours->pool.values[i] & mask) != (theirs->pool.values[i] & mask))
            rm_fail_with(3, "wrong answer: %s and %s of key %zu differ; please report it", bout->names[0],
                         theirs->hasher.hash->name, i);
}

static void add(rm_bout *bout, const rmk_hash *hash, uint64_t key_bytes) {
    hashes *h = bout->state;
    if (!hash)
        return;
    size_t i = bout->count++;
    rm_lane *lane = &h->lanes[i];
    uint64_t seed = rm_mix(bout->options->seed, key_bytes);
    rm_check(rmk_hasher_open(&lane->hasher, hash, bout->options->isa, NULL), "%s", hash->name);
    rm_key_pool_make(&lane->pool, bout->options, &lane->hasher, key_bytes, KEYS, seed);
    bout->names[i] = hash->name;
    compare(bout, &h->lanes[0], lane);
    h->arms[i] = (rm_lookup_arm){NULL, lane, RM_STAGE_HASH, RM_MODE_BATCH};
    bout->timed[i] = rm_lookup_arm_timed(&h->arms[i]);
}

static void make(rm_bout *bout, uint64_t key_bytes, const rmk_hash *ours, const char *const *rivals) {
    bout->state = rm_calloc(1, sizeof(hashes));
    bout->hash = ours->name;
    bout->key_bytes = key_bytes;
    bout->check = check;
    bout->check_blocks = check_blocks;
    bout->free = release;
    add(bout, ours, key_bytes);
    for (; *rivals; rivals++)
        add(bout, rm_rival_hash_find(*rivals), key_bytes);
}

void rm_bout_md5(rm_bout *bout, uint64_t key_bytes) {
    static const char *const rivals[] = {"openssl/EVP-MD5", "openssl/MD5", "libhashkit/md5", NULL};
    make(bout, key_bytes, &rmk_hash_md5, rivals);
}

void rm_bout_fnv(rm_bout *bout, uint64_t key_bytes) {
    static const char *const rivals[] = {"libhashkit/fnv1a_64", NULL};
    make(bout, key_bytes, &rmk_hash_fnv1a_64, rivals);
}
