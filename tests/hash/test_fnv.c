#include "keys.h"

/* Landon Curt Noll's published test vectors, test_fnv.c of FNV 5. */
static const known_answer fnv1_32[] = {
    {"", 0x811c9dc5}, {"a", 0x050c5d7e}, {"b", 0x050c5d7d}, {"foobar", 0x31f0b262}};
static const known_answer fnv1a_32[] = {
    {"", 0x811c9dc5}, {"a", 0xe40c292c}, {"b", 0xe70c2de5}, {"foobar", 0xbf9cf968}};
static const known_answer fnv1_64[] = {{"", 0xcbf29ce484222325},
                                       {"a", 0xaf63bd4c8601b7be},
                                       {"b", 0xaf63bd4c8601b7bd},
                                       {"foobar", 0x340d8765a4dda9c2}};
static const known_answer fnv1a_64[] = {{"", 0xcbf29ce484222325},
                                        {"a", 0xaf63dc4c8601ec8c},
                                        {"b", 0xaf63df4c8601f1a5},
                                        {"foobar", 0x85944171f73967e8}};

/* Computed in Python with unbounded integers. */
static const known_answer fnv1a_32_mix[] = {{"", 0xab3e7c0b},
                                            {"a", 0x1a80b1b3},
                                            {"foobar", 0x0c0da6dc},
                                            {"node-0-1#17", 0xf31d5e43},
                                            {"太阳", 0x5237f2db}};
static const known_answer fnv1a_64_mix[] = {{"", 0xefd01f60ba992926},
                                            {"a", 0x82a2a958a9bece5b},
                                            {"foobar", 0x2c22194922d1672b},
                                            {"node-0-1#17", 0x70b967320ed83393},
                                            {"太阳", 0xace612d7c731bd98}};

static void published_vectors_hold(void **state) {
    (void)state;
    ASSERT_KNOWN_ANSWERS(&rmk_hash_fnv1_32, fnv1_32);
    ASSERT_KNOWN_ANSWERS(&rmk_hash_fnv1a_32, fnv1a_32);
    ASSERT_KNOWN_ANSWERS(&rmk_hash_fnv1_64, fnv1_64);
    ASSERT_KNOWN_ANSWERS(&rmk_hash_fnv1a_64, fnv1a_64);
}

static void mixed_members_match_unbounded_integers(void **state) {
    (void)state;
    ASSERT_KNOWN_ANSWERS(&rmk_hash_fnv1a_32_mix, fnv1a_32_mix);
    ASSERT_KNOWN_ANSWERS(&rmk_hash_fnv1a_64_mix, fnv1a_64_mix);
}

/* The published "challenge" strings: hashes that are zero. */
static void strings_that_hash_to_zero_do(void **state) {
    (void)state;
    static const unsigned char zero32[] = {0xcc, 0x24, 0x31, 0xc4};
    static const unsigned char zero64[] = {0xd5, 0x6b, 0xb9, 0x53, 0x42, 0x87, 0x08, 0x36};
    assert_int_equal(value_of(&rmk_hash_fnv1a_32, zero32, sizeof zero32), 0);
    assert_int_equal(value_of(&rmk_hash_fnv1a_64, zero64, sizeof zero64), 0);
}

/* A hash as base-256 digits, least first; the product by long multiplication, digit by digit, top carries
 * dropped. */
static void multiply(unsigned char *digits, const unsigned char *factor, size_t count) {
    unsigned char product[8] = {0};
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; i + j < count; j++) {
            unsigned carry = (unsigned)digits[i] * factor[j];
            for (size_t place = i + j; place < count; place++) {
                carry += product[place];
                product[place] = carry & 0xff;
                carry >>= 8;
            }
        }
    memcpy(digits, product, count);
}

static uint64_t schoolbook(const unsigned char *bytes, size_t length, size_t width, int xor_first) {
    static const unsigned char prime32[] = {0x93, 0x01, 0x00, 0x01};
    static const unsigned char prime64[] = {0xb3, 0x01, 0, 0, 0, 0x01, 0, 0};
    unsigned char digits32[] = {0xc5, 0x9d, 0x1c, 0x81};
    unsigned char digits64[] = {0x25, 0x23, 0x22, 0x84, 0xe4, 0x9c, 0xf2, 0xcb};
    unsigned char *digits = width == 4 ? digits32 : digits64;
    for (size_t i = 0; i < length; i++) {
        if (xor_first)
            digits[0] ^= bytes[i];
        multiply(digits, width == 4 ? prime32 : prime64, width);
        if (!xor_first)
            digits[0] ^= bytes[i];
    }
    uint64_t value = 0;
    for (size_t i = width; i-- > 0;)
        value = value << 8 | digits[i];
    return value;
}

static void random_strings_match_schoolbook_multiplication(void **state) {
    (void)state;
    uint64_t seed = printed_seed(271828);
    unsigned char bytes[64];
    for (size_t round = 0; round < 640; round++) {
        size_t length = round % (sizeof bytes + 1);
        random_bytes(&seed, bytes, length);
        assert_int_equal(value_of(&rmk_hash_fnv1_32, bytes, length), schoolbook(bytes, length, 4, 0));
        assert_int_equal(value_of(&rmk_hash_fnv1a_32, bytes, length), schoolbook(bytes, length, 4, 1));
        assert_int_equal(value_of(&rmk_hash_fnv1_64, bytes, length), schoolbook(bytes, length, 8, 0));
        assert_int_equal(value_of(&rmk_hash_fnv1a_64, bytes, length), schoolbook(bytes, length, 8, 1));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_vectors_hold),
        cmocka_unit_test(mixed_members_match_unbounded_integers),
        cmocka_unit_test(strings_that_hash_to_zero_do),
        cmocka_unit_test(random_strings_match_schoolbook_multiplication),
    };
    return cmocka_run_group_tests_name("fnv", tests, NULL, NULL);
}
