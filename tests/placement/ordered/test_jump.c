/* Jump consistent hash: recorded answers, an integer-only model, and what the paper promises. */
#include "tests/placement/nodes.h"

#include <string.h>

#include "core/placement/ordered/jump.h"
#include "tests/placement/buckets/kernels.h"

enum { COLUMNS = 10 };

static rmk_jump_many *const kernels[] = {[RMK_ISA_SCALAR] = rmk_jump_many_scalar,
                                         [RMK_ISA_AVX2] = rmk_jump_many_avx2,
                                         [RMK_ISA_AVX512] = rmk_jump_many_avx512};

static FILE *open_vectors(void) {
    const char *top = getenv("RINGMARK_SRCDIR");
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/vectors/jump/jump.tsv", top ? top : ".");
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("cannot open %s: run from the top of the checkout, or set RINGMARK_SRCDIR", path);
    return file;
}

static void jump_gives_the_recorded_buckets(void **state) {
    (void)state;
    FILE *file = open_vectors();
    char line[512];
    uint32_t buckets[COLUMNS];
    size_t rows = 0;
    assert_non_null(fgets(line, sizeof line, file));
    assert_int_equal(sscanf(line, "#key %u %u %u %u %u %u %u %u %u %u", buckets, buckets + 1, buckets + 2,
                            buckets + 3, buckets + 4, buckets + 5, buckets + 6, buckets + 7, buckets + 8,
                            buckets + 9),
                     COLUMNS);
    for (; fgets(line, sizeof line, file); rows++) {
        char *next = line;
        uint64_t key = *line == '-' ? (uint64_t)strtoll(line, &next, 10) : strtoull(line, &next, 10);
        for (size_t i = 0; i < COLUMNS; i++)
            assert_int_equal(rmk_jump(key, buckets[i]), strtoul(next, &next, 10));
    }
    fclose(file);
    assert_int_equal(rows, 1505);
}

/* A non-negative number as IEEE doubles hold it: mantissa * 2^-scale, the mantissa of 53 bits. */
typedef struct binary {
    uint64_t mantissa;
    int scale;
} binary;

/* numerator / denominator * 2^-scale, rounded to 53 bits, ties to even. */
static binary rounded(rmk_u128 numerator, uint64_t denominator, int scale) {
    for (; numerator / denominator < (rmk_u128)1 << 52; scale++)
        numerator <<= 1;
    int dropped = 0;
    while (numerator / denominator >> dropped >= (rmk_u128)1 << 53)
        dropped++;
    rmk_u128 unit = (rmk_u128)denominator << dropped, quotient = numerator / unit, rest = numerator % unit;
    quotient += 2 * rest > unit || (2 * rest == unit && quotient % 2);
    return (binary){(uint64_t)quotient, scale - dropped};
}

/* The paper's loop in integers: what each double of it must be, by the rules of IEEE 754. */
static uint32_t naive_jump(uint64_t key, uint32_t buckets) {
    for (uint64_t bucket = 0;;) {
        key = key * 2862933555777941757u + 1;
        binary ratio = rounded((rmk_u128)1 << 31, (key >> 33) + 1, 0);
        binary product = rounded((rmk_u128)(bucket + 1) * ratio.mantissa, 1, ratio.scale);
        uint64_t next = product.scale >= 0 ? product.mantissa >> product.scale
                                           : product.mantissa << -product.scale;
        if (next >= buckets)
            return (uint32_t)bucket;
        bucket = next;
    }
}

static void jump_agrees_with_integer_arithmetic(void **state) {
    (void)state;
    uint64_t seed = 2014;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 20000; i++) {
        uint64_t key = next_random(&seed);
        uint32_t buckets = (uint32_t)(next_random(&seed) >> (32 + next_random(&seed) % 32));
        buckets += buckets == 0;
        assert_int_equal(rmk_jump(key, buckets), naive_jump(key, buckets));
    }
    assert_int_equal(rmk_jump(1, UINT32_MAX), naive_jump(1, UINT32_MAX));
}

/*
 * Where 49 * (2^31 / y) is a whole number, y = 49 * 2^k, the paper's two roundings fall just below it, and an
 * equal-looking 49 / (y / 2^31) does not. Keys that come to bucket 48 with such a y: run backwards from
 * there.
 */
static void jump_rounds_as_the_paper_where_the_quotient_is_whole(void **state) {
    (void)state;
    const uint64_t multiplier = 2862933555777941757u;
    uint64_t inverse = 1, seed = 2018;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - multiplier * inverse;
    assert_true(multiplier * inverse == 1);
    for (unsigned k = 2; k < 25; k++) {
        uint64_t second, first, target = ((uint64_t)49 << k) - 1;
        do {
            second = target << 33 | next_random(&seed) >> 31;
            first = (second - 1) * inverse;
        } while (((uint64_t)1 << 31) / ((first >> 33) + 1) != 48);
        uint64_t key = (first - 1) * inverse;
        uint32_t whole = (uint32_t)1 << (31 - k);
        assert_int_equal(rmk_jump(key, 49), 48);
        assert_int_equal(rmk_jump(key, whole), whole > 48 ? whole - 1 : naive_jump(key, whole));
        assert_int_equal(rmk_jump(key, whole), naive_jump(key, whole));
        for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++) {
            uint64_t keys[3] = {key, 1, key};
            uint32_t out[3];
            kernels[isa](keys, 3, whole, out);
            assert_true(out[0] == rmk_jump(key, whole) && out[2] == out[0]);
        }
    }
}

