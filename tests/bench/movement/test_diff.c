#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/movement/diff_against.h"
#include "bench/movement/diff_pairs.h"

/* The words of `text`, each in brackets. */
static void expect_words(const char *text, const char *expected) {
    size_t count;
    char **words = rm_shell_words("--against", text, &count), out[200] = "";
    for (size_t i = 0; i < count; i++)
        snprintf(out + strlen(out), sizeof out - strlen(out), "[%s]", words[i]);
    assert_string_equal(out, expected);
    assert_null(words[count]);
    free(words);
}

static void words_are_those_of_a_shell(void **state) {
    (void)state;
    expect_words("", "");
    expect_words("  \t\n", "");
    expect_words("a", "[a]");
    expect_words(" --preset  dubbo\t--vnodes\n320 ", "[--preset][dubbo][--vnodes][320]");
    expect_words("a b c d e", "[a][b][c][d][e]");
    expect_words("'a b' \"c d\"", "[a b][c d]");
    expect_words("x'a b'y\"c d\"z", "[xa byc dz]");
    expect_words("'' \"\"", "[][]");
    expect_words("a\\ b \\'", "[a b][']");
    expect_words("'a\\b' \"a\\b\\\"\\\\\\$\"", "[a\\b][a\\b\"\\$]");
    expect_words("'it'\\''s'", "[it's]");
    expect_words("\"it's\" '\"'", "[it's][\"]");
    expect_words("a\\", "[a\\]");
}

static void single_quotes_keep_every_byte(void **state) {
    (void)state;
    for (int byte = 1; byte < 256; byte++) {
        char text[] = {'x', ' ', '\'', (char)byte, (char)byte, '\'', '\0'};
        char expected[] = {(char)byte, (char)byte, '\0'};
        if (byte == '\'')
            continue;
        size_t count;
        char **words = rm_shell_words("--against", text, &count);
        assert_int_equal(count, 2);
        assert_string_equal(words[1], expected);
        free(words);
    }
}

static rmk_bytes bytes_of(const char *text) {
    return (rmk_bytes){(const unsigned char *)text, strlen(text)};
}

static void pairs_add_up_and_keep_their_first_key(void **state) {
    (void)state;
    enum { NODES = 40 };
    rm_pair_table table = {0};
    assert_null(rm_pair_find(&table, 0, 1));
    for (uint32_t round = 0; round < 3; round++)
        for (uint32_t a = 0; a < NODES; a++)
            for (uint32_t b = 0; b < NODES; b++) {
                char key[40];
                snprintf(key, sizeof key, "%u of %u and %u", round, a, b);
                if (a != b)
                    rm_pair_add(&table, a, b ? b : RMK_NOBODY, a + 0.5, bytes_of(key));
            }
    assert_int_equal(table.count, NODES * NODES - NODES);
    for (uint32_t a = 0; a < NODES; a++)
        for (uint32_t b = 0; b < NODES; b++) {
            const rm_pair *pair = rm_pair_find(&table, a, b ? b : RMK_NOBODY);
            char key[40];
            snprintf(key, sizeof key, "0 of %u and %u", a, b);
            if (a == b) {
                assert_null(pair);
                continue;
            }
            assert_true(pair->amount > 3 * (a + 0.5) - 1e-9 && pair->amount < 3 * (a + 0.5) + 1e-9);
            assert_int_equal(pair->example.length, strlen(key));
            assert_memory_equal(pair->example.data, key, strlen(key));
        }
    rm_pair_table_free(&table);
}

static void an_empty_key_is_an_example_too(void **state) {
    (void)state;
    rm_pair_table table = {0};
    rm_pair_add(&table, 0, 1, 1, (rmk_bytes){NULL, 0});
    rm_pair_add(&table, 0, 1, 1, bytes_of("later"));
    const rm_pair *pair = rm_pair_find(&table, 0, 1);
    assert_non_null(pair->example.data);
    assert_int_equal(pair->example.length, 0);
    rm_pair_table_free(&table);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_those_of_a_shell),
        cmocka_unit_test(single_quotes_keep_every_byte),
        cmocka_unit_test(pairs_add_up_and_keep_their_first_key),
        cmocka_unit_test(an_empty_key_is_an_example_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
