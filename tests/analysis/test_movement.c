/* Exact movement, against comparing the owners of every value of a tiny circle. */
#include "naive.h"

#include "core/analysis/analysis.h"
#include "tests/support/guard.h"
#include "tests/support/memory.h"

#include <string.h>

enum { NODES = 7, MANY_NODES = 300 };

static const rmk_u128 whole = (rmk_u128)1 << 64;

static size_t row_of(uint32_t owner) {
    return owner == RMK_NOBODY ? NODES : owner;
}

/* Every transfer is as counted, sorted, not empty; and there are no others. */
static void assert_movement(const rmk_movement *movement, rmk_u128 expected[NODES + 1][NODES + 1]) {
    rmk_u128 moved = 0;
    for (size_t i = 0; i < movement->count; i++) {
        const rmk_transfer *t = movement->transfers + i;
        assert_true(t->from != t->to && t->values > 0);
        if (i)
            assert_true(t[-1].from < t->from || (t[-1].from == t->from && t[-1].to < t->to));
        assert_true(expected[row_of(t->from)][row_of(t->to)] == t->values);
        expected[row_of(t->from)][row_of(t->to)] = 0;
        moved += t->values;
    }
    assert_true(movement->moved == moved);
    for (size_t from = 0; from <= NODES; from++)
        for (size_t to = 0; to <= NODES; to++)
            assert_true(from == to || expected[from][to] == 0);
}

/* A copy of `before` with some stretches given to others. */
static void change_some(const naive_circle *circle, const uint32_t *before, uint64_t *random,
                        uint32_t *after) {
    memcpy(after, before, circle->places * sizeof *after);
    for (uint64_t changes = naive_random(random) % 6; changes; changes--) {
        size_t at = naive_random(random) % circle->places;
        uint32_t owner = (uint32_t)(naive_random(random) % (NODES + 1));
        for (uint64_t run = naive_random(random) % 20; run && at < circle->places; run--)
            after[at++] = owner == NODES ? RMK_NOBODY : owner;
    }
}

static void movement_agrees_with_counting(void **state) {
    (void)state;
    uint64_t seed = 99;
    print_message("seed %llu\n", (unsigned long long)seed);
    static naive_circle circle;
    static uint32_t before[NAIVE_PLACES], after[NAIVE_PLACES];
    for (int round = 0; round < 600; round++) {
        naive_circle_make(&circle, 3 + round % 9, round / 9 % NAIVE_DOMAINS, &seed);
        naive_owners(&circle, NODES, 1 + round % 30, &seed, before);
        if (round % 2)
            change_some(&circle, before, &seed, after);
        else
            naive_owners(&circle, NODES, 1 + round % 17, &seed, after);
        rmk_u128 expected[NODES + 1][NODES + 1] = {{0}};
        size_t total = 0;
        for (size_t v = 0; v < circle.places; v++) {
            expected[row_of(before[v])][row_of(after[v])] += circle.exists[v];
            total += circle.exists[v];
        }
        rmk_map a, b;
        rmk_movement movement;
        naive_map(&circle, before, &seed, NULL, &a);
        naive_map(&circle, after, &seed, NULL, &b);
        a.isa = (rmk_isa)(round / 2 % 4);
        rmk_status status = rmk_movement_between(&a, &b, NULL, &movement);
        assert_int_equal(status, RMK_OK);
        assert_true(movement.total == total);
        assert_movement(&movement, expected);
        rmk_movement_destroy(&movement);
        rmk_map_destroy(&a);
        rmk_map_destroy(&b);
    }
}

static void movement_between_slots_agrees_with_counting(void **state) {
    (void)state;
    uint64_t seed = 100;
    static naive_circle circle;
    for (int round = 0; round < 90; round++) {
        naive_circle_make(&circle, 7, round % NAIVE_DOMAINS, &seed);
        size_t slots = 1 + naive_random(&seed) % 50,
               others = round % 2 ? slots : 1 + naive_random(&seed) % 50;
        rmk_map a, b;
        assert_int_equal(rmk_map_create(RMK_MAP_SLOTS, slots, circle.domain, NULL, &a), RMK_OK);
        assert_int_equal(rmk_map_create(RMK_MAP_SLOTS, others, circle.domain, NULL, &b), RMK_OK);
        a.count = slots;
        b.count = others;
        for (size_t i = 0; i < slots; i++)
            a.owners[i] = (uint32_t)(naive_random(&seed) % NODES);
        for (size_t i = 0; i < others; i++)
            b.owners[i] = naive_random(&seed) % 3 ? a.owners[i % slots] : RMK_NOBODY;
        rmk_u128 expected[NODES + 1][NODES + 1] = {{0}};
        for (size_t v = 0; v < circle.places; v++)
            expected[row_of(a.owners[v % slots])][row_of(b.owners[v % others])] += circle.exists[v];
        rmk_movement movement;
        assert_int_equal(rmk_movement_between(&a, &b, NULL, &movement), RMK_OK);
        assert_movement(&movement, expected);
        rmk_movement_destroy(&movement);
        rmk_map_destroy(&a);
        rmk_map_destroy(&b);
    }
}

