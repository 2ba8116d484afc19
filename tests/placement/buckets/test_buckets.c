/* What every engine of numbered buckets keeps to, over random histories. */
#include "tests/placement/nodes.h"

#include <string.h>

#include "core/placement/buckets/buckets.h"
#include "tests/support/memory.h"

enum { KEYS = 400, MOST = 600 };

static uint64_t keys[KEYS];

static void make_keys(uint64_t *seed) {
    for (size_t i = 0; i < KEYS; i++)
        keys[i] = next_random(seed);
    keys[0] = 0;
    keys[1] = UINT64_MAX;
}

static rmk_buckets *make(const rmk_buckets_type *type, uint32_t working, uint32_t capacity) {
    const rmk_buckets_options options = {.capacity = capacity, .seed = 77};
    rmk_buckets *engine;
    assert_int_equal(rmk_buckets_create(type, working, &options, &engine), RMK_OK);
    return engine;
}

/* As its reference: a key whose sequence is a short circle. */
static bool may_give_up(const rmk_buckets *engine) {
    return engine->type == &rmk_buckets_dx_crc32c;
}

static void locate_all(const rmk_buckets *engine, uint32_t *owners) {
    rmk_buckets_locate_batch(engine, keys, KEYS, owners);
    for (size_t i = 0; i < KEYS; i++) {
        assert_int_equal(owners[i], rmk_buckets_locate(engine, keys[i]));
        if (owners[i] == RMK_NOBODY)
            assert_true(may_give_up(engine));
        else
            assert_true(rmk_buckets_works(engine, owners[i]));
    }
}

static uint32_t some_working(const rmk_buckets *engine, uint64_t *seed) {
    for (;;) {
        uint32_t bucket = (uint32_t)(next_random(seed) % engine->limit);
        if (!engine->type->removes_any)
            bucket = engine->working - 1;
        if (rmk_buckets_works(engine, bucket))
            return bucket;
    }
}

/* One random change; only keys of that bucket may move, and all of a removed one do. */
static void change_one(rmk_buckets *engine, bool add, uint64_t *seed, uint32_t *owners) {
    static uint32_t after[KEYS];
    uint32_t bucket, working = engine->working;
    if (add) {
        assert_int_equal(rmk_buckets_add(engine, &bucket), RMK_OK);
    } else {
        bucket = some_working(engine, seed);
        assert_int_equal(rmk_buckets_remove(engine, bucket), RMK_OK);
    }
    assert_int_equal(engine->working, add ? working + 1 : working - 1);
    assert_true(rmk_buckets_works(engine, bucket) == add);
    locate_all(engine, after);
    for (size_t i = 0; i < KEYS; i++) {
        uint32_t joined = add ? after[i] : owners[i], left = add ? owners[i] : after[i];
        /* one that had no answer may get any */
        if (owners[i] != after[i] && owners[i] != RMK_NOBODY && after[i] != RMK_NOBODY)
            assert_int_equal(joined, bucket);
        assert_true(left != bucket);
    }
    memcpy(owners, after, sizeof after);
}

static void wander(const rmk_buckets_type *type, uint32_t working, uint32_t capacity, unsigned changes,
                   uint64_t *seed) {
    static uint32_t owners[KEYS];
    rmk_buckets *engine = make(type, working, capacity);
    uint32_t most = type->has_capacity ? capacity : MOST;
    locate_all(engine, owners);
    for (unsigned i = 0; i < changes; i++) {
        bool add = next_random(seed) >> 63;
        add = (add || engine->working == 1) && engine->working < most;
        change_one(engine, add, seed, owners);
    }
    while (engine->working > 1)
        change_one(engine, false, seed, owners);
    while (engine->working < most)
        change_one(engine, true, seed, owners);
    rmk_buckets_destroy(engine);
}

