#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/input/keys/keys.h"
#include "bench/support/random.h"
#include "tests/support/child.h"

static const char *folder;

static int make_folder(void **state) {
    (void)state;
    folder = test_folder();
    return 0;
}

static int remove_folder(void **state) {
    (void)state;
    test_remove_folder(folder);
    return 0;
}

/* Every key of a source: texts one after another with lengths, and weights. */
typedef struct all {
    size_t count;
    size_t *lengths;
    double *weights; /* NULL: none */
    char *texts;
    size_t bytes, room;
} all;

static all read_all(const rm_options *options, uint64_t key_bytes, uint64_t seed) {
    all a = {0};
    rm_keys *keys = rm_keys_open(options, key_bytes, seed, true);
    for (rm_key_block block; rm_keys_next(keys, &block);) {
        a.lengths = realloc(a.lengths, (a.count + block.count) * sizeof *a.lengths);
        if (block.weights)
            a.weights = realloc(a.weights, (a.count + block.count) * sizeof *a.weights);
        for (size_t i = 0; i < block.count; i++, a.count++) {
            while (a.bytes + block.keys[i].length + 1 > a.room)
                a.texts = realloc(a.texts, a.room = a.room ? 2 * a.room : 1024);
            if (block.keys[i].length)
                memcpy(a.texts + a.bytes, block.keys[i].data, block.keys[i].length);
            a.bytes += a.lengths[a.count] = block.keys[i].length;
            if (block.weights)
                a.weights[a.count] = block.weights[i];
        }
    }
    rm_keys_close(keys);
    return a;
}

static void free_all(all *a) {
    free(a->lengths);
    free(a->weights);
    free(a->texts);
}

/* A file gives exactly these keys, joined by '|'. */
static void gives(const void *bytes, size_t length, bool nul, const char *joined) {
    char *path = test_file(folder, "keys", bytes, length);
    rm_options options = {.keys_file = path, .keys_nul = nul};
    all a = read_all(&options, 16, 1);
    char text[256] = "";
    size_t at = 0, n = 0;
    for (size_t i = 0; i < a.count; i++) {
        if (i)
            text[n++] = '|';
        memcpy(text + n, a.texts + at, a.lengths[i]);
        n += a.lengths[i];
        at += a.lengths[i];
    }
    text[n] = 0;
    assert_string_equal(text, joined);
    free_all(&a);
    free(path);
}

static void a_line_is_a_key_and_an_empty_line_is_the_empty_key(void **state) {
    (void)state;
    gives("a\nb\n", 4, false, "a|b");
    gives("a\nb", 3, false, "a|b");
    gives("a\r\n\r\nb\r\n", 8, false, "a||b");
    gives("\n\n", 2, false, "|");
    gives("a\rb\n", 4, false, "a\rb");
    gives("a\r\r\nb\r", 6, false, "a\r|b\r"); /* only the CR before an LF is the line's */
    gives("\xef\xbb\xbfz\0\xef\xbb\xbf", 8, true, "\xef\xbb\xbfz|\xef\xbb\xbf");
    gives("z\n\xef\xbb\xbfz\n", 7, false, "z|\xef\xbb\xbfz");
    gives("", 0, false, "");
    gives("a\nb\0\0c\r\0", 8, true, "a\nb||c\r");
}

