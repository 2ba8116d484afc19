#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/support/random.h"

/* splitmix64 of seed 1234567: the values that Rosetta Code lists for the algorithm. The state of xoshiro is
 * made of exactly these. */
static void a_seed_is_spread_by_splitmix64(void **state) {
    (void)state;
    static const uint64_t expected[4] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                         UINT64_C(9817491932198370423), UINT64_C(4593380528125082431)};
    rm_random random = rm_random_seeded(1234567);
    assert_memory_equal(random.s, expected, sizeof expected);
}

/* xoshiro256++ from the state {1, 2, 3, 4}: the values that the Rust crate rand_xoshiro checks against the
 * reference. */
static void the_generator_is_xoshiro256_plus_plus(void **state) {
    (void)state;
    static const uint64_t expected[] = {
        UINT64_C(41943041),
        UINT64_C(58720359),
        UINT64_C(3588806011781223),
        UINT64_C(3591011842654386),
        UINT64_C(9228616714210784205),
        UINT64_C(9973669472204895162),
        UINT64_C(14011001112246962877),
        UINT64_C(12406186145184390807),
        UINT64_C(15849039046786891736),
        UINT64_C(10450023813501588000),
    };
    rm_random random = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_true(rm_random_next(&random) == expected[i]);
}

static void below_is_uniform_and_stays_below(void **state) {
    (void)state;
    enum { BOUND = 7, DRAWS = 70000 };
    rm_random random = rm_random_seeded(5);
    size_t counts[BOUND] = {0};
    for (int i = 0; i < DRAWS; i++) {
        uint64_t value = rm_random_below(&random, BOUND);
        assert_true(value < BOUND);
        counts[value]++;
    }
    for (int i = 0; i < BOUND; i++)
        assert_true(fabs((double)counts[i] - DRAWS / BOUND) < 5 * sqrt(DRAWS / BOUND));
    assert_true(rm_random_below(&random, 1) == 0);
}

/* With the bound 3 * 2^62 a multiplication without rejection gives every third value twice as often. */
static void below_has_no_bias_for_a_huge_bound(void **state) {
    (void)state;
    enum { DRAWS = 30000 };
    rm_random random = rm_random_seeded(6);
    size_t counts[3] = {0};
    for (int i = 0; i < DRAWS; i++)
        counts[rm_random_below(&random, UINT64_C(3) << 62) % 3]++;
    for (int i = 0; i < 3; i++)
        assert_true(fabs((double)counts[i] - DRAWS / 3) < 5 * sqrt(DRAWS / 3));
}

static void unit_is_in_the_half_open_interval(void **state) {
    (void)state;
    rm_random random = rm_random_seeded(7);
    double sum = 0;
    for (int i = 0; i < 100000; i++) {
        double value = rm_random_unit(&random);
        assert_true(value >= 0 && value < 1);
        sum += value;
    }
    assert_true(fabs(sum / 100000 - 0.5) < 0.005);
}

static int order(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void mixing_tells_pairs_apart(void **state) {
    (void)state;
    static uint64_t values[64 * 64];
    for (uint64_t a = 0; a < 64; a++)
        for (uint64_t b = 0; b < 64; b++)
            values[a * 64 + b] = rm_mix(a, b);
    qsort(values, 64 * 64, sizeof *values, order);
    for (size_t i = 1; i < 64 * 64; i++)
        assert_true(values[i] != values[i - 1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seed_is_spread_by_splitmix64),
        cmocka_unit_test(the_generator_is_xoshiro256_plus_plus),
        cmocka_unit_test(below_is_uniform_and_stays_below),
        cmocka_unit_test(below_has_no_bias_for_a_huge_bound),
        cmocka_unit_test(unit_is_in_the_half_open_interval),
        cmocka_unit_test(mixing_tells_pairs_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
