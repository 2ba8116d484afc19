/* Maglev against a naive filling, its counts, its disruption, and sizes that are refused. */
#include "tests/placement/nodes.h"

#include "core/placement/name_hashes.h"
#include "core/placement/tables/maglev.h"
#include "core/preset/preset.h"
#include "tests/placement/short_memory.h"
#include "tests/support/memory.h"

#include <math.h>
#include <string.h>

static rmk_status try_size(const rmk_algorithm *algorithm, const some_nodes *nodes, uint64_t size,
                           rmk_placement **placement) {
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .table_size = size};
    return rmk_placement_create(algorithm, &nodes->table, &options, placement);
}

static rmk_map map_with(const rmk_algorithm *algorithm, const some_nodes *nodes, uint64_t size) {
    rmk_placement *placement;
    rmk_map map;
    assert_int_equal(try_size(algorithm, nodes, size, &placement), RMK_OK);
    assert_forms_agree(placement, size);
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    rmk_placement_destroy(placement);
    return map;
}

/* The paper's pseudo code with explicit permutations, over nodes sorted by insertion. */
static void fill_naively(const some_nodes *nodes, size_t size, uint32_t *owners) {
    size_t order[MOST_NODES], count = nodes->table.count, next[MOST_NODES] = {0}, filled = 0;
    for (size_t i = 0; i < count; i++) {
        size_t at = i;
        for (; at && strcmp(nodes->names[nodes->list[order[at - 1]].id], nodes->names[nodes->list[i].id]) > 0;
             at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    memset(owners, 0xff, size * sizeof *owners);
    for (uint64_t turn = 1; filled < size; turn++)
        for (size_t i = 0; i < count && filled < size; i++) {
            const rmk_node *node = nodes->list + order[i];
            rmk_two_words words = rmk_name_hash_128(node->name);
            uint64_t most = 0;
            for (size_t k = 0; k < count; k++)
                most = nodes->list[k].weight > most ? nodes->list[k].weight : most;
            /* a turn whenever turn * weight passes a multiple of the greatest weight */
            if (turn * node->weight / most == (turn - 1) * node->weight / most)
                continue;
            rmk_u128 slot;
            do
                slot = ((rmk_u128)(words.high % size) + (rmk_u128)next[i]++ * (words.low % (size - 1) + 1)) %
                       size;
            while (owners[slot] != RMK_NOBODY);
            owners[slot] = node->id;
            filled++;
        }
}

static void the_table_is_the_papers(void **state) {
    (void)state;
    static some_nodes nodes;
    static const size_t sizes[] = {251, 1009, 65537, 65699, 131071};
    uint64_t seed = 31;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < 20; i++) {
        size_t size = sizes[i % 5], count = 1 + next_random(&seed) % 100;
        some_nodes_make(&nodes, (unsigned)i, count);
        for (size_t n = 0; i % 2 && n < count; n++)
            nodes.list[n].weight = 1 + next_random(&seed) % 9;
        uint32_t *owners = calloc(size, sizeof *owners);
        fill_naively(&nodes, size, owners);
        rmk_map map = map_with(&rmk_algorithm_maglev, &nodes, size);
        assert_int_equal(map.count, size);
        assert_memory_equal(map.owners, owners, size * sizeof *owners);
        rmk_map_destroy(&map);
        free(owners);
    }
}

static void counts_of(const rmk_map *map, size_t counts[MOST_NODES]) {
    memset(counts, 0, MOST_NODES * sizeof *counts);
    for (size_t i = 0; i < map->count; i++)
        counts[map->owners[i]]++;
}

static void slots_differ_by_one_at_most_whatever_the_variant(void **state) {
    (void)state;
    static some_nodes nodes;
    static const rmk_algorithm *const all[] = {
        &rmk_algorithm_maglev,        &rmk_algorithm_maglev_siphash, &rmk_algorithm_maglev_kkdai,
        &rmk_algorithm_maglev_katran, &rmk_algorithm_maglev_envoy,   &rmk_algorithm_maglev_kkdai_siphash};
    for (size_t a = 0; a < sizeof all / sizeof *all; a++)
        for (size_t count = 1; count <= 128; count = count < 4 ? count + 1 : count * 4 / 3) {
            size_t counts[MOST_NODES];
            some_nodes_make(&nodes, 3, count);
            rmk_map map = map_with(all[a], &nodes, 5003);
            counts_of(&map, counts);
            for (size_t i = 0; i < count; i++)
                assert_in_range(counts[i], 5003 / count, 5003 / count + 1);
            rmk_map_destroy(&map);
        }
}

static void slots_follow_weights(void **state) {
    (void)state;
    static some_nodes nodes;
    static const uint64_t weights[] = {8, 1, 5, 3, 2};
    size_t counts[MOST_NODES];
    some_nodes_make(&nodes, 0, 5);
    for (size_t i = 0; i < 5; i++)
        nodes.list[i].weight = weights[i];
    rmk_map map = map_with(&rmk_algorithm_maglev, &nodes, 65537);
    counts_of(&map, counts);
    for (size_t i = 0; i < 5; i++)
        assert_true(fabs((double)counts[i] - 65537.0 * (double)weights[i] / 19) < 2);
    rmk_map_destroy(&map);
    nodes.list[0].weight = UINT64_MAX; /* no sum overflows */
    map = map_with(&rmk_algorithm_maglev, &nodes, 251);
    counts_of(&map, counts);
    assert_int_equal(counts[0], 251);
    rmk_map_destroy(&map);
}

static void the_order_of_the_list_means_nothing(void **state) {
    (void)state;
    static some_nodes nodes, turned;
    some_nodes_make(&nodes, 1, 30);
    turned = nodes;
    turned.table.list = turned.list;
    for (size_t i = 0; i < 30; i++)
        turned.list[i] = nodes.list[29 - i];
    rmk_map a = map_with(&rmk_algorithm_maglev, &nodes, 1009),
            b = map_with(&rmk_algorithm_maglev, &turned, 1009);
    assert_memory_equal(a.owners, b.owners, 1009 * sizeof *a.owners);
    rmk_map_destroy(&a);
    rmk_map_destroy(&b);
}

static void the_envoy_variant_is_the_preset(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 5, 40);
    for (size_t i = 0; i < 40; i++)
        nodes.list[i].weight = 1 + i % 7;
    rmk_map map = map_with(&rmk_algorithm_maglev_envoy, &nodes, 5003), known;
    rmk_placement *placement;
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh64, .table_size = 5003};
    assert_int_equal(rmk_preset_place(rmk_preset_find("envoy-maglev"), &nodes.table, &options, &placement),
                     RMK_OK);
    assert_int_equal(rmk_placement_map(placement, &known), RMK_OK);
    assert_memory_equal(map.owners, known.owners, 5003 * sizeof *map.owners);
    rmk_map_destroy(&map);
    rmk_map_destroy(&known);
    rmk_placement_destroy(placement);
}

