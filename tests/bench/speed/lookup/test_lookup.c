/* The race of `lookup` with placements that lie, and one that is faster than memory. */
#include "bench/speed/lookup/race.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/bench/ending.h"

enum { POOL = 1 << 12 };

/* Owner: the value's low byte. Lies when told to, and then only about value `lie_about`. */
typedef struct liar {
    rmk_placement base;
    bool lies_alone, lies_in_batches;
    uint64_t lie_about;
} liar;

static uint32_t honest(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)placement, (void)key;
    return (uint32_t)(hash & 0xff);
}

static uint32_t maybe(const liar *l, bool lies, uint64_t hash) {
    return (uint32_t)(hash & 0xff) ^ (lies && hash == l->lie_about);
}

static uint32_t alone(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const liar *l = (const liar *)placement;
    return maybe(l, l->lies_alone, hash);
}

static void batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes, size_t count,
                  uint32_t *owners) {
    (void)keys;
    const liar *l = (const liar *)placement;
    for (size_t i = 0; i < count; i++)
        owners[i] = maybe(l, l->lies_in_batches, hashes[i]);
}

static const rmk_algorithm lying = {
    .name = "liar", .locate = alone, .locate_batch = batch, .locate_plain = honest};

typedef struct setting {
    liar liar;
    rm_subject subject;
    rm_lane lanes[2];
    rm_limit limit;
    rm_lookup_race race;
} setting;

static void make_lane(rm_lane *lane, size_t pool, uint64_t seed) {
    rm_options options = {.key_dist = RM_KEYS_UNIFORM};
    assert_int_equal(rmk_hasher_open(&lane->hasher, &rmk_hash_xxh3, RMK_ISA_SCALAR, NULL), RMK_OK);
    assert_true(rm_key_pool_make(&lane->pool, &options, &lane->hasher, 12, pool, seed));
    lane->owners = calloc(pool, sizeof *lane->owners);
    lane->known = calloc(pool, 1);
}

static void make(setting *s, size_t hot_bytes, unsigned threads) {
    memset(s, 0, sizeof *s);
    s->liar.base.algorithm = &lying;
    s->subject = (rm_subject){.placement = &s->liar.base, .hot_bytes = hot_bytes};
    /* so many values that the limit's lines do not stay in the caches */
    size_t pool = hot_bytes ? (size_t)1 << 19 : POOL;
    make_lane(&s->lanes[0], pool, 1);
    make_lane(&s->lanes[1], pool, 2);
    if (hot_bytes)
        s->limit = rm_limit_make(hot_bytes, RMK_PAGES_AUTO, RMK_ISA_SCALAR);
    s->race = (rm_lookup_race){.subjects = &s->subject,
                               .subject_count = 1,
                               .lanes = s->lanes,
                               .threads = threads,
                               .rounds = 2,
                               .stages = 7,
                               .modes = 7,
                               .limit = &s->limit};
    rm_lookup_race_make(&s->race);
}

static void drop(setting *s) {
    rm_lookup_race_free(&s->race);
    rm_limit_free(&s->limit);
    for (int i = 0; i < 2; i++) {
        rm_key_pool_free(&s->lanes[i].pool);
        rmk_hasher_close(&s->lanes[i].hasher);
        free(s->lanes[i].owners);
        free(s->lanes[i].known);
    }
}

static void check_all(void *context) {
    rm_lookup_race_check(context, true);
}

static void time_all(void *context) {
    rm_lookup_race_time(context);
}

static void an_honest_placement_passes_in_every_stage_and_mode(void **state) {
    (void)state;
    setting s;
    make(&s, 0, 2);
    assert_int_equal(s.race.contest_count, 9);
    rm_lookup_race_check(&s.race, true);
    rm_lookup_race_time(&s.race);
    for (size_t i = 0; i < 9; i++) {
        const rm_contest *c = &s.race.contests[i];
        assert_true(c->ns.count == 2 * 2 * RM_VISITS * RM_BLOCKS_A_VISIT && c->ns.median > 0);
        assert_true(isnan(c->limit_ns) && isnan(c->limit_ratio) && !c->invalid);
    }
    drop(&s);
}

static void modes_without_a_chain_agree_on_the_checksum(void **state) {
    (void)state;
    setting s;
    make(&s, 0, 1);
    rm_lookup_race_check(&s.race, false);
    uint64_t sums[RM_MODE_COUNT][RM_STAGE_COUNT];
    for (size_t i = 0; i < 9; i++)
        sums[s.race.contests[i].arm.mode][s.race.contests[i].arm.stage] = s.race.contests[i].checksum;
    for (int stage = 0; stage < RM_STAGE_COUNT; stage++)
        assert_int_equal(sums[RM_MODE_LOOP][stage], sums[RM_MODE_BATCH][stage]);
    assert_int_equal(sums[RM_MODE_LOOP][RM_STAGE_SEARCH], sums[RM_MODE_LOOP][RM_STAGE_TOTAL]);
    assert_int_equal(sums[RM_MODE_CHAIN][RM_STAGE_SEARCH], sums[RM_MODE_CHAIN][RM_STAGE_TOTAL]);
    assert_int_not_equal(sums[RM_MODE_LOOP][RM_STAGE_SEARCH], sums[RM_MODE_CHAIN][RM_STAGE_SEARCH]);
    assert_int_not_equal(sums[RM_MODE_LOOP][RM_STAGE_HASH], sums[RM_MODE_LOOP][RM_STAGE_SEARCH]);
    drop(&s);
}

