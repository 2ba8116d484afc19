/* test_duet.c - verdicts over launches made up here, and the order in which a launch times its sides. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bench/regression/duet/judge.h"
#include "bench/regression/duet/launch.h"
#include "bench/support/fail.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "tests/bench/normal.h"

enum { LAUNCHES = 20, CASES = 4, RUNS = 50 };

/* Launches of one case: HEAD takes 1 + `slower` of BASE's time; both scatter with `deviation`. */
static rm_duet_sample launches(double slower, double deviation, size_t count) {
    rm_duet_sample s = {rm_calloc(count, sizeof(double)), rm_calloc(count, sizeof(double)), count};
    for (size_t i = 0; i < count; i++) {
        s.changes[i] = log1p(slower) + deviation * normal();
        s.controls[i] = deviation * normal();
    }
    return s;
}

static void free_sample(rm_duet_sample *s) {
    free(s->changes);
    free(s->controls);
}

/* The finding on one case that differs, among CASES - 1 that do not. */
static rm_duet_finding judge_one(double slower, double deviation, size_t count, double fail_above,
                                 uint64_t seed) {
    random_start(seed);
    rm_duet_sample samples[CASES];
    rm_duet_finding findings[CASES];
    for (size_t i = 0; i < CASES; i++)
        samples[i] = launches(i ? 0 : slower, deviation, count);
    rm_duet_judge(samples, CASES, fail_above, seed, findings);
    for (size_t i = 0; i < CASES; i++) {
        free_sample(&samples[i]);
        if (i)
            free(findings[i].reason);
    }
    return findings[0];
}

static rm_change_verdict verdict_on(double slower, double deviation, size_t count, uint64_t seed) {
    rm_duet_finding f = judge_one(slower, deviation, count, 10, seed);
    free(f.reason);
    return f.verdict;
}

static void equal_builds_are_the_same_or_inconclusive(void **context) {
    (void)context;
    for (uint64_t seed = 1; seed <= RUNS; seed++)
        for (double deviation = 0.002; deviation < 0.2; deviation *= 4) {
            rm_change_verdict verdict = verdict_on(0, deviation, LAUNCHES, seed);
            assert_true(verdict == RM_VERDICT_SAME || verdict == RM_VERDICT_INCONCLUSIVE);
        }
}

static void quiet_launches_of_equal_builds_are_the_same(void **context) {
    (void)context;
    for (uint64_t seed = 1; seed <= RUNS; seed++)
        assert_int_equal(verdict_on(0, 0.005, LAUNCHES, seed), RM_VERDICT_SAME);
}

static void a_fifth_more_time_is_seen_through_the_noise_of_launches(void **context) {
    (void)context;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        assert_int_equal(verdict_on(0.2, 0.04, LAUNCHES, seed), RM_VERDICT_SLOWER);
        assert_int_equal(verdict_on(-0.2, 0.04, LAUNCHES, seed), RM_VERDICT_FASTER);
    }
}

static void what_noise_hides_is_inconclusive(void **context) {
    (void)context;
    size_t hidden = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++)
        hidden += verdict_on(0.08, 0.3, LAUNCHES, seed) == RM_VERDICT_INCONCLUSIVE;
    assert_true(hidden >= RUNS - 1);
}

static void a_difference_that_layout_makes_is_no_slowdown_however_sure_it_is(void **context) {
    (void)context;
    for (uint64_t seed = 1; seed <= RUNS; seed++)
        assert_int_equal(verdict_on(0.006, 0.0005, LAUNCHES, seed), RM_VERDICT_SAME);
}

static void a_control_that_drifts_raises_what_counts_as_a_change(void **context) {
    (void)context;
    random_start(3);
    rm_duet_sample s = launches(0.03, 0.001, LAUNCHES);
    for (size_t i = 0; i < s.count; i++)
        s.controls[i] += 0.025;
    rm_duet_finding f;
    rm_duet_judge(&s, 1, 10, 1, &f);
    assert_int_equal(f.verdict, RM_VERDICT_SAME);
    assert_true(f.visible > 0.025);
    free(f.reason);
    free_sample(&s);
}

static void too_few_launches_are_inconclusive_and_say_so(void **context) {
    (void)context;
    rm_duet_finding f = judge_one(0.5, 0.001, 3, 10, 1);
    assert_int_equal(f.verdict, RM_VERDICT_INCONCLUSIVE);
    assert_non_null(strstr(f.reason, "3 launches cannot give p below 0.1 "));
    assert_true(isnan(f.visible));
    free(f.reason);
}

static void a_same_excludes_what_would_fail(void **context) {
    (void)context;
    /* 2 % of noise: clear of 5 %, never of 1 % */
    rm_duet_finding wide = judge_one(0, 0.02, LAUNCHES, 10, 1), narrow = judge_one(0, 0.02, LAUNCHES, 0.5, 1);
    assert_int_equal(wide.verdict, RM_VERDICT_SAME);
    assert_int_equal(narrow.verdict, RM_VERDICT_INCONCLUSIVE);
    free(wide.reason);
    free(narrow.reason);
}

