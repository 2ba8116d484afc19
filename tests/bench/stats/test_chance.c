#include "bench/stats/chance.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void is_near(double found, double expected) {
    if (!(fabs(found - expected) < 1e-6))
        fail_msg("%.9f, not %.9f", found, expected);
}

/* Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I: four examples. */
static void known_examples_have_known_bands(void **state) {
    (void)state;
    static const struct {
        double hits, trials, low, high;
    } rows[] = {
        {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double low, high;
        rm_chance_band(rows[i].hits, rows[i].trials, 0.95, &low, &high);
        is_near(round(low * 1e4) / 1e4, rows[i].low);
        is_near(round(high * 1e4) / 1e4, rows[i].high);
    }
}

static void bands_are_mirrored_and_narrow_with_the_root_of_the_trials(void **state) {
    (void)state;
    double low, high, other_low, other_high;
    rm_chance_band(20, 20, 0.95, &low, &high);
    is_near(low, 1 - 0.161125);
    is_near(high, 1);
    rm_chance_band(3e9, 1e10, 0.95, &low, &high);
    is_near(low, 0.3 - 1.959964 * sqrt(0.21 / 1e10));
    rm_chance_band(3000, 10000, 0.95, &low, &high);
    rm_chance_band(7000, 10000, 0.95, &other_low, &other_high);
    is_near(low, 1 - other_high);
    is_near(high, 1 - other_low);
    rm_chance_band(3000, 10000, 0.99, &other_low, &other_high);
    assert_true(other_low < low && other_high > high);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_examples_have_known_bands),
        cmocka_unit_test(bands_are_mirrored_and_narrow_with_the_root_of_the_trials),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