static void sizes_that_no_table_can_have_are_refused(void **state) {
    (void)state;
    static some_nodes nodes;
    static const struct {
        uint64_t size;
        rmk_status status;
    } cases[] = {{1, RMK_BAD_INPUT},
                 {4, RMK_BAD_INPUT},
                 {65536, RMK_BAD_INPUT},
                 {2, RMK_BAD_INPUT},
                 {3, RMK_OK},
                 {5, RMK_OK},
                 {65699, RMK_OK},
                 {UINT32_MAX, RMK_LIMIT},
                 {UINT64_MAX, RMK_LIMIT},
                 {4294967291u - 1, RMK_BAD_INPUT}};
    some_nodes_make(&nodes, 0, 3);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rmk_placement *placement;
        assert_int_equal(try_size(&rmk_algorithm_maglev, &nodes, cases[i].size, &placement), cases[i].status);
        rmk_placement_destroy(placement);
    }
}

static void many_nodes_get_a_larger_prime_by_themselves(void **state) {
    (void)state;
    assert_int_equal(rmk_maglev_default_size(1), 65537);
    assert_int_equal(rmk_maglev_default_size(655), 65537);
    assert_int_equal(rmk_maglev_default_size(656), 65609);
    assert_int_equal(rmk_maglev_default_size(10000), 1000003);
    assert_int_equal(rmk_maglev_default_size(UINT32_MAX / 10), 0);
}

static void remainders_are_exact_whatever_the_size(void **state) {
    (void)state;
    uint64_t seed = 77;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 200000; i++) {
        uint64_t size = 1 + (next_random(&seed) >> (32 + next_random(&seed) % 32));
        size = size < UINT32_MAX ? size : UINT32_MAX - 1;
        uint64_t near = UINT64_MAX / size * size, values[8] = {0, size - 1, size, near - 1, near, UINT64_MAX};
        values[6] = next_random(&seed);
        values[7] = next_random(&seed) % size * size;
        const rmk_slots slots = {.count = (size_t)size, .inverse = UINT64_MAX / size};
        uint32_t found[8], vector[8];
        rmk_find_slots_scalar(&slots, values, 8, found);
        if (rmk_isa_detect() == RMK_ISA_AVX512) {
            rmk_find_slots_avx512(&slots, values, 8, vector);
            assert_memory_equal(vector, found, sizeof found);
        }
        for (int v = 0; v < 8; v++)
            assert_int_equal(found[v], values[v] % size);
    }
}

/* Columns of theory: nodes, slots, removed; what survivors lost of all slots, and its standard error. */
typedef struct disruption {
    size_t nodes, slots, removed;
    double extra, error;
} disruption;

