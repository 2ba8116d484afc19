#include "keys.h"

/* The vectors that ports of SMHasher's MurmurHash3 share, seed 0. */
static const known_answer published32[] = {
    {"", 0},
    {"hello", 0x248bfa47},
    {"hello, world", 0x149bbb7f},
    {"19 Jan 2038 at 3:14:07 AM", 0xe31e8a70},
    {"The quick brown fox jumps over the lazy dog.", 0xd5c48bfc},
};
static const known_answer published128[] = {
    {"", 0},
    {"hello", 0xcbd8a7b341bd9b02},
    {"hello, world", 0x342fac623a5ebc8e},
    {"19 Jan 2038 at 3:14:07 AM", 0xb89e5988b737affc},
    {"The quick brown fox jumps over the lazy dog.", 0xcd99481f9ee902c9},
};

static void published_vectors_hold(void **state) {
    (void)state;
    ASSERT_KNOWN_ANSWERS(&rmk_hash_murmur3_32, published32);
    ASSERT_KNOWN_ANSWERS(&rmk_hash_murmur3_128, published128);
}

/* Of Cassandra 5.0's own classes, as two's complement. */
static const known_answer tokens[] = {
    {"", 0x8000000000000000},
    {"a", (uint64_t)-8839064797231613815},
    {"abc", (uint64_t)-5434086359492102041},
    {"key1", 1573573083296714675},
    {"hello world", 5998619086395760910},
    {"0123456789abcdef", 5467490433528156583},
    {"\xc3\xa9", 5461403030378599040},
    {"\xe4\xb8\xad", 7100785150374381263},
};

static void tokens_of_cassandra_hold(void **state) {
    (void)state;
    ASSERT_KNOWN_ANSWERS(&rmk_hash_murmur3_cassandra, tokens);
}

static void check_guava(char *line) {
    char *low = after_tab(line), *short_value = after_tab(low);
    assert_int_equal(value_of_text(&rmk_hash_murmur3_128, line), strtoull(low, NULL, 10));
    assert_int_equal(value_of_text(&rmk_hash_murmur3_32, line), strtoull(short_value, NULL, 10));
}

static void values_of_guava_hold(void **state) {
    (void)state;
    assert_in_range(for_each_vector("murmur3-guava.tsv", check_guava), 500, SIZE_MAX);
}

static uint64_t left(uint64_t x, unsigned by, unsigned width) {
    uint64_t mask = width == 64 ? UINT64_MAX : UINT32_MAX;
    return ((x << by) | ((x & mask) >> (width - by))) & mask;
}

/* Bytes from..from+width as a little-endian number, zeros behind the end. */
static uint64_t padded(const unsigned char *bytes, size_t length, size_t from, size_t width) {
    uint64_t value = 0;
    for (size_t i = 0; i < width && from + i < length; i++)
        value += (uint64_t)bytes[from + i] << 8 * i;
    return value;
}

static uint64_t avalanche(uint64_t h, unsigned shift, uint64_t first, uint64_t second, unsigned last,
                          unsigned width) {
    uint64_t mask = width == 64 ? UINT64_MAX : UINT32_MAX;
    h = ((h ^ (h >> shift)) * first) & mask;
    h = ((h ^ (h >> (width == 64 ? shift : 13))) * second) & mask;
    return h ^ (h >> last);
}

/* Plain forms: the tail is a block padded with zeros that skips the rotation and addition behind it. */
static uint64_t plain32(const unsigned char *bytes, size_t length) {
    uint64_t h = 0, mask = UINT32_MAX;
    for (size_t i = 0; i < length; i += 4) {
        h ^= (left(padded(bytes, length, i, 4) * 0xcc9e2d51 & mask, 15, 32) * 0x1b873593) & mask;
        if (i + 4 <= length)
            h = (left(h, 13, 32) * 5 + 0xe6546b64) & mask;
    }
    return avalanche(h ^ length, 16, 0x85ebca6b, 0xc2b2ae35, 16, 32);
}

static uint64_t finished64(uint64_t h) {
    return avalanche(h, 33, 0xff51afd7ed558ccd, 0xc4ceb9fe1a85ec53, 33, 64);
}

static uint64_t plain128(const unsigned char *bytes, size_t length) {
    const uint64_t c1 = 0x87c37b91114253d5, c2 = 0x4cf5ad432745937f;
    uint64_t h1 = 0, h2 = 0;
    for (size_t i = 0; i < length; i += 16) {
        int whole = i + 16 <= length;
        h1 ^= left(padded(bytes, length, i, 8) * c1, 31, 64) * c2;
        if (whole)
            h1 = (left(h1, 27, 64) + h2) * 5 + 0x52dce729;
        h2 ^= left(padded(bytes, length, i + 8, 8) * c2, 33, 64) * c1;
        if (whole)
            h2 = (left(h2, 31, 64) + h1) * 5 + 0x38495ab5;
    }
    h1 ^= length;
    h2 ^= length;
    h1 += h2;
    return finished64(h1) + finished64(h2 + h1);
}

static void every_length_matches_blocks_padded_with_zeros(void **state) {
    (void)state;
    uint64_t seed = printed_seed(128);
    unsigned char bytes[300];
    for (size_t length = 0; length <= sizeof bytes; length++) {
        random_bytes(&seed, bytes, length);
        assert_int_equal(value_of(&rmk_hash_murmur3_32, bytes, length), plain32(bytes, length));
        assert_int_equal(value_of(&rmk_hash_murmur3_128, bytes, length), plain128(bytes, length));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_vectors_hold),
        cmocka_unit_test(tokens_of_cassandra_hold),
        cmocka_unit_test(values_of_guava_hold),
        cmocka_unit_test(every_length_matches_blocks_padded_with_zeros),
    };
    return cmocka_run_group_tests_name("murmur3", tests, NULL, NULL);
}
