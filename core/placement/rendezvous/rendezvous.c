/*
 * rendezvous.c - rendezvous hashing (highest random weight), plain and weighted by the logarithmic method:
 * the rank of a node of weight w is -w / ln(u), u uniform in (0, 1). Ties go to the bytewise smaller name.
 */
#include "rendezvous.h"

#include "../name_hashes.h"

#include <math.h>

enum { BLOCK = 64 }; /* keys mixed at a time */

static uint64_t mix_key(rmk_bytes key, uint64_t hash) {
    (void)key;
    return rmk_fin(hash + RMK_GOLDEN);
}

void rmk_rendezvous_many_scalar(const uint64_t *names, size_t count, const uint64_t *keys, size_t key_count,
                                uint32_t *places) {
    for (size_t k = 0; k < key_count; k++) {
        uint64_t best = rmk_rendezvous_score(names[0], keys[k]);
        uint32_t place = 0;
        for (size_t i = 1; i < count; i++) {
            uint64_t score = rmk_rendezvous_score(names[i], keys[k]);
            bool better = score > best;
            best = better ? score : best;
            place = better ? (uint32_t)i : place;
        }
        places[k] = place;
    }
}

/* ---- weights: u is (k + 1/2) / 2^53, where k is the upper 53 bits of the score ---- */

#define STEP 0x1p-53

static uint64_t upper_of(uint64_t score) {
    return score >> 11;
}

/* Computes 1 - u, exactly for u >= 1/2. As it is never more than -ln(u), it bounds a rank without a
 * logarithm. */
static double rest_of(uint64_t score) {
    return ((double)((UINT64_C(1) << 53) - 1 - upper_of(score)) + 0.5) * STEP;
}

/* Computes -ln(u). For u >= 1/2, k + 1/2 would need the 54 bits that a double does not have, and could
 * round u to 1 and the result to 0, by which the weight is divided; 1 - u is exact there. */
static double minus_log(uint64_t score) {
    uint64_t k = upper_of(score);
    return k >> 52 ? -log1p(-rest_of(score)) : -log(((double)k + 0.5) * STEP);
}

/* Ranks a node. The score decides where the logarithm rounds two ranks to the same number, so that nodes of
 * equal weight have the order that they have without weights. */
static rmk_rank rank(const rmk_rendezvous *self, size_t place, uint64_t key) {
    uint64_t score = rmk_rendezvous_score(self->names[place], key);
    if (self->plain)
        return (rmk_rank){score, 0};
    return (rmk_rank){rmk_order_of(self->weights[place] / minus_log(score)), score};
}

/* Widens the bound in heaviest() by many times the rounding error of its comparison, so that rounding cannot
 * exclude the winner. */
#define MARGIN (1 + 0x1p-40)

/* Finds the node with the highest weighted rank. Its rank w / -ln(u) is at most w / (1 - u), which
 * excludes most nodes before their logarithm is computed. */
static uint32_t heaviest(const rmk_rendezvous *self, uint64_t key) {
    double best = 0;
    uint64_t best_score = 0;
    size_t place = 0;
    for (size_t i = 0; i < self->count; i++) {
        uint64_t score = rmk_rendezvous_score(self->names[i], key);
        if (rest_of(score) * best > self->weights[i] * MARGIN)
            continue;
        double value = self->weights[i] / minus_log(score);
        if (value < best || (value == best && score <= best_score))
            continue;
        best = value;
        best_score = score;
        place = i;
    }
    return self->ids[place];
}

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    const rmk_rendezvous *self = rmk_rendezvous_of(placement);
    uint64_t mixed = mix_key(key, hash);
    uint32_t place;
    if (!self->plain)
        return heaviest(self, mixed);
    self->many(self->names, self->count, &mixed, 1, &place);
    return self->ids[place];
}

static void locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners) {
    (void)keys;
    const rmk_rendezvous *self = rmk_rendezvous_of(placement);
    const rmk_bytes none = {NULL, 0};
    uint64_t mixed[BLOCK];
    for (size_t done = 0; done < count; done += BLOCK) {
        size_t block = count - done < BLOCK ? count - done : BLOCK;
        for (size_t i = 0; i < block; i++)
            mixed[i] = mix_key(none, hashes[done + i]);
        if (self->plain)
            self->many(self->names, self->count, mixed, block, owners + done);
        for (size_t i = done; i < done + block; i++)
            owners[i] = self->plain ? self->ids[owners[i]] : heaviest(self, mixed[i - done]);
    }
}

static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    static const rmk_rendezvous_rule rule = {
        .by_name = true, .name = rmk_name_hash, .key = mix_key, .rank = rank};
    rmk_isa isa;
    if (rmk_isa_resolve(options->ring.isa, &isa))
        return RMK_UNSUPPORTED;
    rmk_status status = rmk_rendezvous_create(&rmk_algorithm_rendezvous, &rule, nodes, options, placement);
    if (!status)
        ((rmk_rendezvous *)*placement)->many = isa == RMK_ISA_AVX512 ? rmk_rendezvous_many_avx512
                                               : isa == RMK_ISA_AVX2 ? rmk_rendezvous_many_avx2
                                                                     : rmk_rendezvous_many_scalar;
    return status;
}

const rmk_algorithm rmk_algorithm_rendezvous = {
    .name = "rendezvous",
    .summary =
        "the node with the highest score for the key (XXH3 and a multiplication); weights by logarithms",
    .source = "Thaler & Ravishankar, \"Using Name-Based Mappings to Increase Hit Rates\" (1998)",
    .can = RMK_CAN_WEIGHTS | RMK_CAN_REMOVE_ANY | RMK_CAN_REPLICAS,
    .isas = 1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2 | 1u << RMK_ISA_AVX512,
    .create = create,
    .destroy = rmk_rendezvous_destroy,
    .locate = locate,
    .locate_batch = locate_batch,
    .locate_plain = rmk_rendezvous_locate,
    .replicas = rmk_rendezvous_replicas,
    .bytes = rmk_rendezvous_bytes,
    .hot_bytes = rmk_rendezvous_hot_bytes,
};