static void a_file_is_cut_right_whatever_the_buffer(void **state) {
    (void)state;
    enum { COUNT = 100000 };
    uint64_t seed = 11;
    print_message("seed %llu\n", (unsigned long long)seed);
    rm_random random = rm_random_seeded(seed);
    size_t *lengths = malloc(COUNT * sizeof *lengths), bytes = 0, n = 0;
    for (int i = 0; i < COUNT; i++)
        bytes += 1 + (lengths[i] = i % 9973 == 7 ? 300000 : rm_random_below(&random, 40));
    char *text = malloc(bytes), *keys = malloc(bytes);
    for (int i = 0, at = 0; i < COUNT; i++) {
        for (size_t k = 0; k < lengths[i]; k++)
            text[at++] = keys[n++] = (char)('a' + rm_random_below(&random, 26));
        text[at++] = '\n';
    }
    char *path = test_file(folder, "many", text, bytes);
    rm_options options = {.keys_file = path};
    all a = read_all(&options, 16, 1);
    assert_int_equal(a.count, COUNT);
    assert_int_equal(a.bytes, n);
    assert_memory_equal(a.texts, keys, n);
    assert_memory_equal(a.lengths, lengths, COUNT * sizeof *lengths);
    free_all(&a);
    free(lengths);
    free(text);
    free(keys);
    free(path);
}

static void weights_stand_behind_a_comma(void **state) {
    (void)state;
    static const char text[] = "a,1\r\n\"b,\"\"c\",2.5\n,0\n\"\",1e3\n d ,.5";
    char *path = test_file(folder, "weighted", text, sizeof text - 1);
    rm_options options = {.keys_file = path, .key_weights = true};
    all a = read_all(&options, 16, 1);
    static const double weights[] = {1, 2.5, 0, 1000, 0.5};
    static const size_t lengths[] = {1, 4, 0, 0, 3};
    assert_int_equal(a.count, 5);
    assert_memory_equal(a.lengths, lengths, sizeof lengths);
    assert_memory_equal(a.weights, weights, sizeof weights);
    assert_memory_equal(a.texts, "ab,\"c d ", 8);
    free_all(&a);
    free(path);
}

typedef struct bad {
    rm_options options;
    const char *text;
} bad;

static void read_bad(void *context) {
    bad *b = context;
    char *path = b->text ? test_file(folder, "bad", b->text, strlen(b->text)) : NULL;
    if (path)
        b->options.keys_file = path;
    all a = read_all(&b->options, 16, 1);
    free_all(&a);
}

static void refused(bad b, const char *part) {
    test_child child = test_run(read_bad, &b);
    assert_int_equal(child.code, 2);
    assert_ptr_equal(strchr(child.err, '\n'), child.err + strlen(child.err) - 1);
    if (!strstr(child.err, part))
        fail_msg("'%s' is not in: %s", part, child.err);
}

static void bad_key_files_are_named_with_the_line(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"a,1\nb\n", "bad:2: not key,weight"},
        {"a,1,2\n", "bad:1: not key,weight"},
        {"a,-1\n", "bad:1: the weight '-1'"},
        {"a,\n", "the weight ''"},
        {"a,inf\n", "the weight 'inf'"},
        {"a,0x10\n", "the weight '0x10'"},
        {"a,nan\n", "the weight 'nan'"},
        {"a,1e999\n", "the weight '1e999'"},
        {"a,1e12\nb,1.1e12\n", "bad:2: the weight '1.1e12' is not a decimal number from 0 to 1000000000000"},
        {"a,1 \n", "the weight '1 '"},
        {"\"a,1\n", "bad:1: a quote"},
        {"a,1\n\"b\",2,3\n", "bad:2: not key,"},
        {"a,1.2.3\n", "the weight '1.2.3'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refused((bad){.options = {.key_weights = true}, .text = cases[i][0]}, cases[i][1]);
    refused((bad){.options = {.keys_file = "/nowhere/keys"}}, "--keys-file /nowhere/keys: No such file");
    refused((bad){.options = {.keys_file = "/tmp"}}, "folder");
    refused((bad){.options = {.keys_file = "/dev/zero"}}, "longer than 67108864 bytes");
}

