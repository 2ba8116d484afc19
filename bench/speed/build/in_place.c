/*
 * in_place.c - operations that add and remove in a live ring. Each time it is another node, of the same
 * weight as that of `add` and `remove`: the same node would find all that it touches in the cache. The change
 * is taken back untimed before the next one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/balance/ownership.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "operation.h"

enum { TRIED_LOOKUPS = 4096 };

static rmk_status prepare(rm_build *build) {
    if (!build->incremental)
        return RMK_UNSUPPORTED;
    if (build->live.ring)
        return RMK_OK;
    build->live.added = build->live.removed = RMK_NOBODY;
    return rmk_live_ring_of(rmk_placement_ring(build->base), &build->live.ring);
}

static rmk_status prepare_remove(rm_build *build) {
    return build->incremental && !rmk_nodes_serving(&build->fewer.nodes) ? RMK_EMPTY : prepare(build);
}

static const rmk_node *node_of(const rm_build *build, uint32_t id) {
    return &build->nodes.nodes.list[rmk_nodes_place(&build->nodes.nodes, id)];
}

static void take_back(rm_build *build) {
    rm_in_place *live = &build->live;
    if (live->added != RMK_NOBODY)
        rm_check(rmk_live_ring_remove(live->ring, live->added), "taking back an addition");
    if (live->removed != RMK_NOBODY)
        rm_check(rmk_live_ring_add(live->ring, node_of(build, live->removed)), "taking back a removal");
    live->added = live->removed = RMK_NOBODY;
}

/* Gives the node to be added a name that no other has. */
static void ready_add(rm_build *build) {
    rm_in_place *live = &build->live;
    take_back(build);
    live->node = build->added;
    do
        snprintf(live->name, sizeof live->name, "%.90s/%llu", (const char *)build->added.name.data,
                 (unsigned long long)live->turn++);
    while (rm_nodes_named(&build->nodes, live->name) != SIZE_MAX);
    live->node.name = (rmk_bytes){(const unsigned char *)live->name, strlen(live->name)};
}

/* Picks another node that is like the middle one. */
static void ready_remove(rm_build *build) {
    const rmk_nodes *nodes = &build->nodes.nodes;
    const rmk_node *middle = node_of(build, build->removed);
    size_t place = (size_t)(middle - nodes->list);
    take_back(build);
    do
        build->live.node = nodes->list[(place + build->live.turn++ * 7) % nodes->count];
    while (build->live.node.weight != middle->weight || build->live.node.down != middle->down);
}

static rmk_status changed(const rm_build *build, rmk_status status, rm_build_result *result) {
    result->points = rmk_live_ring_points_count(build->live.ring);
    return status;
}

static rmk_status add(rm_build *build, rm_build_result *result) {
    build->live.added = build->live.node.id;
    return changed(build, rmk_live_ring_add(build->live.ring, &build->live.node), result);
}

static rmk_status take_out(rm_build *build, rm_build_result *result) {
    build->live.removed = build->live.node.id;
    return changed(build, rmk_live_ring_remove(build->live.ring, build->live.node.id), result);
}

static bool same_points(const rmk_live_ring *live, const rmk_ring *ring) {
    rmk_points points = rmk_ring_points(ring);
    if (rmk_live_ring_points_count(live) != points.count)
        return false;
    uint64_t *positions = rm_calloc(points.count, sizeof *positions);
    uint32_t *owners = rm_calloc(points.count, sizeof *owners);
    rmk_live_ring_copy_points(live, positions, owners);
    bool same = !memcmp(positions, points.positions, points.count * sizeof *positions) &&
                !memcmp(owners, points.owners, points.count * sizeof *owners);
    free(owners);
    free(positions);
    return same;
}

static bool same_owners(const rm_build *build, const rmk_ring *ring) {
    rm_random random = rm_random_seeded(rm_cell_seed(&build->cell, "lookups"));
    for (int i = 0; i < TRIED_LOOKUPS; i++) {
        uint64_t position = rm_random_next(&random);
        if (rmk_live_ring_lookup(build->live.ring, position) != rmk_ring_lookup_plain(ring, position))
            return false;
    }
    return true;
}

/* Compares with the ring that merging makes, which change.c compares with a fresh build. */
static bool right(const rm_build *build, rmk_status status, rmk_ring *merged, const char **reason) {
    rm_check(status, "a merged ring to compare with");
    bool good = rmk_live_ring_validate(build->live.ring, reason);
    if (good) {
        *reason = "its points are not those of a merge";
        good = same_points(build->live.ring, merged);
    }
    if (good) {
        *reason = "a lookup differs from the plain reference";
        good = same_owners(build, merged);
    }
    rmk_ring_destroy(merged);
    return good;
}

static bool add_right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)result, (void)thorough;
    rmk_ring *merged;
    rmk_status status = rmk_ring_with(rmk_placement_ring(build->base), &build->live.node, &merged);
    return right(build, status, merged, reason);
}

static bool remove_right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)result, (void)thorough;
    rmk_ring *merged;
    rmk_status status = rmk_ring_without(rmk_placement_ring(build->base), build->live.node.id, &merged);
    return right(build, status, merged, reason);
}

const rm_operation rm_operation_add_in_place = {
    .name = "add_in_place",
    .what = "one node of weight 1 more, in a live ring",
    .prepare = prepare,
    .ready = ready_add,
    .run = add,
    .right = add_right,
};

const rm_operation rm_operation_remove_in_place = {
    .name = "remove_in_place",
    .what = "a node like the middle one less, in a live ring",
    .prepare = prepare_remove,
    .ready = ready_remove,
    .run = take_out,
    .right = remove_right,
};
