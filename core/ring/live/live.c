/* live.c - a ring changed in place: making one, the two halves of a change, reading. */
#include "live_internal.h"

#include <string.h>

#include "../counts_internal.h"
#include "../points.h"
#include "../sort.h"

/* ---- making one ---- */

static bool is_wide(uint32_t id_limit) {
    return id_limit > NARROW_IDS;
}

static rmk_status copy_label(rmk_live_ring *live, const char *label) {
    live->label_bytes = strlen(label) + 1;
    live->label = rmk_allocate(live->options.allocator, 1, live->label_bytes, 1);
    if (!live->label)
        return RMK_NO_MEMORY;
    memcpy(live->label, label, live->label_bytes);
    live->options.label = live->label;
    return RMK_OK;
}

static rmk_status copy_members(rmk_live_ring *live, const ring_catalogue *catalogue) {
    const rmk_allocator *allocator = live->options.allocator;
    rmk_status status = rmk_live_members_reserve(&live->members, allocator, catalogue->count);
    for (size_t i = 0; i < catalogue->count && status == RMK_OK; i++) {
        const ring_node *node = &catalogue->nodes[i];
        live_member *member = rmk_live_member_make(allocator, node->name, node->id, node->points);
        if (!member)
            return RMK_NO_MEMORY;
        rmk_live_members_put(&live->members, member);
    }
    return status;
}

static rmk_status copy_points(rmk_live_ring *live, const rmk_points *points) {
    rmk_status status =
        rmk_live_table_make(&live->options, points->count, is_wide(live->id_limit), &live->table);
    if (status != RMK_OK)
        return status;
    rmk_live_table_count(live->table, points);
    status = rmk_live_table_open(live->table);
    if (status != RMK_OK)
        return status;
    rmk_live_table_put(live->table, points);
    rmk_live_table_finish(live->table);
    return RMK_OK;
}

rmk_status rmk_live_ring_of(const rmk_ring *ring, rmk_live_ring **made) {
    *made = NULL;
    if (!ring->catalogue.memory || !ring->options.vnodes)
        return RMK_UNSUPPORTED;
    const rmk_allocator *allocator = ring->options.allocator;
    rmk_live_ring *live = rmk_allocate(allocator, 64, 1, sizeof *live);
    if (!live)
        return RMK_NO_MEMORY;
    memset(live, 0, sizeof *live);
    live->options = ring->options;
    live->id_limit = ring->id_limit;
    rmk_points points = rmk_ring_points(ring);
    rmk_status status = copy_label(live, ring->options.label);
    if (status == RMK_OK)
        status = copy_members(live, &ring->catalogue);
    if (status == RMK_OK)
        status = copy_points(live, &points);
    if (status == RMK_OK)
        *made = live;
    else
        rmk_live_ring_destroy(live);
    return status;
}

rmk_status rmk_live_ring_build(const rmk_nodes *nodes, const rmk_ring_options *options,
                               rmk_live_ring **live) {
    *live = NULL;
    if (!options->vnodes && options->total_points)
        return RMK_UNSUPPORTED;
    rmk_ring_options plain = *options;
    plain.index = NULL;
    rmk_ring *ring;
    rmk_status status = rmk_ring_build(nodes, &plain, &ring);
    if (status == RMK_OK)
        status = rmk_live_ring_of(ring, live);
    rmk_ring_destroy(ring);
    return status;
}

void rmk_live_ring_destroy(rmk_live_ring *live) {
    if (!live)
        return;
    const rmk_allocator *allocator = live->options.allocator;
    rmk_live_table_free(live->table);
    rmk_live_members_free(&live->members, allocator);
    rmk_release(allocator, live->label, live->label_bytes, 1);
    rmk_release(allocator, live, 1, sizeof *live);
}

/* ---- beginning a change ---- */