static void a_change_moves_the_keys_of_its_bucket_and_no_other(void **state) {
    (void)state;
    uint64_t seed = 3101;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    print_message("seed %llu\n", (unsigned long long)seed);
    make_keys(&seed);
    for (size_t t = 0; t < count; t++) {
        wander(types[t], 1, 1 + types[t]->has_capacity, 20, &seed);
        wander(types[t], 5, 9, 60, &seed);
        wander(types[t], 16, 16, 60, &seed);
        wander(types[t], 100, 150, 150, &seed);
    }
}

static void assert_batches_agree(const rmk_buckets *engine) {
    static uint32_t owners[KEYS + 1];
    for (size_t length = 0; length <= KEYS; length += length < 66 ? 1 : 89) {
        owners[length] = 12345;
        rmk_buckets_locate_batch(engine, keys, length, owners);
        assert_int_equal(owners[length], 12345);
        for (size_t i = 0; i < length; i++)
            assert_int_equal(owners[i], rmk_buckets_locate(engine, keys[i]));
    }
}

/* Large tables are read for many keys in turn. */
static void many_keys_agree_with_single_ones_in_a_table_larger_than_a_cache(void **state) {
    (void)state;
    enum { WORKING = 150000, GONE = 60000, FEW = 12 };
    uint64_t seed = 3106;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    print_message("seed %llu\n", (unsigned long long)seed);
    make_keys(&seed);
    for (size_t t = 0; t < count; t++) {
        rmk_buckets *engine = make(types[t], WORKING, 2 * WORKING);
        while (types[t]->removes_any && engine->working > WORKING - GONE)
            rmk_buckets_remove(engine, (uint32_t)(next_random(&seed) % WORKING));
        assert_batches_agree(engine);
        rmk_buckets_destroy(engine);
        /* with few left, a draw often meets the bucket that it is to replace */
        if (!types[t]->has_capacity || !types[t]->locate_batch)
            continue;
        engine = make(types[t], 4 * FEW, 2 * WORKING);
        while (engine->working > FEW)
            rmk_buckets_remove(engine, (uint32_t)(next_random(&seed) % (4 * FEW)));
        assert_batches_agree(engine);
        rmk_buckets_destroy(engine);
    }
}

/* Deep enough for what remembers removed buckets to grow, and to be emptied again. */
static void thousands_of_removed_buckets_come_back_in_turn(void **state) {
    (void)state;
    enum { START = 3000, DEEP = 2990 };
    uint64_t seed = 3107;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (size_t t = 0; t < count; t++) {
        static uint32_t removed[DEEP];
        static bool works[START];
        if (!types[t]->removes_any || types[t] == &rmk_buckets_dx_crc32c)
            continue;
        rmk_buckets *engine = make(types[t], START, START);
        memset(works, true, sizeof works);
        for (unsigned i = 0; i < DEEP; i++) {
            removed[i] = some_working(engine, &seed);
            works[removed[i]] = false;
            assert_int_equal(rmk_buckets_remove(engine, removed[i]), RMK_OK);
        }
        for (unsigned i = DEEP; i-- > 0;) {
            uint32_t bucket;
            assert_int_equal(rmk_buckets_add(engine, &bucket), RMK_OK);
            assert_int_equal(bucket, removed[i]);
            works[bucket] = true;
            for (uint32_t b = 0; b < START; b++)
                if (rmk_buckets_works(engine, b) != works[b])
                    fail_msg("%s: bucket %u", types[t]->name, b);
        }
        rmk_buckets_destroy(engine);
    }
}

