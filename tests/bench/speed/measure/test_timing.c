#include "bench/speed/measure/timing.h"
#include "bench/support/clock.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_VISITS = 4096 };

/* Who was called in which order; calls of one arm in a row are one entry. */
typedef struct journal {
    char visits[MOST_VISITS];
    size_t count;
} journal;

typedef struct worker {
    char name;
    journal *journal;
    size_t pool;
    unsigned long calls[4];
    bool left_the_pool;
} worker;

static uint64_t sum_of_range(size_t start, size_t count) {
    return (uint64_t)count * (2 * start + count - 1) / 2;
}

/* Adds up the numbers of its operations, one by one. */
static uint64_t add_up(const void *context, unsigned thread, size_t start, size_t count) {
    worker *w = *(worker *const *)context;
    journal *j = w->journal;
    w->calls[thread]++;
    if (start + count > w->pool || !count)
        __atomic_store_n(&w->left_the_pool, true, __ATOMIC_RELAXED); /* threads share it */
    if (j && (!j->count || j->visits[j->count - 1] != w->name) && j->count < MOST_VISITS)
        j->visits[j->count++] = w->name;
    uint64_t sum = 0;
    for (size_t i = start; i < start + count; i++) {
        sum += i;
        __asm__ volatile("" : "+r"(sum));
    }
    return sum;
}

static rm_arm arm_of(worker *const *w) {
    return (rm_arm){.run = add_up, .context = w, .pool = (*w)->pool};
}

static void the_clock_never_runs_backwards(void **state) {
    (void)state;
    uint64_t last = rm_clock_ns(), first = last;
    for (int i = 0; i < 100000; i++) {
        uint64_t now = rm_clock_ns();
        assert_true(now >= last);
        last = now;
    }
    assert_true(last > first && last - first < UINT64_C(10000000000));
}

static void arms_take_turns_there_and_back(void **state) {
    (void)state;
    journal j = {.count = 0};
    worker a = {.name = 'a', .journal = &j, .pool = 1 << 20}, b = a, c = a;
    b.name = 'b';
    c.name = 'c';
    worker *w[] = {&a, &b, &c};
    rm_arm arms[] = {arm_of(&w[0]), arm_of(&w[1]), arm_of(&w[2])};
    rm_race(arms, 3, 1, 2);
    j.visits[j.count] = 0;
    /* first each alone, to find how long a block is */
    assert_string_equal(j.visits,
                        "abc"
                        "abcba"
                        "bcba");
    for (int i = 0; i < 3; i++)
        rm_arm_free(&arms[i]);
}

static void every_block_is_within_the_pool_and_keeps_its_sum(void **state) {
    (void)state;
    static const size_t pools[] = {1, 2, 63, 1000, 1 << 16};
    for (size_t p = 0; p < sizeof pools / sizeof *pools; p++) {
        worker a = {.name = 'a', .pool = pools[p]}, *w = &a;
        rm_arm arm = arm_of(&w);
        arm.warm = 100;
        rm_race(&arm, 1, 1, 2);
        assert_int_equal(arm.block_count, 2 * RM_VISITS * RM_BLOCKS_A_VISIT);
        assert_false(a.left_the_pool);
        for (size_t i = 0; i < arm.block_count; i++) {
            const rm_block *block = &arm.blocks[i];
            assert_int_equal(block->sum, sum_of_range(block->start, block->count));
            assert_true(block->ns >= 0 && block->ns < 1e9);
        }
        rm_arm_free(&arm);
    }
}

static void blocks_of_a_large_pool_walk_through_it_and_last_long_enough(void **state) {
    (void)state;
    worker a = {.name = 'a', .pool = (size_t)1 << 30}, *w = &a;
    rm_arm arm = arm_of(&w);
    rm_race(&arm, 1, 1, 3);
    assert_true(arm.blocks[1].start == arm.blocks[0].start + arm.count);
    double fastest = INFINITY;
    for (size_t i = 0; i < arm.block_count; i++)
        fastest = fmin(fastest, arm.blocks[i].ns * (double)arm.blocks[i].count);
    assert_true(fastest > RM_BLOCK_NS / 20.0);
    rm_arm_free(&arm);
}

static void an_arm_that_rests_keeps_its_blocks(void **state) {
    (void)state;
    worker a = {.name = 'a', .pool = 4096}, b = {.name = 'b', .pool = 4096};
    worker *w[] = {&a, &b};
    rm_arm arms[] = {arm_of(&w[0]), arm_of(&w[1])};
    rm_race(arms, 2, 1, 1);
    double first = arms[0].blocks[0].ns;
    unsigned long calls = a.calls[0], others = b.calls[0];
    arms[0].resting = true;
    rm_race(arms, 2, 1, 1);
    assert_int_equal(a.calls[0], calls);
    assert_true(b.calls[0] > others);
    assert_true(arms[0].blocks[0].ns == first);
    rm_arm_free(&arms[0]);
    rm_arm_free(&arms[1]);
}

static void every_thread_runs_and_has_its_blocks(void **state) {
    (void)state;
    worker a = {.name = 'a', .pool = 1 << 16}, *w = &a;
    rm_arm arm = arm_of(&w);
    rm_race(&arm, 1, 3, 2);
    assert_int_equal(arm.block_count, 3 * 2 * RM_VISITS * RM_BLOCKS_A_VISIT);
    for (int t = 0; t < 3; t++)
        assert_true(a.calls[t] >= 2 * RM_VISITS * (RM_BLOCKS_A_VISIT + 1));
    for (size_t i = 0; i < arm.block_count; i++)
        assert_int_equal(arm.blocks[i].sum, sum_of_range(arm.blocks[i].start, arm.blocks[i].count));
    rm_arm_free(&arm);
}

static void the_best_round_is_the_one_of_the_least_median(void **state) {
    (void)state;
    rm_block blocks[] = {{.ns = 1}, {.ns = 9}, {.ns = 8}, {.ns = 6}, {.ns = 5}, {.ns = 100}};
    rm_arm arm = {.blocks = blocks, .block_count = 6};
    assert_true(rm_arm_best_round(&arm, 2) == 6);
    assert_true(rm_arm_best_round(&arm, 1) == 7);
    assert_true(isnan(rm_arm_best_round(&(rm_arm){.block_count = 0}, 2)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_never_runs_backwards),
        cmocka_unit_test(arms_take_turns_there_and_back),
        cmocka_unit_test(every_block_is_within_the_pool_and_keeps_its_sum),
        cmocka_unit_test(blocks_of_a_large_pool_walk_through_it_and_last_long_enough),
        cmocka_unit_test(an_arm_that_rests_keeps_its_blocks),
        cmocka_unit_test(every_thread_runs_and_has_its_blocks),
        cmocka_unit_test(the_best_round_is_the_one_of_the_least_median),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
