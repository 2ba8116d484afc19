#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/pattern.h"

static rmk_bytes bytes(const char *text) {
    return (rmk_bytes){(const unsigned char *)text, strlen(text)};
}

/* The text of a pattern that is known to be good, as a string. */
static const char *text_of(const char *source, unsigned allowed, const char *name, uint64_t vnode,
                           uint64_t set, uint64_t index) {
    static char out[4096];
    rmk_pattern pattern;
    size_t fault;
    assert_int_equal(rmk_pattern_parse(source, allowed, &pattern, &fault), RMK_OK);
    rmk_pattern_values values = {bytes(name), vnode, set, index};
    size_t bound = rmk_pattern_bound(&pattern, strlen(name));
    assert_true(bound < sizeof out);
    size_t length = rmk_pattern_format(&pattern, &values, (unsigned char *)out);
    assert_true(length <= bound);
    out[length] = 0;
    return out;
}

static void placeholders_are_replaced_by_their_values(void **state) {
    (void)state;
    assert_string_equal(text_of("{name}#{vnode}", RMK_FIELDS_OF_LABELS, "s1", 11, 0, 0), "s1#11");
    assert_string_equal(text_of("{name}&&VN{vnode}", RMK_FIELDS_OF_LABELS, "192.168.0.1:111", 0, 0, 0),
                        "192.168.0.1:111&&VN0");
    assert_string_equal(text_of("192.168.{set}.{index}:111", RMK_FIELDS_OF_NAMES, "", 0, 7, 42),
                        "192.168.7.42:111");
    assert_string_equal(text_of("", RMK_FIELDS_OF_NAMES, "", 0, 0, 0), "");
    assert_string_equal(text_of("plain", 0, "", 0, 0, 0), "plain");
}

static void numbers_reach_the_largest(void **state) {
    (void)state;
    assert_string_equal(
        text_of("{set}-{index}", RMK_FIELDS_OF_NAMES, "", 0, UINT64_MAX, 10000000000000000000u),
        "18446744073709551615-10000000000000000000");
    for (uint64_t v = 1, digits = 1; digits <= 19; v *= 10, digits++) {
        char expected[64];
        snprintf(expected, sizeof expected, "%llu,%llu", (unsigned long long)v, (unsigned long long)v - 1);
        assert_string_equal(text_of("{set},{index}", RMK_FIELDS_OF_NAMES, "", 0, v, v - 1), expected);
    }
}

static void a_doubled_brace_is_a_brace(void **state) {
    (void)state;
    assert_string_equal(text_of("a{{b", 0, "", 0, 0, 0), "a{b");
    assert_string_equal(text_of("{{", 0, "", 0, 0, 0), "{");
    assert_string_equal(text_of("{{{{", 0, "", 0, 0, 0), "{{");
    assert_string_equal(text_of("{{name}", RMK_FIELD_NAME, "x", 0, 0, 0), "{name}");
    assert_string_equal(text_of("{{{name}}", RMK_FIELD_NAME, "x", 0, 0, 0), "{x}");
}

static void expect_fault(const char *source, unsigned allowed, size_t at) {
    rmk_pattern pattern;
    size_t fault = 999;
    assert_int_equal(rmk_pattern_parse(source, allowed, &pattern, &fault), RMK_BAD_INPUT);
    assert_int_equal(fault, at);
}

static void a_fault_is_reported_where_it_begins(void **state) {
    (void)state;
    expect_fault("ab{color}", RMK_FIELDS_OF_NAMES, 2);
    expect_fault("{vnode}", RMK_FIELDS_OF_NAMES, 0);
    expect_fault("{set}{index}", RMK_FIELDS_OF_LABELS, 5);
    expect_fault("x{set", RMK_FIELDS_OF_NAMES, 1);
    expect_fault("x{", RMK_FIELDS_OF_NAMES, 1);
    expect_fault("{}", RMK_FIELDS_OF_NAMES, 0);
    expect_fault("{SET}", RMK_FIELDS_OF_NAMES, 0);
    expect_fault("{set }", RMK_FIELDS_OF_NAMES, 0);
    expect_fault("{hex}", RMK_FIELDS_OF_NAMES, 0);
    expect_fault("{hex:}", RMK_FIELDS_OF_NAMES, 0);
    expect_fault("{hex:0}", RMK_FIELDS_OF_NAMES, 0);
    expect_fault("{hex:17}", RMK_FIELDS_OF_NAMES, 0);
    expect_fault("{hex:1x}", RMK_FIELDS_OF_NAMES, 0);
    expect_fault("{hex:016}", RMK_FIELDS_OF_NAMES, 0);
}

