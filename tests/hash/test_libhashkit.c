/*
 * libhashkit as a second implementation, where it computes the same: its chars are signed, so ASCII only; its
 * 64-bit FNV and MD5 keep the low 32 bits, its CRC-32 keeps 15.
 */
#include "keys.h"

#include "core/preset/hashes.h"

#if __has_include(<libhashkit-1.0/hashkit.h>)
#include <libhashkit-1.0/hashkit.h>

static void ascii_strings_match_libhashkit(void **state) {
    (void)state;
    uint64_t seed = printed_seed(1999);
    char text[128];
    for (size_t round = 0; round < 2000; round++) {
        size_t length = 1 + round % sizeof text;
        for (size_t i = 0; i < length; i++)
            text[i] = (char)(next_random(&seed) >> 57);
        assert_int_equal(value_of(&rmk_hash_one_at_a_time, text, length),
                         libhashkit_one_at_a_time(text, length));
        assert_int_equal(value_of(&rmk_hash_fnv1_32, text, length), libhashkit_fnv1_32(text, length));
        assert_int_equal(value_of(&rmk_hash_fnv1a_32, text, length), libhashkit_fnv1a_32(text, length));
        assert_int_equal((uint32_t)value_of(&rmk_hash_md5, text, length), libhashkit_md5(text, length));
        assert_int_equal(value_of(&rmk_hash_crc32, text, length) >> 16 & 0x7fff,
                         libhashkit_crc32(text, length));
        assert_int_equal((uint32_t)value_of(&rmk_hash_fnv1_64, text, length),
                         libhashkit_fnv1_64(text, length));
        assert_int_equal((uint32_t)value_of(&rmk_hash_fnv1a_64, text, length),
                         libhashkit_fnv1a_64(text, length));
    }
}

/* The presets' own copies of its hashes take any byte. */
static void any_bytes_match_in_the_hashes_of_presets(void **state) {
    (void)state;
    uint64_t seed = printed_seed(2003);
    char text[128];
    for (size_t round = 0; round < 5000; round++) {
        size_t length = round % sizeof text;
        for (size_t i = 0; i < length; i++)
            text[i] = (char)(next_random(&seed) >> 56);
        assert_int_equal(value_of(&rmk_hash_mc_one_at_a_time, text, length),
                         libhashkit_one_at_a_time(text, length));
        assert_int_equal(value_of(&rmk_hash_mc_fnv1_32, text, length), libhashkit_fnv1_32(text, length));
        assert_int_equal(value_of(&rmk_hash_mc_fnv1a_32, text, length), libhashkit_fnv1a_32(text, length));
        assert_int_equal(value_of(&rmk_hash_mc_fnv1_64, text, length), libhashkit_fnv1_64(text, length));
        assert_int_equal(value_of(&rmk_hash_mc_fnv1a_64, text, length), libhashkit_fnv1a_64(text, length));
        assert_int_equal(value_of(&rmk_hash_mc_crc, text, length), libhashkit_crc32(text, length));
        assert_int_equal(value_of(&rmk_hash_mc_murmur, text, length), libhashkit_murmur(text, length));
        assert_int_equal(value_of(&rmk_hash_mc_murmur3, text, length), libhashkit_murmur3(text, length));
        assert_int_equal(value_of(&rmk_hash_mc_jenkins, text, length), libhashkit_jenkins(text, length));
        assert_int_equal(value_of(&rmk_hash_md5_word, text, length), libhashkit_md5(text, length));
    }
}
#else
static void any_bytes_match_in_the_hashes_of_presets(void **state) {
    (void)state;
    skip();
}

static void ascii_strings_match_libhashkit(void **state) {
    (void)state;
    skip();
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ascii_strings_match_libhashkit),
                                       cmocka_unit_test(any_bytes_match_in_the_hashes_of_presets)};
    return cmocka_run_group_tests_name("libhashkit", tests, NULL, NULL);
}
