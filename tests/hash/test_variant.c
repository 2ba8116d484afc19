#include "keys.h"

#include "core/hash/variant.h"
#include "tests/support/memory.h"

static rmk_hash_variant made(rmk_hash_variation how) {
    rmk_hash_variant variant;
    assert_int_equal(rmk_hash_variant_make(&variant, &how), RMK_OK);
    return variant;
}

/* Bytes of a digest in print, read in the order that is asked for: no arithmetic of the library's. */
static uint64_t printed_bytes(const char *digest, unsigned first, unsigned count, bool big_endian) {
    char text[17] = {0};
    for (unsigned i = 0; i < count; i++)
        memcpy(text + 2 * i, digest + 2 * (big_endian ? first + i : first + count - 1 - i), 2);
    return strtoull(text, NULL, 16);
}

static void assert_cut(const rmk_hash_variation *how, const char *digest, const void *key, size_t length) {
    rmk_hash_variant variant = made(*how);
    rmk_hasher hasher;
    assert_int_equal(variant.hash.bits, 8 * how->byte_count);
    assert_int_equal(rmk_hasher_open(&hasher, &variant.hash, RMK_ISA_AUTO, NULL), RMK_OK);
    uint64_t expected = printed_bytes(digest, how->first_byte, how->byte_count, how->big_endian);
    assert_int_equal(rmk_hash_one(&hasher, key, length), expected);
    uint64_t values[40];
    rmk_bytes keys[40];
    for (size_t i = 0; i < 40; i++)
        keys[i] = (rmk_bytes){key, length};
    rmk_hash_batch(&hasher, keys, 40, values);
    for (size_t i = 0; i < 40; i++)
        assert_int_equal(values[i], expected);
    rmk_hasher_close(&hasher);
}

/* Every cut of 1..8 bytes, both ways. */
static void assert_cuts(const rmk_hash *base, const char *digest, const void *key, size_t length) {
    unsigned bytes = rmk_hash_byte_count(base, false);
    assert_int_equal(strlen(digest), 2 * bytes);
    for (unsigned count = 1; count <= 8; count++)
        for (unsigned first = 0; first + count <= bytes; first++)
            for (int big = 0; big < 2; big++) {
                rmk_hash_variation how = {
                    .base = base, .first_byte = first, .byte_count = count, .big_endian = big};
                assert_cut(&how, digest, key, length);
            }
}

static void check_digests(char *line) {
    const rmk_hash *const bases[] = {&rmk_hash_md5, &rmk_hash_sha1, &rmk_hash_sha256, &rmk_hash_blake2b};
    char *digests[4], *rest = line;
    for (size_t i = 0; i < 4; i++)
        digests[i] = rest = after_tab(rest);
    unsigned char key[128];
    size_t length = bytes_of_hexadecimal(line, key);
    for (size_t i = 0; i < 4; i++)
        assert_cuts(bases[i], digests[i], key, length);
}

static void every_cut_of_a_digest_is_its_printed_bytes(void **state) {
    (void)state;
    assert_in_range(for_each_vector("digests.tsv", check_digests), 15, SIZE_MAX);
}

static void a_hash_without_a_digest_is_cut_as_its_value_from_the_lowest_byte(void **state) {
    (void)state;
    const char key[] = "node-1";
    assert_int_equal(value_of_text(&rmk_hash_fnv1a_64, "foobar"), 0x85944171f73967e8);
    assert_cuts(&rmk_hash_fnv1a_64, "e86739f771419485", "foobar", 6);
    uint64_t value = rmk_hash_xxh64.seeded((rmk_hash_seed){5, 0}, key, 6);
    rmk_hash_variation how = {.base = &rmk_hash_xxh64, .seeded = true, .seed = {5, 0}, .byte_count = 4};
    rmk_hash_variant low = made(how);
    how.first_byte = 4;
    rmk_hash_variant high = made(how);
    assert_int_equal(value_of_text(&low.hash, key), value & 0xffffffff);
    assert_int_equal(value_of_text(&high.hash, key), value >> 32);
}