static void sixteen_parts_fit_and_one_more_is_a_fault(void **state) {
    (void)state;
    assert_string_equal(
        text_of("{set},{set},{set},{set},{set},{set},{set},{set},", RMK_FIELD_SET, "", 0, 3, 0),
        "3,3,3,3,3,3,3,3,");
    expect_fault("{set},{set},{set},{set},{set},{set},{set},{set},{set}", RMK_FIELD_SET, 48);
}

static void the_fields_of_a_pattern_are_known(void **state) {
    (void)state;
    rmk_pattern pattern;
    size_t fault;
    assert_int_equal(rmk_pattern_parse("a{set}bc{hex:3}", RMK_FIELDS_OF_NAMES, &pattern, &fault), RMK_OK);
    assert_int_equal(pattern.fields, RMK_FIELD_SET | RMK_FIELD_HEX);
    assert_int_equal(pattern.literal_bytes, 3);
    assert_int_equal(pattern.count, 4);
}

static void letters_count_on_behind_z_and_never_repeat(void **state) {
    (void)state;
    static const struct {
        uint64_t index;
        const char *text;
    } expected[] = {
        {0, "a"},    {25, "z"},    {26, "aa"},     {51, "az"},      {52, "ba"},
        {701, "zz"}, {702, "aaa"}, {18277, "zzz"}, {18278, "aaaa"}, {UINT64_MAX, "gkgwbylwrxtlpp"}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_string_equal(text_of("{letter}", RMK_FIELDS_OF_NAMES, "", 0, 3, expected[i].index),
                            expected[i].text);
    expect_fault("{letter}", RMK_FIELDS_OF_LABELS, 0);
}

/* From the reference program of splitmix64 (Vigna): its first output for these states. */
static void hex_digits_come_from_splitmix64(void **state) {
    (void)state;
    /* m(0) = e220a8397b1dcdaf; m(m(0) ^ m(0)) = m(0) */
    assert_true(rmk_pattern_hex(0, 0xe220a8397b1dcdafu) == 0xe220a8397b1dcdafu);
    assert_string_equal(text_of("{hex:16}", RMK_FIELDS_OF_NAMES, "", 0, 0, 0xe220a8397b1dcdafu),
                        "e220a8397b1dcdaf");
}

static void fewer_hex_digits_begin_the_longer_ones(void **state) {
    (void)state;
    char longest[32], source[16];
    strcpy(longest, text_of("{hex:16}", RMK_FIELDS_OF_NAMES, "", 0, 5, 9));
    assert_int_equal(strlen(longest), 16);
    for (unsigned n = 1; n <= 16; n++) {
        snprintf(source, sizeof source, "{hex:%u}", n);
        const char *text = text_of(source, RMK_FIELDS_OF_NAMES, "", 0, 5, 9);
        assert_int_equal(strlen(text), n);
        assert_memory_equal(text, longest, n);
    }
}

static void hex_digits_tell_set_and_index_apart(void **state) {
    (void)state;
    assert_true(rmk_pattern_hex(1, 2) != rmk_pattern_hex(2, 1));
    assert_true(rmk_pattern_hex(0, 1) != rmk_pattern_hex(0, 2));
    assert_true(rmk_pattern_hex(1, 0) != rmk_pattern_hex(2, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(placeholders_are_replaced_by_their_values),
        cmocka_unit_test(numbers_reach_the_largest),
        cmocka_unit_test(a_doubled_brace_is_a_brace),
        cmocka_unit_test(a_fault_is_reported_where_it_begins),
        cmocka_unit_test(sixteen_parts_fit_and_one_more_is_a_fault),
        cmocka_unit_test(the_fields_of_a_pattern_are_known),
        cmocka_unit_test(letters_count_on_behind_z_and_never_repeat),
        cmocka_unit_test(hex_digits_come_from_splitmix64),
        cmocka_unit_test(fewer_hex_digits_begin_the_longer_ones),
        cmocka_unit_test(hex_digits_tell_set_and_index_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