static void a_key_moves_only_to_the_new_bucket(void **state) {
    (void)state;
    uint64_t seed = 2015;
    for (int i = 0; i < 300; i++) {
        uint64_t key = next_random(&seed);
        uint32_t bucket = rmk_jump(key, 1);
        assert_int_equal(bucket, 0);
        for (uint32_t buckets = 2; buckets < 400; buckets++) {
            uint32_t next = rmk_jump(key, buckets);
            assert_true(next == bucket || next == buckets - 1);
            bucket = next;
        }
    }
}

static void buckets_are_even(void **state) {
    (void)state;
    enum { KEYS = 200000, BUCKETS = 20 };
    uint64_t seed = 2016;
    double counts[BUCKETS] = {0}, square = 0;
    for (int i = 0; i < KEYS; i++)
        counts[rmk_jump(next_random(&seed), BUCKETS)]++;
    for (int b = 0; b < BUCKETS; b++)
        square += (counts[b] - KEYS / BUCKETS) * (counts[b] - KEYS / BUCKETS) / (KEYS / BUCKETS);
    assert_true(square < 43.8); /* chi-square, 19 degrees, 0.1 % */
}

static void bucket_b_is_the_b_th_live_node_of_the_list(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 8);
    for (uint32_t i = 0; i < 8; i++)
        nodes.list[i].id = 100 - i;
    nodes.list[2].down = true;
    nodes.list[5].weight = 0;
    const uint32_t live[] = {100, 99, 97, 96, 94, 93};
    rmk_placement *placement = place(&rmk_algorithm_jump, &nodes, &rmk_hash_xxh3, 1);
    uint64_t seed = 2017;
    for (int i = 0; i < 1000; i++) {
        uint64_t hash = next_random(&seed);
        assert_int_equal(rmk_placement_locate(placement, no_key, hash), live[naive_jump(hash, 6)]);
    }
    assert_forms_agree(placement, 1);
    assert_int_equal(placement->algorithm->hot_bytes(placement), sizeof live);
    rmk_placement_destroy(placement);
}

static void the_batch_agrees_with_single_keys(void **state) {
    (void)state;
    static some_nodes nodes;
    for (size_t count = 1; count <= 100; count += 33) {
        some_nodes_make(&nodes, 0, count);
        rmk_placement *placement = place(&rmk_algorithm_jump, &nodes, &rmk_hash_crc32, 1);
        assert_forms_agree(placement, count);
        assert_int_equal(placement->algorithm->hot_bytes(placement), 0);
        rmk_placement_destroy(placement);
    }
}

/* ---- kernels ---- */

static const uint32_t bucket_counts[] = {1,    2,    3,     9,          49,         64,
                                         1000, 4097, 65536, 0x7fffffff, 0x80000001, UINT32_MAX};
enum { BUCKET_COUNTS = sizeof bucket_counts / sizeof *bucket_counts };

static void kernels_agree_with_single_keys_at_every_length(void **state) {
    (void)state;
    kernels_agree_at_every_length(kernels, rmk_jump, bucket_counts, BUCKET_COUNTS, 131, 2019);
}

static void kernels_agree_with_integer_arithmetic(void **state) {
    (void)state;
    enum { KEYS = 4000 };
    static uint64_t keys[KEYS];
    static uint32_t out[KEYS + 1];
    uint64_t seed = 2020;
    print_message("seed %llu\n", (unsigned long long)seed);
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++)
        for (size_t n = 0; n < BUCKET_COUNTS; n++) {
            for (size_t i = 0; i < KEYS; i++)
                keys[i] = i < 3 ? i - 1 : next_random(&seed);
            out[KEYS] = 12345;
            kernels[isa](keys, KEYS, bucket_counts[n], out);
            assert_int_equal(out[KEYS], 12345);
            for (size_t i = 0; i < KEYS; i++)
                assert_int_equal(out[i], naive_jump(keys[i], bucket_counts[n]));
        }
}

static void every_instruction_set_gives_the_same_nodes(void **state) {
    (void)state;
    static some_nodes nodes;
    some_nodes_make(&nodes, 0, 100);
    nodes.list[2].down = true;
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++) {
        rmk_placement_options options = {.key_hash = &rmk_hash_xxh3, .ring = {.isa = isa}};
        rmk_placement *placement;
        assert_int_equal(rmk_placement_create(&rmk_algorithm_jump, &nodes.table, &options, &placement),
                         RMK_OK);
        assert_true(placement->algorithm->isas & 1u << isa);
        assert_forms_agree(placement, 2021);
        rmk_placement_destroy(placement);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jump_gives_the_recorded_buckets),
        cmocka_unit_test(jump_agrees_with_integer_arithmetic),
        cmocka_unit_test(jump_rounds_as_the_paper_where_the_quotient_is_whole),
        cmocka_unit_test(a_key_moves_only_to_the_new_bucket),
        cmocka_unit_test(buckets_are_even),
        cmocka_unit_test(bucket_b_is_the_b_th_live_node_of_the_list),
        cmocka_unit_test(the_batch_agrees_with_single_keys),
        cmocka_unit_test(kernels_agree_with_single_keys_at_every_length),
        cmocka_unit_test(kernels_agree_with_integer_arithmetic),
        cmocka_unit_test(every_instruction_set_gives_the_same_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
