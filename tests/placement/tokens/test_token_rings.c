/* Rings of allocated tokens: their balance, their past, their edges; and replica sets over zones. */
#include "tests/placement/nodes.h"

#include "core/placement/tokens/cassandra_ring.h"
#include "core/placement/tokens/spread_tokens.h"
#include "tests/support/memory.h"

#include <math.h>
#include <string.h>

static const rmk_algorithm *const all[] = {
    &rmk_algorithm_cassandra_random, &rmk_algorithm_cassandra_allocated, &rmk_algorithm_spread_minimizing};

static const char *const zone_names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};

/* Node i in zone i % zones. */
static void in_zones(some_nodes *nodes, size_t zones) {
    for (size_t i = 0; i < nodes->table.count; i++)
        nodes->list[i].zone = (rmk_bytes){(const unsigned char *)zone_names[i % zones], 1};
}

static rmk_status try_place(const rmk_algorithm *algorithm, const some_nodes *nodes, uint64_t replicas,
                            rmk_placement **placement) {
    const rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .replicas = replicas};
    return rmk_placement_create(algorithm, &nodes->table, &options, placement);
}

static rmk_placement *placed(const rmk_algorithm *algorithm, const some_nodes *nodes, uint64_t replicas) {
    rmk_placement *placement;
    assert_int_equal(try_place(algorithm, nodes, replicas, &placement), RMK_OK);
    return placement;
}

static void shares_of(const rmk_placement *placement, double *shares) {
    rmk_map map;
    const char *reason;
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    assert_true(rmk_map_validate(&map, MOST_NODES, &reason));
    memset(shares, 0, MOST_NODES * sizeof *shares);
    for (size_t i = 0; i < map.count; i++)
        shares[map.owners[i]] += (double)rmk_map_values(&map, i) * 0x1p-64;
    rmk_map_destroy(&map);
}

static void every_form_of_the_lookup_agrees_with_the_arcs(void **state) {
    (void)state;
    static some_nodes nodes;
    for (size_t a = 0; a < 3; a++)
        for (size_t count = 1; count <= 40; count += count < 4 ? 1 : 9) {
            uint64_t seed = 60 + count;
            some_nodes_make(&nodes, (unsigned)count, count);
            rmk_placement *placement = placed(all[a], &nodes, 1);
            rmk_map map;
            assert_forms_agree(placement, seed);
            assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
            rmk_points points = all[a]->points(placement);
            for (size_t i = 0; i < 3 * points.count; i++) {
                uint64_t hash = points.positions[i / 3] + i % 3 - 1;
                uint32_t owner = rmk_placement_locate(placement, no_key, hash);
                assert_int_equal(rmk_map_owner(&map, hash), owner);
                assert_int_equal(points.owners[rmk_placement_point_of(placement, hash)], owner);
            }
            rmk_map_destroy(&map);
            rmk_placement_destroy(placement);
        }
}

static void a_key_on_a_token_is_its_nodes_in_cassandra_and_the_nexts_in_dskit(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 5);
    for (size_t a = 0; a < 3; a++) {
        rmk_placement *placement = placed(all[a], &nodes, 1);
        rmk_points points = all[a]->points(placement);
        bool after = all[a] == &rmk_algorithm_spread_minimizing;
        for (size_t i = 0; i < points.count; i++)
            assert_int_equal(rmk_placement_locate(placement, no_key, points.positions[i]),
                             points.owners[(i + after) % points.count]);
        rmk_placement_destroy(placement);
    }
}

static void spread_tokens_peak_at_two_thousandths(void **state) {
    (void)state;
    static some_nodes nodes;
    double shares[MOST_NODES];
    for (size_t count = 1; count <= 100; count++) {
        some_nodes_make(&nodes, 0, count);
        rmk_placement *placement = placed(&rmk_algorithm_spread_minimizing, &nodes, 1);
        assert_int_equal(rmk_algorithm_spread_minimizing.points(placement).count, 512 * count);
        shares_of(placement, shares);
        for (size_t i = 0; i < count; i++)
            assert_true(fabs(shares[i] * (double)count - 1) <= 0.002);
        rmk_placement_destroy(placement);
    }
}

