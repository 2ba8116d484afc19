/* Multi-probe hashing against a naive search, its spread and its movement. */
#include "tests/placement/random_changes.h"

#include "core/placement/name_hashes.h"
#include "core/placement/tokens/multi_probe.h"
#include "tests/placement/short_memory.h"
#include "tests/support/memory.h"

#include <math.h>

static uint64_t mix(uint64_t z) {
    return next_random(&z);
}

/* The definition: every probe against every point, strictly after it. */
static uint32_t owner_by_definition(const some_nodes *nodes, uint64_t first, uint64_t second, size_t probes,
                                    uint64_t (*point)(rmk_bytes name)) {
    rmk_u128 least = (rmk_u128)1 << 65;
    uint32_t owner = RMK_NOBODY;
    for (size_t i = 0; i < probes; i++) {
        uint64_t probe = first + i * second;
        for (size_t n = 0; n < nodes->table.count; n++) {
            uint64_t at = point(nodes->list[n].name);
            rmk_u128 distance = at > probe ? at - probe : ((rmk_u128)1 << 64) - probe + at;
            if (nodes->list[n].down || distance >= least)
                continue;
            least = distance;
            owner = nodes->list[n].id;
        }
    }
    return owner;
}

static uint64_t siphash(rmk_bytes name) {
    return rmk_siphash24(0, 0, name);
}

static rmk_placement *place_with(const rmk_algorithm *algorithm, const some_nodes *nodes, uint64_t probes) {
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .probes = probes};
    rmk_placement *placement;
    assert_int_equal(rmk_placement_create(algorithm, &nodes->table, &options, &placement), RMK_OK);
    return placement;
}

static void the_nearest_probe_decides(void **state) {
    (void)state;
    static some_nodes nodes;
    static const uint64_t probes[] = {1, 2, 5, 21, 40};
    uint64_t seed = 41;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t count = 1; count <= 128; count += count < 9 ? 1 : 17)
        for (size_t p = 0; p < 5; p++) {
            some_nodes_make(&nodes, (unsigned)count, count);
            rmk_placement *placement = place_with(&rmk_algorithm_multi_probe, &nodes, probes[p]);
            rmk_placement *reference = place_with(&rmk_algorithm_multi_probe_siphash, &nodes, probes[p]);
            assert_forms_agree(placement, seed);
            for (int i = 0; i < 50; i++) {
                uint64_t hash = next_random(&seed), other = next_random(&seed);
                uint64_t first = mix(hash), second = mix(hash + 0x9e3779b97f4a7c15u);
                assert_int_equal(rmk_placement_locate(placement, no_key, hash),
                                 owner_by_definition(&nodes, first, second, probes[p], rmk_name_hash));
                assert_int_equal(rmk_multi_probe_find(reference, hash, other),
                                 owner_by_definition(&nodes, hash, other, probes[p], siphash));
            }
            rmk_placement_destroy(placement);
            rmk_placement_destroy(reference);
        }
}

/* On points, right before and behind them, and at both ends of the circle. */
static void a_probe_on_a_point_goes_to_the_next(void **state) {
    (void)state;
    static some_nodes nodes;
    for (size_t count = 1; count <= 40; count++) {
        some_nodes_make(&nodes, 3, count);
        rmk_placement *placement = place_with(&rmk_algorithm_multi_probe_siphash, &nodes, 1);
        for (size_t i = 0; i < 3 * count + 2; i++) {
            uint64_t at = i < 3 * count ? siphash(nodes.list[i / 3].name) + i % 3 - 1 : UINT64_MAX * (i % 2);
            assert_int_equal(rmk_multi_probe_find(placement, at, 0),
                             owner_by_definition(&nodes, at, 0, 1, siphash));
        }
        rmk_placement_destroy(placement);
    }
}

/* Two probes, equally far before two points. */
static void the_first_of_equally_near_probes_decides(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 6, 12);
    rmk_placement *placement = place_with(&rmk_algorithm_multi_probe_siphash, &nodes, 2);
    for (size_t a = 0; a < 12; a++)
        for (size_t b = 0; b < 12; b++) {
            uint64_t of_a = siphash(nodes.list[a].name), of_b = siphash(nodes.list[b].name);
            assert_int_equal(rmk_multi_probe_find(placement, of_a - 3, of_b - of_a), a);
        }
    rmk_placement_destroy(placement);
}

static void nothing_moves_between_nodes_that_stay(void **state) {
    (void)state;
    assert_nothing_else_moves(&rmk_algorithm_multi_probe, 42, 150);
}

static void replicas_are_those_who_inherit(void **state) {
    (void)state;
    for (size_t count = 1; count <= 12; count++)
        assert_replicas_inherit(&rmk_algorithm_multi_probe, 43 + count, count);
}

