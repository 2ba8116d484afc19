#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bench/cells/parallel.h"
#include "bench/output/machine.h"
#include "bench/support/interrupt.h"
#include "tests/support/child.h"

enum { ITEMS = 500 };

typedef struct log {
    atomic_size_t worked, most_ahead;
    size_t emitted;
    uint64_t results[ITEMS];
    bool in_order;
    size_t interrupt_at; /* the item during which SIGINT comes; SIZE_MAX: none */
} log;

static void work(size_t i, void *context) {
    log *l = context;
    if (i % 7 == 0)
        usleep(200); /* later items overtake this one */
    l->results[i] = i * i + 1;
    size_t ahead = atomic_fetch_add(&l->worked, 1) + 1 - __atomic_load_n(&l->emitted, __ATOMIC_RELAXED);
    size_t most = atomic_load(&l->most_ahead);
    while (ahead > most && !atomic_compare_exchange_weak(&l->most_ahead, &most, ahead))
        continue;
    if (i == l->interrupt_at)
        raise(SIGINT);
}

static void emit(size_t i, void *context) {
    log *l = context;
    l->in_order = l->in_order && i == l->emitted && l->results[i] == i * i + 1;
    __atomic_store_n(&l->emitted, l->emitted + 1, __ATOMIC_RELAXED);
}

static void every_item_is_emitted_in_order_for_any_number_of_jobs(void **state) {
    (void)state;
    for (size_t jobs = 0; jobs <= 9; jobs++) {
        log l = {.in_order = true, .interrupt_at = SIZE_MAX};
        rm_parallel(jobs, ITEMS, work, emit, &l);
        assert_true(l.in_order);
        assert_int_equal(l.emitted, ITEMS);
    }
}

static void fewer_items_than_jobs_are_fine(void **state) {
    (void)state;
    for (size_t count = 0; count <= 3; count++) {
        log l = {.in_order = true, .interrupt_at = SIZE_MAX};
        rm_parallel(8, count, work, emit, &l);
        assert_true(l.in_order);
        assert_int_equal(l.emitted, count);
    }
}

static void slow_emit(size_t i, void *context) {
    usleep(100);
    emit(i, context);
}

static void workers_do_not_run_far_ahead_of_the_rows(void **state) {
    (void)state;
    log l = {.in_order = true, .interrupt_at = SIZE_MAX};
    rm_parallel(3, ITEMS, work, slow_emit, &l);
    assert_int_equal(l.emitted, ITEMS);
    assert_true(l.most_ahead <= 3 * 4 + 3);
}

static void interrupted_run(void *context) {
    size_t jobs = *(size_t *)context;
    rm_interrupts_watch();
    log l = {.in_order = true, .interrupt_at = 100};
    rm_parallel(jobs, ITEMS, work, emit, &l);
    /* the item that the signal met is not whole, nor are those that others had under way */
    printf("%d %d %d %d %d", rm_interrupted(), rm_interrupt_signal() == SIGINT, l.in_order,
           l.emitted <= 100 && l.emitted + 4 * jobs >= 100, l.emitted < l.worked && l.worked < ITEMS);
}

static void stuck(size_t i, void *context) {
    work(i, context);
    if (i == 100)
        for (;;)
            pause();
}

static void stuck_run(void *context) {
    size_t jobs = *(size_t *)context;
    rm_interrupts_watch();
    /* leaves its stack to the worker that still runs */
    static log l;
    l = (log){.in_order = true, .interrupt_at = 100};
    bool ended = rm_parallel(jobs, ITEMS, stuck, emit, &l);
    printf("%d %d %d", ended, l.in_order, l.emitted <= 100 && l.emitted + 4 * jobs >= 100);
}

static void an_interrupt_does_not_wait_for_long_work(void **state) {
    (void)state;
    for (size_t jobs = 1; jobs <= 2; jobs++) {
        test_child child = test_run(stuck_run, &jobs);
        assert_int_equal(child.code, 0);
        assert_string_equal(child.out, "0 1 1");
    }
}

static void an_interrupt_ends_the_run_and_what_was_under_way_is_not_emitted(void **state) {
    (void)state;
    for (size_t jobs = 1; jobs <= 4; jobs++) {
        test_child child = test_run(interrupted_run, &jobs);
        assert_int_equal(child.code, 0);
        assert_string_equal(child.out, "1 1 1 1 1");
    }
}

static void interrupt_twice(void *context) {
    (void)context;
    rm_interrupts_watch();
    raise(SIGINT);
    raise(SIGTERM);
    printf("still here");
}

static void a_second_interrupt_ends_the_program_at_once(void **state) {
    (void)state;
    test_child child = test_run(interrupt_twice, NULL);
    assert_int_equal(child.signal, SIGTERM);
    assert_string_equal(child.out, "");
}

static void take_and_give(size_t i, void *context) {
    rmk_allocator *a = context;
    size_t alignment = (size_t)8 << i % 8, bytes = i * 37 + 1;
    unsigned char *memory = a->allocate(a->state, alignment, bytes);
    if (!memory || (uintptr_t)memory % alignment)
        abort();
    memset(memory, 1, bytes);
    a->release(a->state, memory, bytes);
}

static void nothing(size_t i, void *context) {
    (void)i;
    (void)context;
}

static void memory_is_counted_from_any_thread(void **state) {
    (void)state;
    rm_counting counting = {0};
    rmk_allocator a = rm_counting_allocator(&counting);
    rm_parallel(4, ITEMS, take_and_give, nothing, &a);
    assert_int_equal(counting.calls, ITEMS);
    assert_int_equal(counting.live_bytes, 0);
    assert_int_equal(counting.allocated_bytes, 0);
    void *memory = a.allocate(a.state, 64, 1000);
    assert_non_null(memory);
    assert_int_equal(counting.live_bytes, 1000);
    assert_true(counting.allocated_bytes >= 1000 && counting.allocated_bytes < 4096);
    a.release(a.state, memory, 1000);
    assert_null(a.allocate(a.state, 64, SIZE_MAX - 10));
    assert_int_equal(counting.live_bytes, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_emitted_in_order_for_any_number_of_jobs),
        cmocka_unit_test(fewer_items_than_jobs_are_fine),
        cmocka_unit_test(workers_do_not_run_far_ahead_of_the_rows),
        cmocka_unit_test(an_interrupt_ends_the_run_and_what_was_under_way_is_not_emitted),
        cmocka_unit_test(an_interrupt_does_not_wait_for_long_work),
        cmocka_unit_test(a_second_interrupt_ends_the_program_at_once),
        cmocka_unit_test(memory_is_counted_from_any_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