static void names(some_nodes *nodes, const char *const *texts, size_t count) {
    some_nodes_make(nodes, 0, count);
    for (size_t i = 0; i < count; i++)
        nodes->list[i].name = (rmk_bytes){(const unsigned char *)texts[i], strlen(texts[i])};
}

static void spread_numbers_are_of_names_or_else_of_places(void **state) {
    (void)state;
    static some_nodes named, placed_by_list;
    static const char *const numbered[] = {"in-2", "in-0", "in-1"}, *const plain[] = {"c", "a", "b"};
    static const char *const twice[] = {"in-1", "out-1", "in-0"}, *const far[] = {"in-0", "in-131072"};
    names(&named, numbered, 3);
    names(&placed_by_list, plain, 3);
    rmk_placement *a = placed(&rmk_algorithm_spread_minimizing, &named, 1);
    rmk_placement *b = placed(&rmk_algorithm_spread_minimizing, &placed_by_list, 1), *none;
    rmk_points of_a = rmk_algorithm_spread_minimizing.points(a),
               of_b = rmk_algorithm_spread_minimizing.points(b);
    static const uint32_t number[] = {2, 0, 1};
    for (size_t i = 0; i < of_a.count; i++) {
        assert_int_equal(of_a.positions[i], of_b.positions[i]);
        assert_int_equal(number[of_a.owners[i]], of_b.owners[i]);
    }
    rmk_placement_destroy(a);
    rmk_placement_destroy(b);
    names(&named, twice, 3);
    assert_int_equal(try_place(&rmk_algorithm_spread_minimizing, &named, 1, &none), RMK_DUPLICATE);
    names(&named, far, 2);
    assert_int_equal(try_place(&rmk_algorithm_spread_minimizing, &named, 1, &none), RMK_LIMIT);
    some_nodes_make(&named, 0, 18);
    in_zones(&named, 9);
    assert_int_equal(try_place(&rmk_algorithm_spread_minimizing, &named, 1, &none), RMK_BAD_INPUT);
    in_zones(&named, 8);
    rmk_placement_destroy(placed(&rmk_algorithm_spread_minimizing, &named, 1));
}

static void an_allocated_ring_is_more_even_than_a_random_one(void **state) {
    (void)state;
    static some_nodes nodes;
    double random[MOST_NODES], allocated[MOST_NODES], most_random = 0, most_allocated = 0;
    some_nodes_make(&nodes, 3, 30);
    rmk_placement *a = placed(&rmk_algorithm_cassandra_random, &nodes, 1);
    rmk_placement *b = placed(&rmk_algorithm_cassandra_allocated, &nodes, 1);
    shares_of(a, random);
    shares_of(b, allocated);
    for (size_t i = 0; i < 30; i++) {
        most_random = fmax(most_random, random[i] * 30);
        most_allocated = fmax(most_allocated, allocated[i] * 30);
    }
    print_message("peak %.3f, allocated %.3f\n", most_random, most_allocated);
    assert_true(most_random > 1.3 && most_allocated < 1.1);
    rmk_placement_destroy(a);
    rmk_placement_destroy(b);
}