static void assert_disruption(const disruption *d, size_t repeats) {
    static some_nodes nodes, after;
    double sum = 0, squares = 0;
    for (size_t r = 0; r < repeats; r++) {
        uint64_t seed = 1000 * d->nodes + r;
        some_nodes_make(&nodes, (unsigned)r, d->nodes);
        rmk_map before = map_with(&rmk_algorithm_maglev, &nodes, d->slots);
        after = nodes;
        after.table.list = after.list;
        for (size_t k = 0; k < d->removed; k++) {
            size_t place;
            do
                place = next_random(&seed) % d->nodes;
            while (after.list[place].down);
            after.list[place].down = true;
        }
        rmk_map now = map_with(&rmk_algorithm_maglev, &after, d->slots);
        size_t moved = 0;
        for (size_t i = 0; i < d->slots; i++)
            moved += now.owners[i] != before.owners[i] && !after.list[before.owners[i]].down;
        double part = (double)moved / (double)d->slots;
        sum += part;
        squares += part * part;
        rmk_map_destroy(&before);
        rmk_map_destroy(&now);
    }
    double n = (double)repeats, mean = sum / n, error = sqrt((squares / n - mean * mean) / (n - 1));
    /* the recorded figure is rounded to five places */
    double margin = 3 * sqrt(error * error + d->error * d->error) + 0.5e-5;
    if (fabs(mean - d->extra) > margin)
        fail_msg("%zu nodes, %zu slots, %zu removed: %.6f moved in excess, not %.5f +- %.6f", d->nodes,
                 d->slots, d->removed, mean, d->extra, margin);
}

static void removals_move_as_much_in_excess_as_theory_says(void **state) {
    (void)state;
    static const disruption few[] = {{10, 65537, 1, 0.00232, 0.00005},
                                     {10, 65537, 5, 0.00125, 0.00005},
                                     {100, 65537, 1, 0.00560, 0.00003},
                                     {100, 65537, 10, 0.01022, 0.00005},
                                     {100, 65537, 50, 0.00555, 0.00003}};
    static const disruption more[] = {{10, 65537, 2, 0.00254, 0.00010},   {10, 655373, 1, 0.00068, 0.00005},
                                      {10, 655373, 5, 0.00034, 0.00003},  {100, 65537, 2, 0.00687, 0.00003},
                                      {100, 65537, 5, 0.00882, 0.00004},  {100, 65537, 20, 0.01043, 0.00005},
                                      {100, 655373, 1, 0.00140, 0.00001}, {100, 655373, 10, 0.00304, 0.00003},
                                      {100, 655373, 50, 0.00169, 0.00002}};
    for (size_t i = 0; i < sizeof few / sizeof *few; i++)
        assert_disruption(few + i, 30);
    for (size_t i = 0; getenv("RINGMARK_LONG") && i < sizeof more / sizeof *more; i++)
        assert_disruption(more + i, 40);
}

static void replicas_are_distinct_nodes_of_the_slots_that_follow(void **state) {
    (void)state;
    static some_nodes nodes;
    uint64_t seed = 5;
    some_nodes_make(&nodes, 2, 7);
    rmk_placement *placement;
    rmk_map map;
    assert_int_equal(try_size(&rmk_algorithm_maglev, &nodes, 251, &placement), RMK_OK);
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    for (int i = 0; i < 1000; i++) {
        uint64_t hash = next_random(&seed);
        uint32_t out[8];
        assert_int_equal(rmk_algorithm_maglev.replicas(placement, no_key, hash, 8, out), 7);
        size_t slot = hash % 251;
        for (size_t r = 0; r < 7; r++) {
            bool seen = true;
            while (seen) {
                seen = false;
                for (size_t k = 0; k < r; k++)
                    seen = seen || out[k] == map.owners[slot];
                if (seen)
                    slot = (slot + 1) % 251;
            }
            assert_int_equal(out[r], map.owners[slot]);
        }
    }
    rmk_map_destroy(&map);
    rmk_placement_destroy(placement);
}

static void no_memory_is_a_status_and_nothing_is_kept(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 9);
    placed_in_short_memory(&rmk_algorithm_maglev, &nodes.table,
                           (rmk_placement_options){.key_hash = &rmk_hash_xxh3, .table_size = 251});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_the_papers),
        cmocka_unit_test(slots_differ_by_one_at_most_whatever_the_variant),
        cmocka_unit_test(slots_follow_weights),
        cmocka_unit_test(the_order_of_the_list_means_nothing),
        cmocka_unit_test(the_envoy_variant_is_the_preset),
        cmocka_unit_test(sizes_that_no_table_can_have_are_refused),
        cmocka_unit_test(many_nodes_get_a_larger_prime_by_themselves),
        cmocka_unit_test(remainders_are_exact_whatever_the_size),
        cmocka_unit_test(removals_move_as_much_in_excess_as_theory_says),
        cmocka_unit_test(replicas_are_distinct_nodes_of_the_slots_that_follow),
        cmocka_unit_test(no_memory_is_a_status_and_nothing_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