static void the_visible_change_is_found_four_times_out_of_five(void **context) {
    (void)context;
    double deviation = 0.03, visible = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        rm_duet_finding f = judge_one(0, deviation, LAUNCHES, 10, seed);
        visible += f.visible / RUNS;
        free(f.reason);
    }
    size_t found = 0;
    for (uint64_t seed = 1; seed <= RUNS; seed++)
        found += verdict_on(visible + RM_DUET_LEAST, deviation, LAUNCHES, seed) == RM_VERDICT_SLOWER;
    assert_true(found >= RUNS * 6 / 10);
    /* and it is no wild overestimate */
    assert_true(visible < 6 * deviation);
}

static void a_suspicion_stands_when_fresh_launches_agree(void **context) {
    (void)context;
    rm_duet_finding first = judge_one(0.3, 0.02, LAUNCHES, 10, 1),
                    again = judge_one(0.2, 0.02, LAUNCHES, 10, 2);
    rm_duet_confirm(&first, &again);
    assert_int_equal(first.verdict, RM_VERDICT_SLOWER);
    assert_true(first.change > 0.15 && first.change < 0.25);
    assert_string_equal(first.reason, "confirmed by fresh launches");
    free(first.reason);
}

static void a_suspicion_that_does_not_come_again_is_inconclusive(void **context) {
    (void)context;
    rm_duet_finding first = judge_one(0.3, 0.02, LAUNCHES, 10, 1),
                    again = judge_one(0, 0.02, LAUNCHES, 10, 2);
    rm_duet_confirm(&first, &again);
    assert_int_equal(first.verdict, RM_VERDICT_INCONCLUSIVE);
    assert_non_null(strstr(first.reason, "not confirmed"));
    assert_true(first.change > 0.25);
    free(first.reason);
    first = judge_one(-0.3, 0.02, LAUNCHES, 10, 1), again = judge_one(0.3, 0.02, LAUNCHES, 10, 2);
    rm_duet_confirm(&first, &again);
    assert_int_equal(first.verdict, RM_VERDICT_INCONCLUSIVE);
    free(first.reason);
}

/* ---- a launch ---- */

static void six_launches_have_every_order_once_each_beside_its_reverse(void **context) {
    (void)context;
    unsigned seen[27] = {0};
    for (unsigned launch = 0; launch < 6; launch++) {
        const unsigned *order = rm_duet_order(launch), *next = rm_duet_order(launch ^ 1);
        assert_true(order[0] != order[1] && order[1] != order[2] && order[0] != order[2]);
        assert_true(order[0] < 3 && order[1] < 3 && order[2] < 3);
        seen[order[0] * 9 + order[1] * 3 + order[2]]++;
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(order[i], next[2 - i]);
    }
    for (unsigned i = 0; i < 27; i++)
        assert_true(seen[i] <= 1);
    assert_ptr_equal(rm_duet_order(6), rm_duet_order(0));
}

/* Sides that write down what is asked of them. An operation takes so long that a block is a few of them. */
typedef struct side {
    rm_duet_object object;
    char letter;
    unsigned open, factor;
    bool absent;
} side;

static char calls[1 << 16];
static size_t call_count, longest;

static void *open_side(const rm_duet_object *self, size_t number, const rm_duet_input *input) {
    side *s = (side *)(uintptr_t)self;
    assert_int_equal(number, 7);
    assert_int_equal(input->count, 100);
    if (s->absent)
        return NULL;
    s->open++;
    return s;
}

static void wait_ns(uint64_t ns) {
    struct timespec begin, now;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while ((uint64_t)(now.tv_sec - begin.tv_sec) * 1000000000u + (uint64_t)now.tv_nsec <
           ns + (uint64_t)begin.tv_nsec);
}

static uint64_t run_side(void *of, size_t start, size_t count) {
    side *s = of;
    assert_true(start + count <= 100);
    longest = count > longest ? count : longest;
    if (call_count < sizeof calls - 1)
        calls[call_count++] = s->letter;
    wait_ns(count * 10000);
    return count * s->factor;
}

static void close_side(void *of) {
    side *s = of;
    s->open--;
}

static void make_sides(side sides[RM_DUET_SIDES], rm_duet_sides *loaded) {
    for (unsigned i = 0; i < RM_DUET_SIDES; i++) {
        sides[i] = (side){.object = {.open = open_side, .run = run_side, .close = close_side},
                          .letter = (char)('A' + i),
                          .factor = 1};
        loaded->objects[i] = &sides[i].object;
    }
    memset(calls, 0, sizeof calls);
    call_count = longest = 0;
}

