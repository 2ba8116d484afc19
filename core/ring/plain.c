/* plain.c - branch-free binary search over the sorted arrays: the reference of every index. */
#include "index.h"

enum { LANES = 8 };

size_t rmk_points_lower_bound(const rmk_points *points, uint64_t position) {
    const uint64_t *base = points->positions;
    size_t length = points->count;
    if (!length)
        return 0;
    while (length > 1) {
        size_t half = length / 2;
        base += half & -(size_t)(base[half - 1] < position);
        length -= half;
    }
    return (size_t)(base - points->positions) + (*base < position);
}

/* Finds the owner of one position. A place behind the last point is the padding, which holds the owner of
 * the first. */
static uint32_t find(const void *index, const rmk_points *points, uint64_t position) {
    (void)index;
    return points->owners[rmk_points_lower_bound(points, position)];
}

/* Finds several owners side by side, whose cache misses then overlap: the steps of a search depend on the
 * length of the array alone. */
static void find_lanes(const rmk_points *points, const uint64_t *positions, uint32_t *owners) {
    const uint64_t *base[LANES];
    for (int k = 0; k < LANES; k++)
        base[k] = points->positions;
    for (size_t length = points->count; length > 1;) {
        size_t half = length / 2;
        for (int k = 0; k < LANES; k++)
            base[k] += half & -(size_t)(base[k][half - 1] < positions[k]);
        length -= half;
    }
    for (int k = 0; k < LANES; k++)
        owners[k] = points->owners[(base[k] - points->positions) + (*base[k] < positions[k])];
}

static void find_batch(const void *index, const rmk_points *points, const uint64_t *positions, size_t count,
                       uint32_t *owners) {
    size_t i = 0;
    for (; i + LANES <= count; i += LANES)
        find_lanes(points, positions + i, owners + i);
    for (; i < count; i++)
        owners[i] = find(index, points, positions[i]);
}

static rmk_status build(const rmk_points *points, const rmk_index_options *options,
                        const rmk_allocator *allocator, void **index) {
    (void)points, (void)options, (void)allocator;
    *index = NULL;
    return RMK_OK;
}

static void destroy(const rmk_allocator *allocator, void *index) {
    (void)allocator, (void)index;
}

/* Every position is on the path of some query, and every owner is an answer. */
static size_t hot_bytes(const void *index, const rmk_points *points) {
    (void)index;
    return points->count * (sizeof *points->positions + sizeof *points->owners);
}

static size_t bytes(const void *index) {
    (void)index;
    return 0;
}

const rmk_index_type rmk_index_plain = {
    .name = "plain",
    .summary = "branch-free binary search over the sorted arrays",
    .isas = 1u << RMK_ISA_SCALAR,
    .build = build,
    .destroy = destroy,
    .find = find,
    .find_batch = find_batch,
    .hot_bytes = hot_bytes,
    .bytes = bytes,
};
