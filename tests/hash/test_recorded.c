/* Values that programs with code of their own gave: tests/vectors/hash/README.md. */
#include "keys.h"

#include "core/hash/variant.h"

enum { COLUMNS = 48 };

/* A column of the file: a hash, and the seed that its head names. */
typedef struct column {
    bool seeded;
    const rmk_hash *hash;
    rmk_hash_variant variant;
    rmk_hasher opened;
} column;

static column columns[COLUMNS];
static size_t column_count;

static rmk_hash_seed read_seed(char *text) {
    char *colon = strchr(text, ':');
    rmk_hash_seed seed = {strtoull(text, NULL, 0), colon ? strtoull(colon + 1, NULL, 0) : 0};
    return seed;
}

static void open_column(column *c, char *head) {
    char *blank = strchr(head, ' ');
    c->seeded = blank != NULL;
    if (blank)
        *blank = '\0';
    c->hash = rmk_hash_find(head);
    if (!c->hash)
        fail_msg("no hash %s", head);
    if (blank) {
        rmk_hash_variation how = {.base = c->hash, .seeded = true, .seed = read_seed(blank + 1)};
        assert_int_equal(rmk_hash_variant_make(&c->variant, &how), RMK_OK);
    }
    const rmk_hash *used = blank ? &c->variant.hash : c->hash;
    assert_int_equal(rmk_hasher_open(&c->opened, used, RMK_ISA_AUTO, NULL), RMK_OK);
}

static void open_columns(char *heads) {
    for (char *head = strtok(heads, "\t"); head; head = strtok(NULL, "\t")) {
        assert_true(column_count < COLUMNS);
        open_column(columns + column_count++, head);
    }
}

static void check_values(const char *key, char *values) {
    unsigned char bytes[128];
    assert_true(strlen(key) <= 2 * sizeof bytes);
    size_t length = bytes_of_hexadecimal(key, bytes), at = 0;
    for (char *text = strtok(values, "\t"); text; text = strtok(NULL, "\t"), at++) {
        assert_true(at < column_count);
        column *c = columns + at;
        uint64_t expected = strtoull(text, NULL, 10), value = rmk_hash_one(&c->opened, bytes, length);
        if (value != expected)
            print_error("%s, column %zu, of %s\n", c->hash->name, at, key);
        assert_int_equal(value, expected);
    }
    assert_int_equal(at, column_count);
}

static void check_line(char *line) {
    char *rest = after_tab(line);
    if (!column_count)
        open_columns(rest);
    else
        check_values(line, rest);
}

static void recorded_values_hold_with_every_seed(void **state) {
    (void)state;
    assert_in_range(for_each_vector("recorded.tsv", check_line), 150, SIZE_MAX);
    for (size_t i = 0; i < column_count; i++)
        rmk_hasher_close(&columns[i].opened);
}

/* Without a seed, `one` is the hash with the seed that its summary names. */
static void the_plain_hash_has_seed_0(void **state) {
    (void)state;
    size_t count, checked = 0;
    const rmk_hash *const *table = rmk_hash_table(&count);
    uint64_t random = printed_seed(77);
    unsigned char bytes[70];
    for (size_t i = 0; i < count; i++) {
        if (!table[i]->seeded)
            continue;
        checked++;
        for (size_t length = 0; length <= sizeof bytes; length++) {
            random_bytes(&random, bytes, length);
            uint64_t seeded = table[i]->seeded((rmk_hash_seed){0, 0}, bytes, length);
            assert_int_equal(value_of(table[i], bytes, length), seeded);
        }
    }
    assert_in_range(checked, 7, SIZE_MAX);
}

static void check_values_of_the_specifications_hold(void **state) {
    (void)state;
    static const unsigned char zeros[32];
    unsigned char counting[16];
    for (unsigned i = 0; i < sizeof counting; i++)
        counting[i] = (unsigned char)i;
    assert_int_equal(value_of_text(&rmk_hash_crc16, "123456789"), 0x31c3);
    assert_int_equal(value_of_text(&rmk_hash_crc32c, "123456789"), 0xe3069283);
    assert_int_equal(value_of(&rmk_hash_crc32c, zeros, sizeof zeros), 0x8a9136aa);
    assert_int_equal(value_of_text(&rmk_hash_adler32, "Wikipedia"), 0x11e60398);
    rmk_hash_seed key = {0x0706050403020100, 0x0f0e0d0c0b0a0908};
    assert_int_equal(rmk_hash_siphash_2_4.seeded(key, counting, 15), 0xa129ca6149be45e5);
}

static void crc32c_is_one_value_with_and_without_the_instruction(void **state) {
    (void)state;
    uint64_t seed = printed_seed(3720);
    unsigned char bytes[70];
    rmk_hasher plain, best;
    assert_int_equal(rmk_hasher_open(&plain, &rmk_hash_crc32c, RMK_ISA_SCALAR, NULL), RMK_OK);
    assert_int_equal(rmk_hasher_open(&best, &rmk_hash_crc32c, RMK_ISA_AUTO, NULL), RMK_OK);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        random_bytes(&seed, bytes, length);
        assert_int_equal(rmk_hash_one(&plain, bytes, length), rmk_hash_one(&best, bytes, length));
    }
    rmk_hasher_close(&plain);
    rmk_hasher_close(&best);
}

static void java_replaces_bytes_that_are_not_utf8(void **state) {
    (void)state;
    assert_int_equal(value_of_text(&rmk_hash_java_hashcode, "\xed\xa0\x80"), 0xfffd);
    assert_int_equal(value_of_text(&rmk_hash_java_hashcode, "\xc0\xaf"), 0xfffd * 31 + 0xfffd);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recorded_values_hold_with_every_seed),
        cmocka_unit_test(the_plain_hash_has_seed_0),
        cmocka_unit_test(check_values_of_the_specifications_hold),
        cmocka_unit_test(crc32c_is_one_value_with_and_without_the_instruction),
        cmocka_unit_test(java_replaces_bytes_that_are_not_utf8),
    };
    return cmocka_run_group_tests_name("recorded", tests, NULL, NULL);
}
