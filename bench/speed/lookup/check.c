/*
 * check.c - a benchmark is also a test: it compares answers with those of the plain reference.
 */
#include "arms.h"
#include "bench/cli/command.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"

enum { KNOWN_BLOCK = 256 };

static rmk_bytes key_for(const rmk_placement *placement, const rm_lane *lane, size_t i) {
    bool needed = placement->algorithm->can & RMK_NEEDS_KEY;
    return needed ? lane->pool.keys[i] : (rmk_bytes){NULL, 0};
}

static void learn_block(const rm_lane *lane, const rmk_placement *plain, size_t block) {
    size_t end = (block + 1) * KNOWN_BLOCK;
    if (end > lane->pool.count)
        end = lane->pool.count;
    for (size_t i = block * KNOWN_BLOCK; i < end; i++)
        lane->owners[i] = rmk_placement_locate_plain(plain, key_for(plain, lane, i), lane->pool.values[i]);
    lane->known[block] = 1;
}

uint64_t rm_lane_answer(const rm_lane *lane, rm_stage stage, const rmk_placement *plain, size_t i) {
    if (stage == RM_STAGE_HASH)
        return lane->pool.values[i];
    if (!lane->known[i / KNOWN_BLOCK])
        learn_block(lane, plain, i / KNOWN_BLOCK);
    return lane->owners[i];
}

static _Noreturn void wrong(const rm_lookup_arm *arm, size_t query, uint64_t got, uint64_t wanted) {
    rm_fail_with(RM_INVALID,
                 "wrong answer: %s %s, query %zu gave %llu, the plain reference %llu; please report it",
                 rm_stage_name(arm->stage), rm_mode_name(arm->mode), query, (unsigned long long)got,
                 (unsigned long long)wanted);
}

static const rmk_placement *plain_of(const rm_lookup_arm *arm) {
    return arm->subject ? arm->subject->placement : NULL;
}

/* Answers one query by itself, as the modes loop and chain do. */
static uint64_t answer_alone(const rm_lookup_arm *arm, const rm_lane *lane, size_t i) {
    rmk_bytes key = lane->pool.keys[i];
    uint64_t value = arm->stage == RM_STAGE_SEARCH ? lane->pool.values[i]
                                                   : rmk_hash_one(&lane->hasher, key.data, key.length);
    if (arm->stage == RM_STAGE_HASH)
        return value;
    const rmk_placement *placement = arm->subject->placement;
    return rmk_placement_locate(placement, key_for(placement, lane, i), value);
}

static void answer_batch(const rm_lookup_arm *arm, const rm_lane *lane, size_t start, size_t count,
                         uint64_t *answers) {
    uint64_t values[RM_BATCH];
    uint32_t owners[RM_BATCH];
    for (size_t i = 0; i < count; i++)
        values[i] = lane->pool.values[start + i];
    if (arm->stage != RM_STAGE_SEARCH)
        rmk_hash_batch(&lane->hasher, lane->pool.keys + start, count, values);
    if (arm->stage != RM_STAGE_HASH) {
        bool keys = arm->subject->needs_keys;
        rmk_placement_locate_batch(arm->subject->placement, keys ? lane->pool.keys + start : NULL, values,
                                   count, owners);
    }
    for (size_t i = 0; i < count; i++)
        answers[i] = arm->stage == RM_STAGE_HASH ? values[i] : owners[i];
}

static void take_answer(const rm_lookup_arm *arm, const rm_lane *lane, size_t number, size_t query,
                        uint64_t got, uint64_t *checksum) {
    uint64_t wanted = rm_lane_answer(lane, arm->stage, plain_of(arm), query);
    if (got != wanted)
        wrong(arm, query, got, wanted);
    if (number < RM_CHECKED)
        *checksum = rm_mix(*checksum, got);
}

static uint64_t check_chain(const rm_lookup_arm *arm, const rm_lane *lane, size_t count) {
    size_t half = lane->pool.count / 2;
    uint64_t checksum = 0, last = 0;
    for (size_t i = 0; i < count && i < half; i++) {
        size_t query = rm_chain_place(i, half, last);
        last = answer_alone(arm, lane, query);
        take_answer(arm, lane, i, query, last, &checksum);
    }
    return checksum;
}

static uint64_t check_batch(const rm_lookup_arm *arm, const rm_lane *lane, size_t count) {
    uint64_t answers[RM_BATCH], checksum = 0;
    for (size_t start = 0; start < count; start += RM_BATCH) {
        size_t n = count - start < RM_BATCH ? count - start : RM_BATCH;
        answer_batch(arm, lane, start, n, answers);
        for (size_t i = 0; i < n; i++)
            take_answer(arm, lane, start + i, start + i, answers[i], &checksum);
    }
    return checksum;
}

uint64_t rm_lookup_check(const rm_lookup_arm *arm, const rm_lane *lane, size_t count) {
    uint64_t checksum = 0;
    if (count > lane->pool.count)
        count = lane->pool.count;
    if (arm->mode == RM_MODE_CHAIN)
        return check_chain(arm, lane, count);
    if (arm->mode == RM_MODE_BATCH)
        return check_batch(arm, lane, count);
    for (size_t i = 0; i < count; i++)
        take_answer(arm, lane, i, i, answer_alone(arm, lane, i), &checksum);
    return checksum;
}

static uint64_t wanted_sum(const rm_lookup_arm *arm, const rm_lane *lane, const rm_block *block) {
    const rmk_placement *plain = plain_of(arm);
    size_t half = arm->mode == RM_MODE_CHAIN ? lane->pool.count / 2 : 0;
    uint64_t sum = 0, last = 0;
    for (size_t i = block->start; i < block->start + block->count; i++) {
        last = rm_lane_answer(lane, arm->stage, plain, rm_chain_place(i, half, last));
        sum += last;
    }
    return sum;
}

void rm_lookup_check_blocks(const rm_lookup_arm *arm, const rm_arm *timed, unsigned threads) {
    for (size_t b = 0; b < timed->block_count; b++) {
        const rm_block *block = &timed->blocks[b];
        uint64_t wanted = wanted_sum(arm, &arm->lanes[b % threads], block);
        if (block->sum != wanted)
            rm_fail_with(RM_INVALID,
                         "wrong answers: %s %s, queries %zu to %zu sum up to %llu, by the plain reference to "
                         "%llu; please report it",
                         rm_stage_name(arm->stage), rm_mode_name(arm->mode), block->start,
                         block->start + block->count - 1, (unsigned long long)block->sum,
                         (unsigned long long)wanted);
    }
}
