#include "keys.h"

static const known_answer check_values[] = {
    {"", 0}, {"123456789", 0xcbf43926}, {"The quick brown fox jumps over the lazy dog", 0x414fa339}};

static void the_check_value_of_the_polynomial_holds(void **state) {
    (void)state;
    ASSERT_KNOWN_ANSWERS(&rmk_hash_crc32, check_values);
}

/* Division of polynomials, one bit at a time, reflected. */
static uint32_t bit_by_bit(const unsigned char *bytes, size_t length) {
    uint32_t rest = 0xffffffff;
    for (size_t i = 0; i < length * 8; i++) {
        uint32_t bit = (rest ^ (bytes[i / 8] >> i % 8)) & 1;
        rest >>= 1;
        if (bit)
            rest ^= 0xedb88320;
    }
    return ~rest;
}

static void every_length_matches_bit_by_bit_division(void **state) {
    (void)state;
    uint64_t seed = printed_seed(32);
    unsigned char bytes[300];
    for (size_t length = 0; length <= sizeof bytes; length++) {
        random_bytes(&seed, bytes, length);
        assert_int_equal(value_of(&rmk_hash_crc32, bytes, length), bit_by_bit(bytes, length));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_check_value_of_the_polynomial_holds),
        cmocka_unit_test(every_length_matches_bit_by_bit_division),
    };
    return cmocka_run_group_tests_name("crc32", tests, NULL, NULL);
}
