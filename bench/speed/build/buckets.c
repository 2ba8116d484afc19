/*
 * buckets.c - operations that add and remove in place, in an engine of numbered buckets whose state depends
 * on its earlier changes. One change takes less than reading the clock, so several are made in a row. They
 * are taken back untimed, the last one first, which restores the engine.
 */
#include <stdlib.h>

#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "core/placement/buckets/buckets.h"
#include "operation.h"

enum { IN_A_ROW = 64, TRIED_LOOKUPS = 4096 };

static rmk_buckets *engine_of(const rm_build *build) {
    return rmk_placement_buckets(build->changing);
}

/* Makes an engine to be changed; the base stays as it is, to compare with. */
static rmk_status prepare(rm_build *build) {
    if (!(build->cell.algorithm->can & RMK_READS_CHANGES) || !rmk_placement_buckets(build->base))
        return RMK_UNSUPPORTED;
    if (build->changing)
        return RMK_OK;
    build->picked = rm_calloc(IN_A_ROW, sizeof *build->picked);
    return rm_cell_try_place_list(&build->cell, &build->nodes, 0, &build->allocator, &build->changing);
}

static rmk_status prepare_add(rm_build *build) {
    rmk_status status = prepare(build);
    if (status)
        return status;
    const rmk_buckets *engine = engine_of(build);
    return engine->working == engine->capacity ? RMK_EMPTY : RMK_OK;
}

static rmk_status prepare_remove(rm_build *build) {
    rmk_status status = prepare(build);
    if (status)
        return status;
    return engine_of(build)->working == 1 ? RMK_EMPTY : RMK_OK;
}

/* Makes a fresh engine for dx-crc32c, which draws the bucket that an addition brings back: it need not be the
 * last that went. */
static void make_anew(rm_build *build) {
    rmk_placement_destroy(build->changing);
    rm_check(rm_cell_try_place_list(&build->cell, &build->nodes, 0, &build->allocator, &build->changing),
             "making the engine anew");
}

static void take_back(rm_build *build) {
    rmk_buckets *engine = engine_of(build);
    uint32_t bucket;
    bool drawn = build->picked_count && !build->adding && engine->type == &rmk_buckets_dx_crc32c;
    for (; build->picked_count && build->adding; build->picked_count--)
        rm_check(rmk_buckets_remove(engine, build->picked[build->picked_count - 1]),
                 "taking back an addition");
    for (; build->picked_count; build->picked_count--)
        rm_check(rmk_buckets_add(engine, &bucket), "taking back a removal");
    if (drawn)
        make_anew(build);
}

static size_t at_most(uint64_t count) {
    return count < IN_A_ROW ? (size_t)count : IN_A_ROW;
}

static void ready_add(rm_build *build) {
    take_back(build);
    const rmk_buckets *engine = engine_of(build);
    build->adding = true;
    build->picked_count = at_most(engine->capacity - engine->working);
}

static bool is_picked(const rm_build *build, size_t count, uint32_t bucket) {
    for (size_t i = 0; i < count; i++)
        if (build->picked[i] == bucket)
            return true;
    return false;
}

/* Picks other buckets each time, since the same ones would be in the cache, and half of all buckets at
 * most. */
static void ready_remove(rm_build *build) {
    take_back(build);
    const rmk_buckets *engine = engine_of(build);
    rm_random random = rm_random_seeded(rm_mix(rm_cell_seed(&build->cell, "removals"), build->turn++));
    build->adding = false;
    build->picked_count = at_most((engine->working + 1) / 2);
    for (size_t i = 0; i < build->picked_count;) {
        uint32_t bucket = (uint32_t)rm_random_below(&random, engine->limit);
        if (rmk_buckets_works(engine, bucket) && !is_picked(build, i, bucket))
            build->picked[i++] = bucket;
    }
}

static rmk_status add(rm_build *build, rm_build_result *result) {
    rmk_buckets *engine = engine_of(build);
    rmk_status status = RMK_OK;
    result->times = build->picked_count;
    for (size_t i = 0; i < build->picked_count && !status; i++)
        status = rmk_buckets_add(engine, build->picked + i);
    return status;
}

static rmk_status take_out(rm_build *build, rm_build_result *result) {
    rmk_buckets *engine = engine_of(build);
    rmk_status status = RMK_OK;
    result->times = build->picked_count;
    for (size_t i = 0; i < build->picked_count && !status; i++)
        status = rmk_buckets_remove(engine, build->picked[i]);
    return status;
}

/* Keys may only leave buckets that went, or come to buckets that are new, and each must be in a working
 * bucket. */
static bool right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)result;
    const rmk_buckets *before = rmk_placement_buckets(build->base), *after = engine_of(build);
    rm_random random = rm_random_seeded(rm_cell_seed(&build->cell, "lookups"));
    *reason = "a key moved that need not, or to a bucket that is not there";
    for (int i = 0; i < TRIED_LOOKUPS * (thorough ? 16 : 1); i++) {
        uint64_t key = rm_random_next(&random);
        uint32_t from = rmk_buckets_locate(before, key), to = rmk_buckets_locate(after, key);
        if (from == RMK_NOBODY || to == RMK_NOBODY)
            continue; /* dx-crc32c may find no bucket for a key */
        bool moved = is_picked(build, build->picked_count, build->adding ? to : from);
        if (!rmk_buckets_works(after, to) || (from != to) != moved)
            return false;
    }
    *reason = "taken back, the engine is another";
    take_back(build);
    after = engine_of(build);
    for (uint32_t bucket = 0; bucket < before->limit; bucket++)
        if (rmk_buckets_works(before, bucket) != rmk_buckets_works(after, bucket))
            return false;
    return true;
}

const rm_operation rm_operation_add_bucket = {
    .name = "add_in_place",
    .what = "one node more, where the past decides",
    .prepare = prepare_add,
    .ready = ready_add,
    .run = add,
    .right = right,
};

const rm_operation rm_operation_remove_bucket = {
    .name = "remove_in_place",
    .what = "a random node less, where the past decides",
    .prepare = prepare_remove,
    .ready = ready_remove,
    .run = take_out,
    .right = right,
};