static void uniform_keys_have_their_length_and_alphabet(void **state) {
    (void)state;
    rm_options options = {.keys = 50000};
    all a = read_all(&options, 13, 3), again = read_all(&options, 13, 3), other = read_all(&options, 13, 4);
    assert_int_equal(a.count, 50000);
    size_t counts[256] = {0};
    for (size_t i = 0; i < a.count; i++)
        assert_int_equal(a.lengths[i], 13);
    for (size_t i = 0; i < a.bytes; i++)
        counts[(unsigned char)a.texts[i]]++;
    size_t seen = 0;
    double expected = (double)a.bytes / 36;
    for (int c = 0; c < 256; c++) {
        bool member = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
        assert_true(member == (counts[c] > 0));
        if (member)
            assert_true(fabs((double)counts[c] - expected) < 5 * sqrt(expected));
        seen += counts[c];
    }
    assert_int_equal(seen, a.bytes);
    assert_memory_equal(a.texts, again.texts, a.bytes);
    assert_memory_not_equal(a.texts, other.texts, a.bytes);
    free_all(&a);
    free_all(&again);
    free_all(&other);
}

static void sequential_keys_are_padded_numbers(void **state) {
    (void)state;
    rm_options options = {.keys = 5000, .key_dist = RM_KEYS_SEQUENTIAL};
    all a = read_all(&options, 6, 3);
    assert_memory_equal(a.texts, "000000000001000002", 18);
    assert_memory_equal(a.texts + a.bytes - 6, "004999", 6);
    free_all(&a);
    a = read_all(&options, 1, 3); /* never cut: 10 has two digits */
    assert_memory_equal(a.texts, "0123456789101112", 16);
    free_all(&a);
}

static void keys_for_u64_are_numbers_of_64_bits(void **state) {
    (void)state;
    const rmk_hash *hashes[] = {&rmk_hash_u64};
    rm_options options = {.keys = 10000, .hashes = hashes, .hash_count = 1};
    rmk_hasher hasher;
    assert_int_equal(rmk_hasher_open(&hasher, hashes[0], RMK_ISA_SCALAR, NULL), RMK_OK);
    rm_keys *keys = rm_keys_open(&options, 16, 5, false);
    size_t upper = 0, count = 0;
    for (rm_key_block block; rm_keys_next(keys, &block); count += block.count) {
        uint64_t values[4096];
        rm_keys_hash(&options, &hasher, &block, count + 1, values);
        for (size_t i = 0; i < block.count; i++)
            upper += values[i] >> 63;
    }
    rm_keys_close(keys);
    rmk_hasher_close(&hasher);
    assert_int_equal(count, 10000);
    assert_in_range(upper, 4750, 5250);
}

/* Shares of the first ranks against the sum of k^-s itself. */
static void zipf_draws_follow_the_law(void **state) {
    (void)state;
    static const double exponents[] = {0.5, 0.99, 1, 1.2, 2};
    enum { DRAWS = 100000, RANKS = 1000000, SHOWN = 10 };
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
        double s = exponents[e], sum = 0;
        for (int k = RANKS; k >= 1; k--)
            sum += pow(k, -s);
        rm_options options = {.keys = DRAWS, .key_dist = RM_KEYS_ZIPF, .zipf = s};
        all a = read_all(&options, 7, 9);
        size_t counts[SHOWN] = {0}, head = 0;
        for (size_t i = 0; i < a.count; i++) {
            char digits[8] = "";
            memcpy(digits, a.texts + 7 * i, 7);
            unsigned long rank = strtoul(digits, NULL, 10);
            assert_true(rank < RANKS);
            if (rank < SHOWN)
                counts[rank]++;
            head += rank < 1000;
        }
        double expected_head = 0;
        for (int k = 1; k <= 1000; k++)
            expected_head += DRAWS * pow(k, -s) / sum;
        assert_true(fabs((double)head - expected_head) < 5 * sqrt(expected_head) + 1);
        for (int k = 0; k < SHOWN; k++) {
            double expected = DRAWS * pow(k + 1, -s) / sum;
            assert_true(fabs((double)counts[k] - expected) < 5 * sqrt(expected) + 1);
        }
        free_all(&a);
    }
}

