/* Rendezvous hashing against a naive search, its kernels, its weights and its movement. */
#include "tests/placement/random_changes.h"

#include "core/placement/name_hashes.h"
#include "core/placement/rendezvous/rendezvous.h"
#include "tests/placement/short_memory.h"
#include "tests/support/guard.h"
#include "tests/support/memory.h"

#include <math.h>
#include <string.h>

static uint64_t mix(uint64_t z) {
    return next_random(&z); /* splitmix64 of the state z */
}

/* The definition, in the arithmetic of long doubles where there are weights. */
static uint32_t owner_by_definition(const some_nodes *nodes, uint64_t hash, bool weighted) {
    uint32_t owner = RMK_NOBODY;
    long double best = 0;
    for (size_t i = 0; i < nodes->table.count; i++) {
        const rmk_node *node = nodes->list + i;
        if (node->down || !node->weight)
            continue;
        uint64_t sum = rmk_name_hash(node->name) + mix(hash);
        uint64_t score = (sum ^ (sum >> 32)) * 0x94d049bb133111ebu;
        long double value = (long double)score + 1;
        if (weighted)
            value = -(long double)node->weight / logl(((long double)(score >> 11) + 0.5L) * 0x1p-53L);
        if (value > best) {
            best = value;
            owner = node->id;
        }
    }
    return owner;
}

static rmk_placement *place_with(const some_nodes *nodes, rmk_isa isa) {
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .ring = {.isa = isa}};
    rmk_placement *placement;
    assert_int_equal(rmk_placement_create(&rmk_algorithm_rendezvous, &nodes->table, &options, &placement),
                     RMK_OK);
    return placement;
}

static void the_highest_score_owns_whatever_the_instruction_set(void **state) {
    (void)state;
    static some_nodes nodes;
    uint64_t seed = 11;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++)
        for (size_t count = 1; count <= 128; count += count < 70 ? 1 : 19) {
            some_nodes_make(&nodes, (unsigned)count, count);
            rmk_placement *placement = place_with(&nodes, isa);
            assert_forms_agree(placement, seed);
            for (int i = 0; i < 100; i++) {
                uint64_t hash = next_random(&seed);
                assert_int_equal(rmk_placement_locate(placement, no_key, hash),
                                 owner_by_definition(&nodes, hash, false));
            }
            rmk_placement_destroy(placement);
        }
}

static void weights_rank_by_logarithms(void **state) {
    (void)state;
    static some_nodes nodes;
    uint64_t seed = 12;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t count = 1; count <= 100; count += 9) {
        some_nodes_make(&nodes, (unsigned)count, count);
        for (size_t i = 0; i < count; i++)
            nodes.list[i].weight = i % 5 == 4 ? 0 : 1 + (next_random(&seed) >> next_random(&seed) % 64);
        rmk_placement *placement = place_with(&nodes, RMK_ISA_AUTO);
        assert_forms_agree(placement, seed);
        for (int i = 0; i < 500; i++) {
            uint64_t hash = next_random(&seed);
            assert_int_equal(rmk_placement_locate(placement, no_key, hash),
                             owner_by_definition(&nodes, hash, true));
        }
        rmk_placement_destroy(placement);
    }
}

static void equal_weights_are_no_weights(void **state) {
    (void)state;
    static some_nodes nodes;
    uint64_t seed = 13;
    some_nodes_make(&nodes, 0, 20);
    rmk_placement *plain = place_with(&nodes, RMK_ISA_AUTO);
    for (size_t i = 0; i < 20; i++)
        nodes.list[i].weight = 7;
    rmk_placement *heavy = place_with(&nodes, RMK_ISA_AUTO);
    nodes.list[20] = (rmk_node){.id = 20, .name = {(const unsigned char *)"out", 3}};
    for (int i = 0; i < 5000; i++) {
        uint64_t hash = next_random(&seed);
        assert_int_equal(rmk_placement_locate(plain, no_key, hash),
                         rmk_placement_locate(heavy, no_key, hash));
    }
    rmk_placement_destroy(plain);
    rmk_placement_destroy(heavy);
}

