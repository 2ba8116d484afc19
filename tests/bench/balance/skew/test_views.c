/* A naive model beside it: every hash value of a small circle is asked in every view. */
#include "bench/balance/skew/views.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/bench/uniform.h"

enum { BITS = 10, VALUES = 1 << BITS, IDS = 9, MOST_VIEWS = 12 };

/* Random arcs over random nodes, some of nobody; ends are not all at values, and the values do not fill the
 * circle when value_bits is smaller. */
static rmk_map random_map(rmk_domain domain) {
    rmk_map map;
    size_t arcs = 1 + random_bits() % 20;
    uint64_t ends[21];
    assert_int_equal(rmk_map_create(RMK_MAP_ARCS, arcs + 1, domain, NULL, &map), RMK_OK);
    for (size_t i = 0; i < arcs; i++) {
        ends[i] = random_bits();
        for (size_t k = i; k && ends[k] < ends[k - 1]; k--) {
            uint64_t swapped = ends[k];
            ends[k] = ends[k - 1];
            ends[k - 1] = swapped;
        }
    }
    ends[arcs] = UINT64_MAX;
    for (size_t i = 0; i <= arcs; i++) {
        uint32_t owner = (uint32_t)(random_bits() >> 32) % (IDS + 1);
        rmk_map_append(&map, ends[i], owner == IDS ? RMK_NOBODY : owner);
    }
    return map;
}

static uint32_t naive_owner(const rmk_map *map, uint64_t value) {
    uint64_t position = value << (64 - BITS);
    for (size_t i = 0;; i++)
        if (position <= map->ends[i])
            return map->owners[i];
}

static void agrees_with_every_value(const rmk_map *maps, size_t views, unsigned value_bits) {
    double mean, most, naive_most = 0;
    rmk_u128 loads[IDS];
    uint64_t naive_loads[IDS] = {0}, sum = 0;
    for (uint64_t value = 0; value < (uint64_t)1 << value_bits; value++) {
        unsigned nodes = 0;
        for (size_t m = 0; m < views; m++) {
            uint32_t owner = naive_owner(maps + m, value);
            if (owner != RMK_NOBODY)
                nodes |= 1u << owner;
        }
        sum += (unsigned)__builtin_popcount(nodes);
        naive_most = fmax(naive_most, __builtin_popcount(nodes));
        for (uint32_t id = 0; id < IDS; id++)
            naive_loads[id] += nodes >> id & 1;
    }
    assert_int_equal(rm_views_merge(maps, views, IDS, &mean, &most, loads), RMK_OK);
    assert_true(fabs(mean - (double)sum / (double)((uint64_t)1 << value_bits)) < 1e-12);
    assert_true(most >= naive_most && most <= naive_most);
    for (uint32_t id = 0; id < IDS; id++)
        assert_int_equal((uint64_t)loads[id], naive_loads[id]);
}

static void merged_views_count_every_value_as_a_naive_model_does(void **unused) {
    (void)unused;
    state = 2024;
    for (int round = 0; round < 60; round++) {
        unsigned value_bits = round % 3 ? BITS : BITS - 2;
        rmk_domain domain = {.bits = BITS, .value_bits = value_bits};
        rmk_map maps[MOST_VIEWS];
        size_t views = 1 + random_bits() % MOST_VIEWS;
        for (size_t m = 0; m < views; m++)
            maps[m] = random_map(domain);
        agrees_with_every_value(maps, views, value_bits);
        for (size_t m = 0; m < views; m++)
            rmk_map_destroy(maps + m);
    }
}

static void equal_views_are_one_view(void **unused) {
    (void)unused;
    state = 5;
    rmk_domain domain = {.bits = BITS, .value_bits = BITS};
    rmk_map maps[3];
    uint64_t kept = state;
    for (size_t m = 0; m < 3; m++) {
        state = kept;
        maps[m] = random_map(domain);
    }
    agrees_with_every_value(maps, 3, BITS);
    for (size_t m = 0; m < 3; m++)
        rmk_map_destroy(maps + m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_views_count_every_value_as_a_naive_model_does),
        cmocka_unit_test(equal_views_are_one_view),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
