#include "keys.h"

static const known_answer published[] = {
    {"", 0}, {"a", 0xca2e9442}, {"The quick brown fox jumps over the lazy dog", 0x519e91f5}};

static void published_values_hold(void **state) {
    (void)state;
    ASSERT_KNOWN_ANSWERS(&rmk_hash_one_at_a_time, published);
}

/* Shift and add is a product: no shift is shared with the hash itself. */
static uint64_t by_products(const unsigned char *bytes, size_t length) {
    const uint64_t modulus = UINT64_C(1) << 32;
    uint64_t h = 0;
    for (size_t i = 0; i < length; i++) {
        h = (h + bytes[i]) * 1025 % modulus;
        h ^= h / 64;
    }
    h = h * 9 % modulus;
    h ^= h / 2048;
    return h * 32769 % modulus;
}

static void bytes_above_127_count_as_unsigned(void **state) {
    (void)state;
    unsigned char bytes[300];
    uint64_t seed = printed_seed(7);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        random_bytes(&seed, bytes, length);
        assert_int_equal(value_of(&rmk_hash_one_at_a_time, bytes, length), by_products(bytes, length));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_values_hold),
        cmocka_unit_test(bytes_above_127_count_as_unsigned),
    };
    return cmocka_run_group_tests_name("jenkins", tests, NULL, NULL);
}
