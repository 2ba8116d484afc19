/*
 * maglev.c - Maglev with the numbers and turns of its public implementations. Where those loop for ever,
 * crash or leave a node without a slot (a size that is no prime, 32-bit products, no node at all, more nodes
 * than slots), the table is refused here or right.
 */
#include "maglev.h"

#include "../../hash/hash.h"
#include "../../hash/murmur3.h"
#include "../name_hashes.h"

static rmk_maglev_numbers numbers(rmk_bytes name) {
    rmk_two_words words = rmk_name_hash_128(name);
    return (rmk_maglev_numbers){words.high, words.low};
}

static rmk_maglev_numbers numbers_siphash(rmk_bytes name) {
    uint64_t hash = rmk_siphash24(0xdeadbeefcafebabe, 0, name);
    return (rmk_maglev_numbers){hash >> 32, (uint32_t)hash};
}

static rmk_maglev_numbers numbers_kkdai(rmk_bytes name) {
    return (rmk_maglev_numbers){rmk_xxh64_behind(0xba, name), rmk_xxh64_behind(0xbe, name)};
}

static rmk_maglev_numbers numbers_kkdai_siphash(rmk_bytes name) {
    return (rmk_maglev_numbers){rmk_siphash24(0xdeadbabe, 0, name), rmk_siphash24(0xdeadbeef, 0, name)};
}

/* Hashes as katran's GenerateHash does: two words, little-endian, under a seed. */
static uint64_t katran_hash(uint64_t a, uint64_t b, uint32_t seed) {
    unsigned char words[16];
    for (int i = 0; i < 8; i++) {
        words[i] = (unsigned char)(a >> 8 * i);
        words[8 + i] = (unsigned char)(b >> 8 * i);
    }
    return rmk_murmur3_128((rmk_bytes){words, sizeof words}, seed);
}

static rmk_maglev_numbers numbers_katran(rmk_bytes name) {
    uint64_t endpoint = rmk_hash_fnv1a_64.one(NULL, name.data, name.length);
    return (rmk_maglev_numbers){katran_hash(endpoint, 42, 0), katran_hash(endpoint, 2718281828u, 2307)};
}

rmk_maglev_numbers rmk_maglev_numbers_envoy(rmk_bytes name) {
    return (rmk_maglev_numbers){rmk_xxh64(name, 0), rmk_xxh64(name, 1)};
}

static rmk_status create(const rmk_algorithm *algorithm, const rmk_maglev_rule *rule, const rmk_nodes *nodes,
                         const rmk_placement_options *options, rmk_placement **placement) {
    size_t serving = rmk_nodes_serving(nodes);
    rmk_made_slots made = {.algorithm = algorithm, .nodes = nodes};
    made.count = options->table_size ? options->table_size : rmk_maglev_default_size(serving);
    if (!made.count)
        return RMK_LIMIT;
    return made.count < serving ? RMK_BAD_INPUT : rmk_maglev_place(rule, &made, options, placement);
}

static rmk_status create_maglev(const rmk_nodes *nodes, const rmk_placement_options *options,
                                rmk_placement **placement) {
    static const rmk_maglev_rule rule = {numbers, RMK_MAGLEV_SUMS, true};
    return create(&rmk_algorithm_maglev, &rule, nodes, options, placement);
}

static rmk_status create_maglev_siphash(const rmk_nodes *nodes, const rmk_placement_options *options,
                                        rmk_placement **placement) {
    static const rmk_maglev_rule rule = {numbers_siphash, RMK_MAGLEV_SUMS, false};
    return create(&rmk_algorithm_maglev_siphash, &rule, nodes, options, placement);
}

static rmk_status create_maglev_kkdai(const rmk_nodes *nodes, const rmk_placement_options *options,
                                      rmk_placement **placement) {
    static const rmk_maglev_rule rule = {numbers_kkdai, RMK_MAGLEV_SUMS, true};
    return create(&rmk_algorithm_maglev_kkdai, &rule, nodes, options, placement);
}

