#include "model.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "core/ring/live/shared.h"
#include "tests/support/memory.h"

enum { NODES = 12, READERS = 3, CHANGES = 200, BLOCK = 64 };

static rmk_ring *build(const rmk_nodes *nodes, const rmk_ring_options *options) {
    rmk_ring *ring;
    assert_int_equal(rmk_ring_build(nodes, options, &ring), RMK_OK);
    return ring;
}

/* ---- several readers and a writer ---- */

/* A walk adds and removes list[NODES - 1] in turn, so that there are two right answers, one for a whole
 * block. */
typedef struct watch {
    rmk_shared_ring *shared;
    const rmk_ring *without, *with;
    atomic_bool stop;
    atomic_size_t wrong, blocks;
} watch;

static size_t differing(const rmk_ring *ring, const uint64_t *positions, const uint32_t *owners) {
    size_t n = 0;
    for (size_t i = 0; i < BLOCK; i++)
        n += rmk_ring_lookup_plain(ring, positions[i]) != owners[i];
    return n;
}

static void *read_all_the_time(void *state) {
    watch *w = state;
    rmk_shared_reader *reader = rmk_shared_reader_join(w->shared);
    uint64_t positions[BLOCK], x = (uintptr_t)&positions;
    uint32_t owners[BLOCK];
    while (!atomic_load(&w->stop)) {
        for (size_t i = 0; i < BLOCK; i++)
            positions[i] = x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
        const rmk_live_ring *live = rmk_shared_reader_begin(reader);
        if (x & 1 << 20)
            rmk_live_ring_lookup_batch(live, positions, BLOCK, owners);
        else
            for (size_t i = 0; i < BLOCK; i++)
                owners[i] = rmk_live_ring_lookup(live, positions[i]);
        rmk_shared_reader_end(reader);
        if (differing(w->without, positions, owners) && differing(w->with, positions, owners))
            atomic_fetch_add(&w->wrong, 1);
        atomic_fetch_add(&w->blocks, 1);
    }
    rmk_shared_reader_leave(reader);
    return NULL;
}

static void every_block_of_answers_is_that_of_one_ring(void **state) {
    (void)state;
    node_list l = make_nodes(NODES);
    l.list[NODES - 1].weight = 7; /* enough for the tables to change their size with it */
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 40};
    rmk_nodes most = {l.list, NODES - 1, NODES};
    rmk_ring *without = build(&most, &options), *with = build(&l.nodes, &options);
    watch w = {.without = without, .with = with};
    assert_int_equal(rmk_shared_ring_of(without, READERS, &w.shared), RMK_OK);
    pthread_t threads[READERS];
    for (size_t t = 0; t < READERS; t++)
        assert_int_equal(pthread_create(&threads[t], NULL, read_all_the_time, &w), 0);
    while (atomic_load(&w.blocks) < READERS)
        sched_yield();
    rmk_status status = RMK_OK;
    for (size_t i = 0; i < CHANGES && status == RMK_OK; i++)
        status = i % 2 ? rmk_shared_ring_remove(w.shared, l.list[NODES - 1].id)
                       : rmk_shared_ring_add(w.shared, &l.list[NODES - 1]);
    atomic_store(&w.stop, true);
    for (size_t t = 0; t < READERS; t++)
        pthread_join(threads[t], NULL);
    assert_int_equal(status, RMK_OK);
    assert_int_equal(w.wrong, 0);
    rmk_shared_ring_destroy(w.shared);
    rmk_ring_destroy(with);
    rmk_ring_destroy(without);
    free_nodes(&l);
}

/* ---- one reader inside ---- */

typedef struct waiting {
    rmk_shared_ring *shared;
    const rmk_node *node;
    atomic_bool done;
} waiting;

static void *change_once(void *state) {
    waiting *w = state;
    rmk_shared_ring_add(w->shared, w->node);
    atomic_store(&w->done, true);
    return NULL;
}

static void a_change_waits_for_a_reader_and_no_reader_for_it(void **state) {
    (void)state;
    node_list l = make_nodes(3);
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 40};
    rmk_nodes two = {l.list, 2, 3};
    waiting w = {.node = &l.list[2]};
    assert_int_equal(rmk_shared_ring_build(&two, &options, 2, &w.shared), RMK_OK);
    rmk_shared_reader *first = rmk_shared_reader_join(w.shared), *second = rmk_shared_reader_join(w.shared);
    const rmk_live_ring *old = rmk_shared_reader_begin(first);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, change_once, &w), 0);
    /* the second reader sees the change while the first is still inside */
    size_t points = 0;
    while (points != 120) {
        points = rmk_live_ring_points_count(rmk_shared_reader_begin(second));
        rmk_shared_reader_end(second);
    }
    assert_false(atomic_load(&w.done));
    assert_int_equal(rmk_live_ring_points_count(old), 80);
    assert_true(rmk_live_ring_validate(old, NULL));
    rmk_shared_reader_end(first);
    pthread_join(thread, NULL);
    assert_true(atomic_load(&w.done));
    rmk_shared_ring_destroy(w.shared);
    free_nodes(&l);
}

