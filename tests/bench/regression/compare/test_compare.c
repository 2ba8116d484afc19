/* Expected: DESIGN's columns, and simulations of launches with and without a difference. */
#include "bench/regression/compare/cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/regression/compare/judge.h"
#include "tests/bench/normal.h"

enum { LAUNCHES = 20 };

/* One timed figure of `count` cases, with LAUNCHES values a side, normal in the logarithm. */
static rm_findings drawn(size_t count, double deviation, double slowdown) {
    rm_findings f = {.list = rm_calloc(count, sizeof *f.list), .count = count, .timed = true};
    for (size_t i = 0; i < count; i++) {
        rm_finding *finding = &f.list[i];
        *finding = (rm_finding){.name = "case", .figure = "ns", .kind = {RM_ROLE_TIMED, "ns", -1}};
        for (int side = 0; side < RM_SIDES; side++) {
            rm_said *said = &finding->said[side];
            *said =
                (rm_said){.count = LAUNCHES, .text = "1", .numeric = true, .varies = true, .launches = true};
            said->values = rm_calloc(LAUNCHES, sizeof *said->values);
            for (int k = 0; k < LAUNCHES; k++)
                said->values[k] = exp(deviation * normal()) * (side == RM_HEAD ? 1 + slowdown : 1);
        }
    }
    return f;
}

static size_t count_of(const rm_findings *f, rm_change_verdict verdict) {
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++)
        count += f->list[i].verdict == verdict;
    return count;
}

static void unchanged_launches_never_alarm(void **context) {
    (void)context;
    random_start(20250801);
    size_t same = 0;
    for (int t = 0; t < 40; t++) {
        rm_findings f = drawn(10, .03, 0);
        rm_judge(&f, NAN, (uint64_t)t, NULL);
        assert_int_equal(count_of(&f, RM_VERDICT_SLOWER) + count_of(&f, RM_VERDICT_FASTER), 0);
        same += count_of(&f, RM_VERDICT_SAME);
        rm_findings_free(&f);
    }
    printf("same: %zu of 400\n", same);
    assert_true(same > 300);
}

static void a_tenth_is_found_and_only_fails_below_the_threshold(void **context) {
    (void)context;
    random_start(20250802);
    rm_findings f = drawn(100, .03, .12);
    rm_judge(&f, 5, 1, NULL);
    assert_true(count_of(&f, RM_VERDICT_SLOWER) >= 97);
    for (size_t i = 0; i < f.count; i++) {
        assert_int_equal(f.list[i].fails, f.list[i].verdict == RM_VERDICT_SLOWER);
        assert_true(f.list[i].change_low < f.list[i].change && f.list[i].change < f.list[i].change_high);
    }
    rm_judge(&f, 40, 1, NULL);
    for (size_t i = 0; i < f.count; i++)
        assert_false(f.list[i].fails);
    rm_findings_free(&f);
}

/* A difference of the size that is said to be visible is found four times out of five. */
static void what_is_called_visible_is(void **context) {
    (void)context;
    random_start(20250803);
    double visible = 0;
    rm_findings f = drawn(100, .05, 0);
    rm_judge(&f, NAN, 1, NULL);
    for (size_t i = 0; i < f.count; i++)
        visible += f.list[i].visible / (double)f.count;
    rm_findings_free(&f);
    f = drawn(100, .05, visible);
    rm_judge(&f, NAN, 1, NULL);
    size_t found = count_of(&f, RM_VERDICT_SLOWER);
    printf("visible: %.4f, found %zu of 100\n", visible, found);
    assert_true(found >= 65 && found <= 95);
    rm_findings_free(&f);
}

static bool of_lookup(const void *table, const char *name) {
    (void)table;
    return strcmp(name, "ns_median") == 0;
}

static rm_role role(const char *name, bool numeric) {
    return rm_figure_of(name, numeric, of_lookup, NULL).role;
}

static void columns_mean_what_their_names_say(void **context) {
    (void)context;
    static const char *const keys[] = {"preset", "hash", "nodes", "vnodes", "seed", "key_bytes", "isa"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        assert_int_equal(role(keys[i], true), RM_ROLE_KEY);
    static const char *const timed[] = {"ns_median", "total_ns",      "ns",
                                        "my_us",     "their_seconds", "ops_per_second"};
    for (size_t i = 0; i < sizeof timed / sizeof *timed; i++)
        assert_int_equal(role(timed[i], true), RM_ROLE_TIMED);
    static const char *const unused[] = {"ns_min", "ns_ci_low", "limit_ns", "samples", "lookups_per_second"};
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        assert_int_equal(role(unused[i], true), RM_ROLE_UNUSED);
    assert_int_equal(role("digest", false), RM_ROLE_EXACT);
    assert_int_equal(role("resident_bytes", true), RM_ROLE_EXACT);
    assert_int_equal(role("batch_instructions", true), RM_ROLE_COUNTED);
    assert_int_equal(role("what_is_this", true), RM_ROLE_EXACT);
    assert_int_equal(role("what_is_this", false), RM_ROLE_KEY);
    assert_int_equal(rm_figure_of("ops_per_second", true, NULL, NULL).better, 1);
    assert_int_equal(rm_figure_of("memory_bytes", true, NULL, NULL).better, -1);
    assert_int_equal(rm_figure_of("lookups_per_second", true, NULL, NULL).role, RM_ROLE_TIMED);
}

static void a_stem_is_the_name_without_its_unit(void **context) {
    (void)context;
    static const char *const table[][2] = {{"ns_median", " median"},
                                           {"us_median", " median"},
                                           {"latency_ns", " latency"},
                                           {"latency_seconds", " latency"},
                                           {"ns", " "},
                                           {"nodes", ""},
                                           {"points_lost", ""}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char stem[32];
        rm_figure_stem(table[i][0], stem, sizeof stem);
        assert_string_equal(stem, table[i][1]);
    }
}

static void plain_numbers_are_decimal(void **context) {
    (void)context;
    static const char *const good[] = {"0", "-1", "1.5", "1e-3", ".5", "18446744073709551615"};
    static const char *const bad[] = {"",      "nan", "inf", "0x10", "81us", "1e",
                                      "1e999", " 1",  "1 ",  "1,5",  "--1"};
    double number;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(rm_plain_number(good[i], &number));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(rm_plain_number(bad[i], &number));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unchanged_launches_never_alarm),
        cmocka_unit_test(a_tenth_is_found_and_only_fails_below_the_threshold),
        cmocka_unit_test(what_is_called_visible_is),
        cmocka_unit_test(columns_mean_what_their_names_say),
        cmocka_unit_test(a_stem_is_the_name_without_its_unit),
        cmocka_unit_test(plain_numbers_are_decimal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
