/* line.c - the line index: building it, and the choice of kernels. */
#include "line.h"

#include <string.h>

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

/* Tells whether `owner` at `remainder` needs no slot behind the last one, because that slot's arc can
 * stretch to it. A slot that hides another owner's point at its remainder must keep that remainder, which
 * sends keys the exact way. */
static bool joins_last(bucket_points *b, bool *hides, uint16_t remainder, uint32_t owner) {
    if (!b->used)
        return false;
    unsigned last = b->used - 1;
    if (b->remainders[last] == remainder) {
        *hides |= b->owners[last] != owner;
        return true;
    }
    if (b->owners[last] != owner || *hides)
        return false;
    b->remainders[last] = remainder;
    return true;
}

/* Gathers the points from b->first to b->end by arcs, for a bucket that has more points than slots. */
static void gather_arcs(const line_index *index, const rmk_points *points, unsigned slots, bucket_points *b) {
    bool hides = false;
    b->used = 0;
    b->more = false;
    for (size_t i = b->first; i < b->end; i++) {
        if (i > b->first && points->positions[i] == points->positions[i - 1])
            continue;
        uint16_t remainder = line_remainder(index->buckets, points->positions[i]);
        if (joins_last(b, &hides, remainder, points->owners[i]))
            continue;
        if (b->used == slots) {
            b->more = true;
            return;
        }
        b->remainders[b->used] = remainder;
        b->owners[b->used++] = points->owners[i];
        hides = false;
    }
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
    if (b->more)
        gather_arcs(index, points, slots, b);
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

/* Fills all lines; returns how many points stand in buckets that do not fit their lines and are searched
 * like the whole ring. */
static size_t fill(line_index *index, const rmk_points *points) {
    bucket_points b = {0};
    size_t crowded = 0;
    for (uint64_t bucket = 0; bucket < index->buckets; bucket++) {
        rmk_line_gather(index, points, bucket, &b);
        index->offsets[bucket] = (uint32_t)b.first;
        /* behind the last point stands the padding, with the owner of the first */
        rmk_line_write(index, bucket, &b, points->owners[b.end]);
        crowded += b.more && b.end - b.first > LINE_CROWDED ? b.end - b.first : 0;
        b.first = b.end;
    }
    index->offsets[index->buckets] = (uint32_t)points->count;
    return crowded;
}

static void destroy(const rmk_allocator *allocator, void *built) {
    line_index *index = built;
    if (!index)
        return;
    rmk_array_release(allocator, index->pages, index->lines, index->buckets, sizeof(line_narrow));
    rmk_array_release(allocator, index->pages, index->offsets, index->buckets + 1, sizeof *index->offsets);
    rmk_release(allocator, index, 1, sizeof *index);
}

static const line_kernels *kernels_of(rmk_isa isa) {
    return isa == RMK_ISA_AVX512 ? &rmk_line_kernels_avx512
           : isa == RMK_ISA_AVX2 ? &rmk_line_kernels_avx2
                                 : &rmk_line_kernels_scalar;
}

void rmk_line_choose_kernels(line_index *index, rmk_isa isa) {
    const line_kernels *kernels = kernels_of(isa);
    /* cppcheck-suppress AssignmentIntegerToAddress ; a function */
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
    index->pages = options->pages;
    index->lines = rmk_array_allocate(allocator, options->pages, index->buckets, sizeof(line_narrow));
    index->offsets =
        rmk_array_allocate(allocator, options->pages, index->buckets + 1, sizeof *index->offsets);
    if (!index->lines || !index->offsets) {
        destroy(allocator, index);
        return RMK_NO_MEMORY;
    }
    rmk_line_choose_kernels(index, options->isa);
    index->exact = &kernels_of(options->isa)->exact;
    /* the hash clusters, so that lines would only be in the way */
    if (2 * fill(index, points) > points->count) {
        index->find = rmk_index_plain.find;
        index->find_batch = rmk_index_plain.find_batch;
    }
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
    const line_index *index = built;
    return index->find == rmk_index_plain.find ? rmk_index_plain.hot_bytes(NULL, points)
                                               : index->buckets * sizeof(line_narrow);
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