static void shares_are_proportional_to_weights(void **state) {
    (void)state;
    enum { KEYS = 400000 };
    static some_nodes nodes;
    static const uint64_t weights[] = {1, 2, 3, 10, 100};
    some_nodes_make(&nodes, 0, 5);
    for (size_t i = 0; i < 5; i++)
        nodes.list[i].weight = weights[i];
    for (uint64_t a = 0; a < 4; a++) {
        uint64_t seed = 14 + a;
        double chi = 0, counts[5] = {0};
        rmk_placement *placement = place_with(&nodes, RMK_ISA_AUTO);
        for (int i = 0; i < KEYS; i++)
            counts[rmk_placement_locate(placement, no_key, next_random(&seed))]++;
        for (size_t i = 0; i < 5; i++) {
            double expected = KEYS * (double)weights[i] / 116;
            chi += (counts[i] - expected) * (counts[i] - expected) / expected;
        }
        assert_true(chi < 18.47); /* four degrees of freedom, once in a thousand */
        rmk_placement_destroy(placement);
    }
}

static void a_weight_moves_keys_to_or_from_its_node_alone(void **state) {
    (void)state;
    static some_nodes nodes;
    uint64_t seed = 15;
    some_nodes_make(&nodes, 9, 30);
    rmk_placement *before = place_with(&nodes, RMK_ISA_AUTO);
    nodes.list[4].weight = 3;
    rmk_placement *after = place_with(&nodes, RMK_ISA_AUTO);
    size_t moved = 0;
    for (int i = 0; i < 20000; i++) {
        uint64_t hash = next_random(&seed);
        uint32_t was = rmk_placement_locate(before, no_key, hash),
                 is = rmk_placement_locate(after, no_key, hash);
        assert_true(was == is || is == 4);
        moved += was != is;
    }
    assert_in_range(moved, 20000 * (3.0 / 32 - 1.0 / 30) * 0.85, 20000 * (3.0 / 32 - 1.0 / 30) * 1.15);
    rmk_placement_destroy(before);
    rmk_placement_destroy(after);
}

/* All keys of ten lists: how often chi-square of the counts is past its 1 % point. */
static void keys_spread_evenly(void **state) {
    (void)state;
    static some_nodes nodes;
    const bool longer = getenv("RINGMARK_LONG");
    const size_t lists = 100, keys = longer ? 10000000 : 100000;
    const struct {
        size_t count;
        double limit;
    } cases[] = {{10, 21.666}, {100, 134.642}};
    for (size_t c = 0; c < 2; c++) {
        size_t failed = 0;
        for (size_t s = 0; s < lists; s++) {
            uint64_t seed = 100 + s, hashes[500];
            uint32_t owners[500];
            double chi = 0, counts[MOST_NODES] = {0}, expected = (double)keys / (double)cases[c].count;
            some_nodes_make(&nodes, (unsigned)s, cases[c].count);
            rmk_placement *placement = place_with(&nodes, RMK_ISA_AUTO);
            for (size_t done = 0; done < keys; done += 500) {
                for (size_t i = 0; i < 500; i++)
                    hashes[i] = next_random(&seed);
                rmk_placement_locate_batch(placement, NULL, hashes, 500, owners);
                for (size_t i = 0; i < 500; i++)
                    counts[owners[i]]++;
            }
            for (size_t i = 0; i < cases[c].count; i++)
                chi += (counts[i] - expected) * (counts[i] - expected) / expected;
            failed += chi > cases[c].limit;
            rmk_placement_destroy(placement);
        }
        print_message("%zu nodes: %zu of %zu lists\n", cases[c].count, failed, lists);
        assert_in_range(failed, 0, 5);
    }
}

