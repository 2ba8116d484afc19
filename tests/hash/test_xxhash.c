#include "keys.h"

#include <xxhash.h> /* the shared library's functions, not inlined */

#define BUFFER_BYTES 2367

/* The buffer that xxHash's own sanity check hashes. */
static void fill_sanity_buffer(unsigned char *buffer) {
    uint64_t generator = 2654435761u;
    for (size_t i = 0; i < BUFFER_BYTES; i++) {
        buffer[i] = (unsigned char)(generator >> 56);
        generator *= 11400714785074694797ull;
    }
}

typedef struct sanity_value {
    size_t length;
    uint64_t value;
} sanity_value;

/* xxHash, cli/xsum_sanity_check.c, seed 0. */
static const sanity_value sanity32[] = {
    {0, 0x02cc5d05}, {1, 0xcf65b03e}, {14, 0x1208e7e2}, {222, 0x5bd11dbd}};
static const sanity_value sanity64[] = {
    {0, 0xef46db3751d8e999},  {1, 0xe934a84adb052768},   {4, 0x9136a0dca57457ee},
    {14, 0x8282dcc4994e35c8}, {222, 0xb641ae8cb691c174},
};
static const sanity_value sanity3[] = {
    {0, 0x2d06800538d394c2},    {1, 0xc44bdff4074eecdb},    {6, 0x27b56a84cd2d7325},
    {12, 0xa713daf0dfbb77e7},   {24, 0xa3fe70bf9d3510eb},   {48, 0x397da259ecba1f11},
    {80, 0xbcdefbbb2c47c90a},   {195, 0xcd94217ee362ec3a},  {403, 0xcdeb804d65c6dea4},
    {512, 0x617e49599013cb6b},  {2048, 0xdd59e2c3a5f038e0}, {2240, 0x6e73a90539cf2948},
    {2367, 0xcb37aeb9e5d361ed},
};

static void assert_sanity(const rmk_hash *hash, const sanity_value *values, size_t count) {
    unsigned char buffer[BUFFER_BYTES];
    fill_sanity_buffer(buffer);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(value_of(hash, buffer, values[i].length), values[i].value);
}

static void published_sanity_values_hold(void **state) {
    (void)state;
    assert_sanity(&rmk_hash_xxh32, sanity32, sizeof sanity32 / sizeof sanity32[0]);
    assert_sanity(&rmk_hash_xxh64, sanity64, sizeof sanity64 / sizeof sanity64[0]);
    assert_sanity(&rmk_hash_xxh3, sanity3, sizeof sanity3 / sizeof sanity3[0]);
}

/* A little-endian number of `width` bytes, byte by byte. */
static uint64_t number(const unsigned char *at, size_t width) {
    uint64_t value = 0;
    while (width-- > 0)
        value = value << 8 | at[width];
    return value;
}

static uint64_t left64(uint64_t x, unsigned by) {
    return (x << by) | (x >> (64 - by));
}

static uint32_t left32(uint32_t x, unsigned by) {
    return (x << by) | (x >> (32 - by));
}

static const uint64_t p64[] = {
    0, 0x9e3779b185ebca87, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9, 0x85ebca77c2b2ae63, 0x27d4eb2f165667c5};
static const uint32_t p32[] = {0, 0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1};

static uint64_t round64(uint64_t sum, uint64_t lane) {
    return left64(sum + lane * p64[2], 31) * p64[1];
}

/* Steps 1 to 3 of the specification: stripes of four lanes, then their convergence. */
static uint64_t stripes64(const unsigned char *at, size_t length) {
    uint64_t sums[] = {p64[1] + p64[2], p64[2], 0, 0 - p64[1]};
    for (size_t i = 0; i + 32 <= length; i += 32)
        for (size_t lane = 0; lane < 4; lane++)
            sums[lane] = round64(sums[lane], number(at + i + 8 * lane, 8));
    uint64_t sum = left64(sums[0], 1) + left64(sums[1], 7) + left64(sums[2], 12) + left64(sums[3], 18);
    for (size_t lane = 0; lane < 4; lane++)
        sum = (sum ^ round64(0, sums[lane])) * p64[1] + p64[4];
    return sum;
}

static uint64_t naive_xxh64(const unsigned char *at, size_t length) {
    uint64_t sum = (length >= 32 ? stripes64(at, length) : p64[5]) + length;
    size_t i = length / 32 * 32;
    for (; i + 8 <= length; i += 8)
        sum = left64(sum ^ round64(0, number(at + i, 8)), 27) * p64[1] + p64[4];
    for (; i + 4 <= length; i += 4)
        sum = left64(sum ^ (number(at + i, 4) * p64[1]), 23) * p64[2] + p64[3];
    for (; i < length; i++)
        sum = left64(sum ^ (at[i] * p64[5]), 11) * p64[1];
    sum = (sum ^ (sum >> 33)) * p64[2];
    sum = (sum ^ (sum >> 29)) * p64[3];
    return sum ^ (sum >> 32);
}

static uint32_t stripes32(const unsigned char *at, size_t length) {
    uint32_t sums[] = {p32[1] + p32[2], p32[2], 0, 0 - p32[1]};
    for (size_t i = 0; i + 16 <= length; i += 16)
        for (size_t lane = 0; lane < 4; lane++)
            sums[lane] = left32(sums[lane] + (uint32_t)number(at + i + 4 * lane, 4) * p32[2], 13) * p32[1];
    return left32(sums[0], 1) + left32(sums[1], 7) + left32(sums[2], 12) + left32(sums[3], 18);
}

static uint32_t naive_xxh32(const unsigned char *at, size_t length) {
    uint32_t sum = (length >= 16 ? stripes32(at, length) : p32[5]) + (uint32_t)length;
    size_t i = length / 16 * 16;
    for (; i + 4 <= length; i += 4)
        sum = left32(sum + (uint32_t)number(at + i, 4) * p32[3], 17) * p32[4];
    for (; i < length; i++)
        sum = left32(sum + at[i] * p32[5], 11) * p32[1];
    sum = (sum ^ (sum >> 15)) * p32[2];
    sum = (sum ^ (sum >> 13)) * p32[3];
    return sum ^ (sum >> 16);
}

static void every_length_matches_the_specification_written_plainly(void **state) {
    (void)state;
    uint64_t seed = printed_seed(64);
    unsigned char bytes[300];
    for (size_t length = 0; length <= sizeof bytes; length++) {
        random_bytes(&seed, bytes, length);
        assert_int_equal(value_of(&rmk_hash_xxh32, bytes, length), naive_xxh32(bytes, length));
        assert_int_equal(value_of(&rmk_hash_xxh64, bytes, length), naive_xxh64(bytes, length));
    }
}

static void xxh3_matches_the_shared_library_at_every_length(void **state) {
    (void)state;
    uint64_t seed = printed_seed(3);
    unsigned char bytes[BUFFER_BYTES];
    random_bytes(&seed, bytes, sizeof bytes);
    for (size_t length = 0; length <= sizeof bytes; length++)
        assert_int_equal(value_of(&rmk_hash_xxh3, bytes, length), XXH3_64bits(bytes, length));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_sanity_values_hold),
        cmocka_unit_test(every_length_matches_the_specification_written_plainly),
        cmocka_unit_test(xxh3_matches_the_shared_library_at_every_length),
    };
    return cmocka_run_group_tests_name("xxhash", tests, NULL, NULL);
}
