/* line.c - the line index: building it, the exact way, and the choice of kernels. */
#include "line.h"

#include <string.h>

/* ---- the exact way ---- */

static size_t bucket_bound(const line_index *index, const rmk_points *points, uint64_t position) {
    uint64_t bucket = line_bucket(index->buckets, position);
    size_t first = index->offsets[bucket];
    rmk_points inside = {points->positions + first, points->owners + first,
                         index->offsets[bucket + 1] - first};
    return first + rmk_points_lower_bound(&inside, position);
}

static uint32_t exact_one(const line_index *index, const rmk_points *points, uint64_t position) {
    return points
        ->owners[bucket_bound(index, points, position)]; /* behind the last: the padding, the first's */
}

/* All that wait are taken through each step together, so that their cache misses overlap. */
static void exact_block(const line_index *index, const rmk_points *points, const uint64_t *positions,
                        uint64_t waiting, uint32_t *owners) {
    uint64_t crowded[LINE_BLOCK];
    uint32_t places[LINE_BLOCK], answers[LINE_BLOCK];
    size_t bounds[LINE_BLOCK], crowds = 0;
    for (uint64_t left = waiting; left; left &= left - 1)
        __builtin_prefetch(index->offsets + line_bucket(index->buckets, positions[__builtin_ctzll(left)]));
    for (uint64_t left = waiting; left; left &= left - 1)
        __builtin_prefetch(points->positions +
                           index->offsets[line_bucket(index->buckets, positions[__builtin_ctzll(left)])]);
    for (uint64_t left = waiting; left; left &= left - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(left);
        uint64_t bucket = line_bucket(index->buckets, positions[i]);
        if (index->offsets[bucket + 1] - index->offsets[bucket] > LINE_CROWDED) {
            crowded[crowds] = positions[i];
            places[crowds++] = i;
            waiting &= ~(UINT64_C(1) << i);
            continue;
        }
        bounds[i] = bucket_bound(index, points, positions[i]);
        __builtin_prefetch(points->owners + bounds[i]);
    }
    for (; waiting; waiting &= waiting - 1)
        owners[__builtin_ctzll(waiting)] = points->owners[bounds[__builtin_ctzll(waiting)]];
    if (crowds)
        rmk_index_plain.find_batch(NULL, points, crowded, crowds, answers);
    for (size_t i = 0; i < crowds; i++)
        owners[places[i]] = answers[i];
}

static const line_exact_way exact_way = {exact_one, exact_block};

/* ---- building ---- */

static size_t distinct_positions(const rmk_points *points, bool *holes) {
    size_t distinct = 0;
    bool nobody = false;
    for (size_t i = 0; i < points->count; i++) {
        distinct += i == 0 || points->positions[i] != points->positions[i - 1];
        nobody |= points->owners[i] == RMK_NOBODY;
    }
    *holes = nobody;
    return distinct;
}

void rmk_line_gather(const line_index *index, const rmk_points *points, uint64_t bucket, bucket_points *b) {
    unsigned slots = index->wide ? WIDE_SLOTS : NARROW_SLOTS;
    size_t i = b->first;
    b->used = 0;
    b->more = false;
    for (; i < points->count && line_bucket(index->buckets, points->positions[i]) == bucket; i++) {
        if (i > b->first && points->positions[i] == points->positions[i - 1])
            continue;
        if (b->used == slots) {
            b->more = true;
            continue;
        }
        b->remainders[b->used] = line_remainder(index->buckets, points->positions[i]);
        b->owners[b->used++] = points->owners[i];
    }
    b->end = i;
}

static void fill_narrow(const bucket_points *b, uint32_t next, line_narrow *line) {
    for (unsigned i = 0; i <= NARROW_SLOTS; i++) {
        line->remainders[i] = i < b->used ? b->remainders[i] : LINE_EMPTY_SLOT;
        line->owners[i] = (uint16_t)(i < b->used ? b->owners[i] : next);
    }
    if (b->more)
        line->owners[NARROW_SLOTS] = NARROW_MORE;
}

static void fill_wide(const bucket_points *b, uint32_t next, line_wide *line) {
    for (unsigned i = 0; i < WIDE_SLOTS; i++) {
        line->remainders[i] = i < b->used ? b->remainders[i] : LINE_EMPTY_SLOT;
        line->owners[i] = i < b->used ? b->owners[i] : next;
    }
    line->owners[WIDE_SLOTS] = b->more ? RMK_NOBODY : next;
}