/* A copy of a variant is opened as well as the first, which may be gone. */
static void a_variant_is_copied_and_used_on_any_kernel(void **state) {
    (void)state;
    const rmk_hash *const bases[] = {&rmk_hash_md5, &rmk_hash_fnv1a_64, &rmk_hash_crc32};
    uint64_t seed = printed_seed(1307);
    static unsigned char bytes[4096];
    random_bytes(&seed, bytes, sizeof bytes);
    rmk_bytes keys[300];
    uint64_t values[300];
    for (size_t i = 0; i < 300; i++)
        keys[i] = (rmk_bytes){bytes + next_random(&seed) % 4000, next_random(&seed) % 71};
    for (size_t b = 0; b < 3; b++)
        for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++) {
            rmk_hash_variant first = made((rmk_hash_variation){.base = bases[b], .byte_count = 4}),
                             copy = first;
            memset(&first, 0xff, sizeof first);
            rmk_hasher hasher;
            assert_int_equal(rmk_hasher_open(&hasher, &copy.hash, isa, NULL), RMK_OK);
            rmk_hash_batch(&hasher, keys, 300, values);
            for (size_t i = 0; i < 300; i++)
                assert_int_equal(values[i], value_of(bases[b], keys[i].data, keys[i].length) & 0xffffffff);
            rmk_hasher_close(&hasher);
        }
}

/* `longest` strings of every length and every alignment, in one batch and one by one. */
static void assert_batch(const rmk_hash *hash) {
    uint64_t seed = 808, values[71];
    unsigned char bytes[160];
    rmk_bytes keys[71];
    rmk_hasher hasher;
    assert_int_equal(rmk_hasher_open(&hasher, hash, RMK_ISA_AUTO, NULL), RMK_OK);
    random_bytes(&seed, bytes, sizeof bytes);
    for (size_t offset = 0; offset < 8; offset++) {
        for (size_t length = 0; length <= 70; length++)
            keys[length] = (rmk_bytes){bytes + offset + length % 8, length};
        rmk_hash_batch(&hasher, keys, 71, values);
        for (size_t i = 0; i <= 70; i++) {
            unsigned char copy[70];
            memcpy(copy, keys[i].data, keys[i].length);
            assert_int_equal(values[i], rmk_hash_one(&hasher, copy, keys[i].length));
        }
    }
    rmk_hasher_close(&hasher);
}

static void a_batch_with_a_seed_or_a_cut_agrees_with_one_by_one(void **state) {
    (void)state;
    size_t count;
    const rmk_hash *const *table = rmk_hash_table(&count);
    for (size_t i = 0; i < count; i++) {
        rmk_hash_variation how = {.base = table[i], .byte_count = 1};
        rmk_hash_variant variant = made(how);
        assert_batch(&variant.hash);
        how = (rmk_hash_variation){.base = table[i], .seeded = true, .seed = {0x1234567, 0}};
        if (table[i]->seeded) {
            variant = made(how);
            assert_batch(&variant.hash);
        }
    }
}

static void a_width_is_known_after_the_cut(void **state) {
    (void)state;
    rmk_hash_variant top =
        made((rmk_hash_variation){.base = &rmk_hash_java_fnv1_32, .first_byte = 3, .byte_count = 1});
    assert_int_equal(top.hash.bits, 8);
    assert_int_equal(top.hash.value_bits, 7);
    rmk_hash_variant turned =
        made((rmk_hash_variation){.base = &rmk_hash_java_fnv1_32, .byte_count = 4, .big_endian = true});
    assert_int_equal(turned.hash.value_bits, 32);
    rmk_hash_variant as_it_is = made((rmk_hash_variation){.base = &rmk_hash_java_fnv1_32, .name = "mine"});
    assert_int_equal(as_it_is.hash.bits, 31);
    assert_string_equal(as_it_is.hash.name, "mine");
    assert_string_equal(top.hash.name, "java-fnv1-32");
    assert_int_equal(value_of_text(&as_it_is.hash, "a"), value_of_text(&rmk_hash_java_fnv1_32, "a"));
}

static void a_variant_of_a_variant_is_cut_again(void **state) {
    (void)state;
    rmk_hash_variant seeded =
        made((rmk_hash_variation){.base = &rmk_hash_murmur2_64a, .seeded = true, .seed = {9, 0}});
    rmk_hash_variant low = made((rmk_hash_variation){.base = &seeded.hash, .first_byte = 6, .byte_count = 2});
    uint64_t value = rmk_hash_murmur2_64a.seeded((rmk_hash_seed){9, 0}, "abc", 3);
    assert_int_equal(value_of_text(&low.hash, "abc"), value >> 48);
}

