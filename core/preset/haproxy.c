/*
 * haproxy.c - `hash-type consistent` (lb_chash.c): points are the full avalanche of numbers counted from the
 * server's id; names and addresses play no part, and the nearest point wins.
 */
#include "hash_haproxy.h"
#include "presets.h"
#include "ring_placement.h"

#include <stdio.h>
#include <stdlib.h>

enum { POINTS_PER_WEIGHT = 16, MOST_WEIGHT = 256, ID_STEP = 4096 };

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/*
 * Gives ids to servers. One without an id gets its place in the list, from 1 on, or the next id that no other
 * has; those that follow count on from there. ids has room for nodes->count.
 */
static rmk_status give_ids(const rmk_nodes *nodes, const rmk_allocator *allocator, uint64_t *ids) {
    uint64_t *given = rmk_allocate(allocator, 64, nodes->count, sizeof *given);
    if (!given)
        return RMK_NO_MEMORY;
    size_t count = 0;
    bool twice = false;
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->list[i].server_id)
            given[count++] = nodes->list[i].server_id;
    qsort(given, count, sizeof *given, ascending);
    for (size_t i = 1; i < count; i++)
        twice |= given[i] == given[i - 1];
    uint64_t next = 1;
    for (size_t i = 0, taken = 0; i < nodes->count; i++, next++) {
        ids[i] = nodes->list[i].server_id;
        if (ids[i])
            continue;
        for (; taken < count && given[taken] <= next; taken++)
            next += given[taken] == next;
        ids[i] = next;
    }
    rmk_release(allocator, given, nodes->count, sizeof *given);
    return twice ? RMK_DUPLICATE : RMK_OK;
}

static void make_points(rmk_made_ring *made, const uint64_t *ids) {
    for (size_t i = 0; i < made->nodes->count; i++) {
        const rmk_node *node = made->nodes->list + i;
        uint32_t count = rmk_node_serves(node) ? (uint32_t)node->weight * POINTS_PER_WEIGHT : 0;
        for (uint32_t j = 0; j < count; j++)
            made->points[made->count++] =
                (rmk_made_point){rmk_haproxy_avalanche((uint32_t)ids[i] * ID_STEP + j), (uint32_t)i, j};
    }
}

static rmk_status create(const rmk_preset *preset, const rmk_nodes *nodes,
                         const rmk_placement_options *options, rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    (void)preset;
    rmk_made_ring made = {.nodes = nodes, .ties = RMK_TIE_FIRST, .lookup = RMK_LOOKUP_NEAREST};
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            made.capacity += nodes->list[i].weight * POINTS_PER_WEIGHT;
    if (made.capacity > RMK_MAX_POINTS)
        return RMK_LIMIT;
    uint64_t *ids = rmk_allocate(allocator, 64, nodes->count, sizeof *ids);
    if (!ids)
        return RMK_NO_MEMORY;
    rmk_status status = give_ids(nodes, allocator, ids);
    if (!status) {
        made.points = rmk_allocate(allocator, 64, made.capacity, sizeof *made.points);
        status = made.points ? RMK_OK : RMK_NO_MEMORY;
    }
    if (!status)
        make_points(&made, ids);
    rmk_release(allocator, ids, nodes->count, sizeof *ids);
    return status ? status : rmk_ring_placement(&made, options, placement);
}

static const char *node_fault(const rmk_node *node) {
    if (node->weight > MOST_WEIGHT)
        return "HAProxy takes weights from 0 to 256";
    if (node->server_id > INT32_MAX)
        return "HAProxy takes ids from 1 to 2147483647";
    return NULL;
}

const rmk_preset rmk_preset_haproxy = {
    .name = "haproxy",
    .system = "HAProxy: hash-type consistent (as 2.6.12)",
    .keys = "the function named, then full_hash() if `avalanche` is; an empty key goes round robin",
    .points = "full_hash(id * 4096 + serial)",
    .labels = "none: numbers, from the server's id or its place from 1",
    .weights = "0 to 256, 16 points a unit",
    .ties = "as listed",
    .lookup = "the nearest point, the one before when equally far",
    .source = "lb_chash.c, hash.c",
    .checked = "HAProxy 2.6.12 itself",
    .bits = 32,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_ID | RMK_NUMBERS_ALL | RMK_EMPTY_KEY_ROAMS,
    .down = RMK_DOWN_REBUILDS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = rmk_haproxy_hashes,
    .hash_count = 8,
    .node_fault = node_fault,
    .create = create,
};