/* Tokens never move: a node that joins takes from others, one that leaves gives to others. */
static void tokens_stay_while_nodes_come_and_go(void **state) {
    (void)state;
    static some_nodes nodes;
    uint64_t seed = 70;
    some_nodes_make(&nodes, 4, 20);
    in_zones(&nodes, 5);
    rmk_step steps[] = {{true, 18}, {true, 19}, {false, 3}, {false, 7}, {true, 3}};
    for (size_t r = 1; r <= 3; r += 2) {
        rmk_placement *last = NULL;
        for (size_t told = 2; told <= 5; told++) {
            rmk_placement_options options = {
                .key_hash = &rmk_hash_xxh3, .replicas = r, .changes = steps, .change_count = told};
            rmk_placement *now;
            nodes.list[7].down = told >= 4;
            nodes.list[3].down = told == 3 || told == 4;
            assert_int_equal(
                rmk_placement_create(&rmk_algorithm_cassandra_allocated, &nodes.table, &options, &now),
                RMK_OK);
            for (int i = 0; last && i < 3000; i++) {
                uint64_t hash = next_random(&seed);
                uint32_t was = rmk_placement_locate(last, no_key, hash),
                         is = rmk_placement_locate(now, no_key, hash);
                assert_true(was == is || (steps[told - 1].add ? is : was) == steps[told - 1].id);
            }
            rmk_placement_destroy(last);
            last = now;
        }
        rmk_placement_destroy(last);
    }
    rmk_placement *none;
    rmk_step twice[] = {{false, 3}, {false, 3}};
    rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .changes = twice, .change_count = 2};
    assert_int_equal(rmk_placement_create(&rmk_algorithm_cassandra_allocated, &nodes.table, &options, &none),
                     RMK_NOT_FOUND);
}

static void fewer_racks_than_replicas_are_refused(void **state) {
    (void)state;
    static some_nodes nodes;
    rmk_placement *placement;
    some_nodes_make(&nodes, 0, 12);
    for (size_t racks = 1; racks <= 5; racks++) {
        in_zones(&nodes, racks);
        assert_int_equal(try_place(&rmk_algorithm_cassandra_allocated, &nodes, 3, &placement),
                         racks == 2 ? RMK_BAD_INPUT : RMK_OK);
        rmk_placement_destroy(placement);
    }
}

/* What every token's replica set gives, by the definition: the next distinct racks from each token on. */
static void replicated_ownership_is_even_where_the_allocator_knows_the_replicas(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 8, 12);
    for (size_t racks = 3; racks <= 4; racks++) {
        double owned[MOST_NODES] = {0}, most = 0;
        in_zones(&nodes, racks);
        rmk_placement *placement = placed(&rmk_algorithm_cassandra_allocated, &nodes, 3);
        rmk_points points = rmk_algorithm_cassandra_allocated.points(placement);
        for (size_t i = 0; i < points.count; i++) {
            double size = (double)(points.positions[i] - points.positions[(i ? i : points.count) - 1]) *
                          0x1p-64;
            bool met[9] = {false};
            for (size_t k = i, found = 0; found < 3; k = (k + 1) % points.count) {
                size_t rack = points.owners[k] % racks;
                if (met[rack])
                    continue;
                met[rack] = true;
                owned[points.owners[k]] += size;
                found++;
            }
        }
        for (size_t i = 0; i < 12; i++)
            most = fmax(most, owned[i] * 12 / 3);
        print_message("%zu racks: replicated peak %.3f\n", racks, most);
        assert_true(most < 1.12);
        rmk_placement_destroy(placement);
    }
}

/* --- zones */

static void replicas_go_to_every_zone_before_a_second_time(void **state) {
    (void)state;
    static some_nodes nodes;
    static const rmk_algorithm *const walkers[] = {
        &rmk_algorithm_ring,   &rmk_algorithm_rendezvous,       &rmk_algorithm_multi_probe,
        &rmk_algorithm_maglev, &rmk_algorithm_cassandra_random, &rmk_algorithm_spread_minimizing};
    uint64_t seed = 80;
    for (size_t zones = 1; zones <= 5; zones++) {
        some_nodes_make(&nodes, (unsigned)zones, 17);
        in_zones(&nodes, zones);
        uint32_t zone_of[17];
        for (uint32_t id = 0; id < 17; id++)
            zone_of[id] = id % (uint32_t)zones;
        const rmk_zones all_zones = {zone_of, (uint32_t)zones};
        for (size_t w = 0; w < sizeof walkers / sizeof *walkers; w++) {
            rmk_placement *placement = place(walkers[w], &nodes, &rmk_hash_xxh3, 8);
            for (int i = 0; i < 50; i++) {
                uint64_t hash = next_random(&seed);
                uint32_t out[18], walk[17], listed[17];
                size_t wanted = 1 + next_random(&seed) % 18, most = wanted < 17 ? wanted : 17;
                assert_int_equal(
                    rmk_placement_replicas_apart(placement, &all_zones, no_key, hash, wanted, listed, out),
                    most);
                assert_int_equal(walkers[w]->replicas(placement, no_key, hash, 17, walk), 17);
                bool taken[17] = {false};
                size_t used[5] = {0};
                for (size_t r = 0; r < most; r++) {
                    size_t least = SIZE_MAX, at = 0;
                    for (size_t k = 0; k < 17; k++)
                        if (!taken[k] && used[walk[k] % zones] < least) {
                            least = used[walk[k] % zones];
                            at = k;
                        }
                    assert_int_equal(out[r], walk[at]);
                    taken[at] = true;
                    used[walk[at] % zones]++;
                }
            }
            rmk_placement_destroy(placement);
        }
    }
}