static void only_what_stands_between_the_marks_is_hashed(void **state) {
    (void)state;
    static const char *const cases[][2] = {{"user:{42}:x", "42"}, {"{}{a}", "{}{a}"}, {"{a", "{a"},
                                           {"a}b{c}", "c"},       {"plain", "plain"}, {"", ""},
                                           {"{{a}}", "{a"}};
    rm_options options = {.hash_tag = {'{', '}'}}, none = {.hash_tag = {0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rmk_bytes key = {(const unsigned char *)cases[i][0], strlen(cases[i][0])};
        rmk_bytes part = rm_key_tagged(&options, key);
        assert_int_equal(part.length, strlen(cases[i][1]));
        assert_memory_equal(part.data, cases[i][1], part.length);
        assert_int_equal(rm_key_tagged(&none, key).length, key.length);
    }
}

static void tagged_blocks_hash_like_their_parts(void **state) {
    (void)state;
    enum { COUNT = 1000 };
    static char texts[COUNT][24];
    static rmk_bytes keys[COUNT];
    static uint64_t values[COUNT];
    for (int i = 0; i < COUNT; i++) {
        int n = snprintf(texts[i], sizeof texts[i], "a%d{%d}b", i * 7, i % 10);
        keys[i] = (rmk_bytes){(const unsigned char *)texts[i], (size_t)n};
    }
    rmk_hasher hasher;
    assert_int_equal(rmk_hasher_open(&hasher, &rmk_hash_fnv1a_64, RMK_ISA_SCALAR, NULL), RMK_OK);
    rm_options options = {.hash_tag = {'{', '}'}};
    rm_key_block block = {keys, NULL, COUNT};
    rm_keys_hash(&options, &hasher, &block, 1, values);
    for (int i = 0; i < COUNT; i++) {
        char digit = (char)('0' + i % 10);
        assert_true(values[i] == rmk_hash_one(&hasher, &digit, 1));
    }
    rmk_hasher_close(&hasher);
}

static void hash_words(void *context) {
    static const char *const words[] = {"1", "2", "three"};
    rmk_bytes keys[3];
    for (int i = 0; i < 3; i++)
        keys[i] = (rmk_bytes){(const unsigned char *)words[i], strlen(words[i])};
    rmk_hasher hasher;
    rm_options options = *(const rm_options *)context;
    uint64_t values[3];
    rm_key_block block = {keys, NULL, 3};
    if (rmk_hasher_open(&hasher, &rmk_hash_u64, RMK_ISA_SCALAR, NULL) == RMK_OK)
        rm_keys_hash(&options, &hasher, &block, 11, values);
}

static void a_key_that_the_hash_cannot_take_is_named(void **state) {
    (void)state;
    const struct {
        rm_options options;
        const char *said;
    } cases[] = {{{.keys = 3}, ": key 13: the key 'three' cannot be hashed by u64"},
                 {{.keys_file = "words"}, ": words:13: the key 'three' cannot"},
                 {{.keys_file = "-"}, ": standard input:13: the key 'three' cannot"},
                 {{.keys = 0}, ": standard input:13: the key 'three' cannot"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rm_options options = cases[i].options;
        test_child child = test_run(hash_words, &options);
        assert_int_equal(child.code, 2);
        assert_non_null(strstr(child.err, cases[i].said));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_a_key_and_an_empty_line_is_the_empty_key),
        cmocka_unit_test(a_file_is_cut_right_whatever_the_buffer),
        cmocka_unit_test(weights_stand_behind_a_comma),
        cmocka_unit_test(bad_key_files_are_named_with_the_line),
        cmocka_unit_test(uniform_keys_have_their_length_and_alphabet),
        cmocka_unit_test(sequential_keys_are_padded_numbers),
        cmocka_unit_test(keys_for_u64_are_numbers_of_64_bits),
        cmocka_unit_test(zipf_draws_follow_the_law),
        cmocka_unit_test(only_what_stands_between_the_marks_is_hashed),
        cmocka_unit_test(tagged_blocks_hash_like_their_parts),
        cmocka_unit_test(a_key_that_the_hash_cannot_take_is_named),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
