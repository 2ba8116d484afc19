#include "arms.h"

static const rmk_bytes no_key;

/* This is RM_STAGE_TOTAL of a subject that hashes keys itself. */
#define STAGE_OWN RM_STAGE_COUNT

/* Placements that ignore the key get an empty one: their figures hold no read of the keys. */
static inline rmk_bytes key_for(const rm_subject *subject, const rm_lane *lane, size_t i) {
    return subject->needs_keys ? lane->pool.keys[i] : no_key;
}

static inline uint64_t hash_key(const rm_lane *lane, size_t i) {
    rmk_bytes key = lane->pool.keys[i];
    return rmk_hash_one(&lane->hasher, key.data, key.length);
}

/* Answers one query. All callers give a constant stage, so that the compiler decides the branches. */
static inline uint64_t answer(const rm_lookup_arm *arm, const rm_lane *lane, rm_stage stage, size_t i) {
    if (stage == RM_STAGE_HASH)
        return hash_key(lane, i);
    uint64_t value = stage == RM_STAGE_TOTAL ? hash_key(lane, i) : lane->pool.values[i];
    return rmk_placement_locate(arm->subject->placement, key_for(arm->subject, lane, i), value);
}

static inline __attribute__((always_inline)) uint64_t loop(const rm_lookup_arm *arm, unsigned thread,
                                                           rm_stage stage, size_t start, size_t count) {
    const rm_lane *lane = &arm->lanes[thread];
    uint64_t sum = 0;
    for (size_t i = start; i < start + count; i++)
        sum += answer(arm, lane, stage, i);
    return sum;
}

static inline __attribute__((always_inline)) uint64_t chain(const rm_lookup_arm *arm, unsigned thread,
                                                            rm_stage stage, size_t start, size_t count) {
    const rm_lane *lane = &arm->lanes[thread];
    size_t half = lane->pool.count / 2;
    uint64_t sum = 0, last = 0;
    for (size_t i = start; i < start + count; i++) {
        last = answer(arm, lane, stage, rm_chain_place(i, half, last));
        sum += last;
    }
    return sum;
}

static void search_batch(const rm_lookup_arm *arm, const rm_lane *lane, size_t start, const uint64_t *values,
                         size_t count, uint32_t *owners) {
    const rmk_bytes *keys = arm->subject->needs_keys ? lane->pool.keys + start : NULL;
    rmk_placement_locate_batch(arm->subject->placement, keys, values, count, owners);
}

static uint64_t sum_values(const uint64_t *values, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    return sum;
}

static uint64_t sum_owners(const uint32_t *owners, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += owners[i];
    return sum;
}

static inline __attribute__((always_inline)) uint64_t batch(const rm_lookup_arm *arm, unsigned thread,
                                                            rm_stage stage, size_t start, size_t count) {
    const rm_lane *lane = &arm->lanes[thread];
    uint64_t hashed[RM_BATCH], sum = 0;
    uint32_t owners[RM_BATCH];
    for (size_t end = start + count; start < end; start += RM_BATCH) {
        size_t n = end - start < RM_BATCH ? end - start : RM_BATCH;
        const uint64_t *values = stage == RM_STAGE_SEARCH || stage == STAGE_OWN ? lane->pool.values + start
                                                                                : hashed;
        if (values == hashed)
            rmk_hash_batch(&lane->hasher, lane->pool.keys + start, n, hashed);
        if (stage != RM_STAGE_HASH)
            search_batch(arm, lane, start, values, n, owners);
        sum += stage == RM_STAGE_HASH ? sum_values(hashed, n) : sum_owners(owners, n);
    }
    return sum;
}

/* Makes one function for each mode and stage, so that no timed loop has to decide which it is. */
#define RUN(mode, stage, STAGE)                                                                              \
    static uint64_t mode##_##stage(const void *context, unsigned thread, size_t start, size_t count) {       \
        return mode(context, thread, STAGE, start, count);                                                   \
    }
RUN(loop, hash, RM_STAGE_HASH)
RUN(loop, search, RM_STAGE_SEARCH)
RUN(loop, total, RM_STAGE_TOTAL)
RUN(loop, own, STAGE_OWN)
RUN(chain, hash, RM_STAGE_HASH)
RUN(chain, search, RM_STAGE_SEARCH)
RUN(chain, total, RM_STAGE_TOTAL)
RUN(chain, own, STAGE_OWN)
RUN(batch, hash, RM_STAGE_HASH)
RUN(batch, search, RM_STAGE_SEARCH)
RUN(batch, total, RM_STAGE_TOTAL)
RUN(batch, own, STAGE_OWN)

/* Most lines are in the caches again after 1.5 times as many random reads as there are lines. 300000 reads
 * last about as long as a block; more would cost too much time. */
static size_t warm_reads(size_t bytes) {
    size_t lines = bytes / RM_LINE_BYTES;
    return lines < 300000 ? lines + lines / 2 : 300000;
}

rm_arm rm_lookup_arm_timed(const rm_lookup_arm *arm) {
    static uint64_t (*const runs[RM_MODE_COUNT][RM_STAGE_COUNT + 1])(const void *, unsigned, size_t,
                                                                     size_t) = {
        [RM_MODE_LOOP] = {loop_hash, loop_search, loop_total, loop_own},
        [RM_MODE_CHAIN] = {chain_hash, chain_search, chain_total, chain_own},
        [RM_MODE_BATCH] = {batch_hash, batch_search, batch_total, batch_own},
    };
    size_t pool = arm->lanes->pool.count;
    bool own = arm->subject && arm->subject->own_hash;
    return (rm_arm){.run = runs[arm->mode][own ? STAGE_OWN : arm->stage],
                    .context = arm,
                    .pool = arm->mode == RM_MODE_CHAIN ? pool / 2 : pool,
                    .warm = arm->subject ? warm_reads(arm->subject->hot_bytes) : 0};
}

static uint64_t run_limit_loop(const void *context, unsigned thread, size_t start, size_t count) {
    const rm_limit_arm *arm = context;
    return arm->limit->kernel->loop(arm->limit->table, arm->lines, arm->shift,
                                    arm->lanes[thread].pool.values + start, count);
}

static uint64_t run_limit_batch(const void *context, unsigned thread, size_t start, size_t count) {
    const rm_limit_arm *arm = context;
    const uint64_t *values = arm->lanes[thread].pool.values;
    uint64_t sum = 0;
    for (size_t end = start + count; start < end; start += RM_BATCH)
        sum += arm->limit->kernel->batch(arm->limit->table, arm->lines, arm->shift, values + start,
                                         end - start < RM_BATCH ? end - start : RM_BATCH);
    return sum;
}

static uint64_t run_limit_chain(const void *context, unsigned thread, size_t start, size_t count) {
    const rm_limit_arm *arm = context;
    const rm_key_pool *pool = &arm->lanes[thread].pool;
    return arm->limit->kernel->chain(arm->limit->table, arm->lines, arm->shift, pool->values + start,
                                     pool->count / 2, count);
}

rm_arm rm_limit_arm_timed(const rm_limit_arm *arm) {
    static uint64_t (*const runs[RM_MODE_COUNT])(const void *, unsigned, size_t,
                                                 size_t) = {run_limit_loop, run_limit_chain, run_limit_batch};
    size_t pool = arm->lanes->pool.count;
    return (rm_arm){.run = runs[arm->mode],
                    .context = arm,
                    .pool = arm->mode == RM_MODE_CHAIN ? pool / 2 : pool,
                    .warm = warm_reads(arm->lines * RM_LINE_BYTES)};
}
