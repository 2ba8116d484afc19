#include "build_change.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "support/fail.h"
#include "support/random.h"

enum { TRIED_LOOKUPS = 4096 };

const char *rm_operation_name(rm_operation operation) {
    static const char *const names[] = {"build", "add", "remove"};
    return names[operation];
}

static void *tally_allocate(void *state, size_t alignment, size_t bytes) {
    rm_tally *tally = state;
    void *memory = tally->inner.allocate(tally->inner.state, alignment, bytes);
    if (memory)
        __atomic_add_fetch(&tally->taken_bytes, malloc_usable_size(memory), __ATOMIC_RELAXED);
    return memory;
}

static void tally_release(void *state, void *memory, size_t bytes) {
    rm_tally *tally = state;
    tally->inner.release(tally->inner.state, memory, bytes);
}

static char *free_name(const rm_node_list *nodes) {
    for (unsigned i = 0;; i++) {
        char *name = rm_text("added-%u", i);
        if (rm_nodes_named(nodes, name) == SIZE_MAX)
            return name;
        free(name);
    }
}

static void make_lists(rm_build *build) {
    rm_node_list *base = &build->nodes[RM_OPERATION_BUILD];
    *base = rm_nodes_of(build->cell.options, build->cell.nodes, 0);
    rm_node_list *more = &build->nodes[RM_OPERATION_ADD], *fewer = &build->nodes[RM_OPERATION_REMOVE];
    *more = rm_nodes_copy(base, 1);
    *fewer = rm_nodes_copy(base, 0);
    char *name = free_name(base);
    rmk_node node = {.id = RMK_NOBODY, .weight = 1, .name = {(const unsigned char *)name, strlen(name)}};
    size_t place = more->nodes.count;
    rm_nodes_insert(more, place, &node);
    build->added = more->nodes.list[place];
    free(name);
    place = fewer->nodes.count / 2;
    build->removed = fewer->nodes.list[place].id;
    rm_nodes_drop(fewer, place);
}

void rm_build_make(rm_build *build, const rm_cell *cell, unsigned threads) {
    memset(build, 0, sizeof *build);
    build->cell = *cell;
    build->cell.build_threads = threads;
    build->tally.inner = rm_counting_allocator(&build->tally.counting);
    build->allocator = (rmk_allocator){tally_allocate, tally_release, &build->tally};
    make_lists(build);
    const rmk_nodes *nodes = &build->nodes[RM_OPERATION_BUILD].nodes;
    if (rm_cell_try_place(&build->cell, nodes, 0, &build->allocator, &build->base))
        build->base = rm_cell_place(&build->cell, nodes, 0); /* says what is wrong, and ends */
    build->incremental = rmk_placement_ring(build->base) && build->cell.vnodes;
}

void rm_build_free(rm_build *build) {
    rmk_placement_destroy(build->base);
    for (int i = 0; i < RM_OPERATION_COUNT; i++)
        rm_nodes_free(&build->nodes[i]);
}

static rmk_status change(rm_build *build, rm_operation operation, rm_build_result *result) {
    const rmk_ring *ring = rmk_placement_ring(build->base);
    if (operation == RM_OPERATION_ADD)
        return rmk_ring_with(ring, &build->added, &result->ring);
    return rmk_ring_without(ring, build->removed, &result->ring);
}

static uint64_t points_of(const rm_build_result *result) {
    if (result->ring)
        return rmk_ring_points(result->ring).count;
    const rmk_algorithm *algorithm = result->placement->algorithm;
    return algorithm->can & RMK_HAS_POINTS ? algorithm->points(result->placement).count : 0;
}

rmk_status rm_build_do(rm_build *build, rm_operation operation, rm_build_result *result) {
    size_t live = build->tally.counting.live_bytes, taken = build->tally.taken_bytes;
    *result = (rm_build_result){0};
    rmk_status status;
    if (build->incremental && operation != RM_OPERATION_BUILD)
        status = change(build, operation, result);
    else
        status = rm_cell_try_place(&build->cell, &build->nodes[operation].nodes, 0, &build->allocator,
                                   &result->placement);
    if (status)
        return status;
    result->memory_bytes = build->tally.counting.live_bytes - live;
    result->allocated_bytes = build->tally.taken_bytes - taken;
    result->points = points_of(result);
    return RMK_OK;
}

void rm_build_undo(rm_build *build, rm_build_result *result) {
    (void)build;
    if (result->placement)
        rmk_placement_destroy(result->placement);
    if (result->ring)
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

static bool as_fresh(rm_build *build, rm_operation operation, const rmk_ring *ring) {
    rmk_placement *fresh;
    rm_check(rm_cell_try_place(&build->cell, &build->nodes[operation].nodes, 0, &build->allocator, &fresh),
             "a fresh build to compare with");
    bool same = same_points(rmk_placement_ring(fresh), ring);
    rmk_placement_destroy(fresh);
    return same;
}

bool rm_build_right(rm_build *build, rm_operation operation, const rm_build_result *result, bool thorough,
                    const char **reason) {
    const rmk_ring *ring = result->ring ? result->ring : rmk_placement_ring(result->placement);
    if (ring && !rmk_ring_validate(ring, reason))
        return false;
    *reason = "a lookup differs from the plain reference";
    if (!lookups_right(build, result, ring))
        return false;
    *reason = "its points are not those of a fresh build";
    return !thorough || !ring || as_fresh(build, operation, ring);
}

const char *rm_build_index_name(const rm_build *build) {
    const rmk_ring *ring = rmk_placement_ring(build->base);
    if (!ring)
        return build->cell.index ? build->cell.index->name : NULL;
    const rmk_index_type *index = rmk_ring_index(ring);
    return index ? index->name : rmk_index_plain.name;
}
