/* Power consistent hashing by its paper's words, how it moves, and how evenly it spreads. */
#include "tests/placement/nodes.h"

#include <math.h>

#include "core/placement/buckets/buckets.h"

#define G UINT64_C(0x9e3779b97f4a7c15)

/* Value `i` of the splitmix64 that begins with a key, from 1 on. */
static uint64_t value_of(uint64_t key, uint64_t i) {
    uint64_t state = key + (i - 1) * G;
    return next_random(&state);
}

static uint64_t naive_f(uint64_t key, uint64_t size) {
    uint64_t bits = key % size;
    if (bits == 0)
        return 0;
    uint64_t j = 0;
    while (bits >> j > 1)
        j++;
    uint64_t low = UINT64_C(1) << j;
    return low + value_of(key, j + 1) % low;
}

/* The paper's: r is the smallest j with U > (x + 1) / (j + 1), looked for one by one. */
static uint64_t naive_g(uint64_t key, uint64_t n, uint64_t x) {
    for (uint64_t draw = 32;; draw++) {
        uint64_t u = value_of(key, draw), r = x + 1;
        while (r < n && (rmk_u128)u * (r + 1) <= (rmk_u128)(x + 1) << 64)
            r++;
        if (r >= n)
            return x;
        x = r;
    }
}

static uint64_t naive_power(uint64_t key, uint64_t n) {
    if (n == 1)
        return 0;
    uint64_t m = 1;
    while (m < n)
        m *= 2;
    uint64_t r = naive_f(key, m);
    if (r < n)
        return r;
    uint64_t q = naive_g(key, n, m / 2 - 1);
    return q > m / 2 - 1 ? q : naive_f(key, m / 2);
}

static void it_is_the_one_of_the_paper_with_splitmix64(void **state) {
    (void)state;
    uint64_t seed = 7001;
    for (uint32_t n = 1; n <= 300; n++)
        for (int i = 0; i < 1000; i++) {
            uint64_t key = i < 3 ? (uint64_t)i - 1 : next_random(&seed);
            assert_int_equal(rmk_power(key, n), naive_power(key, n));
        }
    for (int i = 0; i < 2000; i++) {
        uint64_t key = next_random(&seed);
        uint32_t n = (uint32_t)(next_random(&seed) % 5000) + 1;
        assert_int_equal(rmk_power(key, n), naive_power(key, n));
    }
}

static void one_bucket_more_moves_keys_to_itself_alone(void **state) {
    (void)state;
    static const uint32_t from[] = {1, 65500, 99000, 131040, UINT32_C(1) << 30, (UINT32_C(1) << 31) - 3000};
    uint64_t seed = 7002;
    for (size_t f = 0; f < sizeof from / sizeof *from; f++)
        for (int i = 0; i < 300; i++) {
            uint64_t key = next_random(&seed);
            uint32_t before = rmk_power(key, from[f]);
            for (uint32_t n = from[f] + 1; n <= from[f] + 3000; n++) {
                uint32_t now = rmk_power(key, n);
                assert_true(now == before || now == n - 1);
                before = now;
            }
        }
}

/* Chi-square over the buckets, in standard deviations from its mean. */
static double unevenness(const rmk_buckets_type *type, uint32_t buckets, uint64_t seed) {
    enum { KEYS = 10000000 };
    rmk_buckets *engine;
    assert_int_equal(rmk_buckets_create(type, buckets, NULL, &engine), RMK_OK);
    uint32_t *counts = calloc(buckets, sizeof *counts);
    assert_non_null(counts);
    for (int i = 0; i < KEYS; i++)
        counts[rmk_buckets_locate(engine, next_random(&seed))]++;
    double fair = (double)KEYS / buckets, square = 0, freedom = buckets - 1;
    for (uint32_t b = 0; b < buckets; b++)
        square += (counts[b] - fair) * (counts[b] - fair) / fair;
    free(counts);
    rmk_buckets_destroy(engine);
    return (square - freedom) / sqrt(2 * freedom);
}

static void ten_million_keys_spread_as_chance_would_have_it(void **state) {
    (void)state;
    static const uint32_t sizes[] = {10, 100, 1000, 100000};
    for (size_t i = 0; i < 4; i++) {
        double far = unevenness(&rmk_buckets_power, sizes[i], 7003 + i);
        if (!(far > -3 && far < 3))
            fail_msg("%u buckets: %g standard deviations", sizes[i], far);
    }
}

static void by_pcg32_they_do_not_between_powers_of_two(void **state) {
    (void)state;
    assert_true(unevenness(&rmk_buckets_power_pcg32, 100000, 7006) > 3.5);
    assert_true(unevenness(&rmk_buckets_power_pcg32, 65536, 7006) < 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_one_of_the_paper_with_splitmix64),
        cmocka_unit_test(one_bucket_more_moves_keys_to_itself_alone),
        cmocka_unit_test(ten_million_keys_spread_as_chance_would_have_it),
        cmocka_unit_test(by_pcg32_they_do_not_between_powers_of_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