/* One wrong answer among 4096, of one call form only, in one mode at a time. */
static void one_wrong_answer_is_found_before_and_in_the_timing(void **state) {
    (void)state;
    for (int in_batch = 0; in_batch < 2; in_batch++)
        for (unsigned mode = 0; mode < RM_MODE_COUNT; mode++) {
            if ((mode == RM_MODE_BATCH) != in_batch)
                continue;
            setting s;
            make(&s, 0, 1);
            rm_lookup_race_free(&s.race);
            s.race.modes = 1u << mode;
            s.race.stages = 1u << RM_STAGE_TOTAL;
            s.liar.lies_alone = !in_batch;
            s.liar.lies_in_batches = in_batch;
            s.liar.lie_about = s.lanes[0].pool.values[0]; /* where every chain begins */
            rm_lookup_race_make(&s.race);
            ending checked = ending_of(check_all, &s.race), timed = ending_of(time_all, &s.race);
            assert_int_equal(checked.code, 3);
            assert_int_equal(checked.lines, 1);
            assert_int_equal(timed.code, 3);
            assert_int_equal(timed.lines, 1);
            assert_non_null(strstr(checked.said, "wrong answer"));
            drop(&s);
        }
}

static void a_placement_faster_than_its_memory_is_not_valid(void **state) {
    (void)state;
    setting s;
    make(&s, (size_t)64 << 20, 1); /* it says that it reads 64 MiB, and reads nothing */
    rm_lookup_race_free(&s.race);
    s.race.modes = 1u << RM_MODE_CHAIN;
    s.race.stages = 1u << RM_STAGE_SEARCH;
    rm_lookup_race_make(&s.race);
    rm_lookup_race_time(&s.race);
    const rm_contest *c = &s.race.contests[0];
    assert_true(c->limit_ns > 0);
    assert_true(fabs(c->limit_ratio - c->limit_ns / c->ns.median) < 1e-9);
    assert_true(c->invalid == (c->limit_ratio > RM_LIMIT_SLACK));
    assert_true(c->invalid);
    drop(&s);
}

static void a_chain_walks_both_halves_and_repeats_no_key(void **state) {
    (void)state;
    unsigned char seen[POOL] = {0};
    size_t upper = 0;
    for (size_t i = 0; i < POOL / 2; i++) {
        size_t place = rm_chain_place(i, POOL / 2, i * 7 % 5);
        assert_in_range(place, 0, POOL - 1);
        assert_int_equal(place % (POOL / 2), i);
        assert_false(seen[place]++);
        upper += place >= POOL / 2;
    }
    assert_in_range(upper, POOL / 8, POOL / 2 - POOL / 8);
}

static void pools_hold_distinct_keys_of_the_length_and_their_values(void **state) {
    (void)state;
    rm_options options = {.key_dist = RM_KEYS_UNIFORM};
    rmk_hasher hasher;
    static const uint64_t lengths[] = {8, 16, 20, 33};
    const rmk_hash *hashes[] = {&rmk_hash_xxh3, &rmk_hash_u64};
    for (int h = 0; h < 2; h++)
        for (int l = 0; l < 4; l++) {
            rm_key_pool pool;
            assert_int_equal(rmk_hasher_open(&hasher, hashes[h], RMK_ISA_SCALAR, NULL), RMK_OK);
            bool made = rm_key_pool_make(&pool, &options, &hasher, lengths[l], POOL, 5);
            assert_true(made || (h == 1 && lengths[l] > RM_NUMBER_BYTES));
            uint64_t most = 0;
            for (size_t i = 0; made && i < POOL; i++) {
                assert_int_equal(pool.keys[i].length, lengths[l]);
                assert_int_equal(pool.values[i], rmk_hash_one(&hasher, pool.keys[i].data, lengths[l]));
                most = pool.values[i] > most ? pool.values[i] : most;
                assert_true(!i || memcmp(pool.keys[i].data, pool.keys[i - 1].data, lengths[l]));
            }
            if (made && lengths[l] >= RM_NUMBER_BYTES) /* numbers reach the whole circle too */
                assert_true(most > UINT64_MAX / 100 * 99);
            rm_key_pool_free(&pool);
            rmk_hasher_close(&hasher);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_honest_placement_passes_in_every_stage_and_mode),
        cmocka_unit_test(modes_without_a_chain_agree_on_the_checksum),
        cmocka_unit_test(one_wrong_answer_is_found_before_and_in_the_timing),
        cmocka_unit_test(a_placement_faster_than_its_memory_is_not_valid),
        cmocka_unit_test(a_chain_walks_both_halves_and_repeats_no_key),
        cmocka_unit_test(pools_hold_distinct_keys_of_the_length_and_their_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
