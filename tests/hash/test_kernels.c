/* Batch kernels of every instruction set against one key at a time, and at the edge of readable memory. */
#include <sys/mman.h>
#include <unistd.h>

#include "core/preset/hashes.h"
#include "keys.h"

enum { LONGEST = 300, MANY = 1200, MARK = 3 };

/* Opened for every instruction set of this CPU. */
static void with_kernels_of(const rmk_hash *hash, void (*check)(const rmk_hasher *hasher)) {
    for (rmk_isa isa = RMK_ISA_SCALAR; isa <= rmk_isa_detect(); isa++) {
        rmk_hasher hasher;
        assert_int_equal(rmk_hasher_open(&hasher, hash, isa, NULL), RMK_OK);
        check(&hasher);
        rmk_hasher_close(&hasher);
    }
}

/* Every hash that says that it has kernels. */
static void with_every_kernel(void (*check)(const rmk_hasher *hasher)) {
    size_t count, checked = 0;
    const rmk_hash *const *table = rmk_hash_table(&count);
    for (size_t i = 0; i < count; i++)
        if (table[i]->isas) {
            with_kernels_of(table[i], check);
            checked++;
        }
    assert_true(checked >= 8); /* md5, crc32 and the six of FNV */
    with_kernels_of(&rmk_hash_md5_word, check);
    with_kernels_of(&rmk_hash_md5_c, check);
    with_kernels_of(&rmk_hash_md5_high, check);
    with_kernels_of(&rmk_hash_mc_fnv1_64, check);
    with_kernels_of(&rmk_hash_mc_fnv1a_64, check);
    with_kernels_of(&rmk_hash_mc_fnv1_32, check);
    with_kernels_of(&rmk_hash_mc_fnv1a_32, check);
}

static void check_batch(const rmk_hasher *hasher, const rmk_bytes *strings, size_t count) {
    static uint64_t values[MANY + 1];
    assert_true(count <= MANY);
    for (size_t i = 0; i <= count; i++)
        values[i] = MARK;
    rmk_hash_batch(hasher, strings, count, values);
    for (size_t i = 0; i < count; i++) {
        uint64_t expected = rmk_hash_one(hasher, strings[i].data, strings[i].length);
        if (values[i] != expected)
            print_error("%s: string %zu of %zu, %zu bytes\n", hasher->hash->name, i, count,
                        strings[i].length);
        assert_int_equal(values[i], expected);
    }
    assert_int_equal(values[count], MARK);
}

static unsigned char pool[1 << 16];
static rmk_bytes strings[MANY];

static void check_every_length(const rmk_hasher *hasher) {
    uint64_t seed = 5005;
    random_bytes(&seed, pool, sizeof pool);
    for (size_t length = 0; length <= LONGEST; length++) {
        for (size_t i = 0; i < 97; i++)
            strings[i] = (rmk_bytes){pool + next_random(&seed) % (sizeof pool - LONGEST), length};
        check_batch(hasher, strings, 64 + length % 34);
    }
}

static void every_length_agrees_with_one_by_one(void **state) {
    (void)state;
    with_every_kernel(check_every_length);
}

static void check_every_size(const rmk_hasher *hasher) {
    uint64_t seed = 6006;
    for (size_t count = 0; count <= 140; count++) {
        for (size_t i = 0; i < count; i++)
            strings[i] = (rmk_bytes){pool + next_random(&seed) % 1000, next_random(&seed) % 20};
        check_batch(hasher, strings, count);
    }
    static const size_t sizes[] = {511, 512, 513, 535, 536, 575, 576, 577, 1023, 1024, 1025, MANY};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (size_t i = 0; i < sizes[s]; i++)
            strings[i] = (rmk_bytes){pool + i, next_random(&seed) % (s % 2 ? 16 : LONGEST)};
        check_batch(hasher, strings, sizes[s]);
    }
}

