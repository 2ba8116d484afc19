/* The headline figures of movement: what each placement moves when a node joins, leaves or grows. */
#include "nodes.h"

#include <math.h>

enum { VNODES = 160, KEYS = 200000 };

typedef struct change {
    some_nodes before, after;
    rmk_placement *from, *to;
    rmk_map from_map, to_map;
    rmk_movement movement;
    rmk_move_figures figures;
} change;

static void measure_change(change *c, uint64_t vnodes) {
    c->from = place(&rmk_algorithm_ring, &c->before, &rmk_hash_xxh3, vnodes);
    c->to = place(&rmk_algorithm_ring, &c->after, &rmk_hash_xxh3, vnodes);
    assert_int_equal(rmk_placement_map(c->from, &c->from_map), RMK_OK);
    assert_int_equal(rmk_placement_map(c->to, &c->to_map), RMK_OK);
    assert_int_equal(rmk_movement_between(&c->from_map, &c->to_map, NULL, &c->movement), RMK_OK);
    assert_int_equal(
        rmk_movement_figures(&c->movement, &c->before.table, &c->after.table, false, NULL, &c->figures),
        RMK_OK);
}

static void forget_change(change *c) {
    rmk_movement_destroy(&c->movement);
    rmk_map_destroy(&c->from_map);
    rmk_map_destroy(&c->to_map);
    rmk_placement_destroy(c->from);
    rmk_placement_destroy(c->to);
}

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.6f is not %.6f +- %.6f", value, expected, tolerance);
}

static void a_node_that_joins_a_ring_takes_its_share_and_nothing_else_moves(void **state) {
    (void)state;
    static change c;
    double moved = 0;
    for (unsigned set = 0; set < 50; set++) {
        some_nodes_make(&c.before, set, 10);
        some_nodes_make(&c.after, set, 11);
        measure_change(&c, VNODES);
        rmk_u128 values[MOST_NODES], nobody;
        rmk_shares(&c.to_map, MOST_NODES, values, &nobody);
        assert_true(c.movement.moved == values[10]);
        for (size_t i = 0; i < c.movement.count; i++)
            assert_int_equal(c.movement.transfers[i].to, 10);
        assert_true(c.figures.collateral == 0 && isnan(c.figures.heirs));
        assert_near(c.figures.ideal, 1.0 / 11, 1e-15);
        moved += c.figures.moved / 50;
        forget_change(&c);
    }
    assert_near(moved, 1.0 / 11, 0.004);
}

static void a_node_that_leaves_a_ring_leaves_its_share_and_nothing_else_moves(void **state) {
    (void)state;
    static change c;
    double worst = 0;
    for (unsigned set = 0; set < 50; set++) {
        some_nodes_make(&c.before, set, 10);
        some_nodes_make(&c.after, set, 10);
        some_nodes_drop(&c.after, set % 10);
        measure_change(&c, VNODES);
        rmk_u128 values[MOST_NODES], nobody;
        rmk_removal removals[MOST_NODES];
        rmk_shares(&c.from_map, MOST_NODES, values, &nobody);
        assert_true(c.movement.moved == values[set % 10]);
        assert_true(c.figures.collateral == 0);
        const rmk_ring *ring = rmk_placement_ring(c.from);
        assert_int_equal(rmk_ring_removals(ring, &c.from->domain, NULL, removals), RMK_OK);
        const rmk_removal *removal = removals + set % 10;
        assert_true(removal->moved == c.movement.moved);
        assert_true(removal->heirs == c.figures.heirs);
        assert_near((double)removal->heaviest / (double)removal->moved, c.figures.worst_heir, 1e-15);
        worst += c.figures.worst_heir * 9 / 50;
        forget_change(&c);
    }
    assert_near(worst, 1.55, 0.1); /* the heaviest of nine heirs takes 1.55 times the even part */
}

static void doubling_one_of_ten_nodes_moves_8_2_percent(void **state) {
    (void)state;
    static change c;
    double moved = 0;
    for (unsigned set = 0; set < 100; set++) {
        some_nodes_make(&c.before, set, 10);
        some_nodes_make(&c.after, set, 10);
        c.after.list[0].weight = 2;
        measure_change(&c, VNODES);
        assert_true(c.figures.collateral == 0);
        assert_near(c.figures.ideal, 0.0818181818181818, 1e-15);
        moved += c.figures.moved / 100;
        forget_change(&c);
    }
    assert_near(moved, 0.082, 0.003);
}

/* The fraction of random keys whose owner is another one. */
static double sampled_movement(const rmk_algorithm *algorithm, const some_nodes *before,
                               const some_nodes *after) {
    static uint64_t hashes[KEYS];
    static uint32_t from_owners[KEYS], to_owners[KEYS];
    uint64_t seed = 5;
    rmk_placement *from = place(algorithm, before, &rmk_hash_xxh3, 1);
    rmk_placement *to = place(algorithm, after, &rmk_hash_xxh3, 1);
    size_t moved = 0;
    for (size_t i = 0; i < KEYS; i++)
        hashes[i] = next_random(&seed);
    rmk_placement_locate_batch(from, NULL, hashes, KEYS, from_owners);
    rmk_placement_locate_batch(to, NULL, hashes, KEYS, to_owners);
    for (size_t i = 0; i < KEYS; i++)
        moved += from_owners[i] != to_owners[i];
    rmk_placement_destroy(from);
    rmk_placement_destroy(to);
    return (double)moved / KEYS;
}

static void an_eleventh_node_moves_10_of_11_keys_of_modulo(void **state) {
    (void)state;
    static some_nodes ten, eleven;
    some_nodes_make(&ten, 0, 10);
    some_nodes_make(&eleven, 0, 11);
    assert_near(sampled_movement(&rmk_algorithm_modulo, &ten, &eleven), 10.0 / 11, 0.003);
    assert_near(sampled_movement(&rmk_algorithm_jump, &ten, &eleven), 1.0 / 11, 0.003);
}

static void dropping_a_bucket_of_jump_renumbers_all_behind_it(void **state) {
    (void)state;
    static const double percent[10] = {[0] = 98.9, [4] = 58.9, [5] = 48.9, [9] = 10.0};
    static some_nodes ten, nine;
    for (size_t dropped = 0; dropped < 10; dropped++) {
        some_nodes_make(&ten, 0, 10);
        some_nodes_make(&nine, 0, 10);
        some_nodes_drop(&nine, dropped);
        double expected = 1 - (double)dropped / 10 - (dropped == 9 ? 0 : 1.0 / 90);
        double moved = sampled_movement(&rmk_algorithm_jump, &ten, &nine);
        assert_near(moved, expected, 0.004);
        if (percent[dropped] > 0)
            assert_near(100 * moved, percent[dropped], 0.5);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_node_that_joins_a_ring_takes_its_share_and_nothing_else_moves),
        cmocka_unit_test(a_node_that_leaves_a_ring_leaves_its_share_and_nothing_else_moves),
        cmocka_unit_test(doubling_one_of_ten_nodes_moves_8_2_percent),
        cmocka_unit_test(an_eleventh_node_moves_10_of_11_keys_of_modulo),
        cmocka_unit_test(dropping_a_bucket_of_jump_renumbers_all_behind_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