/* ---- places, statuses and memory ---- */

static void places_are_given_back(void **state) {
    (void)state;
    node_list l = make_nodes(3);
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 10};
    rmk_shared_ring *shared;
    assert_int_equal(rmk_shared_ring_build(&l.nodes, &options, 0, &shared), RMK_BAD_INPUT);
    assert_int_equal(rmk_shared_ring_build(&l.nodes, &options, 2, &shared), RMK_OK);
    rmk_shared_reader *first = rmk_shared_reader_join(shared), *second = rmk_shared_reader_join(shared);
    assert_non_null(first);
    assert_non_null(second);
    assert_ptr_not_equal(first, second);
    assert_null(rmk_shared_reader_join(shared));
    rmk_shared_reader_leave(first);
    assert_ptr_equal(rmk_shared_reader_join(shared), first);
    rmk_shared_ring_destroy(shared);
    free_nodes(&l);
}

/* Rings take turns as the current one: what went wrong in the other shows after the next change. */
static void the_ring_is(rmk_shared_reader *reader, const rmk_ring *expected) {
    const rmk_live_ring *live = rmk_shared_reader_begin(reader);
    const char *reason = NULL;
    if (!rmk_live_ring_validate(live, &reason))
        fail_msg("%s", reason);
    for (size_t i = 0; i < 200; i++) {
        uint64_t position = next_random();
        assert_int_equal(rmk_live_ring_lookup(live, position), rmk_ring_lookup_plain(expected, position));
    }
    rmk_shared_reader_end(reader);
}

static void memory_that_is_short_changes_neither_ring(void **state) {
    (void)state;
    start_random(91);
    node_list l = make_nodes(6);
    l.list[5].weight = 9; /* the tables change their size */
    test_memory memory = {0};
    rmk_allocator allocator = test_allocator(&memory);
    rmk_ring_options options = {.hash = &wide_hash, .vnodes = 30, .allocator = &allocator};
    rmk_ring_options plain = {.hash = &wide_hash, .vnodes = 30};
    rmk_nodes five = {l.list, 5, 6};
    rmk_ring *without = build(&five, &plain), *with = build(&l.nodes, &plain);
    rmk_shared_ring *shared = NULL;
    for (size_t n = 1; !shared; n++) {
        memory = (test_memory){.fail_at = n};
        rmk_status status = rmk_shared_ring_build(&five, &options, 1, &shared);
        assert_int_equal(status, shared ? RMK_OK : RMK_NO_MEMORY);
        assert_true(shared || !memory.live_blocks);
    }
    rmk_shared_reader *reader = rmk_shared_reader_join(shared);
    for (int round = 0; round < 4; round++) {
        bool adding = round % 2 == 0;
        for (size_t n = 1;; n++) {
            memory.calls = 0;
            memory.fail_at = n;
            rmk_status status = adding ? rmk_shared_ring_add(shared, &l.list[5])
                                       : rmk_shared_ring_remove(shared, l.list[5].id);
            rmk_ring_memory m = rmk_shared_ring_memory_of(shared);
            assert_int_equal(m.points_bytes + m.index_bytes + m.other_bytes, memory.live_bytes);
            if (status == RMK_OK)
                break;
            assert_int_equal(status, RMK_NO_MEMORY);
            the_ring_is(reader, adding ? without : with);
        }
        the_ring_is(reader, adding ? with : without);
    }
    memory.fail_at = 0;
    assert_int_equal(rmk_shared_ring_add(shared, &l.list[0]), RMK_DUPLICATE);
    assert_int_equal(rmk_shared_ring_remove(shared, 77), RMK_NOT_FOUND);
    the_ring_is(reader, without);
    rmk_shared_ring_destroy(shared);
    assert_int_equal(memory.live_blocks, 0);
    rmk_ring_destroy(with);
    rmk_ring_destroy(without);
    free_nodes(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_of_answers_is_that_of_one_ring),
        cmocka_unit_test(a_change_waits_for_a_reader_and_no_reader_for_it),
        cmocka_unit_test(places_are_given_back),
        cmocka_unit_test(memory_that_is_short_changes_neither_ring),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