static int by_value(const void *a, const void *b) {
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

/* A range before a point. */
typedef struct gap {
    double size;
    uint32_t id;
} gap;

static int by_size(const void *a, const void *b) {
    double left = ((const gap *)a)->size, right = ((const gap *)b)->size;
    return left < right ? -1 : left > right;
}

/*
 * The shares, by id, if probes were independent: a probe is at most d before a point with the probability
 * F(d) = sum of min(d, gap), and a node wins at d < its gap with the density k (1 - F(d))^(k-1).
 */
static void shares_of_gaps(const some_nodes *nodes, double probes, double *shares) {
    const size_t count = nodes->table.count;
    uint64_t points[MOST_NODES];
    gap gaps[MOST_NODES];
    for (size_t i = 0; i < count; i++)
        points[i] = rmk_name_hash(nodes->list[i].name);
    qsort(points, count, sizeof *points, by_value);
    for (size_t i = 0; i < count; i++) {
        uint64_t own = rmk_name_hash(nodes->list[i].name), before = points[count - 1];
        for (size_t k = 0; k < count; k++)
            before = points[k] < own ? points[k] : before;
        gaps[i] = (gap){(double)(own - before) * 0x1p-64, nodes->list[i].id};
    }
    qsort(gaps, count, sizeof *gaps, by_size);
    double sum = 0, left = 1, last = 0;
    for (size_t i = 0; i < count; i++) {
        double wider = (double)(count - i), after = fmax(left - wider * (gaps[i].size - last), 0);
        sum += (pow(left, probes) - pow(after, probes)) / wider;
        shares[gaps[i].id] = sum;
        left = after;
        last = gaps[i].size;
    }
}

static void count_keys(const some_nodes *nodes, uint64_t probes, size_t keys, uint64_t seed, double *counts) {
    rmk_placement *placement = place_with(&rmk_algorithm_multi_probe, nodes, probes);
    for (size_t i = 0; i < nodes->table.count; i++)
        counts[i] = 0;
    for (size_t i = 0; i < keys; i++)
        counts[rmk_placement_locate(placement, no_key, next_random(&seed))]++;
    rmk_placement_destroy(placement);
}

/* Two probes are independent; more are not, since they stand at equal distances. */
static void keys_of_two_probes_spread_as_the_gaps_say(void **state) {
    (void)state;
    enum { NODES = 50, KEYS = 200000 };
    static some_nodes nodes;
    for (unsigned set = 0; set < 10; set++) {
        double counts[NODES], shares[MOST_NODES], chi = 0;
        some_nodes_make(&nodes, set, NODES);
        count_keys(&nodes, 2, KEYS, 500 + set, counts);
        shares_of_gaps(&nodes, 2, shares);
        for (size_t i = 0; i < NODES; i++)
            chi += pow(counts[i] - KEYS * shares[i], 2) / (KEYS * shares[i]);
        assert_true(chi < 93.2); /* 49 degrees of freedom, once in 10000 */
    }
}

static double square_variation(const double *shares, size_t count, double sum) {
    double squares = 0;
    for (size_t i = 0; i < count; i++)
        squares += pow(shares[i] * (double)count / sum - 1, 2);
    return squares / (double)count;
}

static void shares_vary_as_the_number_of_probes_says(void **state) {
    (void)state;
    enum { NODES = 100 };
    static some_nodes nodes;
    static const uint64_t probes[] = {2, 5, 11, 21, 41};
    const bool longer = getenv("RINGMARK_LONG");
    const size_t lists = longer ? 1000 : 60, keys = longer ? 100000 : 20000;
    for (size_t p = 0; p < 5; p++) {
        double by_gaps = 0, counted = 0, said = 1 / sqrt(2.0 * (double)probes[p] - 1);
        for (unsigned set = 0; set < 1500; set++) {
            double counts[NODES], shares[MOST_NODES];
            some_nodes_make(&nodes, set, NODES);
            shares_of_gaps(&nodes, (double)probes[p], shares);
            double part = square_variation(shares, NODES, 1);
            by_gaps += part;
            if (set >= lists)
                continue;
            count_keys(&nodes, probes[p], keys, set, counts);
            /* beside what is known of this list; sampling adds its own part */
            counted += square_variation(counts, NODES, (double)keys) - (NODES - 1.0) / (double)keys - part;
        }
        double found = sqrt(by_gaps / 1500 + counted / (double)lists);
        print_message("%llu probes: %.4f, and %.4f in theory\n", (unsigned long long)probes[p], found, said);
        assert_true(fabs(sqrt(by_gaps / 1500) / said - 1) < 0.03);
        assert_true(fabs(found / said - 1) < 0.03);
    }
}

static void too_many_probes_are_refused(void **state) {
    (void)state;
    static some_nodes nodes;
    rmk_placement *placement;
    rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .probes = 1025};
    some_nodes_make(&nodes, 0, 3);
    assert_int_equal(rmk_placement_create(&rmk_algorithm_multi_probe, &nodes.table, &options, &placement),
                     RMK_LIMIT);
    options.probes = 1024;
    assert_int_equal(rmk_placement_create(&rmk_algorithm_multi_probe, &nodes.table, &options, &placement),
                     RMK_OK);
    rmk_placement_destroy(placement);
}

static void no_memory_is_a_status_and_nothing_is_kept(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 9);
    placed_in_short_memory(&rmk_algorithm_multi_probe, &nodes.table,
                           (rmk_placement_options){.key_hash = &rmk_hash_xxh3});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_probe_decides),
        cmocka_unit_test(a_probe_on_a_point_goes_to_the_next),
        cmocka_unit_test(the_first_of_equally_near_probes_decides),
        cmocka_unit_test(nothing_moves_between_nodes_that_stay),
        cmocka_unit_test(replicas_are_those_who_inherit),
        cmocka_unit_test(keys_of_two_probes_spread_as_the_gaps_say),
        cmocka_unit_test(shares_vary_as_the_number_of_probes_says),
        cmocka_unit_test(too_many_probes_are_refused),
        cmocka_unit_test(no_memory_is_a_status_and_nothing_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
