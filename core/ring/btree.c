/* btree.c - the static B-tree: building it, and the choice of kernels. */
#include "btree.h"

#include <string.h>

static size_t lines_for(size_t items, size_t a_line) {
    return items / a_line + (items % a_line != 0);
}

static bool all_narrow(const rmk_points *points) {
    uint64_t low = 0;
    for (size_t i = 0; i < points->count; i++)
        low |= points->positions[i];
    return (uint32_t)low == 0;
}

/* Finds the last position below node `node` of a level whose nodes span `span` points each. */
static uint64_t last_below(const rmk_points *points, size_t node, size_t span) {
    return points->positions[(node + 1) * span - 1];
}

/* Fills one level: a node has a key for each child that has another behind it; absent keys are the largest
 * value. `below`: how many nodes the level below has, of `span` points each. */
static void fill_level(const btree *tree, const rmk_points *points, size_t start, size_t below, size_t span) {
    size_t keys = tree->narrow ? NARROW_KEYS : WIDE_KEYS, nodes = lines_for(below, keys + 1);
    for (size_t node = 0; node < nodes; node++)
        for (size_t i = 0; i < keys; i++) {
            size_t child = node * (keys + 1) + i, place = (start + node) * keys + i;
            uint64_t key = child + 1 < below ? last_below(points, child, span) : UINT64_MAX;
            if (tree->narrow)
                ((uint32_t *)tree->inner)[place] = (uint32_t)(key >> 32);
            else
                ((uint64_t *)tree->inner)[place] = key;
        }
}

/* Counts the lines of each level, from the leaves up, in `nodes`; `tree` gets the levels above the leaves,
 * the root first. */
static void plan(btree *tree, size_t *nodes) {
    size_t children = (tree->narrow ? NARROW_KEYS : WIDE_KEYS) + 1;
    nodes[0] = tree->leaf_lines;
    while (nodes[tree->levels] > 1) {
        nodes[tree->levels + 1] = lines_for(nodes[tree->levels], children);
        tree->levels++;
    }
    for (unsigned level = 0; level < tree->levels; level++) {
        tree->starts[level] = tree->lines;
        tree->lines += nodes[tree->levels - level];
    }
}

static void fill(const btree *tree, const rmk_points *points, const size_t *nodes) {
    size_t keys = tree->narrow ? NARROW_KEYS : WIDE_KEYS, span = keys;
    for (unsigned height = 0; height < tree->levels; height++, span *= keys + 1)
        fill_level(tree, points, tree->starts[tree->levels - 1 - height], nodes[height], span);
    for (size_t i = 0; tree->narrow && i < tree->leaf_lines * NARROW_KEYS; i++)
        tree->leaves[i] = i < points->count ? (uint32_t)(points->positions[i] >> 32) : UINT32_MAX;
}

static void destroy(const rmk_allocator *allocator, void *built) {
    btree *tree = built;
    if (!tree)
        return;
    rmk_array_release(allocator, tree->pages, tree->inner, tree->lines, 64);
    rmk_array_release(allocator, tree->pages, tree->leaves, tree->leaf_lines, 64);
    rmk_release(allocator, tree, 1, sizeof *tree);
}

static const btree_kernels *kernels_of(rmk_isa isa, bool narrow) {
    if (isa == RMK_ISA_AVX512)
        return &rmk_btree_kernels_avx512[narrow];
    return isa == RMK_ISA_AVX2 ? &rmk_btree_kernels_avx2[narrow] : &rmk_btree_kernels_scalar[narrow];
}

static rmk_status build(const rmk_points *points, const rmk_index_options *options,
                        const rmk_allocator *allocator, void **built) {
    *built = NULL;
    btree *tree = rmk_allocate(allocator, 64, 1, sizeof *tree);
    if (!tree)
        return RMK_NO_MEMORY;
    memset(tree, 0, sizeof *tree);
    size_t nodes[BTREE_LEVELS + 1];
    tree->narrow = all_narrow(points);
    tree->leaf_lines = lines_for(points->count, tree->narrow ? NARROW_KEYS : WIDE_KEYS);
    tree->pages = options->pages;
    plan(tree, nodes);
    if (tree->levels)
        tree->inner = rmk_array_allocate(allocator, options->pages, tree->lines, 64);
    if (tree->narrow)
        tree->leaves = rmk_array_allocate(allocator, options->pages, tree->leaf_lines, 64);
    if ((tree->levels && !tree->inner) || (tree->narrow && !tree->leaves)) {
        destroy(allocator, tree);
        return RMK_NO_MEMORY;
    }
    tree->kernels = kernels_of(options->isa, tree->narrow);
    fill(tree, points, nodes);
    *built = tree;
    return RMK_OK;
}

static uint32_t find(const void *index, const rmk_points *points, uint64_t position) {
    return ((const btree *)index)->kernels->find(index, points, position);
}

static void find_batch(const void *index, const rmk_points *points, const uint64_t *positions, size_t count,
                       uint32_t *owners) {
    ((const btree *)index)->kernels->find_batch(index, points, positions, count, owners);
}

static void select_kernels(const void *index, rmk_index_find_one **one, rmk_index_find_many **many) {
    *one = ((const btree *)index)->kernels->find;
    *many = ((const btree *)index)->kernels->find_batch;
}

static size_t hot_bytes(const void *index, const rmk_points *points) {
    const btree *tree = index;
    size_t key = tree->narrow ? sizeof(uint32_t) : sizeof *points->positions;
    return tree->lines * 64 + points->count * (key + sizeof *points->owners);
}

static size_t bytes(const void *index) {
    const btree *tree = index;
    size_t inner = tree->inner ? rmk_array_bytes(tree->pages, tree->lines, 64) : 0;
    size_t leaves = tree->leaves ? rmk_array_bytes(tree->pages, tree->leaf_lines, 64) : 0;
    return sizeof *tree + inner + leaves;
}

const rmk_index_type rmk_index_btree = {
    .name = "btree",
    .summary = "static B-tree, a cache line a node (8 keys of 64 bits, 16 of 32), queries side by side",
    .isas = 1u << RMK_ISA_SCALAR | 1u << RMK_ISA_AVX2 | 1u << RMK_ISA_AVX512,
    .build = build,
    .destroy = destroy,
    .find = find,
    .find_batch = find_batch,
    .select = select_kernels,
    .hot_bytes = hot_bytes,
    .bytes = bytes,
};
