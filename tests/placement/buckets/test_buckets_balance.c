/* How evenly the engines of numbered buckets spread random keys, by chi-square. */
#include "tests/placement/nodes.h"

#include <stdlib.h>
#include <string.h>

#include "core/placement/buckets/buckets.h"

enum { BLOCK = 4096, MOST = 256 };

/* An engine of `buckets` working ones, after removing `removed` others. */
static rmk_buckets *make(const rmk_buckets_type *type, uint32_t buckets, uint32_t removed, uint64_t *seed) {
    rmk_buckets *engine;
    assert_int_equal(rmk_buckets_create(type, buckets + removed, NULL, &engine), RMK_OK);
    while (engine->working > buckets)
        rmk_buckets_remove(engine, (uint32_t)(next_random(seed) % (buckets + removed)));
    return engine;
}

static double chi_square(const rmk_buckets *engine, size_t keys, uint64_t seed) {
    static uint64_t block[BLOCK];
    static uint32_t owners[BLOCK];
    double counts[MOST] = {0}, fair = (double)keys / engine->working, square = 0;
    assert_true(engine->limit <= MOST);
    for (size_t left = keys; left;) {
        size_t count = left < BLOCK ? left : BLOCK;
        for (size_t i = 0; i < count; i++)
            block[i] = next_random(&seed);
        rmk_buckets_locate_batch(engine, block, count, owners);
        for (size_t i = 0; i < count; i++)
            counts[owners[i]]++;
        left -= count;
    }
    for (uint32_t b = 0; b < engine->limit; b++)
        if (rmk_buckets_works(engine, b))
            square += (counts[b] - fair) * (counts[b] - fair) / fair;
    return square;
}

/* memento-crc32c is uneven after removals, as its reference; dx-crc32c gives keys up. */
static bool is_uniform(const rmk_buckets_type *type, uint32_t removed) {
    if (type == &rmk_buckets_binomial || type == &rmk_buckets_dx_crc32c)
        return false;
    return removed ? type->removes_any && type != &rmk_buckets_memento_crc32c : true;
}

/* The bounds of chi-square at 1 % and at 0.1 %, by buckets - 1 degrees of freedom. */
static const struct bound {
    uint32_t buckets;
    double one, tenth;
} bounds[] = {{10, 21.666, 27.877}, {100, 134.642, 148.230}};

static void keys_spread_evenly(void **state) {
    (void)state;
    enum { FEW = 200000 };
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    for (size_t t = 0; t < count; t++)
        for (size_t b = 0; b < 2; b++)
            for (uint32_t part = 0; part < 2; part++) {
                uint64_t seed = 3401 + part;
                uint32_t removed = part * bounds[b].buckets / 2;
                if (!is_uniform(types[t], removed))
                    continue;
                rmk_buckets *engine = make(types[t], bounds[b].buckets, removed, &seed);
                double square = chi_square(engine, FEW, seed);
                if (square > bounds[b].tenth)
                    fail_msg("%s of %u: chi-square %g", types[t]->name, bounds[b].buckets, square);
                rmk_buckets_destroy(engine);
            }
}

static void binomial_is_uneven_as_its_reference(void **state) {
    (void)state;
    enum { KEYS = 2000000 };
    static const struct {
        uint32_t buckets;
        double far; /* a chi-square that chance does not reach */
    } cases[] = {{5, 200}, {9, 60}};
    for (size_t i = 0; i < 2; i++) {
        uint64_t seed = 3402;
        rmk_buckets *engine = make(&rmk_buckets_binomial, cases[i].buckets, 0, &seed);
        assert_true(chi_square(engine, KEYS, seed) > cases[i].far);
        rmk_buckets_destroy(engine);
    }
}

static unsigned passes(const rmk_buckets_type *type, uint32_t buckets, uint32_t removed, double bound) {
    enum { SEEDS = 100 };
    /* ten times as many keys see smaller faults, and take an hour: RINGMARK_LONG=night */
    const char *length = getenv("RINGMARK_LONG");
    size_t keys = length && strcmp(length, "night") == 0 ? 10000000 : 1000000;
    unsigned passed = 0;
    for (uint64_t s = 0; s < SEEDS; s++) {
        uint64_t seed = 3403 + 1000003 * s;
        rmk_buckets *engine = make(type, buckets, removed, &seed);
        passed += chi_square(engine, keys, seed) <= bound;
        rmk_buckets_destroy(engine);
    }
    return passed;
}

static void of_a_hundred_seeds_95_pass_at_one_percent(void **state) {
    (void)state;
    if (!getenv("RINGMARK_LONG"))
        skip();
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    for (size_t t = 0; t < count; t++)
        for (size_t b = 0; b < 2; b++) {
            if (!is_uniform(types[t], 0))
                continue;
            unsigned passed = passes(types[t], bounds[b].buckets, 0, bounds[b].one);
            print_message("%s of %u: %u of 100\n", types[t]->name, bounds[b].buckets, passed);
            assert_in_range(passed, 95, 100);
        }
    assert_int_equal(passes(&rmk_buckets_binomial, 5, 0, 13.277), 0);
    assert_int_equal(passes(&rmk_buckets_binomial, 9, 0, 20.090), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_spread_evenly),
        cmocka_unit_test(binomial_is_uneven_as_its_reference),
        cmocka_unit_test(of_a_hundred_seeds_95_pass_at_one_percent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
