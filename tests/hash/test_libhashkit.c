/*
 * libhashkit as a second implementation, where it computes the same: its chars are signed, so ASCII only; its
 * 64-bit FNV and MD5 keep the low 32 bits, its CRC-32 keeps 15.
 */
#include "keys.h"

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
#else
static void ascii_strings_match_libhashkit(void **state) {
    (void)state;
    skip();
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ascii_strings_match_libhashkit)};
    return cmocka_run_group_tests_name("libhashkit", tests, NULL, NULL);
}
