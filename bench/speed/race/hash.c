/* hash.c - races of one hash as several libraries have it, over many keys at once. */
#include <stdlib.h>
#include <string.h>

#include "bench/rivals/rival.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "makers.h"
#include "race.h"

enum { KEYS = 1 << 13 }; /* so few stay in the second-level cache: the hash is measured, not the memory */

typedef struct hashes {
    rm_lane lanes[RM_RIVAL_ARMS];
    rm_lookup_arm arms[RM_RIVAL_ARMS];
} hashes;

static uint64_t check(rm_rival_race *race, size_t i, bool all) {
    hashes *h = race->state;
    return rm_lookup_check(&h->arms[i], &h->lanes[i], all ? SIZE_MAX : RM_CHECKED);
}

static void check_blocks(rm_rival_race *race, size_t i) {
    rm_lookup_check_blocks(&((hashes *)race->state)->arms[i], &race->timed[i], 1);
}

static void release(rm_rival_race *race) {
    hashes *h = race->state;
    for (size_t i = 0; i < race->count; i++) {
        rm_key_pool_free(&h->lanes[i].pool);
        rmk_hasher_close(&h->lanes[i].hasher);
    }
    free(h);
}

static uint64_t low_bits(unsigned bits) {
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* Both must hash the same keys to the same values, in the low bits that both have. */
static void compare(const rm_rival_race *race, const rm_lane *ours, const rm_lane *theirs) {
    uint64_t mask = low_bits(theirs->hasher.hash->bits);
    for (size_t i = 0; i < ours->pool.count; i++)
        if ((ours->pool.values[i] & mask) != (theirs->pool.values[i] & mask))
            rm_fail_with(3, "wrong answer: %s and %s of key %zu differ; please report it", race->names[0],
                         theirs->hasher.hash->name, i);
}

static void add(rm_rival_race *race, const rmk_hash *hash, uint64_t key_bytes) {
    hashes *h = race->state;
    if (!hash)
        return;
    size_t i = race->count++;
    rm_lane *lane = &h->lanes[i];
    uint64_t seed = rm_mix(race->options->seed, key_bytes);
    rm_check(rmk_hasher_open(&lane->hasher, hash, race->options->isa, NULL), "%s", hash->name);
    rm_key_pool_make(&lane->pool, race->options, &lane->hasher, key_bytes, KEYS, seed);
    race->names[i] = hash->name;
    compare(race, &h->lanes[0], lane);
    h->arms[i] = (rm_lookup_arm){NULL, lane, RM_STAGE_HASH, RM_MODE_BATCH};
    race->timed[i] = rm_lookup_arm_timed(&h->arms[i]);
}

static void make(rm_rival_race *race, uint64_t key_bytes, const rmk_hash *ours, const char *const *rivals) {
    race->state = rm_calloc(1, sizeof(hashes));
    race->hash = ours->name;
    race->key_bytes = key_bytes;
    race->check = check;
    race->check_blocks = check_blocks;
    race->free = release;
    add(race, ours, key_bytes);
    for (; *rivals; rivals++)
        add(race, rm_rival_hash_find(*rivals), key_bytes);
}

void rm_rival_race_md5(rm_rival_race *race, uint64_t key_bytes) {
    static const char *const rivals[] = {"openssl/EVP-MD5", "openssl/MD5", "libhashkit/md5", NULL};
    make(race, key_bytes, &rmk_hash_md5, rivals);
}

void rm_rival_race_fnv(rm_rival_race *race, uint64_t key_bytes) {
    static const char *const rivals[] = {"libhashkit/fnv1a_64", NULL};
    make(race, key_bytes, &rmk_hash_fnv1a_64, rivals);
}
