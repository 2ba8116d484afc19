#include "keys.h"

#include "tests/support/memory.h"

#define LONGEST 300

/* Runs `check` with every hash of the table, opened. */
static void with_every_hash(void (*check)(const rmk_hasher *hasher)) {
    size_t count;
    const rmk_hash *const *table = rmk_hash_table(&count);
    for (size_t i = 0; i < count; i++) {
        rmk_hasher hasher;
        assert_int_equal(rmk_hasher_open(&hasher, table[i], RMK_ISA_AUTO, NULL), RMK_OK);
        check(&hasher);
        rmk_hasher_close(&hasher);
    }
}

/* u64 gives 0 for most random bytes, so half of the strings are digits. */
static void fill(uint64_t *seed, unsigned char *bytes, size_t count, bool digits) {
    random_bytes(seed, bytes, count);
    for (size_t i = 0; digits && i < count; i++)
        bytes[i] = (unsigned char)('0' + bytes[i] % 10);
}

/* Copies that end where their block ends: a read past the end is seen by the address sanitizer. */
static void check_alignments(const rmk_hasher *hasher) {
    uint64_t seed = 1001;
    unsigned char bytes[LONGEST];
    for (size_t length = 0; length <= LONGEST; length++) {
        fill(&seed, bytes, length, length % 2);
        uint64_t value = rmk_hash_one(hasher, bytes, length);
        for (size_t offset = 0; offset < 8; offset++) {
            unsigned char *block = malloc(offset + length + !(offset + length));
            memcpy(block + offset, bytes, length);
            assert_int_equal(rmk_hash_one(hasher, block + offset, length), value);
            rmk_bytes string = {block + offset, length};
            uint64_t in_batch = ~value;
            rmk_hash_batch(hasher, &string, 1, &in_batch);
            assert_int_equal(in_batch, value);
            free(block);
        }
    }
}

static void a_value_does_not_depend_on_alignment(void **state) {
    (void)state;
    with_every_hash(check_alignments);
}

/* `count` strings from one pool; compares the batch with one by one and sees that nothing else is written. */
static void check_batch(const rmk_hasher *hasher, const rmk_bytes *strings, size_t count) {
    uint64_t values[80];
    assert_true(count < 80);
    memset(values, 0xa5, sizeof values);
    rmk_hash_batch(hasher, strings, count, values);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(values[i], rmk_hash_one(hasher, strings[i].data, strings[i].length));
    assert_int_equal(values[count], 0xa5a5a5a5a5a5a5a5);
}

static void check_equal_lengths(const rmk_hasher *hasher) {
    uint64_t seed = 2002;
    static unsigned char pool[19][LONGEST];
    rmk_bytes strings[19];
    for (size_t length = 0; length <= LONGEST; length++) {
        for (size_t i = 0; i < 19; i++) {
            fill(&seed, pool[i], length, (i + length) % 2);
            strings[i] = (rmk_bytes){pool[i], length};
        }
        check_batch(hasher, strings, 8 + length % 12);
    }
}

static void a_batch_of_equal_lengths_agrees_with_one_by_one(void **state) {
    (void)state;
    with_every_hash(check_equal_lengths);
}

static void check_mixed_lengths(const rmk_hasher *hasher) {
    uint64_t seed = 3003;
    static unsigned char pool[4096];
    rmk_bytes strings[79];
    for (size_t round = 0; round < 80; round++) {
        fill(&seed, pool, sizeof pool, round % 2);
        size_t longest = round % 4 ? 24 : LONGEST;
        for (size_t i = 0; i < round; i++)
            strings[i] = (rmk_bytes){pool + next_random(&seed) % 3000, next_random(&seed) % (longest + 1)};
        check_batch(hasher, strings, round);
    }
}

static void a_batch_of_any_size_and_lengths_agrees_with_one_by_one(void **state) {
    (void)state;
    with_every_hash(check_mixed_lengths);
}

static void check_empty(const rmk_hasher *hasher) {
    uint64_t empty = rmk_hash_one(hasher, "x", 0);
    assert_int_equal(rmk_hash_one(hasher, NULL, 0), empty);
    rmk_bytes strings[17] = {{NULL, 0}};
    uint64_t values[17];
    rmk_hash_batch(hasher, strings, 17, values);
    for (size_t i = 0; i < 17; i++)
        assert_int_equal(values[i], empty);
    rmk_hash_batch(hasher, NULL, 0, NULL);
}