static rmk_status hash_points(const rmk_live_ring *live, const live_member *member, const live_change *twin,
                              live_change *change) {
    if (twin) {
        change->points = twin->points;
        change->borrowed = true;
        return RMK_OK;
    }
    const rmk_allocator *allocator = live->options.allocator;
    live_points *points = &change->points;
    ring_node node = {live_name(member), member->id, member->points};
    points->count = node.points;
    if (!points->count)
        return RMK_OK;
    points->positions = rmk_allocate(allocator, 64, points->count, sizeof *points->positions);
    points->owners = rmk_allocate(allocator, 64, points->count, sizeof *points->owners);
    rmk_status status = points->positions && points->owners ? RMK_OK : RMK_NO_MEMORY;
    if (status == RMK_OK)
        status = rmk_ring_generate(&node, 1, &live->options, points->positions, points->owners);
    if (status == RMK_OK)
        status = rmk_sort_points(points->positions, points->owners, points->count, live->options.threads,
                                 allocator);
    return status;
}

/* Makes a table of another size with the points that are there. */
static rmk_status resize(const rmk_live_ring *live, uint64_t points, bool wide, live_table **resized) {
    const live_table *table = live->table;
    rmk_status status = rmk_live_table_make(&live->options, points, wide, resized);
    if (status != RMK_OK)
        return status;
    for (uint64_t b = 0; b < table->index.buckets; b++) {
        rmk_points run = live_points_of(&table->buckets[b]);
        rmk_live_table_count(*resized, &run);
    }
    status = rmk_live_table_open(*resized);
    if (status != RMK_OK)
        return status;
    for (uint64_t b = 0; b < table->index.buckets; b++) {
        rmk_points run = live_points_of(&table->buckets[b]);
        rmk_live_table_put(*resized, &run);
    }
    rmk_live_table_finish(*resized);
    return RMK_OK;
}

static rmk_status resize_if(const rmk_live_ring *live, uint64_t points, bool wide, live_change *change) {
    if (rmk_live_table_fits(live->table, points, wide))
        return RMK_OK;
    return resize(live, points, wide, &change->resized);
}

/* Checks what rmk_nodes_check would check of the list with this node. */
static rmk_status check_added(const rmk_live_ring *live, const rmk_node *node, uint32_t *points) {
    if (!node->name.length || memchr(node->name.data, 0, node->name.length) || node->id == RMK_NOBODY)
        return RMK_BAD_INPUT;
    if (rmk_live_member_by_id(&live->members, node->id) ||
        rmk_live_member_by_name(&live->members, node->name))
        return RMK_DUPLICATE;
    uint64_t wanted;
    if (live->members.count == RMK_MAX_NODES || !rmk_ring_points_of(node, live->options.vnodes, &wanted) ||
        wanted > RMK_MAX_POINTS - live->table->points)
        return RMK_LIMIT;
    *points = (uint32_t)wanted;
    return RMK_OK;
}

rmk_status rmk_live_begin_add(rmk_live_ring *live, const rmk_node *node, const live_change *twin,
                              live_change *change) {
    const rmk_allocator *allocator = live->options.allocator;
    uint32_t points;
    memset(change, 0, sizeof *change);
    rmk_status status = check_added(live, node, &points);
    if (status != RMK_OK)
        return status;
    change->added = rmk_live_member_make(allocator, node->name, node->id, points);
    status = change->added ? rmk_live_members_reserve(&live->members, allocator, 1) : RMK_NO_MEMORY;
    if (status == RMK_OK)
        status = hash_points(live, change->added, twin, change);
    bool wide = live->table->index.wide || is_wide(node->id + 1);
    if (status == RMK_OK)
        status = resize_if(live, live->table->points + points, wide, change);
    if (status == RMK_OK)
        status = rmk_live_table_reserve(change->resized ? change->resized : live->table, &change->points);
    if (status != RMK_OK)
        rmk_live_abandon(live, change);
    return status;
}

rmk_status rmk_live_begin_remove(rmk_live_ring *live, uint32_t id, const live_change *twin,
                                 live_change *change) {
    memset(change, 0, sizeof *change);
    live_member *member = rmk_live_member_by_id(&live->members, id);
    if (!member)
        return RMK_NOT_FOUND;
    uint64_t left = live->table->points - member->points;
    if (!left)
        return RMK_EMPTY;
    change->removed = member;
    rmk_status status = hash_points(live, member, twin, change);
    if (status == RMK_OK)
        status = resize_if(live, left, live->table->index.wide, change);
    if (status == RMK_OK)
        rmk_live_table_fetch(change->resized ? change->resized : live->table, &change->points);
    else
        rmk_live_abandon(live, change);
    return status;
}

