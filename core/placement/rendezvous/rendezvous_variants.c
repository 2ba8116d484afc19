/*
 * rendezvous_variants.c - rendezvous hashing with the hashes, scores and ties of public implementations. They
 * take a name twice, or crash when one is taken out; here names are unique and any can go. nspcc's weights
 * are left out: 1 to 0.5 gives 3 to 1.
 */
#include "rendezvous.h"

#include "../../hash/bits.h"
#include "../../hash/murmur3.h"
#include "../name_hashes.h"

#include <math.h>

static uint64_t given(rmk_bytes key, uint64_t hash) {
    (void)key;
    return hash;
}

/* ---- dgryski/go-rendezvous: a key that equals a name has the score 0 there, and loses ---- */

static uint64_t name_fnv1a(rmk_bytes name) {
    return rmk_hash_fnv1a_64.one(NULL, name.data, name.length);
}

static uint64_t name_xxh64(rmk_bytes name) {
    return rmk_xxh64(name, 0);
}

static rmk_rank rank_xorshift(const rmk_rendezvous *self, size_t place, uint64_t key) {
    return (rmk_rank){rmk_xorshift_multiply(key ^ self->names[place]), 0};
}

/* ---- mcrouter: scores are doubles before they are compared ---- */

static uint64_t name_mcrouter(rmk_bytes name) {
    return rmk_murmur64a(name, 4193360111u);
}

static uint64_t key_mcrouter(rmk_bytes key, uint64_t hash) {
    (void)hash;
    return rmk_murmur64a(key, 2718281828u);
}

static rmk_rank rank_mcrouter(const rmk_rendezvous *self, size_t place, uint64_t key) {
    return (rmk_rank){rmk_order_of((double)rmk_hash128to64(self->names[place], key)), 0};
}

static rmk_rank rank_mcrouter_weighted(const rmk_rendezvous *self, size_t place, uint64_t key) {
    uint64_t score = rmk_hash128to64(self->names[place], key);
    double u = (double)(score & ((UINT64_C(1) << 53) - 1)) * 0x1p-53;
    return (rmk_rank){rmk_order_of(self->weights[place] * (1.0 / -log(u))), 0};
}

/* ---- proxygen ---- */

static rmk_rank rank_proxygen(const rmk_rendezvous *self, size_t place, uint64_t key) {
    double u = (double)rmk_twang_mix64(self->names[place] + key) / (double)UINT64_MAX;
    return (rmk_rank){rmk_order_of(pow(u, 1.0 / self->weights[place])), 0};
}

/* ---- nspcc-dev/hrw: the smallest distance wins ---- */

static uint64_t name_nspcc(rmk_bytes name) {
    return rmk_murmur3_128(name, 0);
}

static rmk_rank rank_nspcc(const rmk_rendezvous *self, size_t place, uint64_t key) {
    return (rmk_rank){~rmk_fmix64(self->names[place] ^ key), 0};
}

static rmk_status create_fnv1a(const rmk_nodes *nodes, const rmk_placement_options *options,
                               rmk_placement **placement) {
    static const rmk_rendezvous_rule rule = {.name = name_fnv1a, .key = given, .rank = rank_xorshift};
    return rmk_rendezvous_create(&rmk_algorithm_rendezvous_fnv1a, &rule, nodes, options, placement);
}

static rmk_status create_xxh64(const rmk_nodes *nodes, const rmk_placement_options *options,
                               rmk_placement **placement) {
    static const rmk_rendezvous_rule rule = {.name = name_xxh64, .key = given, .rank = rank_xorshift};
    return rmk_rendezvous_create(&rmk_algorithm_rendezvous_xxh64, &rule, nodes, options, placement);
}

static rmk_status create_mcrouter(const rmk_nodes *nodes, const rmk_placement_options *options,
                                  rmk_placement **placement) {
    static const rmk_rendezvous_rule rule = {
        .last_wins = true, .name = name_mcrouter, .key = key_mcrouter, .rank = rank_mcrouter};
    return rmk_rendezvous_create(&rmk_algorithm_rendezvous_mcrouter, &rule, nodes, options, placement);
}