static void assert_refused(rmk_hash_variation how, rmk_status status) {
    rmk_hash_variant variant = {.hash = {.bits = 77}};
    assert_int_equal(rmk_hash_variant_make(&variant, &how), status);
    assert_int_equal(variant.hash.bits, 77);
}

static void what_a_base_does_not_have_is_refused(void **state) {
    (void)state;
    const rmk_hash *sha1 = &rmk_hash_sha1, *xxh32 = &rmk_hash_xxh32, *xxh64 = &rmk_hash_xxh64;
    assert_refused((rmk_hash_variation){.base = NULL}, RMK_BAD_INPUT);
    assert_refused((rmk_hash_variation){.base = sha1, .seeded = true}, RMK_UNSUPPORTED);
    assert_refused((rmk_hash_variation){.base = xxh32, .seeded = true, .seed = {1ull << 32, 0}},
                   RMK_BAD_INPUT);
    assert_refused((rmk_hash_variation){.base = xxh32, .seeded = true, .seed = {0, 1}}, RMK_BAD_INPUT);
    assert_refused((rmk_hash_variation){.base = xxh64, .seeded = true, .seed = {0, 1}}, RMK_BAD_INPUT);
    assert_refused((rmk_hash_variation){.base = sha1, .byte_count = 9}, RMK_BAD_INPUT);
    assert_refused((rmk_hash_variation){.base = sha1, .first_byte = 17, .byte_count = 4}, RMK_BAD_INPUT);
    assert_refused((rmk_hash_variation){.base = sha1, .first_byte = UINT32_MAX, .byte_count = 4},
                   RMK_BAD_INPUT);
    assert_refused((rmk_hash_variation){.base = xxh32, .byte_count = 5}, RMK_BAD_INPUT);
    made((rmk_hash_variation){.base = sha1, .first_byte = 16, .byte_count = 4});
    made((rmk_hash_variation){.base = xxh32, .seeded = true, .seed = {UINT32_MAX, 0}});
    made((rmk_hash_variation){.base = xxh64, .seeded = true, .seed = {UINT64_MAX, 0}});
}

static void a_failed_allocation_leaks_nothing(void **state) {
    (void)state;
    rmk_hash_variant variant = made((rmk_hash_variation){.base = &rmk_hash_sha1, .byte_count = 4});
    for (size_t n = 1; n <= 3; n++) {
        test_memory memory = {.fail_at = n};
        rmk_allocator allocator = test_allocator(&memory);
        rmk_hasher hasher;
        rmk_status expected = n <= 2 ? RMK_NO_MEMORY : RMK_OK; /* the variant's state, the digest's */
        assert_int_equal(rmk_hasher_open(&hasher, &variant.hash, RMK_ISA_AUTO, &allocator), expected);
        rmk_hasher_close(&hasher);
        assert_int_equal(memory.live_blocks, 0);
    }
}

static void a_variant_accepts_what_its_base_does(void **state) {
    (void)state;
    rmk_hash_variant number = made((rmk_hash_variation){.base = &rmk_hash_u64, .byte_count = 4});
    assert_true(number.hash.accepts("12", 2));
    assert_false(number.hash.accepts("x", 1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut_of_a_digest_is_its_printed_bytes),
        cmocka_unit_test(a_hash_without_a_digest_is_cut_as_its_value_from_the_lowest_byte),
        cmocka_unit_test(a_variant_is_copied_and_used_on_any_kernel),
        cmocka_unit_test(a_batch_with_a_seed_or_a_cut_agrees_with_one_by_one),
        cmocka_unit_test(a_width_is_known_after_the_cut),
        cmocka_unit_test(a_variant_of_a_variant_is_cut_again),
        cmocka_unit_test(what_a_base_does_not_have_is_refused),
        cmocka_unit_test(a_failed_allocation_leaks_nothing),
        cmocka_unit_test(a_variant_accepts_what_its_base_does),
    };
    return cmocka_run_group_tests_name("variant", tests, NULL, NULL);
}
