#include "keys.h"

static bool accepts(const char *text) {
    return rmk_hash_u64.accepts(text, strlen(text));
}

static void a_decimal_number_is_its_own_value(void **state) {
    (void)state;
    static const known_answer numbers[] = {{"0", 0},
                                           {"7", 7},
                                           {"1000000007", 1000000007},
                                           {"9223372036854775808", UINT64_C(9223372036854775808)},
                                           {"18446744073709551615", UINT64_MAX}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        assert_true(accepts(numbers[i].text));
    ASSERT_KNOWN_ANSWERS(&rmk_hash_u64, numbers);
}

static void leading_zeros_are_allowed_up_to_twenty_digits(void **state) {
    (void)state;
    assert_true(accepts("00000000000000000042"));
    assert_int_equal(value_of_text(&rmk_hash_u64, "00000000000000000042"), 42);
    assert_false(accepts("000000000000000000042"));
}

static void numbers_from_2_to_the_64_on_are_refused(void **state) {
    (void)state;
    assert_false(accepts("18446744073709551616"));
    assert_false(accepts("18446744073709551620"));
    assert_false(accepts("99999999999999999999"));
    assert_false(accepts("184467440737095516150"));
}

static void anything_but_digits_is_refused_and_has_value_zero(void **state) {
    (void)state;
    static const char *const refused[] = {"",    "-1",  "+1",  " 1", "1 ", "0x10",
                                          "1e3", "1.0", "12a", "/",  ":",  "\xff"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_false(accepts(refused[i]));
        assert_int_equal(value_of_text(&rmk_hash_u64, refused[i]), 0);
    }
    assert_false(rmk_hash_u64.accepts("1\0", 2));
    assert_false(rmk_hash_u64.accepts(NULL, 0));
}

static void random_numbers_survive_printing_and_reading(void **state) {
    (void)state;
    uint64_t seed = printed_seed(20);
    char text[24];
    for (size_t round = 0; round < 10000; round++) {
        uint64_t value = next_random(&seed) >> round % 64;
        snprintf(text, sizeof text, "%llu", (unsigned long long)value);
        assert_true(accepts(text));
        assert_int_equal(value_of_text(&rmk_hash_u64, text), value);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_decimal_number_is_its_own_value),
        cmocka_unit_test(leading_zeros_are_allowed_up_to_twenty_digits),
        cmocka_unit_test(numbers_from_2_to_the_64_on_are_refused),
        cmocka_unit_test(anything_but_digits_is_refused_and_has_value_zero),
        cmocka_unit_test(random_numbers_survive_printing_and_reading),
    };
    return cmocka_run_group_tests_name("u64", tests, NULL, NULL);
}