static void the_empty_string_may_have_no_data(void **state) {
    (void)state;
    with_every_hash(check_empty);
}

/* 4096 random strings reach every bit, and none above the width. Adler-32 needs long ones for its high bits. */
static void check_width(const rmk_hasher *hasher) {
    uint64_t seed = 4004, seen = 0;
    char text[24];
    unsigned char bytes[LONGEST];
    for (size_t i = 0; i < 4096; i++) {
        int length = snprintf(text, sizeof text, "%llu", (unsigned long long)next_random(&seed));
        seen |= rmk_hash_one(hasher, text, (size_t)length);
        size_t taken = i % (LONGEST + 1);
        random_bytes(&seed, bytes, taken);
        seen |= rmk_hash_one(hasher, bytes, taken);
    }
    assert_int_equal(seen, UINT64_MAX >> (64 - hasher->hash->value_bits));
}

static void values_fill_value_bits_and_no_more(void **state) {
    (void)state;
    with_every_hash(check_width);
}

static void two_hashers_do_not_disturb_each_other(void **state) {
    (void)state;
    size_t count;
    const rmk_hash *const *table = rmk_hash_table(&count);
    for (size_t i = 0; i < count; i++) {
        rmk_hasher a, b;
        uint64_t one = value_of_text(table[i], "1"), two = value_of_text(table[i], "22");
        assert_int_not_equal(one, two);
        assert_int_equal(rmk_hasher_open(&a, table[i], RMK_ISA_AUTO, NULL), RMK_OK);
        assert_int_equal(rmk_hasher_open(&b, table[i], RMK_ISA_SCALAR, NULL), RMK_OK);
        assert_int_equal(rmk_hash_one(&a, "1", 1), one);
        assert_int_equal(rmk_hash_one(&b, "22", 2), two);
        assert_int_equal(rmk_hash_one(&a, "1", 1), one);
        rmk_hasher_close(&a);
        assert_int_equal(rmk_hash_one(&b, "22", 2), two);
        rmk_hasher_close(&b);
    }
}

/* Opens with the n-th allocation failing, for growing n, until none fails. Returns how many failed. */
static size_t failures_while_opening(const rmk_hash *hash) {
    for (size_t n = 1;; n++) {
        test_memory memory = {.fail_at = n};
        rmk_allocator allocator = test_allocator(&memory);
        rmk_hasher hasher;
        rmk_status status = rmk_hasher_open(&hasher, hash, RMK_ISA_AUTO, &allocator);
        if (status == RMK_OK)
            assert_true(memory.calls < n);
        else
            assert_int_equal(status, RMK_NO_MEMORY);
        assert_true(status == RMK_OK || memory.live_blocks == 0);
        rmk_hasher_close(&hasher);
        assert_int_equal(memory.live_blocks, 0);
        assert_int_equal(memory.live_bytes, 0);
        if (status == RMK_OK)
            return n - 1;
    }
}

static void a_failed_allocation_leaks_nothing(void **state) {
    (void)state;
    size_t count, failures = 0;
    const rmk_hash *const *table = rmk_hash_table(&count);
    for (size_t i = 0; i < count; i++)
        failures += failures_while_opening(table[i]);
    assert_in_range(failures, 4, SIZE_MAX); /* md5, sha1, sha256 and blake2b keep a state */
}

static void the_kernel_is_the_best_that_exists_and_is_not_above_the_chosen_one(void **state) {
    (void)state;
    unsigned scalar = 1u << RMK_ISA_SCALAR, avx2 = 1u << RMK_ISA_AVX2, avx512 = 1u << RMK_ISA_AVX512;
    assert_int_equal(rmk_isa_kernel(0, RMK_ISA_AVX512), RMK_ISA_SCALAR);
    assert_int_equal(rmk_isa_kernel(scalar, RMK_ISA_AVX512), RMK_ISA_SCALAR);
    assert_int_equal(rmk_isa_kernel(scalar | avx2, RMK_ISA_AVX512), RMK_ISA_AVX2);
    assert_int_equal(rmk_isa_kernel(scalar | avx2, RMK_ISA_AVX2), RMK_ISA_AVX2);
    assert_int_equal(rmk_isa_kernel(avx2 | avx512, RMK_ISA_AVX512), RMK_ISA_AVX512);
    assert_int_equal(rmk_isa_kernel(avx2 | avx512, RMK_ISA_SCALAR), RMK_ISA_SCALAR);
}