static rmk_map arcs(uint64_t *ends, uint32_t *owners, size_t count) {
    return (rmk_map){.kind = RMK_MAP_ARCS,
                     .count = count,
                     .capacity = count,
                     .ends = ends,
                     .owners = owners,
                     .domain = {.bits = 64, .value_bits = 64}};
}

static void all_of_the_circle_can_move_at_once(void **state) {
    (void)state;
    uint64_t ends[] = {UINT64_MAX};
    uint32_t one[] = {0}, other[] = {1};
    rmk_map a = arcs(ends, one, 1), b = arcs(ends, other, 1);
    rmk_movement movement;
    assert_int_equal(rmk_movement_between(&a, &b, NULL, &movement), RMK_OK);
    assert_int_equal(movement.count, 1);
    assert_true(movement.moved == whole && movement.total == whole);
    assert_true(movement.transfers[0].from == 0 && movement.transfers[0].to == 1);
    rmk_movement_destroy(&movement);
    assert_int_equal(rmk_movement_between(&a, &a, NULL, &movement), RMK_OK);
    assert_true(movement.count == 0 && movement.moved == 0);
    rmk_movement_destroy(&movement);
}

static void a_moved_end_moves_exactly_what_lies_between(void **state) {
    (void)state;
    uint64_t ends[] = {0, 100, 200, UINT64_MAX}, later[] = {0, 100, 250, UINT64_MAX};
    uint32_t owners[] = {5, 6, 5, 6}, later_owners[] = {5, 6, 5, 5};
    rmk_map a = arcs(ends, owners, 4), b = arcs(later, owners, 4);
    rmk_movement movement;
    assert_int_equal(rmk_movement_between(&a, &b, NULL, &movement), RMK_OK);
    assert_int_equal(movement.count, 1);
    assert_true(movement.transfers[0].from == 6 && movement.transfers[0].to == 5 && movement.moved == 50);
    rmk_movement_destroy(&movement);
    b.owners = later_owners;
    assert_int_equal(rmk_movement_between(&a, &b, NULL, &movement), RMK_OK);
    assert_true(movement.count == 1 && movement.moved == whole - 201);
    rmk_movement_destroy(&movement);
}

/* Whole lines of both arrays, right before pages that cannot be touched. */
static rmk_map guarded_map(size_t count) {
    rmk_map map;
    rmk_domain domain = {.bits = 64, .value_bits = 64};
    assert_int_equal(rmk_map_create(RMK_MAP_ARCS, count, domain, &test_guarded, &map), RMK_OK);
    for (map.count = 0; map.count < count; map.count++) {
        map.ends[map.count] = map.count + 1 == count ? UINT64_MAX : (map.count + 1) * 1000;
        map.owners[map.count] = (uint32_t)(map.count % NODES);
    }
    return map;
}

static void nothing_behind_the_last_arc_is_read(void **state) {
    (void)state;
    for (int isa = RMK_ISA_AUTO; isa <= RMK_ISA_AVX512; isa++)
        for (size_t count = 16; count <= 512; count *= 2) {
            rmk_map a = guarded_map(count), b = guarded_map(count);
            a.isa = (rmk_isa)isa;
            rmk_movement movement;
            assert_int_equal(rmk_movement_between(&a, &b, NULL, &movement), RMK_OK);
            assert_true(movement.count == 0 && movement.moved == 0);
            rmk_movement_destroy(&movement);
            b.owners[count - 1] = NODES;
            assert_int_equal(rmk_movement_between(&a, &b, NULL, &movement), RMK_OK);
            assert_true(movement.count == 1 && movement.moved == whole - (count - 1) * 1000 - 1);
            rmk_movement_destroy(&movement);
            rmk_map_destroy(&a);
            rmk_map_destroy(&b);
        }
}

