/* the one-shot functions are the second implementation here */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "keys.h"

#include <openssl/md5.h>
#include <openssl/sha.h>

#include "core/hash/md5.h"

/* The first eight bytes of a digest as specifications print it, read as a little-endian number. */
static uint64_t first_word(const char *digest) {
    uint64_t value = 0;
    for (size_t i = 8; i-- > 0;) {
        const char pair[] = {digest[2 * i], digest[2 * i + 1], '\0'};
        value = value << 8 | strtoul(pair, NULL, 16);
    }
    return value;
}

typedef struct printed_digest {
    const char *text, *digest;
} printed_digest;

static void assert_digests(const rmk_hash *hash, const printed_digest *suite, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_int_equal(value_of_text(hash, suite[i].text), first_word(suite[i].digest));
}

static void the_md5_suite_of_rfc_1321_holds(void **state) {
    (void)state;
    static const printed_digest suite[] = {
        {"", "d41d8cd98f00b204e9800998ecf8427e"},
        {"a", "0cc175b9c0f1b6a831c399e269772661"},
        {"abc", "900150983cd24fb0d6963f7d28e17f72"},
        {"message digest", "f96b697d7cb7938d525a2f31aaf161d0"},
        {"abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"},
        {"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
         "d174ab98d277d9f5a5611c2c9f419d9f"},
        {"12345678901234567890123456789012345678901234567890123456789012345678901234567890",
         "57edf4a22be3c955ac49da2e2107b67a"},
    };
    assert_digests(&rmk_hash_md5, suite, sizeof suite / sizeof suite[0]);
}

static const char two_blocks[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";

static void the_sha_examples_of_fips_180_hold(void **state) {
    (void)state;
    const printed_digest sha1[] = {
        {"", "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
        {"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
        {two_blocks, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
    };
    const printed_digest sha256[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {two_blocks, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    assert_digests(&rmk_hash_sha1, sha1, sizeof sha1 / sizeof sha1[0]);
    assert_digests(&rmk_hash_sha256, sha256, sizeof sha256 / sizeof sha256[0]);
}

static void the_blake2b_example_of_rfc_7693_holds(void **state) {
    (void)state;
    const printed_digest blake2b[] = {
        {"", "786a02f742015903c6c6fd852552d272912f4740e15847618a86e217f71f5419"},
        {"abc", "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"},
    };
    assert_digests(&rmk_hash_blake2b, blake2b, sizeof blake2b / sizeof blake2b[0]);
}

static void a_value_is_the_little_endian_head_of_the_digest(void **state) {
    (void)state;
    assert_int_equal(value_of_text(&rmk_hash_md5, "abc"), 0xb04fd23c98500190);
}

static uint64_t little_endian(const unsigned char *digest) {
    uint64_t value = 0;
    for (size_t i = 8; i-- > 0;)
        value = value << 8 | digest[i];
    return value;
}

static void every_length_matches_the_one_shot_functions(void **state) {
    (void)state;
    uint64_t seed = printed_seed(1321);
    unsigned char bytes[300], digest[64];
    rmk_hasher md5, sha1, sha256;
    assert_int_equal(rmk_hasher_open(&md5, &rmk_hash_md5, RMK_ISA_AUTO, NULL), RMK_OK);
    assert_int_equal(rmk_hasher_open(&sha1, &rmk_hash_sha1, RMK_ISA_AUTO, NULL), RMK_OK);
    assert_int_equal(rmk_hasher_open(&sha256, &rmk_hash_sha256, RMK_ISA_AUTO, NULL), RMK_OK);
    for (size_t length = 0; length <= sizeof bytes; length++) {
        random_bytes(&seed, bytes, length);
        MD5(bytes, length, digest);
        assert_int_equal(rmk_hash_one(&md5, bytes, length), little_endian(digest));
        SHA1(bytes, length, digest);
        assert_int_equal(rmk_hash_one(&sha1, bytes, length), little_endian(digest));
        SHA256(bytes, length, digest);
        assert_int_equal(rmk_hash_one(&sha256, bytes, length), little_endian(digest));
    }
    rmk_hasher_close(&md5);
    rmk_hasher_close(&sha1);
    rmk_hasher_close(&sha256);
}

/* Whole digests of `count` keys of `longest` bytes, or up to that many, against the one-shot function. */
static void assert_md5_batch(const rmk_hasher *hasher, uint64_t *seed, size_t count, size_t longest,
                             bool mixed) {
    static unsigned char bytes[4096], digests[601][RMK_MD5_BYTES], expected[RMK_MD5_BYTES];
    static rmk_bytes keys[600];
    random_bytes(seed, bytes, sizeof bytes);
    for (size_t i = 0; i < count; i++)
        keys[i] = (rmk_bytes){bytes + next_random(seed) % (sizeof bytes - longest),
                              mixed ? next_random(seed) % (longest + 1) : longest};
    memset(digests, 0xa5, sizeof digests);
    rmk_md5_batch(hasher->state, keys, count, digests);
    for (size_t i = 0; i < count; i++) {
        MD5(keys[i].data, keys[i].length, expected);
        assert_memory_equal(digests[i], expected, RMK_MD5_BYTES);
    }
    memset(expected, 0xa5, RMK_MD5_BYTES);
    assert_memory_equal(digests[count], expected, RMK_MD5_BYTES);
}

static void md5_digests_of_a_batch_are_those_of_openssl(void **state) {
    (void)state;
    uint64_t seed = printed_seed(1992);
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++) {
        rmk_hasher hasher;
        assert_int_equal(rmk_hasher_open(&hasher, &rmk_hash_md5, isa, NULL), RMK_OK);
        for (size_t length = 0; length <= 300; length++) {
            assert_md5_batch(&hasher, &seed, 70, length, false);
            assert_md5_batch(&hasher, &seed, 1 + next_random(&seed) % 600, length, true);
        }
        for (size_t count = 0; count <= 130; count++)
            assert_md5_batch(&hasher, &seed, count, count % 2 ? 55 : 130, count % 3);
        rmk_hasher_close(&hasher);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_md5_suite_of_rfc_1321_holds),
        cmocka_unit_test(the_sha_examples_of_fips_180_hold),
        cmocka_unit_test(the_blake2b_example_of_rfc_7693_holds),
        cmocka_unit_test(a_value_is_the_little_endian_head_of_the_digest),
        cmocka_unit_test(every_length_matches_the_one_shot_functions),
        cmocka_unit_test(md5_digests_of_a_batch_are_those_of_openssl),
    };
    return cmocka_run_group_tests_name("digest", tests, NULL, NULL);
}
