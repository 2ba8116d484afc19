#include "keys.h"

static const rmk_hash *const java = &rmk_hash_java_fnv1_32;

/* What the articles print. */
static const known_answer articles[] = {
    {"", 1494218850},    {"太阳", 1977106057}, {"月亮", 1132637661}, {"星星", 880019273},
    {"医生", 583422785}, {"护士", 1283503510}, {"患者", 1446103282},
};

static void values_of_the_articles_hold(void **state) {
    (void)state;
    ASSERT_KNOWN_ANSWERS(java, articles);
}

static void check_key(char *line) {
    uint64_t expected = strtoull(after_tab(line), NULL, 10);
    assert_int_equal(value_of_text(java, line), expected);
}

static void values_of_the_compiled_java_class_hold(void **state) {
    (void)state;
    assert_in_range(for_each_vector("java-fnv1-32.tsv", check_key), 1000, SIZE_MAX);
}

static void check_malformed(char *line) {
    unsigned char bytes[64];
    uint64_t expected = strtoull(after_tab(line), NULL, 10);
    size_t length = bytes_of_hexadecimal(line, bytes);
    if (value_of(java, bytes, length) != expected)
        print_error("bytes %s\n", line);
    assert_int_equal(value_of(java, bytes, length), expected);
}

static void bytes_that_are_not_utf8_are_replaced_as_java_does(void **state) {
    (void)state;
    assert_in_range(for_each_vector("java-fnv1-32-malformed.tsv", check_malformed), 2000, SIZE_MAX);
}

#define ASSERT_SAME(a, b) assert_int_equal(value_of_text(java, a), value_of_text(java, b))
#define REPLACED          "\xef\xbf\xbd"

static void a_broken_sequence_is_one_replacement_character(void **state) {
    (void)state;
    ASSERT_SAME("\xff", REPLACED);
    ASSERT_SAME("\xe5\xa4", REPLACED);
    ASSERT_SAME("\xf0\x9f\x98|", REPLACED "|");
    ASSERT_SAME("\xc0\xaf", REPLACED REPLACED);
}

static void an_encoded_surrogate_is_one_replacement_character(void **state) {
    (void)state;
    ASSERT_SAME("\xed\xa0\x80", REPLACED);
    ASSERT_SAME("\xed\xbf\xbf", REPLACED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_the_articles_hold),
        cmocka_unit_test(values_of_the_compiled_java_class_hold),
        cmocka_unit_test(bytes_that_are_not_utf8_are_replaced_as_java_does),
        cmocka_unit_test(a_broken_sequence_is_one_replacement_character),
        cmocka_unit_test(an_encoded_surrogate_is_one_replacement_character),
    };
    return cmocka_run_group_tests_name("java-fnv", tests, NULL, NULL);
}