/* Where the last removed comes back first. */
static void what_is_added_again_gives_the_placement_of_before(void **state) {
    (void)state;
    uint64_t seed = 3102;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    print_message("seed %llu\n", (unsigned long long)seed);
    make_keys(&seed);
    for (size_t t = 0; t < count; t++) {
        enum { START = 40, DEEP = 39 };
        static uint32_t owners[DEEP][KEYS], now[KEYS], removed[DEEP];
        rmk_buckets *engine = make(types[t], START, 64);
        if (types[t] == &rmk_buckets_dx_crc32c) {
            rmk_buckets_destroy(engine);
            continue;
        }
        for (unsigned i = 0; i < DEEP; i++) {
            locate_all(engine, owners[i]);
            removed[i] = some_working(engine, &seed);
            assert_int_equal(rmk_buckets_remove(engine, removed[i]), RMK_OK);
        }
        for (unsigned i = DEEP; i-- > 0;) {
            uint32_t bucket;
            assert_int_equal(rmk_buckets_add(engine, &bucket), RMK_OK);
            assert_int_equal(bucket, removed[i]);
            locate_all(engine, now);
            assert_memory_equal(now, owners[i], sizeof now);
        }
        rmk_buckets_destroy(engine);
    }
}

static void every_bucket_but_one_removed_leaves_that_one(void **state) {
    (void)state;
    uint64_t seed = 3103;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    make_keys(&seed);
    for (size_t t = 0; t < count; t++)
        for (uint32_t left = 0; left < 12; left += 11) {
            static uint32_t owners[KEYS];
            uint32_t stays = types[t]->removes_any ? left : 0;
            rmk_buckets *engine = make(types[t], 12, 12);
            for (uint32_t b = 12; b-- > 0;)
                if (b != stays)
                    assert_int_equal(rmk_buckets_remove(engine, b), RMK_OK);
            locate_all(engine, owners);
            for (size_t i = 0; i < KEYS; i++)
                assert_true(owners[i] == stays || owners[i] == RMK_NOBODY);
            assert_int_equal(rmk_buckets_remove(engine, stays), RMK_EMPTY);
            assert_int_equal(engine->working, 1);
            rmk_buckets_destroy(engine);
        }
}

static void what_cannot_be_is_refused_and_changes_nothing(void **state) {
    (void)state;
    uint64_t seed = 3104;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    make_keys(&seed);
    for (size_t t = 0; t < count; t++) {
        const rmk_buckets_type *type = types[t];
        static uint32_t before[KEYS], after[KEYS];
        rmk_buckets *engine;
        uint32_t bucket = 99;
        assert_int_equal(rmk_buckets_create(type, 0, NULL, &engine), RMK_BAD_INPUT);
        assert_null(engine);
        if (type->most < UINT32_MAX)
            assert_int_equal(rmk_buckets_create(type, type->most + 1, NULL, &engine), RMK_LIMIT);
        const rmk_buckets_options small = {.capacity = 4}, large = {.capacity = UINT32_MAX};
        if (type->has_capacity) {
            assert_int_equal(rmk_buckets_create(type, 5, &small, &engine), RMK_BAD_INPUT);
            assert_int_equal(rmk_buckets_create(type, 5, &large, &engine), RMK_LIMIT);
        }
        engine = make(type, 5, 5);
        locate_all(engine, before);
        assert_int_equal(rmk_buckets_remove(engine, 5), RMK_NOT_FOUND);
        assert_int_equal(rmk_buckets_remove(engine, UINT32_MAX), RMK_NOT_FOUND);
        if (!type->removes_any)
            assert_int_equal(rmk_buckets_remove(engine, 2), RMK_UNSUPPORTED);
        if (type->has_capacity)
            assert_int_equal(rmk_buckets_add(engine, &bucket), RMK_LIMIT);
        assert_int_equal(bucket, 99);
        assert_int_equal(engine->working, 5);
        locate_all(engine, after);
        assert_memory_equal(before, after, sizeof after);
        if (type->removes_any) {
            assert_int_equal(rmk_buckets_remove(engine, 2), RMK_OK);
            assert_int_equal(rmk_buckets_remove(engine, 2), RMK_NOT_FOUND);
        }
        rmk_buckets_destroy(engine);
    }
}

