/* operation.c - makes what every operation begins from, and counts the bytes that one takes. */
#include "operation.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"

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

/* One more than the number behind the last dash of a name; 0 when there is none. */
static unsigned after_number_of(const rmk_node *node) {
    enum { MOST_DIGITS = 8 };
    const unsigned char *name = node->name.data;
    unsigned number = 0, digits = 0, unit = 1;
    size_t at = node->name.length;
    for (; at && name[at - 1] >= '0' && name[at - 1] <= '9' && digits < MOST_DIGITS; at--, digits++) {
        number += (unsigned)(name[at - 1] - '0') * unit;
        unit *= 10;
    }
    return digits && at && name[at - 1] == '-' ? number + 1 : 0;
}

/* Its number is larger than all others, as algorithms need that place nodes by their numbers. */
static char *free_name(const rm_node_list *nodes) {
    unsigned next = 0;
    for (size_t i = 0; i < nodes->nodes.count; i++) {
        unsigned after = after_number_of(nodes->list + i);
        next = after > next ? after : next;
    }
    return rm_text("added-%u", next);
}

static void make_lists(rm_build *build) {
    build->nodes = rm_cell_nodes(&build->cell, 0);
    build->more = rm_nodes_copy(&build->nodes, 1);
    build->fewer = rm_nodes_copy(&build->nodes, 0);
    char *name = free_name(&build->nodes);
    rmk_node node = {.id = RMK_NOBODY, .weight = 1, .name = {(const unsigned char *)name, strlen(name)}};
    size_t place = build->more.nodes.count;
    rm_nodes_insert(&build->more, place, &node);
    build->added = build->more.nodes.list[place];
    free(name);
    place = build->fewer.nodes.count / 2;
    build->removed = build->fewer.nodes.list[place].id;
    rm_nodes_drop(&build->fewer, place);
}

void rm_build_make(rm_build *build, const rm_cell *cell, unsigned threads) {
    memset(build, 0, sizeof *build);
    build->cell = *cell;
    build->cell.build_threads = threads;
    build->tally.inner = rm_counting_allocator(&build->tally.counting);
    build->allocator = (rmk_allocator){tally_allocate, tally_release, &build->tally};
    make_lists(build);
    const rm_node_list *nodes = &build->nodes;
    rmk_status status = rm_cell_try_place_list(&build->cell, nodes, 0, &build->allocator, &build->base);
    if (status)
        rm_cell_fail(&build->cell, &nodes->nodes, status);
    rm_cell_warn(&build->cell, build->base);
    build->changed = rm_cell_keeping(&build->cell, build->base, &build->more.nodes);
    build->points = rm_build_points(build->base).count;
    build->incremental = rmk_placement_ring(build->base) && build->cell.vnodes;
}

void rm_build_free(rm_build *build) {
    free(build->unsorted.positions);
    free(build->unsorted.owners);
    free(build->sorted.positions);
    free(build->sorted.owners);
    free(build->pairs);
    free(build->shares);
    free(build->removals);
    free(build->picked);
    rmk_placement_destroy(build->changing);
    rmk_live_ring_destroy(build->live.ring);
    rmk_map_destroy(&build->map);
    rmk_map_destroy(&build->fewer_map);
    rmk_placement_destroy(build->base);
    rm_nodes_free(&build->nodes);
    rm_nodes_free(&build->more);
    rm_nodes_free(&build->fewer);
}

rmk_status rm_build_do(rm_build *build, const rm_operation *operation, rm_build_result *result) {
    size_t live = build->tally.counting.live_bytes, taken = build->tally.taken_bytes;
    *result = (rm_build_result){.points = build->points};
    rmk_status status = operation->run(build, result);
    size_t left = build->tally.counting.live_bytes, times = result->times ? result->times : 1;
    result->memory_bytes = left > live ? (left - live) / times
                                       : 0; /* removing in place gives bytes back, and is told as 0 */
    result->allocated_bytes = (build->tally.taken_bytes - taken) / times;
    return status;
}

void rm_build_undo(const rm_operation *operation, rm_build_result *result) {
    if (operation->undo)
        operation->undo(result);
}

rmk_points rm_build_points(const rmk_placement *placement) {
    const rmk_algorithm *algorithm = placement->algorithm;
    return algorithm->can & RMK_HAS_POINTS ? algorithm->points(placement) : (rmk_points){0};
}

const char *rm_build_index_name(const rm_build *build) {
    const rmk_ring *ring = rm_placement_ring(build->base);
    if (!ring)
        return build->cell.index ? build->cell.index->name : NULL;
    const rmk_index_type *index = rmk_ring_index(ring);
    return index ? index->name : rmk_index_plain.name;
}
