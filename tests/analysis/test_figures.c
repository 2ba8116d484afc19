/* Figures of a movement, worked out by hand from the definitions. */
#include "naive.h"

#include "core/analysis/analysis.h"
#include "tests/support/memory.h"

#include <math.h>

enum { TOTAL = 1000, MOST_NODES = 12 };

typedef struct node_list {
    rmk_node nodes[MOST_NODES];
    rmk_nodes table;
} node_list;

static void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g", value, expected);
}

/* Nodes with ids 0..count-1 and these weights; those of weight 0 are absent, so "known and out" is set apart. */
static const rmk_nodes *list_of(node_list *list, const uint64_t *weights, size_t count) {
    list->table = (rmk_nodes){.list = list->nodes, .id_limit = (uint32_t)count};
    for (size_t id = 0; id < count; id++)
        if (weights[id])
            list->nodes[list->table.count++] = (rmk_node){.id = (uint32_t)id, .weight = weights[id]};
    return &list->table;
}

static rmk_movement movement_of(rmk_transfer *transfers, size_t count) {
    rmk_movement movement = {.total = TOTAL, .transfers = transfers, .count = count};
    for (size_t i = 0; i < count; i++)
        movement.moved += transfers[i].values;
    return movement;
}

static rmk_move_figures figures_of(rmk_transfer *transfers, size_t count, const rmk_nodes *before,
                                   const rmk_nodes *after) {
    rmk_movement movement = movement_of(transfers, count);
    rmk_move_figures figures;
    assert_int_equal(rmk_movement_figures(&movement, before, after, false, NULL, &figures), RMK_OK);
    assert_near(figures.excess, figures.moved - figures.ideal, 1e-15);
    return figures;
}

static void doubling_one_of_ten_nodes_ideally_moves_8_2_percent(void **state) {
    (void)state;
    const uint64_t ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, two[] = {2, 1, 1, 1, 1, 1, 1, 1, 1, 1},
                   three[] = {1, 1, 1, 1, 3, 1, 1, 1, 1, 1};
    node_list a, b, c;
    list_of(&a, ones, 10);
    list_of(&b, two, 10);
    list_of(&c, three, 10);
    assert_near(figures_of(NULL, 0, &a.table, &b.table).ideal, 2.0 / 11 - 1.0 / 10, 1e-15);
    assert_near(figures_of(NULL, 0, &b.table, &a.table).ideal, 2.0 / 11 - 1.0 / 10, 1e-15);
    assert_near(figures_of(NULL, 0, &a.table, &c.table).ideal, 0.15, 1e-15);
    assert_near(figures_of(NULL, 0, &a.table, &a.table).ideal, 0, 0);
}

static void the_ideal_of_a_joining_or_leaving_node_is_its_share(void **state) {
    (void)state;
    const uint64_t three[] = {1, 1, 2}, two[] = {1, 1, 0}, other[] = {1, 1, 0, 2};
    node_list a, b, c;
    list_of(&a, three, 3);
    list_of(&b, two, 3);
    list_of(&c, other, 4);
    assert_near(figures_of(NULL, 0, &a.table, &b.table).ideal, 0.5, 1e-15);
    assert_near(figures_of(NULL, 0, &b.table, &a.table).ideal, 0.5, 1e-15);
    assert_near(figures_of(NULL, 0, &a.table, &c.table).ideal, 0.5, 1e-15); /* replaced */
}

static void a_node_that_is_down_or_out_weighs_nothing(void **state) {
    (void)state;
    const uint64_t ones[] = {1, 1, 1, 1};
    node_list up, down, out;
    list_of(&up, ones, 4);
    list_of(&down, ones, 4);
    list_of(&out, ones, 4);
    down.nodes[2].down = true;
    out.nodes[2].weight = 0;
    rmk_transfer moved[] = {{2, 0, 200}, {2, 3, 50}};
    for (int i = 0; i < 2; i++) {
        rmk_move_figures figures = figures_of(moved, 2, &up.table, i ? &out.table : &down.table);
        assert_near(figures.ideal, 0.25, 1e-15);
        assert_near(figures.collateral, 0, 0);
        assert_near(figures.heirs, 2, 0);
        assert_near(figures.worst_heir, 0.8, 1e-15);
    }
}

static void collateral_is_what_moves_between_unchanged_nodes(void **state) {
    (void)state;
    /* 0 and 1 stay; 2 leaves; 3 comes; 4 grows; 5 shrinks */
    const uint64_t before[] = {1, 1, 1, 0, 1, 3}, after[] = {1, 1, 0, 1, 2, 2};
    node_list a, b;
    rmk_transfer moved[] = {{0, 1, 10},  {0, 3, 20}, {0, 4, 40},  {0, RMK_NOBODY, 1}, {1, 0, 7},
                            {2, 0, 100}, {4, 0, 50}, {5, 1, 200}, {RMK_NOBODY, 1, 3}};
    list_of(&a, before, 6);
    list_of(&b, after, 6);
    rmk_move_figures figures = figures_of(moved, 9, &a.table, &b.table);
    assert_near(figures.moved, 0.431, 1e-15);
    assert_near(figures.collateral, 0.017, 1e-15);
}