static rmk_status create_mcrouter_weighted(const rmk_nodes *nodes, const rmk_placement_options *options,
                                           rmk_placement **placement) {
    static const rmk_rendezvous_rule rule = {
        .name = name_mcrouter, .key = key_mcrouter, .rank = rank_mcrouter_weighted};
    return rmk_rendezvous_create(&rmk_algorithm_rendezvous_mcrouter_weighted, &rule, nodes, options,
                                 placement);
}

static rmk_status create_proxygen(const rmk_nodes *nodes, const rmk_placement_options *options,
                                  rmk_placement **placement) {
    static const rmk_rendezvous_rule rule = {.name = rmk_fnv64_signed, .key = given, .rank = rank_proxygen};
    return rmk_rendezvous_create(&rmk_algorithm_rendezvous_proxygen, &rule, nodes, options, placement);
}

static rmk_status create_nspcc(const rmk_nodes *nodes, const rmk_placement_options *options,
                               rmk_placement **placement) {
    static const rmk_rendezvous_rule rule = {.name = name_nspcc, .key = given, .rank = rank_nspcc};
    return rmk_rendezvous_create(&rmk_algorithm_rendezvous_nspcc, &rule, nodes, options, placement);
}

#define CAN (RMK_CAN_REMOVE_ANY | RMK_CAN_REPLICAS | RMK_IS_VARIANT)

/* What the variants have in common: the search for the highest rank. */
#define RANKS                                                                                                \
    .destroy = rmk_rendezvous_destroy, .locate = rmk_rendezvous_locate, .replicas = rmk_rendezvous_replicas, \
    .bytes = rmk_rendezvous_bytes, .hot_bytes = rmk_rendezvous_hot_bytes

const rmk_algorithm rmk_algorithm_rendezvous_fnv1a = {
    .name = "rendezvous-fnv1a",
    .summary = "rendezvous with FNV-1a and xorshift64*: as dgryski/go-rendezvous; keys by fnv1a-64",
    .source = "dgryski/go-rendezvous 9f7001d",
    .can = CAN,
    .create = create_fnv1a,
    RANKS,
};

const rmk_algorithm rmk_algorithm_rendezvous_xxh64 = {
    .name = "rendezvous-xxh64",
    .summary = "rendezvous with XXH64 and xorshift64*: as dgryski/go-rendezvous; keys by xxh64",
    .source = "dgryski/go-rendezvous 9f7001d",
    .can = CAN,
    .create = create_xxh64,
    RANKS,
};

const rmk_algorithm rmk_algorithm_rendezvous_mcrouter = {
    .name = "rendezvous-mcrouter",
    .summary = "rendezvous with MurmurHash64A of names and keys: as mcrouter",
    .source = "facebook/mcrouter, RendezvousHashFunc",
    .can = CAN | RMK_NEEDS_KEY,
    .create = create_mcrouter,
    RANKS,
};

const rmk_algorithm rmk_algorithm_rendezvous_mcrouter_weighted = {
    .name = "rendezvous-mcrouter-weighted",
    .summary = "rendezvous with MurmurHash64A, weights by logarithms: as mcrouter",
    .source = "facebook/mcrouter, WeightedRendezvousHashFunc",
    .can = CAN | RMK_CAN_WEIGHTS | RMK_NEEDS_KEY,
    .create = create_mcrouter_weighted,
    RANKS,
};

const rmk_algorithm rmk_algorithm_rendezvous_proxygen = {
    .name = "rendezvous-proxygen",
    .summary = "rendezvous with FNV-1 of signed bytes, weights by powers: as proxygen",
    .source = "facebook/proxygen, RendezvousHash",
    .can = CAN | RMK_CAN_WEIGHTS,
    .create = create_proxygen,
    RANKS,
};

const rmk_algorithm rmk_algorithm_rendezvous_nspcc = {
    .name = "rendezvous-nspcc",
    .summary = "rendezvous with Murmur3, the smallest distance wins: as nspcc-dev/hrw; keys by murmur3-128",
    .source = "nspcc-dev/hrw v2",
    .can = CAN,
    .create = create_nspcc,
    RANKS,
};