static void a_batch_of_every_size_agrees(void **state) {
    (void)state;
    with_every_kernel(check_every_size);
}

/* Most keys short and a few very long: lengths of 0 to 2^bits bytes, all magnitudes alike. */
static void check_magnitudes(const rmk_hasher *hasher) {
    uint64_t seed = 7007;
    for (unsigned bits = 6; bits <= 15; bits++)
        for (size_t round = 0; round < 2; round++) {
            size_t count = 1 + next_random(&seed) % 600;
            for (size_t i = 0; i < count; i++) {
                size_t length = (next_random(&seed) & ((1u << bits) - 1)) >> next_random(&seed) % bits;
                strings[i] = (rmk_bytes){pool + next_random(&seed) % (sizeof pool - length), length};
            }
            check_batch(hasher, strings, count);
        }
}

static void lengths_of_all_magnitudes_mix(void **state) {
    (void)state;
    with_every_kernel(check_magnitudes);
}

static void check_giant(const rmk_hasher *hasher) {
    static unsigned char giant[((1 << 18) + 1) * 8]; /* beyond the last class of the sort */
    for (size_t i = 0; i < sizeof giant; i += 61)
        giant[i] = (unsigned char)(i * 7);
    for (size_t i = 0; i < 70; i++)
        strings[i] = (rmk_bytes){pool + i, i};
    strings[33] = (rmk_bytes){giant, sizeof giant};
    strings[44] = (rmk_bytes){giant + 1, sizeof giant - 1};
    check_batch(hasher, strings, 70);
    strings[44].length = 40000;
    check_batch(hasher, strings, 70);
}

static void keys_of_megabytes_stand_among_short_ones(void **state) {
    (void)state;
    with_every_kernel(check_giant);
}

/* Two pages between two that cannot be read. */
static unsigned char *guarded(size_t *bytes) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *all = mmap(NULL, 4 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(all, MAP_FAILED);
    assert_int_equal(mprotect(all + page, 2 * page, PROT_READ | PROT_WRITE), 0);
    *bytes = 2 * page;
    return all + page;
}

static void check_edges(const rmk_hasher *hasher) {
    size_t bytes, page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *inside = guarded(&bytes);
    uint64_t seed = 8008;
    random_bytes(&seed, inside, bytes);
    for (size_t length = 0; length <= LONGEST; length++) {
        for (size_t i = 0; i < 64; i++)
            strings[i] = (rmk_bytes){i % 3 ? inside + bytes - length : inside, length};
        check_batch(hasher, strings, 64);
        for (size_t i = 0; i < 64; i++) {
            size_t own = i % 5 ? length : i;
            strings[i] = (rmk_bytes){i % 2 ? inside + bytes - own : inside, own};
        }
        check_batch(hasher, strings, 64 - length % 17);
    }
    munmap(inside - page, 4 * page);
}

static void nothing_outside_a_key_is_read(void **state) {
    (void)state;
    with_every_kernel(check_edges);
}

static void check_empty(const rmk_hasher *hasher) {
    for (size_t i = 0; i < 130; i++)
        strings[i] = i % 3 ? (rmk_bytes){NULL, 0} : (rmk_bytes){pool, i % 2 ? i : 0};
    for (size_t count = 0; count <= 130; count += 13)
        check_batch(hasher, strings, count);
}

static void empty_keys_without_data_stand_among_others(void **state) {
    (void)state;
    with_every_kernel(check_empty);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length_agrees_with_one_by_one),
        cmocka_unit_test(a_batch_of_every_size_agrees),
        cmocka_unit_test(lengths_of_all_magnitudes_mix),
        cmocka_unit_test(keys_of_megabytes_stand_among_short_ones),
        cmocka_unit_test(nothing_outside_a_key_is_read),
        cmocka_unit_test(empty_keys_without_data_stand_among_others),
    };
    return cmocka_run_group_tests_name("kernels", tests, NULL, NULL);
}