/* ---- ending it ---- */

static void free_points(const rmk_live_ring *live, live_change *change) {
    live_points *points = &change->points;
    if (change->borrowed)
        return;
    rmk_release(live->options.allocator, points->positions, points->count, sizeof *points->positions);
    rmk_release(live->options.allocator, points->owners, points->count, sizeof *points->owners);
}

void rmk_live_abandon(rmk_live_ring *live, live_change *change) {
    free_points(live, change);
    rmk_live_table_free(change->resized);
    rmk_live_member_free(live->options.allocator, change->added);
    memset(change, 0, sizeof *change);
}

void rmk_live_commit(rmk_live_ring *live, live_change *change) {
    if (change->resized) {
        rmk_live_table_free(live->table);
        live->table = change->resized;
    }
    if (change->added) {
        uint32_t id = change->added->id;
        live->id_limit = id < live->id_limit ? live->id_limit : id + 1;
        rmk_live_table_add(live->table, &live->members, change->added, &change->points);
        rmk_live_members_put(&live->members, change->added);
    } else {
        rmk_live_table_remove(live->table, change->removed->id, &change->points);
        rmk_live_members_drop(&live->members, change->removed);
        rmk_live_member_free(live->options.allocator, change->removed);
    }
    free_points(live, change);
}

rmk_status rmk_live_ring_add(rmk_live_ring *live, const rmk_node *node) {
    live_change change;
    rmk_status status = rmk_live_begin_add(live, node, NULL, &change);
    if (status == RMK_OK)
        rmk_live_commit(live, &change);
    return status;
}

rmk_status rmk_live_ring_remove(rmk_live_ring *live, uint32_t id) {
    live_change change;
    rmk_status status = rmk_live_begin_remove(live, id, NULL, &change);
    if (status == RMK_OK)
        rmk_live_commit(live, &change);
    return status;
}

/* ---- reading ---- */

uint32_t rmk_live_ring_lookup(const rmk_live_ring *live, uint64_t position) {
    const line_index *index = &live->table->index;
    return index->find(index, NULL, position);
}

void rmk_live_ring_lookup_batch(const rmk_live_ring *live, const uint64_t *positions, size_t count,
                                uint32_t *owners) {
    const line_index *index = &live->table->index;
    index->find_batch(index, NULL, positions, count, owners);
}

size_t rmk_live_ring_points_count(const rmk_live_ring *live) {
    return live->table->points;
}

uint32_t rmk_live_ring_id_limit(const rmk_live_ring *live) {
    return live->id_limit;
}

void rmk_live_ring_copy_points(const rmk_live_ring *live, uint64_t *positions, uint32_t *owners) {
    const live_table *table = live->table;
    for (uint64_t b = 0; b < table->index.buckets; b++) {
        rmk_points run = live_points_of(&table->buckets[b]);
        if (!run.count)
            continue;
        memcpy(positions, run.positions, run.count * sizeof *positions);
        memcpy(owners, run.owners, run.count * sizeof *owners);
        positions += run.count;
        owners += run.count;
    }
}

rmk_ring_memory rmk_live_ring_memory_of(const rmk_live_ring *live) {
    const live_table *table = live->table;
    const line_index *index = &table->index;
    return (rmk_ring_memory){
        .points_bytes = table->pool.bytes +
                        rmk_array_bytes(index->pages, index->buckets, sizeof *table->buckets),
        .index_bytes = sizeof *table + rmk_array_bytes(index->pages, index->buckets, sizeof(line_narrow)),
        .other_bytes = sizeof *live + live->label_bytes + live->members.bytes +
                       2 * live->members.size * sizeof *live->members.slots,
        .hot_bytes = index->buckets * sizeof(line_narrow),
    };
}
