/* JumpBackHash: the plain form against its description, the vector forms against the plain one. */
#include "tests/placement/nodes.h"

#include "core/placement/buckets/buckets.h"
#include "core/placement/buckets/jumpback.h"
#include "kernels.h"
#include "naive_jumpback.h"

static const uint32_t bucket_counts[] = {
    1, 2, 3, 5, 8, 9, 10, 15, 16, 1000, 1024, 65537, 100000, 0x3fffffff, 0x40000001, 0x7ffffffe, INT32_MAX};
enum { BUCKET_COUNTS = sizeof bucket_counts / sizeof *bucket_counts };

static rmk_jumpback_many *const kernels[] = {[RMK_ISA_SCALAR] = rmk_jumpback_many_scalar,
                                             [RMK_ISA_AVX2] = rmk_jumpback_many_avx2,
                                             [RMK_ISA_AVX512] = rmk_jumpback_many_avx512};

static void jumpback_agrees_with_its_description(void **state) {
    (void)state;
    uint64_t seed = 3301;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t n = 0; n < BUCKET_COUNTS; n++)
        for (int i = 0; i < 4000; i++) {
            uint64_t key = i < 3 ? (uint64_t)i - 1 : next_random(&seed), stream = key;
            assert_int_equal(rmk_jumpback(key, bucket_counts[n]), naive_jumpback(&stream, bucket_counts[n]));
        }
}

/* In the plain form the way on is computed before it is needed: the stream must still stand where it did. */
static void the_stream_goes_on_where_the_description_leaves_it(void **state) {
    (void)state;
    uint64_t seed = 3302;
    for (size_t n = 1; n < BUCKET_COUNTS; n++)
        for (int i = 0; i < 500; i++) {
            uint64_t key = next_random(&seed), plain = key, stream = key;
            naive_jumpback(&stream, bucket_counts[n]);
            uint64_t first = rmk_splitmix64(&plain);
            rmk_jumpback_draw(first, &plain, bucket_counts[n], rmk_splitmix64);
            assert_true(plain == stream);
        }
}

static void kernels_agree_with_single_keys_at_every_length(void **state) {
    (void)state;
    kernels_agree_at_every_length(kernels, rmk_jumpback, bucket_counts, BUCKET_COUNTS, 70, 3303);
}

static void kernels_agree_with_single_keys_on_many(void **state) {
    (void)state;
    enum { KEYS = 20000 };
    static uint64_t keys[KEYS];
    static uint32_t out[KEYS + 1];
    uint64_t seed = 3304;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < KEYS; i++)
        keys[i] = i < 3 ? i - 1 : next_random(&seed);
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++)
        for (size_t n = 0; n < BUCKET_COUNTS; n++) {
            out[KEYS] = 12345;
            kernels[isa](keys, KEYS, bucket_counts[n], out);
            assert_int_equal(out[KEYS], 12345);
            for (size_t i = 0; i < KEYS; i++)
                assert_int_equal(out[i], rmk_jumpback(keys[i], bucket_counts[n]));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jumpback_agrees_with_its_description),
        cmocka_unit_test(the_stream_goes_on_where_the_description_leaves_it),
        cmocka_unit_test(kernels_agree_with_single_keys_at_every_length),
        cmocka_unit_test(kernels_agree_with_single_keys_on_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