static void heirs_are_counted_once_and_the_worst_one_is_found(void **state) {
    (void)state;
    const uint64_t before[] = {1, 1, 1, 1, 2}, after[] = {1, 1, 1, 0, 1};
    node_list a, b;
    /* 3 leaves (to 0 and 1, and something to nobody), 4 shrinks (to 1 and 2); 0 loses something aside */
    rmk_transfer moved[] = {{0, 2, 400}, {3, 0, 30}, {3, 1, 30}, {4, 1, 10}, {3, RMK_NOBODY, 40}, {4, 2, 30}};
    rmk_transfer sorted[] = {moved[0], moved[1], moved[2], moved[4], moved[3], moved[5]};
    list_of(&a, before, 5);
    list_of(&b, after, 5);
    rmk_move_figures figures = figures_of(sorted, 6, &a.table, &b.table);
    assert_near(figures.heirs, 3, 0);
    assert_near(figures.worst_heir, 0.75, 1e-15);
}

static void without_a_loss_there_are_no_heirs(void **state) {
    (void)state;
    const uint64_t two[] = {1, 1, 0}, three[] = {1, 1, 1};
    node_list a, b;
    rmk_transfer moved[] = {{0, 2, 100}, {1, 2, 200}};
    list_of(&a, two, 3);
    list_of(&b, three, 3);
    rmk_move_figures figures = figures_of(moved, 2, &a.table, &b.table);
    assert_true(isnan(figures.heirs) && isnan(figures.worst_heir));
    assert_near(figures.moved, 0.3, 1e-15);
    assert_near(figures.excess, 0.3 - 1.0 / 3, 1e-15);
    figures = figures_of(NULL, 0, &b.table, &a.table); /* leaves, but owned nothing */
    assert_near(figures.heirs, 0, 0);
    assert_true(isnan(figures.worst_heir));
}

static void under_a_change_of_labels_all_that_moves_is_collateral(void **state) {
    (void)state;
    const uint64_t ones[] = {1, 1}, more[] = {1, 2};
    node_list a, b;
    rmk_transfer moved[] = {{0, 1, 10}, {1, RMK_NOBODY, 20}};
    rmk_movement movement = movement_of(moved, 2);
    rmk_move_figures figures;
    list_of(&a, ones, 2);
    list_of(&b, more, 2);
    assert_int_equal(rmk_movement_figures(&movement, &a.table, &b.table, true, NULL, &figures), RMK_OK);
    assert_near(figures.ideal, 0, 0);
    assert_near(figures.collateral, 0.03, 1e-15);
    assert_near(figures.excess, 0.03, 1e-15);
}

static void huge_weights_do_not_overflow(void **state) {
    (void)state;
    const uint64_t before[] = {UINT64_MAX, UINT64_MAX}, after[] = {UINT64_MAX, 0};
    node_list a, b;
    list_of(&a, before, 2);
    list_of(&b, after, 2);
    assert_near(figures_of(NULL, 0, &a.table, &b.table).ideal, 0.5, 1e-15);
}

static void figures_that_get_no_memory_say_so(void **state) {
    (void)state;
    const uint64_t ones[] = {1, 1};
    node_list a;
    list_of(&a, ones, 2);
    test_memory memory = {.fail_at = 1};
    rmk_allocator allocator = test_allocator(&memory);
    rmk_movement movement = movement_of(NULL, 0);
    rmk_move_figures figures;
    assert_int_equal(rmk_movement_figures(&movement, &a.table, &a.table, false, &allocator, &figures),
                     RMK_NO_MEMORY);
    assert_int_equal(rmk_movement_figures(&movement, &a.table, &a.table, false, &allocator, &figures),
                     RMK_OK);
    assert_int_equal(memory.live_blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubling_one_of_ten_nodes_ideally_moves_8_2_percent),
        cmocka_unit_test(the_ideal_of_a_joining_or_leaving_node_is_its_share),
        cmocka_unit_test(a_node_that_is_down_or_out_weighs_nothing),
        cmocka_unit_test(collateral_is_what_moves_between_unchanged_nodes),
        cmocka_unit_test(heirs_are_counted_once_and_the_worst_one_is_found),
        cmocka_unit_test(without_a_loss_there_are_no_heirs),
        cmocka_unit_test(under_a_change_of_labels_all_that_moves_is_collateral),
        cmocka_unit_test(huge_weights_do_not_overflow),
        cmocka_unit_test(figures_that_get_no_memory_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
