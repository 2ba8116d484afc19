#include "keys.h"

static void every_hash_is_found_by_its_own_name_only(void **state) {
    (void)state;
    size_t count;
    const rmk_hash *const *table = rmk_hash_table(&count);
    for (size_t i = 0; i < count; i++) {
        assert_ptr_equal(rmk_hash_find(table[i]->name), table[i]);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(table[i]->name, table[j]->name);
    }
}

static void names_are_the_documented_ones(void **state) {
    (void)state;
    static const struct {
        const char *name;
        const rmk_hash *hash;
        unsigned bits;
    } documented[] = {
        {"fnv1-32", &rmk_hash_fnv1_32, 32},
        {"fnv1a-32", &rmk_hash_fnv1a_32, 32},
        {"fnv1-64", &rmk_hash_fnv1_64, 64},
        {"fnv1a-64", &rmk_hash_fnv1a_64, 64},
        {"fnv1a-32-mix", &rmk_hash_fnv1a_32_mix, 32},
        {"fnv1a-64-mix", &rmk_hash_fnv1a_64_mix, 64},
        {"java-fnv1-32", &rmk_hash_java_fnv1_32, 31},
        {"md5", &rmk_hash_md5, 64},
        {"sha1", &rmk_hash_sha1, 64},
        {"sha256", &rmk_hash_sha256, 64},
        {"blake2b", &rmk_hash_blake2b, 64},
        {"xxh32", &rmk_hash_xxh32, 32},
        {"xxh64", &rmk_hash_xxh64, 64},
        {"xxh3", &rmk_hash_xxh3, 64},
        {"crc32", &rmk_hash_crc32, 32},
        {"murmur3-32", &rmk_hash_murmur3_32, 32},
        {"murmur3-128", &rmk_hash_murmur3_128, 64},
        {"murmur3-cassandra", &rmk_hash_murmur3_cassandra, 64},
        {"murmur2-32", &rmk_hash_murmur2_32, 32},
        {"murmur2-kafka", &rmk_hash_murmur2_kafka, 32},
        {"murmur2-64a", &rmk_hash_murmur2_64a, 64},
        {"siphash-2-4", &rmk_hash_siphash_2_4, 64},
        {"java-hashcode", &rmk_hash_java_hashcode, 32},
        {"djb2", &rmk_hash_djb2, 32},
        {"sdbm", &rmk_hash_sdbm, 32},
        {"crc16", &rmk_hash_crc16, 16},
        {"crc32c", &rmk_hash_crc32c, 32},
        {"adler32", &rmk_hash_adler32, 32},
        {"one-at-a-time", &rmk_hash_one_at_a_time, 32},
        {"u64", &rmk_hash_u64, 64},
    };
    for (size_t i = 0; i < sizeof documented / sizeof documented[0]; i++) {
        assert_ptr_equal(rmk_hash_find(documented[i].name), documented[i].hash);
        assert_int_equal(documented[i].hash->bits, documented[i].bits);
        assert_int_equal(documented[i].hash->value_bits, documented[i].bits);
    }
}

static void other_names_find_nothing(void **state) {
    (void)state;
    assert_null(rmk_hash_find(""));
    assert_null(rmk_hash_find("xxh"));
    assert_null(rmk_hash_find("xxh3 "));
    assert_null(rmk_hash_find("XXH3"));
}

static void every_descriptor_is_filled_in(void **state) {
    (void)state;
    size_t count;
    const rmk_hash *const *table = rmk_hash_table(&count);
    for (size_t i = 0; i < count; i++) {
        assert_non_null(table[i]->one);
        assert_true(table[i]->summary && table[i]->summary[0]);
        assert_true(table[i]->source && table[i]->source[0]);
        assert_null(strpbrk(table[i]->summary, "\n\t"));
        assert_true(!table[i]->open == !table[i]->close);
        assert_in_range(table[i]->bits, 1, 64);
        assert_in_range(table[i]->value_bits, 1, table[i]->bits);
        assert_true(!table[i]->seeded == !table[i]->seed_bits);
        assert_true(!table[i]->digest == !table[i]->digest_bytes);
        assert_in_range(table[i]->digest_bytes, 0, RMK_MAX_DIGEST);
    }
}

static void positions_keep_the_order_and_fill_the_circle(void **state) {
    (void)state;
    assert_int_equal(rmk_hash_position(&rmk_hash_xxh3, 5), 5);
    assert_int_equal(rmk_hash_position(&rmk_hash_crc32, 0xffffffff), 0xffffffff00000000);
    assert_int_equal(rmk_hash_position(&rmk_hash_java_fnv1_32, 0x7fffffff), 0xfffffffe00000000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hash_is_found_by_its_own_name_only),
        cmocka_unit_test(names_are_the_documented_ones),
        cmocka_unit_test(other_names_find_nothing),
        cmocka_unit_test(every_descriptor_is_filled_in),
        cmocka_unit_test(positions_keep_the_order_and_fill_the_circle),
    };
    return cmocka_run_group_tests_name("hash table", tests, NULL, NULL);
}