static void no_memory_is_a_status_and_nothing_is_kept(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 9);
    in_zones(&nodes, 3);
    for (size_t a = 0; a < 3; a++)
        for (size_t at = 1;; at++) {
            test_memory memory = {.fail_at = at};
            const rmk_allocator allocator = test_allocator(&memory);
            rmk_placement *placement;
            const rmk_placement_options options = {
                .key_hash = &rmk_hash_xxh3, .replicas = 3, .ring = {.allocator = &allocator}};
            rmk_status status = rmk_placement_create(all[a], &nodes.table, &options, &placement);
            if (!status)
                assert_int_equal(memory.live_bytes, all[a]->bytes(placement));
            rmk_placement_destroy(placement);
            assert_int_equal(memory.live_blocks, 0);
            if (!status)
                break;
            assert_int_equal(status, RMK_NO_MEMORY);
        }
}

/* Values of the original. */
static void splits_and_middles_wrap_as_the_partitioner_says(void **state) {
    (void)state;
    assert_int_equal(rmk_cassandra_midpoint(-3, 0), -2);
    assert_int_equal(rmk_cassandra_midpoint(0, 3), 1);
    assert_int_equal(rmk_cassandra_midpoint(INT64_MAX, INT64_MIN + 1), INT64_MAX);
    assert_int_equal(rmk_cassandra_midpoint(INT64_MAX, INT64_MIN + 3), INT64_MIN + 1);
    assert_int_equal(rmk_cassandra_midpoint(0, 0), INT64_MAX);
    assert_int_equal(rmk_cassandra_split(0, 1000, 0.25), 250);
    assert_int_equal(rmk_cassandra_split(-1000, 0, 0.2505), -749);
    assert_int_equal(rmk_cassandra_split(-7, 0, 0.5), -3);
    assert_int_equal(rmk_cassandra_split(INT64_MAX, INT64_MIN + 100, 0.5), INT64_MIN + 50);
    assert_true(rmk_cassandra_size(5, 5) == 1.0 && rmk_cassandra_size(INT64_MAX, INT64_MIN) == 0x1p-64);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_of_the_lookup_agrees_with_the_arcs),
        cmocka_unit_test(a_key_on_a_token_is_its_nodes_in_cassandra_and_the_nexts_in_dskit),
        cmocka_unit_test(spread_tokens_peak_at_two_thousandths),
        cmocka_unit_test(spread_numbers_are_of_names_or_else_of_places),
        cmocka_unit_test(an_allocated_ring_is_more_even_than_a_random_one),
        cmocka_unit_test(tokens_stay_while_nodes_come_and_go),
        cmocka_unit_test(fewer_racks_than_replicas_are_refused),
        cmocka_unit_test(replicated_ownership_is_even_where_the_allocator_knows_the_replicas),
        cmocka_unit_test(replicas_go_to_every_zone_before_a_second_time),
        cmocka_unit_test(splits_and_middles_wrap_as_the_partitioner_says),
        cmocka_unit_test(no_memory_is_a_status_and_nothing_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
