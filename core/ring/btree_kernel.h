/*
 * btree_kernel.h - private: the searches of the static B-tree, compiled once an instruction set. The
 * including file defines wide_below(line, position): how many of the 8 keys of a line are below the position
 *   narrow_up_to(line, half): how many of the 16 keys of a line are at or below it
 * and names its table by BTREE_KERNELS(name).
 */
#ifndef RMK_BTREE_KERNEL_H
#define RMK_BTREE_KERNEL_H

#define BTREE_INLINE __attribute__((always_inline)) static inline

BTREE_INLINE unsigned wide_below(const uint64_t *line, uint64_t position);
BTREE_INLINE unsigned narrow_up_to(const uint32_t *line, uint32_t half);

/*
 * What the keys of a wide tree are compared with: the position itself. Positions of a narrow tree are
 * multiples of 2^32, so those below the query are those whose upper half is at or below that of the value
 * before it. The query 0, which has none before it, and queries above every position both belong to the first
 * point; for these alone `value` has more than 32 bits, and it does not matter where the walk ends.
 */
typedef uint64_t btree_query;

BTREE_INLINE btree_query query_of(bool narrow, uint64_t position) {
    if (!narrow)
        return position;
    uint64_t half = (position - 1) >> 32;
    /* absent keys are UINT32_MAX and stay above, so that the walk never leaves the tree */
    return half == UINT32_MAX ? UINT64_C(1) << 32 : half;
}

BTREE_INLINE bool is_first(bool narrow, btree_query query) {
    return narrow && query >> 32;
}

BTREE_INLINE const char *line_of(const btree *tree, bool narrow, const rmk_points *points, unsigned level,
                                 size_t node) {
    if (level < tree->levels)
        return (const char *)tree->inner + (tree->starts[level] + node) * 64;
    return (narrow ? (const char *)tree->leaves : (const char *)points->positions) + node * 64;
}

BTREE_INLINE unsigned rank_in(bool narrow, const char *line, btree_query query) {
    return narrow ? narrow_up_to((const uint32_t *)(const void *)line, (uint32_t)query)
                  : wide_below((const uint64_t *)(const void *)line, query);
}

BTREE_INLINE uint32_t btree_find_one(const btree *tree, bool narrow, const rmk_points *points,
                                     uint64_t position) {
    const size_t keys = narrow ? NARROW_KEYS : WIDE_KEYS;
    btree_query query = query_of(narrow, position);
    size_t node = 0;
    for (unsigned level = 0; level < tree->levels; level++)
        node = node * (keys + 1) + rank_in(narrow, line_of(tree, narrow, points, level, node), query);
    size_t place = node * keys + rank_in(narrow, line_of(tree, narrow, points, tree->levels, node), query);
    /* Behind the last point stands the padding, with the owner of the first. */
    return points->owners[is_first(narrow, query) ? 0 : place];
}

/* All lanes go down a level together; each fetches its next line for the level below. */
BTREE_INLINE void btree_step_lanes(bool narrow, const char *here, const char *below, bool fetch,
                                   const btree_query *queries, size_t lanes, size_t *nodes) {
    const size_t keys = narrow ? NARROW_KEYS : WIDE_KEYS;
    for (size_t i = 0; i < lanes; i++) {
        nodes[i] = nodes[i] * (keys + 1) + rank_in(narrow, here + nodes[i] * 64, queries[i]);
        if (fetch)
            __builtin_prefetch(below + nodes[i] * 64);
    }
}

BTREE_INLINE void btree_find_lanes(const btree *tree, bool narrow, bool fetch, size_t lanes,
                                   const rmk_points *points, const uint64_t *positions, uint32_t *owners) {
    const size_t keys = narrow ? NARROW_KEYS : WIDE_KEYS;
    btree_query queries[BTREE_MOST_LANES];
    size_t nodes[BTREE_MOST_LANES] = {0};
    for (size_t i = 0; i < lanes; i++)
        queries[i] = query_of(narrow, positions[i]);
    for (unsigned level = 0; level < tree->levels; level++)
        btree_step_lanes(narrow, line_of(tree, narrow, points, level, 0),
                         line_of(tree, narrow, points, level + 1, 0), fetch, queries, lanes, nodes);
    const char *leaves = line_of(tree, narrow, points, tree->levels, 0);
    for (size_t i = 0; i < lanes; i++) {
        size_t place = nodes[i] * keys + rank_in(narrow, leaves + nodes[i] * 64, queries[i]);
        if (!fetch) {
            owners[i] = points->owners[is_first(narrow, queries[i]) ? 0 : place];
            continue;
        }
        nodes[i] = is_first(narrow, queries[i]) ? 0 : place;
        __builtin_prefetch(points->owners + nodes[i]);
    }
    for (size_t i = 0; fetch && i < lanes; i++)
        owners[i] = points->owners[nodes[i]];
}

BTREE_INLINE void btree_find_all(const btree *tree, bool narrow, const rmk_points *points,
                                 const uint64_t *positions, size_t count, uint32_t *owners) {
    size_t bytes = points->count * sizeof *points->positions, i = 0;
    if (bytes > BTREE_FAR)
        for (; i + BTREE_MOST_LANES <= count; i += BTREE_MOST_LANES)
            btree_find_lanes(tree, narrow, true, BTREE_MOST_LANES, points, positions + i, owners + i);
    else if (bytes > BTREE_CACHED)
        for (; i + BTREE_LANES <= count; i += BTREE_LANES)
            btree_find_lanes(tree, narrow, true, BTREE_LANES, points, positions + i, owners + i);
    else
        for (; i + BTREE_LANES <= count; i += BTREE_LANES)
            btree_find_lanes(tree, narrow, false, BTREE_LANES, points, positions + i, owners + i);
    for (; i < count; i++)
        owners[i] = btree_find_one(tree, narrow, points, positions[i]);
}

static uint32_t wide_find(const void *tree, const rmk_points *points, uint64_t position) {
    return btree_find_one(tree, false, points, position);
}

static uint32_t narrow_find(const void *tree, const rmk_points *points, uint64_t position) {
    return btree_find_one(tree, true, points, position);
}

static void wide_find_batch(const void *tree, const rmk_points *points, const uint64_t *positions,
                            size_t count, uint32_t *owners) {
    btree_find_all(tree, false, points, positions, count, owners);
}

static void narrow_find_batch(const void *tree, const rmk_points *points, const uint64_t *positions,
                              size_t count, uint32_t *owners) {
    btree_find_all(tree, true, points, positions, count, owners);
}

#define BTREE_KERNELS(name)                                                                                  \
    const btree_kernels name[2] = {{wide_find, wide_find_batch}, {narrow_find, narrow_find_batch}}

#endif
