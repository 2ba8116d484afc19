/* analysis.c - operations of the exact analysis of a placement: its map, and what is computed from it. */
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "operation.h"

enum { TRIED_OWNERS = 4096 };

/* ---- map ---- */

static rmk_status prepare_map(rm_build *build) {
    return build->cell.algorithm->can & RMK_HAS_MAP ? RMK_OK : RMK_UNSUPPORTED;
}

static rmk_status map(rm_build *build, rm_build_result *result) {
    return rmk_placement_map(build->base, &result->map);
}

static void undo_map(rm_build_result *result) {
    rmk_map_destroy(&result->map);
}

static bool map_right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)thorough;
    if (!rmk_map_validate(&result->map, build->nodes.nodes.id_limit, reason))
        return false;
    *reason = "an owner differs from the plain reference";
    rm_random random = rm_random_seeded(rm_cell_seed(&build->cell, "owners"));
    rmk_bytes key = {(const unsigned char *)"key", 3};
    for (int i = 0; i < TRIED_OWNERS; i++) {
        uint64_t value = rm_random_next(&random) >> (64 - build->cell.hash->value_bits);
        if (rmk_map_owner(&result->map, value) != rmk_placement_locate_plain(build->base, key, value))
            return false;
    }
    return true;
}

/* ---- shares ---- */

/* Makes the map of the base and room for its shares; the operations that follow use them too. */
static rmk_status prepare_shares(rm_build *build) {
    if (build->shares)
        return RMK_OK;
    rmk_status status = prepare_map(build);
    if (!status)
        status = rmk_placement_map(build->base, &build->map);
    build->map.isa = build->cell.options->isa;
    if (!status)
        build->shares = rm_calloc(build->nodes.nodes.id_limit, sizeof *build->shares);
    return status;
}

static rmk_status shares(rm_build *build, rm_build_result *result) {
    (void)result;
    rmk_shares(&build->map, build->nodes.nodes.id_limit, build->shares, &build->nobody);
    return RMK_OK;
}

static bool shares_right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)result, (void)thorough;
    rmk_u128 sum = build->nobody;
    for (uint32_t id = 0; id < build->nodes.nodes.id_limit; id++)
        sum += build->shares[id];
    *reason = "they do not add up to all key-hash values";
    return sum == rmk_domain_total(&build->map.domain);
}

/* ---- move ---- */

static rmk_status prepare_move(rm_build *build) {
    rmk_status status = prepare_shares(build);
    rm_cell cell = rm_cell_unindexed(&build->changed);
    rmk_placement *fewer = NULL;
    if (!status)
        status = rm_cell_try_place(&cell, &build->fewer.nodes, 0, &build->allocator, &fewer);
    if (!status)
        status = rmk_placement_map(fewer, &build->fewer_map);
    rmk_placement_destroy(fewer);
    /* maps with different numbers of slots are compared value by value, which is not the work to be timed */
    if (!status && build->map.kind == RMK_MAP_SLOTS && build->map.count != build->fewer_map.count)
        return RMK_UNSUPPORTED;
    return status;
}

static rmk_status move(rm_build *build, rm_build_result *result) {
    return rmk_movement_between(&build->map, &build->fewer_map, &build->allocator, &result->movement);
}

static void undo_move(rm_build_result *result) {
    rmk_movement_destroy(&result->movement);
}

/* What left the removed node must be its share. A change in a ring must move nothing else. */
static bool move_right(rm_build *build, const rm_build_result *result, bool thorough, const char **reason) {
    (void)thorough;
    const rmk_movement *movement = &result->movement;
    rmk_u128 left = 0;
    for (size_t i = 0; i < movement->count; i++)
        left += movement->transfers[i].from == build->removed ? movement->transfers[i].values : 0;
    shares(build, NULL);
    *reason = "what moved is not the removed node's share";
    return left == build->shares[build->removed] && (movement->moved == left || !build->incremental);
}

/* ---- removals ---- */

static rmk_status prepare_removals(rm_build *build) {
    if (!rmk_placement_ring(build->base))
        return RMK_UNSUPPORTED;
    build->removals = rm_calloc(build->nodes.nodes.id_limit, sizeof *build->removals);
    return prepare_shares(build);
}

static rmk_status removals(rm_build *build, rm_build_result *result) {
    (void)result;
    return rmk_ring_removals(rmk_placement_ring(build->base), &build->base->domain, &build->allocator,
                             build->removals);
}

/* The removal that `move` measures too must come out alike: the two are computed by different code. */
static bool as_moved(rm_build *build) {
    rmk_movement movement;
    rm_check(rmk_movement_between(&build->map, &build->fewer_map, &build->allocator, &movement),
             "a movement to compare with");
    const rmk_removal *removal = &build->removals[build->removed];
    rmk_u128 heaviest = 0;
    for (size_t i = 0; i < movement.count; i++)
        if (movement.transfers[i].values > heaviest)
            heaviest = movement.transfers[i].values;
    bool same = removal->moved == movement.moved && removal->heirs == movement.count &&
                removal->heaviest == heaviest;
    rmk_movement_destroy(&movement);
    return same;
}

static bool removals_right(rm_build *build, const rm_build_result *result, bool thorough,
                           const char **reason) {
    (void)result;
    shares(build, NULL);
    *reason = "what a removal moves is not the node's share";
    for (uint32_t id = 0; id < build->nodes.nodes.id_limit; id++)
        if (build->removals[id].moved != build->shares[id])
            return false;
    *reason = "a removal has other heirs than its movement";
    return !thorough || !build->incremental || !build->fewer_map.capacity || as_moved(build);
}

/* ---- the rows ---- */

const rm_operation rm_operation_map = {
    .name = "map",
    .what = "the arcs or slots of a placement",
    .prepare = prepare_map,
    .run = map,
    .undo = undo_map,
    .right = map_right,
};

const rm_operation rm_operation_shares = {
    .name = "shares",
    .what = "what each node owns, from a map",
    .prepare = prepare_shares,
    .run = shares,
    .right = shares_right,
};

const rm_operation rm_operation_move = {
    .name = "move",
    .what = "what moves when the middle node goes, from two maps",
    .prepare = prepare_move,
    .run = move,
    .undo = undo_move,
    .right = move_right,
};

const rm_operation rm_operation_removals = {
    .name = "removals",
    .what = "the removal of each node in turn, from a ring",
    .prepare = prepare_removals,
    .run = removals,
    .right = removals_right,
};