/* Two maps of unrelated owners: tens of thousands of pairs, so that the table grows and the sort has work. */
static void fill_many(uint64_t *ends, uint32_t *owners, size_t count, uint64_t *random) {
    for (size_t i = 0; i < count; i++) {
        ends[i] = i + 1 == count ? UINT64_MAX : (i + 1) * 1000;
        owners[i] = (uint32_t)(naive_random(random) % MANY_NODES);
    }
}

static void many_pairs_come_out_sorted_and_complete(void **state) {
    (void)state;
    enum { ARCS = 60000 };
    static uint64_t ends[ARCS], sums[MANY_NODES][MANY_NODES];
    static uint32_t before[ARCS], after[ARCS];
    uint64_t seed = 101;
    fill_many(ends, before, ARCS, &seed);
    fill_many(ends, after, ARCS, &seed);
    before[ARCS - 1] = after[ARCS - 1];
    for (size_t i = 0; i + 1 < ARCS; i++)
        sums[before[i]][after[i]] += i ? 1000 : 1001;
    rmk_map a = arcs(ends, before, ARCS), b = arcs(ends, after, ARCS);
    rmk_movement movement;
    assert_int_equal(rmk_movement_between(&a, &b, NULL, &movement), RMK_OK);
    size_t i = 0;
    for (uint32_t from = 0; from < MANY_NODES; from++) {
        for (uint32_t to = 0; to < MANY_NODES; to++) {
            if (from == to || !sums[from][to])
                continue;
            assert_true(movement.transfers[i].from == from && movement.transfers[i].to == to);
            assert_true(movement.transfers[i++].values == sums[from][to]);
        }
    }
    assert_int_equal(movement.count, i);
    rmk_movement_destroy(&movement);
}

static void maps_that_cannot_be_compared_are_refused(void **state) {
    (void)state;
    uint64_t ends[] = {9, UINT64_MAX};
    uint32_t owners[] = {0, 1};
    rmk_map a = arcs(ends, owners, 2), b = a, slots = a, more = a;
    rmk_movement movement;
    b.domain.value_bits = 32;
    assert_int_equal(rmk_movement_between(&a, &b, NULL, &movement), RMK_UNSUPPORTED);
    slots.kind = more.kind = RMK_MAP_SLOTS;
    assert_int_equal(rmk_movement_between(&a, &slots, NULL, &movement), RMK_UNSUPPORTED);
    slots.count = 4099; /* primes: their product is above 2^22 */
    more.count = 4093;
    assert_int_equal(rmk_movement_between(&slots, &more, NULL, &movement), RMK_UNSUPPORTED);
    assert_int_equal(movement.count, 0);
    rmk_movement_destroy(&movement);
}

static void a_failed_allocation_leaks_nothing(void **state) {
    (void)state;
    enum { ARCS = 5000 };
    static uint64_t ends[ARCS];
    static uint32_t before[ARCS], after[ARCS];
    uint64_t seed = 102;
    fill_many(ends, before, ARCS, &seed);
    fill_many(ends, after, ARCS, &seed);
    rmk_map a = arcs(ends, before, ARCS), b = arcs(ends, after, ARCS);
    rmk_status status = RMK_NO_MEMORY;
    for (size_t fail_at = 1; status; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        rmk_allocator allocator = test_allocator(&memory);
        rmk_movement movement;
        status = rmk_movement_between(&a, &b, &allocator, &movement);
        if (status) {
            assert_int_equal(status, RMK_NO_MEMORY);
            assert_int_equal(memory.live_blocks, 0);
        } else {
            assert_true(fail_at > 5);
        }
        rmk_movement_destroy(&movement);
        assert_int_equal(memory.live_blocks, 0);
        assert_int_equal(memory.live_bytes, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(movement_agrees_with_counting),
        cmocka_unit_test(movement_between_slots_agrees_with_counting),
        cmocka_unit_test(all_of_the_circle_can_move_at_once),
        cmocka_unit_test(a_moved_end_moves_exactly_what_lies_between),
        cmocka_unit_test(nothing_behind_the_last_arc_is_read),
        cmocka_unit_test(many_pairs_come_out_sorted_and_complete),
        cmocka_unit_test(maps_that_cannot_be_compared_are_refused),
        cmocka_unit_test(a_failed_allocation_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