static void nothing_moves_between_nodes_that_stay(void **state) {
    (void)state;
    assert_nothing_else_moves(&rmk_algorithm_rendezvous, 16, 120);
    assert_nothing_else_moves(&rmk_algorithm_rendezvous_xxh64, 17, 60);
    assert_nothing_else_moves(&rmk_algorithm_rendezvous_nspcc, 18, 60);
    assert_nothing_else_moves(&rmk_algorithm_rendezvous_proxygen, 19, 60);
}

static void replicas_are_those_who_inherit(void **state) {
    (void)state;
    for (size_t count = 1; count <= 12; count++) {
        assert_replicas_inherit(&rmk_algorithm_rendezvous, 20 + count, count);
        assert_replicas_inherit(&rmk_algorithm_rendezvous_fnv1a, 20 + count, count);
    }
}

/* Where the reference scores 0, ours is a key like any other. */
static void a_key_that_is_a_name_is_no_special_key(void **state) {
    (void)state;
    static some_nodes nodes;
    size_t own = 0;
    for (unsigned set = 0; set < 40; set++) {
        some_nodes_make(&nodes, set, 4);
        rmk_placement *placement = place_with(&nodes, RMK_ISA_AUTO);
        for (size_t i = 0; i < 4; i++) {
            rmk_bytes name = nodes.list[i].name;
            own += rmk_placement_locate(placement, name, rmk_hash_xxh3.one(NULL, name.data, name.length)) ==
                   i;
        }
        rmk_placement_destroy(placement);
    }
    assert_in_range(own, 22, 60); /* a quarter of 160 */
}

/* Equal scores are made by equal name hashes, in every lane. */
static void of_equal_scores_the_first_place_wins(void **state) {
    (void)state;
    enum { COUNT = 96, KEYS = 19 };
    static const struct {
        rmk_isa isa;
        rmk_rendezvous_many *many;
    } kernels[] = {{RMK_ISA_SCALAR, rmk_rendezvous_many_scalar},
                   {RMK_ISA_AVX2, rmk_rendezvous_many_avx2},
                   {RMK_ISA_AVX512, rmk_rendezvous_many_avx512}};
    uint64_t *names = test_guarded.allocate(NULL, 64, COUNT * sizeof *names), seed = 21, keys[KEYS];
    for (size_t period = 1; period <= 40; period++) {
        for (size_t i = 0; i < COUNT; i++)
            names[i] = mix(i % period);
        for (size_t i = 0; i < KEYS; i++)
            keys[i] = next_random(&seed);
        for (size_t k = 0; k < 3 && kernels[k].isa <= rmk_isa_detect(); k++) {
            uint32_t places[KEYS];
            kernels[k].many(names, COUNT, keys, KEYS, places);
            for (size_t i = 0; i < KEYS; i++)
                assert_true(places[i] < period);
        }
    }
    test_guarded.release(NULL, names, COUNT * sizeof *names);
}

static void no_memory_is_a_status_and_nothing_is_kept(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 9);
    placed_in_short_memory(&rmk_algorithm_rendezvous, &nodes.table,
                           (rmk_placement_options){.key_hash = &rmk_hash_xxh3});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_highest_score_owns_whatever_the_instruction_set),
        cmocka_unit_test(weights_rank_by_logarithms),
        cmocka_unit_test(equal_weights_are_no_weights),
        cmocka_unit_test(shares_are_proportional_to_weights),
        cmocka_unit_test(a_weight_moves_keys_to_or_from_its_node_alone),
        cmocka_unit_test(keys_spread_evenly),
        cmocka_unit_test(nothing_moves_between_nodes_that_stay),
        cmocka_unit_test(replicas_are_those_who_inherit),
        cmocka_unit_test(a_key_that_is_a_name_is_no_special_key),
        cmocka_unit_test(of_equal_scores_the_first_place_wins),
        cmocka_unit_test(no_memory_is_a_status_and_nothing_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