void rmk_line_write(const line_index *index, uint64_t bucket, const bucket_points *b, uint32_t next) {
    if (index->wide)
        fill_wide(b, next, (line_wide *)index->lines + bucket);
    else
        fill_narrow(b, next, (line_narrow *)index->lines + bucket);
}

static void fill(line_index *index, const rmk_points *points) {
    bucket_points b = {0};
    for (uint64_t bucket = 0; bucket < index->buckets; bucket++) {
        rmk_line_gather(index, points, bucket, &b);
        index->offsets[bucket] = (uint32_t)b.first;
        rmk_line_write(index, bucket, &b, points->owners[b.end]); /* behind the last: the padding */
        b.first = b.end;
    }
    index->offsets[index->buckets] = (uint32_t)points->count;
}

static void destroy(const rmk_allocator *allocator, void *built) {
    line_index *index = built;
    if (!index)
        return;
    rmk_array_release(allocator, index->pages, index->lines, index->buckets, sizeof(line_narrow));
    rmk_array_release(allocator, index->pages, index->offsets, index->buckets + 1, sizeof *index->offsets);
    rmk_release(allocator, index, 1, sizeof *index);
}

void rmk_line_choose_kernels(line_index *index, rmk_isa isa) {
    const line_kernels *kernels = isa == RMK_ISA_AVX512 ? &line_kernels_avx512
                                  : isa == RMK_ISA_AVX2 ? &line_kernels_avx2
                                                        : &line_kernels_scalar;
    index->find = kernels->find[index->wide];
    index->find_batch = kernels->find_batch[index->wide];
}

static rmk_status build(const rmk_points *points, const rmk_index_options *options,
                        const rmk_allocator *allocator, void **built) {
    *built = NULL;
    line_index *index = rmk_allocate(allocator, 64, 1, sizeof *index);
    if (!index)
        return RMK_NO_MEMORY;
    bool holes;
    size_t distinct = distinct_positions(points, &holes);
    memset(index, 0, sizeof *index);
    index->wide = holes || options->id_limit > NARROW_IDS;
    size_t load = index->wide ? WIDE_LOAD : NARROW_LOAD;
    index->buckets = (distinct + load - 1) / load;
    index->exact = &exact_way;
    index->pages = options->pages;
    index->lines = rmk_array_allocate(allocator, options->pages, index->buckets, sizeof(line_narrow));
    index->offsets =
        rmk_array_allocate(allocator, options->pages, index->buckets + 1, sizeof *index->offsets);
    if (!index->lines || !index->offsets) {
        destroy(allocator, index);
        return RMK_NO_MEMORY;
    }
    rmk_line_choose_kernels(index, options->isa);
    fill(index, points);
    *built = index;
    return RMK_OK;
}

/* ---- the descriptor ---- */

static uint32_t find(const void *index, const rmk_points *points, uint64_t position) {
    return ((const line_index *)index)->find(index, points, position);
}

static void find_batch(const void *index, const rmk_points *points, const uint64_t *positions, size_t count,
                       uint32_t *owners) {
    ((const line_index *)index)->find_batch(index, points, positions, count, owners);
}

static void select_kernels(const void *index, rmk_index_find_one **one, rmk_index_find_many **many) {
    *one = ((const line_index *)index)->find;
    *many = ((const line_index *)index)->find_batch;
}

static size_t hot_bytes(const void *built, const rmk_points *points) {
    (void)points;
    return ((const line_index *)built)->buckets * sizeof(line_narrow);
}

static size_t bytes(const void *built) {
    const line_index *index = built;
    return sizeof *index + rmk_array_bytes(index->pages, index->buckets, sizeof(line_narrow)) +
           rmk_array_bytes(index->pages, index->buckets + 1, sizeof *index->offsets);
}

const rmk_index_type rmk_index_line = {
    .name = "line",
    .summary = "one cache line a bucket of 8 points (5 above 65,535 nodes): one memory read a lookup",
    .isas = 1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2 | 1u << RMK_ISA_AVX512,
    .build = build,
    .destroy = destroy,
    .find = find,
    .find_batch = find_batch,
    .select = select_kernels,
    .hot_bytes = hot_bytes,
    .bytes = bytes,
};
