#include "bench/regression/exact_digest.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { ENTRIES = 500 };

static rmk_hasher digester;

/* Arcs of nodes in turn, or slots, whose owners depend on their number alone. */
static rmk_map map_of(rmk_map_kind kind) {
    rmk_map map;
    assert_int_equal(rmk_map_create(kind, ENTRIES, rmk_domain_of(&rmk_hash_xxh3), NULL, &map), RMK_OK);
    map.count = ENTRIES;
    for (size_t i = 0; i < ENTRIES; i++) {
        map.owners[i] = (uint32_t)(i * 7 % 50);
        if (kind == RMK_MAP_ARCS)
            map.ends[i] = i + 1 == ENTRIES ? UINT64_MAX : (i + 1) * 0x0020000000000000u;
    }
    return map;
}

static void equal_maps_have_equal_digests(void **state) {
    (void)state;
    for (rmk_map_kind kind = RMK_MAP_ARCS; kind <= RMK_MAP_SLOTS; kind++) {
        rmk_map a = map_of(kind), b = map_of(kind);
        assert_int_equal(rm_map_digest(&digester, &a), rm_map_digest(&digester, &b));
        rmk_map_destroy(&a);
        rmk_map_destroy(&b);
    }
}

static void every_owner_matters(void **state) {
    (void)state;
    for (rmk_map_kind kind = RMK_MAP_ARCS; kind <= RMK_MAP_SLOTS; kind++) {
        rmk_map map = map_of(kind);
        uint64_t digest = rm_map_digest(&digester, &map);
        for (size_t i = 0; i < ENTRIES; i++) {
            map.owners[i] ^= 1;
            assert_int_not_equal(rm_map_digest(&digester, &map), digest);
            map.owners[i] ^= 1;
        }
        assert_int_equal(rm_map_digest(&digester, &map), digest);
        rmk_map_destroy(&map);
    }
}

static void every_end_matters_to_the_last_position(void **state) {
    (void)state;
    rmk_map map = map_of(RMK_MAP_ARCS);
    uint64_t digest = rm_map_digest(&digester, &map);
    for (size_t i = 0; i < ENTRIES; i++) {
        map.ends[i] -= 1;
        assert_int_not_equal(rm_map_digest(&digester, &map), digest);
        map.ends[i] += 1;
    }
    rmk_map_destroy(&map);
}

static void slots_are_not_arcs_and_a_shorter_map_is_another(void **state) {
    (void)state;
    rmk_map arcs = map_of(RMK_MAP_ARCS), slots = map_of(RMK_MAP_SLOTS);
    uint64_t digest = rm_map_digest(&digester, &slots);
    assert_int_not_equal(rm_map_digest(&digester, &arcs), digest);
    slots.count--;
    assert_int_not_equal(rm_map_digest(&digester, &slots), digest);
    slots.count++;
    rmk_map_destroy(&arcs);
    rmk_map_destroy(&slots);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_maps_have_equal_digests),
        cmocka_unit_test(every_owner_matters),
        cmocka_unit_test(every_end_matters_to_the_last_position),
        cmocka_unit_test(slots_are_not_arcs_and_a_shorter_map_is_another),
    };
    if (rmk_hasher_open(&digester, &rmk_hash_xxh3, RMK_ISA_SCALAR, NULL) != RMK_OK)
        return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    rmk_hasher_close(&digester);
    return failed;
}