static rmk_status create_maglev_kkdai_siphash(const rmk_nodes *nodes, const rmk_placement_options *options,
                                              rmk_placement **placement) {
    static const rmk_maglev_rule rule = {numbers_kkdai_siphash, RMK_MAGLEV_SUMS, true};
    return create(&rmk_algorithm_maglev_kkdai_siphash, &rule, nodes, options, placement);
}

static rmk_status create_maglev_katran(const rmk_nodes *nodes, const rmk_placement_options *options,
                                       rmk_placement **placement) {
    static const rmk_maglev_rule rule = {numbers_katran, RMK_MAGLEV_SUMS, false};
    return create(&rmk_algorithm_maglev_katran, &rule, nodes, options, placement);
}

static rmk_status create_maglev_envoy(const rmk_nodes *nodes, const rmk_placement_options *options,
                                      rmk_placement **placement) {
    static const rmk_maglev_rule rule = {rmk_maglev_numbers_envoy, RMK_MAGLEV_TARGETS, true};
    return create(&rmk_algorithm_maglev_envoy, &rule, nodes, options, placement);
}

#define CAN (RMK_CAN_REMOVE_ANY | RMK_CAN_REPLICAS | RMK_HAS_MAP | RMK_CAN_TABLE_SIZE)

const rmk_algorithm rmk_algorithm_maglev = {
    .name = "maglev",
    .summary = "a table of prime size that nodes fill in turns, each by a permutation of its own (XXH3)",
    .source = "Eisenbud et al., \"Maglev: A Fast and Reliable Software Network Load Balancer\" (2016)",
    .can = CAN | RMK_CAN_WEIGHTS,
    .create = create_maglev,
    RMK_SLOTS_PLACE,
    .replicas = rmk_slots_replicas,
};

const rmk_algorithm rmk_algorithm_maglev_siphash = {
    .name = "maglev-siphash",
    .summary = "maglev with SipHash, in the order listed: as dgryski/go-maglev",
    .source = "dgryski/go-maglev",
    .can = CAN | RMK_IS_VARIANT,
    .create = create_maglev_siphash,
    RMK_SLOTS_PLACE,
    .replicas = rmk_slots_replicas,
};

const rmk_algorithm rmk_algorithm_maglev_kkdai = {
    .name = "maglev-kkdai",
    .summary = "maglev with two XXH64 a name: as kkdai/maglev",
    .source = "kkdai/maglev 750c761",
    .can = CAN | RMK_IS_VARIANT,
    .create = create_maglev_kkdai,
    RMK_SLOTS_PLACE,
    .replicas = rmk_slots_replicas,
};

const rmk_algorithm rmk_algorithm_maglev_kkdai_siphash = {
    .name = "maglev-kkdai-siphash",
    .summary = "maglev with two SipHash a name: as kkdai/maglev was before",
    .source = "kkdai/maglev a977f65",
    .can = CAN | RMK_IS_VARIANT,
    .create = create_maglev_kkdai_siphash,
    RMK_SLOTS_PLACE,
    .replicas = rmk_slots_replicas,
};

const rmk_algorithm rmk_algorithm_maglev_katran = {
    .name = "maglev-katran",
    .summary = "maglev with Murmur3 of FNV-1a, in the order listed: as katran's V2",
    .source = "facebookincubator/katran, MaglevHashV2",
    .can = CAN | RMK_CAN_WEIGHTS | RMK_IS_VARIANT,
    .create = create_maglev_katran,
    RMK_SLOTS_PLACE,
    .replicas = rmk_slots_replicas,
};

const rmk_algorithm rmk_algorithm_maglev_envoy = {
    .name = "maglev-envoy",
    .summary = "maglev with XXH64 and a slot at least a node: as Envoy",
    .source = "envoyproxy/envoy, maglev_lb.cc",
    .can = CAN | RMK_CAN_WEIGHTS | RMK_IS_VARIANT,
    .create = create_maglev_envoy,
    RMK_SLOTS_PLACE,
    .replicas = rmk_slots_replicas,
};