static void a_capacity_not_given_is_twice_what_works(void **state) {
    (void)state;
    rmk_buckets *engine = make(&rmk_buckets_anchor, 7, 0);
    assert_int_equal(engine->capacity, 14);
    rmk_buckets_destroy(engine);
    engine = make(&rmk_buckets_memento, 7, 0);
    assert_int_equal(engine->capacity, INT32_MAX);
    rmk_buckets_destroy(engine);
}

/* The n-th allocation fails: the change does not happen, and can be made afterwards. */
static void a_change_without_memory_leaves_the_engine_as_it_was(void **state) {
    (void)state;
    uint64_t seed = 3105;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    print_message("seed %llu\n", (unsigned long long)seed);
    make_keys(&seed);
    for (size_t t = 0; t < count; t++) {
        test_memory memory = {0};
        rmk_allocator allocator = test_allocator(&memory);
        const rmk_buckets_options options = {.capacity = 200, .allocator = &allocator};
        static uint32_t before[KEYS], after[KEYS];
        rmk_buckets *engine;
        for (size_t nth = 1;; nth++) {
            memory.fail_at = memory.calls + nth;
            if (!rmk_buckets_create(types[t], 100, &options, &engine))
                break;
            assert_null(engine);
            assert_int_equal(memory.live_bytes, 0);
        }
        for (unsigned i = 0; i < 99; i++) {
            uint32_t bucket = some_working(engine, &seed);
            locate_all(engine, before);
            for (size_t nth = 1;; nth++) {
                memory.fail_at = memory.calls + nth;
                rmk_status status = rmk_buckets_remove(engine, bucket);
                if (!status)
                    break;
                assert_int_equal(status, RMK_NO_MEMORY);
                assert_true(rmk_buckets_works(engine, bucket));
                assert_int_equal(engine->working, 100 - i);
                locate_all(engine, after);
                assert_memory_equal(before, after, sizeof after);
            }
        }
        assert_true(rmk_buckets_bytes(engine) <= memory.live_bytes);
        assert_true(rmk_buckets_hot_bytes(engine) <= rmk_buckets_bytes(engine));
        rmk_buckets_destroy(engine);
        assert_int_equal(memory.live_bytes, 0);
    }
}

static void an_engine_is_found_by_its_name_and_is_the_algorithm_of_that_name(void **state) {
    (void)state;
    size_t count;
    const rmk_buckets_type *const *types = rmk_buckets_table(&count);
    assert_int_equal(count, 18);
    for (size_t t = 0; t < count; t++) {
        const rmk_algorithm *algorithm = rmk_algorithm_find(types[t]->name);
        assert_ptr_equal(rmk_buckets_find(types[t]->name), types[t]);
        assert_non_null(algorithm);
        assert_int_equal(types[t]->removes_any, !!(algorithm->can & RMK_CAN_REMOVE_ANY));
        assert_int_equal(types[t]->removes_any, !!(algorithm->can & RMK_READS_CHANGES));
        assert_int_equal(!types[t]->removes_any, !!(algorithm->can & RMK_IS_ORDERED));
    }
    assert_null(rmk_buckets_find("anchors"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_change_moves_the_keys_of_its_bucket_and_no_other),
        cmocka_unit_test(many_keys_agree_with_single_ones_in_a_table_larger_than_a_cache),
        cmocka_unit_test(thousands_of_removed_buckets_come_back_in_turn),
        cmocka_unit_test(what_is_added_again_gives_the_placement_of_before),
        cmocka_unit_test(every_bucket_but_one_removed_leaves_that_one),
        cmocka_unit_test(what_cannot_be_is_refused_and_changes_nothing),
        cmocka_unit_test(a_capacity_not_given_is_twice_what_works),
        cmocka_unit_test(a_change_without_memory_leaves_the_engine_as_it_was),
        cmocka_unit_test(an_engine_is_found_by_its_name_and_is_the_algorithm_of_that_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
