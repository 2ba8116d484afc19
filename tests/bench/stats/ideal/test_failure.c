/* What the removal of a node does: a simulated table, small cases by hand. */
#include "bench/stats/ideal/failure.h"

#include "tests/bench/theory.h"

static void heirs_and_the_worst_of_them_agree_with_simulated_removals(void **unused) {
    (void)unused;
    FILE *table = theory_table("removal.tsv");
    double n, v, heirs, worst;
    int rows = 0;
    for (; fscanf(table, "%lf %lf %lf %lf", &n, &v, &heirs, &worst) == 4; rows++) {
        close_to(rm_heirs_mean((uint64_t)n, v), heirs, .51e-4);
        close_to(rm_worst_heir_mean((uint64_t)n, v), worst, .007 * worst);
    }
    fclose(table);
    assert_int_equal(rows, 55);
}

static void two_points_among_three_nodes_are_inherited_as_computed_by_hand(void **unused) {
    (void)unused;
    /* both by one survivor with chance .6; else the heavier of two parts of a stick takes 3/4 of it */
    close_to(rm_worst_heir_mean(3, 2), .6 + .4 * .75, 1e-5);
    /* both by one with chance 4 (2 3)/(8 9): the second falls beside the first in 3 gaps of 9 */
    close_to(rm_worst_heir_mean(5, 2), 1.0 / 3 + 2.0 / 3 * .75, 1e-5);
    close_to(rm_heirs_mean(5, 2), 1.0 / 3 + 2.0 / 3 * 2, 1e-9);
}

static void one_point_has_one_heir_however_many_survive(void **unused) {
    (void)unused;
    for (uint64_t n = 2; n <= 100000000; n *= 10) {
        close_to(rm_heirs_mean(n, 1), 1, 1e-6);
        if (n <= 20000)
            close_to(rm_worst_heir_mean(n, 1), 1, 1e-4);
    }
}

static void one_survivor_inherits_all(void **unused) {
    (void)unused;
    close_to(rm_heirs_mean(2, 160), 1, 0);
    close_to(rm_worst_heir_mean(2, 160), 1, 0);
}

static void the_worst_heir_changes_smoothly_with_the_points(void **unused) {
    (void)unused;
    double between = rm_worst_heir_mean(10, 8.5);
    assert_true(between < rm_worst_heir_mean(10, 8) && between > rm_worst_heir_mean(10, 9));
    /* two survivors halve it but for a normal deviation of variance 5/8v, on average: 3/8 of points, 2/8 of
     * arcs */
    close_to((rm_worst_heir_mean(3, 1e6) - .5) * 1e3 / sqrt(2 / M_PI), sqrt(.625), .001);
    /* of 999 normal variables that add up to nothing, of variance 2 + 1/999, the largest is 3.2411 deviations */
    close_to((999 * rm_worst_heir_mean(1000, 999e6) - 1) * 1e3, 3.2411 * sqrt(2.001), .015);
    /* where it begins to be extrapolated */
    close_to(rm_worst_heir_mean(100, 99100), rm_worst_heir_mean(100, 99000), 1e-4);
    assert_true(rm_worst_heir_mean(3, 20001) < rm_worst_heir_mean(3, 20000));
}

static void colliding_pairs_are_counted_as_birthdays(void **unused) {
    (void)unused;
    close_to(rm_collisions_expected(1e6, 32), 116.415, .001);
    close_to(rm_collisions_expected(2, 1), .5, 0);
    close_to(rm_collisions_expected(1, 32) + rm_collisions_expected(0, 64), 0, 0);
    assert_true(isnan(rm_collisions_expected(-1, 32)) && isnan(rm_collisions_expected(NAN, 32)));
}

static void what_cannot_be_is_no_answer(void **unused) {
    (void)unused;
    static const double no_vnodes[] = {0, -1, NAN, INFINITY};
    for (int i = 0; i < 4; i++)
        assert_true(isnan(rm_heirs_mean(5, no_vnodes[i])) && isnan(rm_worst_heir_mean(5, no_vnodes[i])));
    assert_true(isnan(rm_heirs_mean(1, 10)) && isnan(rm_worst_heir_mean(0, 10)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heirs_and_the_worst_of_them_agree_with_simulated_removals),
        cmocka_unit_test(two_points_among_three_nodes_are_inherited_as_computed_by_hand),
        cmocka_unit_test(one_point_has_one_heir_however_many_survive),
        cmocka_unit_test(one_survivor_inherits_all),
        cmocka_unit_test(the_worst_heir_changes_smoothly_with_the_points),
        cmocka_unit_test(colliding_pairs_are_counted_as_birthdays),
        cmocka_unit_test(what_cannot_be_is_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
