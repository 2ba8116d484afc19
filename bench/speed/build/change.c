/*
 * change.c - operations that build, add and remove, each from names up to the index. A ring with vnodes is
 * changed by merging; everything else is built anew from the changed list.
 */
#include <string.h>

#include "bench/balance/ownership.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "operation.h"

enum { TRIED_LOOKUPS = 4096 };

static rmk_status place(rm_build *build, const rm_cell *cell, const rm_node_list *nodes,
                        rm_build_result *result) {
    rmk_status status = rm_cell_try_place_list(cell, nodes, 0, &build->allocator, &result->placement);
    if (!status)
        result->points = rm_build_points(result->placement).count;
    return status;
}

static rmk_status changed(rmk_status status, rm_build_result *result) {
    if (!status)
        result->points = rmk_ring_points(result->ring).count;
    return status;
}

static rmk_status build_anew(rm_build *build, rm_build_result *result) {
    return place(build, &build->cell, &build->nodes, result);
}

/* Where earlier changes decide, a fresh build of the changed list is no change but another placement. */
static rmk_status prepare_change(rm_build *build) {
    return build->cell.algorithm->can & RMK_READS_CHANGES ? RMK_UNSUPPORTED : RMK_OK;
}

/* With --total-points there must be a point for the added node too. */
static rmk_status prepare_add(rm_build *build) {
    rmk_status status = prepare_change(build);
    if (status)
        return status;
    uint64_t total = build->cell.options->preset ? 0 : build->cell.total_points;
    return total && total < rmk_nodes_serving(&build->more.nodes) ? RMK_UNSUPPORTED : RMK_OK;
}

static rmk_status add(rm_build *build, rm_build_result *result) {
    if (!build->incremental)
        return place(build, &build->changed, &build->more, result);
    return changed(rmk_ring_with(rmk_placement_ring(build->base), &build->added, &result->ring), result);
}

static rmk_status take_out(rm_build *build, rm_build_result *result) {
    if (!build->incremental)
        return place(build, &build->changed, &build->fewer, result);
    return changed(rmk_ring_without(rmk_placement_ring(build->base), build->removed, &result->ring), result);
}

static void undo(rm_build_result *result) {
    rmk_placement_destroy(result->placement);
    rmk_ring_destroy(result->ring);
    result->placement = NULL;
    result->ring = NULL;
}

static bool lookups_right(const rm_build *build, const rm_build_result *result, const rmk_ring *ring) {
    rm_random random = rm_random_seeded(rm_cell_seed(&build->cell, "lookups"));
    const rmk_hash *hash = build->cell.hash;
    rmk_bytes key = {(const unsigned char *)"key", 3};
    for (int i = 0; i < TRIED_LOOKUPS; i++) {
        uint64_t value = rm_random_next(&random) >> (64 - hash->value_bits);
        uint64_t position = rmk_hash_position(hash, value);
        if (ring && rmk_ring_lookup(ring, position) != rmk_ring_lookup_plain(ring, position))
            return false;
        if (result->placement && rmk_placement_locate(result->placement, key, value) !=
                                     rmk_placement_locate_plain(result->placement, key, value))
            return false;
    }
    return true;
}

static bool same_points(const rmk_ring *a, const rmk_ring *b) {
    rmk_points p = rmk_ring_points(a), q = rmk_ring_points(b);
    return p.count == q.count && !memcmp(p.positions, q.positions, p.count * sizeof *p.positions) &&
           !memcmp(p.owners, q.owners, p.count * sizeof *p.owners);
}

static bool as_fresh(rm_build *build, const rm_node_list *nodes, const rmk_ring *ring) {
    rmk_placement *fresh;
    rm_check(rm_cell_try_place(&build->cell, &nodes->nodes, 0, &build->allocator, &fresh),
             "a fresh build to compare with");
    bool same = same_points(rm_placement_ring(fresh), ring);
    rmk_placement_destroy(fresh);
    return same;
}

static bool right(rm_build *build, const rm_node_list *nodes, const rm_build_result *result, bool thorough,
                  const char **reason) {
    const rmk_ring *ring = result->ring ? result->ring : rm_placement_ring(result->placement);
    if (ring && !rmk_ring_validate(ring, reason))
        return false;
    *reason = "a lookup differs from the plain reference";
    if (!lookups_right(build, result, ring))
        return false;
    *reason = "its points are not those of a fresh build";
    return !thorough || !ring || as_fresh(build, nodes, ring);
}

static bool build_right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    return right(build, &build->nodes, result, thorough, reason);
}

static bool add_right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    return right(build, &build->more, result, thorough, reason);
}

static bool remove_right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    return right(build, &build->fewer, result, thorough, reason);
}

const rm_operation rm_operation_build = {
    .name = "build",
    .what = "names to index",
    .indexed = true,
    .threaded = true,
    .run = build_anew,
    .undo = undo,
    .right = build_right,
};

const rm_operation rm_operation_add = {
    .name = "add",
    .what = "one node of weight 1 more",
    .indexed = true,
    .threaded = true,
    .prepare = prepare_add,
    .run = add,
    .undo = undo,
    .right = add_right,
};

const rm_operation rm_operation_remove = {
    .name = "remove",
    .what = "the middle node less",
    .indexed = true,
    .threaded = true,
    .prepare = prepare_change,
    .run = take_out,
    .undo = undo,
    .right = remove_right,
};