static rm_duet_measure measure(side sides[RM_DUET_SIDES], const rm_duet_sides *loaded, unsigned order) {
    rm_duet_input input = {.count = 100};
    rm_duet_measure m = rm_duet_measure_case(loaded, 7, &input, rm_duet_order(order));
    for (unsigned i = 0; i < RM_DUET_SIDES; i++)
        assert_int_equal(sides[i].open, 0);
    return m;
}

/* Each block is an untimed and a timed call. */
static void assert_interleaved(const char *pass) {
    char expected[2 * RM_DUET_ROUNDS * RM_DUET_PASSES * 6 + 1] = "";
    size_t length = 0;
    for (unsigned i = 0; i < RM_DUET_ROUNDS * RM_DUET_PASSES; i++)
        for (const char *c = pass; *c; c++) {
            expected[length++] = *c;
            expected[length++] = *c;
        }
    assert_true(call_count > length);
    assert_string_equal(calls + call_count - length, expected);
}

static void blocks_of_the_sides_alternate_there_and_back(void **context) {
    (void)context;
    side sides[RM_DUET_SIDES];
    rm_duet_sides loaded;
    make_sides(sides, &loaded);
    rm_duet_measure m = measure(sides, &loaded, 0);
    assert_interleaved("ABCCBA");
    assert_true(m.there[0] && m.there[1] && m.there[2]);
    assert_false(m.answers_differ || m.invalid);
    assert_true(m.base_ns > 0 && m.head_ns > 0 && isfinite(m.change) && isfinite(m.control));
    make_sides(sides, &loaded);
    measure(sides, &loaded, 2);
    assert_interleaved("BCAACB");
}

static void a_side_that_answers_otherwise_is_told(void **context) {
    (void)context;
    side sides[RM_DUET_SIDES];
    rm_duet_sides loaded;
    make_sides(sides, &loaded);
    sides[RM_DUET_HEAD].factor = 2;
    rm_duet_measure m = measure(sides, &loaded, 0);
    assert_true(m.answers_differ && !m.invalid);
    sides[RM_DUET_HEAD].factor = 1;
    sides[RM_DUET_CONTROL].factor = 2;
    m = measure(sides, &loaded, 0);
    assert_true(m.invalid && !m.answers_differ);
}

static void a_case_that_a_side_lacks_is_not_run(void **context) {
    (void)context;
    side sides[RM_DUET_SIDES];
    rm_duet_sides loaded;
    make_sides(sides, &loaded);
    sides[RM_DUET_BASE].absent = sides[RM_DUET_CONTROL].absent = true;
    rm_duet_measure m = measure(sides, &loaded, 1);
    assert_true(!m.there[RM_DUET_BASE] && m.there[RM_DUET_HEAD]);
    assert_true(isnan(m.base_ns));
    assert_int_equal(call_count, 0);
}

static void inputs_are_random_and_come_from_the_seed(void **context) {
    (void)context;
    rm_duet_input a = rm_duet_input_make(1), b = rm_duet_input_make(1), c = rm_duet_input_make(2);
    assert_true(a.count >= 1 << 20);
    assert_memory_equal(a.values, b.values, a.count * sizeof *a.values);
    assert_memory_equal(a.keys[77].data, b.keys[77].data, 16);
    assert_true(memcmp(a.values, c.values, a.count * sizeof *a.values) != 0);
    assert_true(memcmp(a.keys[0].data, a.keys[1].data, 16) != 0);
    assert_int_equal(a.keys[5].length, 16);
    rm_duet_input_free(&a);
    rm_duet_input_free(&b);
    rm_duet_input_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_builds_are_the_same_or_inconclusive),
        cmocka_unit_test(quiet_launches_of_equal_builds_are_the_same),
        cmocka_unit_test(a_fifth_more_time_is_seen_through_the_noise_of_launches),
        cmocka_unit_test(what_noise_hides_is_inconclusive),
        cmocka_unit_test(a_difference_that_layout_makes_is_no_slowdown_however_sure_it_is),
        cmocka_unit_test(a_control_that_drifts_raises_what_counts_as_a_change),
        cmocka_unit_test(too_few_launches_are_inconclusive_and_say_so),
        cmocka_unit_test(a_same_excludes_what_would_fail),
        cmocka_unit_test(the_visible_change_is_found_four_times_out_of_five),
        cmocka_unit_test(a_suspicion_stands_when_fresh_launches_agree),
        cmocka_unit_test(a_suspicion_that_does_not_come_again_is_inconclusive),
        cmocka_unit_test(six_launches_have_every_order_once_each_beside_its_reverse),
        cmocka_unit_test(blocks_of_the_sides_alternate_there_and_back),
        cmocka_unit_test(a_side_that_answers_otherwise_is_told),
        cmocka_unit_test(a_case_that_a_side_lacks_is_not_run),
        cmocka_unit_test(inputs_are_random_and_come_from_the_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