static void an_isa_that_the_cpu_lacks_is_refused(void **state) {
    (void)state;
    for (rmk_isa isa = RMK_ISA_AUTO; isa <= RMK_ISA_AVX512; isa++) {
        rmk_hasher hasher;
        rmk_status expected = isa <= rmk_isa_detect() ? RMK_OK : RMK_UNSUPPORTED;
        assert_int_equal(rmk_hasher_open(&hasher, &rmk_hash_xxh3, isa, NULL), expected);
        rmk_hasher_close(&hasher);
    }
}

/* A hash of the test's own whose state is the ISA that it was opened with. */
static rmk_status keep_isa(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **state) {
    (void)hash;
    int *kept = rmk_allocate(allocator, sizeof *kept, 1, sizeof *kept);
    *kept = (int)isa;
    *state = kept;
    return RMK_OK;
}

static void forget_isa(const rmk_allocator *allocator, void *state) {
    rmk_release(allocator, state, 1, sizeof(int));
}

static uint64_t kept_isa(const void *state, const void *data, size_t length) {
    (void)data;
    (void)length;
    return (uint64_t) * (const int *)state;
}

static const rmk_hash isa_hash = {
    .name = "isa", .bits = 64, .value_bits = 64, .open = keep_isa, .close = forget_isa, .one = kept_isa};

static void a_hash_is_opened_with_the_detected_isa_for_auto(void **state) {
    (void)state;
    assert_int_equal(value_of_text(&isa_hash, ""), rmk_isa_detect());
}

static void a_hash_without_batch_is_looped_over(void **state) {
    (void)state;
    rmk_hasher hasher;
    rmk_bytes strings[3] = {{NULL, 0}};
    uint64_t values[3] = {0};
    assert_int_equal(rmk_hasher_open(&hasher, &isa_hash, RMK_ISA_SCALAR, NULL), RMK_OK);
    rmk_hash_batch(&hasher, strings, 3, values);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(values[i], RMK_ISA_SCALAR);
    rmk_hasher_close(&hasher);
}

static rmk_status refuse(const rmk_hash *hash, const rmk_allocator *allocator, rmk_isa isa, void **state) {
    (void)hash;
    (void)allocator;
    (void)isa;
    (void)state;
    return RMK_LIBRARY;
}

static void a_refused_open_leaves_a_zeroed_hasher(void **state) {
    (void)state;
    static const rmk_hash refusing = {
        .name = "refusing", .open = refuse, .close = forget_isa, .one = kept_isa};
    rmk_hasher hasher;
    memset(&hasher, 0xff, sizeof hasher);
    assert_int_equal(rmk_hasher_open(&hasher, &refusing, RMK_ISA_AUTO, NULL), RMK_LIBRARY);
    assert_null(hasher.hash);
    assert_null(hasher.state);
    rmk_hasher_close(&hasher);
}

static void closing_twice_or_a_zeroed_hasher_is_fine(void **state) {
    (void)state;
    rmk_hasher hasher = {NULL, NULL, NULL};
    rmk_hasher_close(&hasher);
    assert_int_equal(rmk_hasher_open(&hasher, &rmk_hash_md5, RMK_ISA_AUTO, NULL), RMK_OK);
    rmk_hasher_close(&hasher);
    rmk_hasher_close(&hasher);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_does_not_depend_on_alignment),
        cmocka_unit_test(a_batch_of_equal_lengths_agrees_with_one_by_one),
        cmocka_unit_test(a_batch_of_any_size_and_lengths_agrees_with_one_by_one),
        cmocka_unit_test(the_empty_string_may_have_no_data),
        cmocka_unit_test(values_fill_value_bits_and_no_more),
        cmocka_unit_test(two_hashers_do_not_disturb_each_other),
        cmocka_unit_test(a_failed_allocation_leaks_nothing),
        cmocka_unit_test(the_kernel_is_the_best_that_exists_and_is_not_above_the_chosen_one),
        cmocka_unit_test(an_isa_that_the_cpu_lacks_is_refused),
        cmocka_unit_test(a_hash_is_opened_with_the_detected_isa_for_auto),
        cmocka_unit_test(a_hash_without_batch_is_looped_over),
        cmocka_unit_test(a_refused_open_leaves_a_zeroed_hasher),
        cmocka_unit_test(closing_twice_or_a_zeroed_hasher_is_fine),
    };
    return cmocka_run_group_tests_name("hasher", tests, NULL, NULL);
}
