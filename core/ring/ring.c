/* ring.c - the ring itself: building, lookups, memory. It names no index but the plain one, and no hash at
 * all. */
#include "ring_internal.h"

#include <string.h>

#include "../merge_order.h"
#include "counts_internal.h"
#include "points.h"
#include "sort.h"

rmk_status rmk_ring_create(const rmk_ring_options *options, rmk_ring **ring) {
    *ring = NULL;
    rmk_isa isa;
    if (rmk_isa_resolve(options->isa, &isa) != RMK_OK)
        return RMK_UNSUPPORTED;
    rmk_ring *r = rmk_allocate(options->allocator, 64, 1, sizeof *r);
    if (!r)
        return RMK_NO_MEMORY;
    memset(r, 0, sizeof *r);
    r->options = *options;
    r->options.isa = isa;
    if (!r->options.allocator)
        r->options.allocator = rmk_default_allocator();
    *ring = r;
    return RMK_OK;
}

rmk_status rmk_ring_make_room(rmk_ring *ring, size_t count) {
    const rmk_ring_options *o = &ring->options;
    ring->count = count;
    ring->positions =
        rmk_array_allocate(o->allocator, o->pages, count + RING_PADDING, sizeof *ring->positions);
    ring->owners = rmk_array_allocate(o->allocator, o->pages, count + RING_PADDING, sizeof *ring->owners);
    return ring->positions && ring->owners ? RMK_OK : RMK_NO_MEMORY;
}

static rmk_status build_index(rmk_ring *ring) {
    const rmk_ring_options *o = &ring->options;
    const rmk_index_type *index = o->index ? o->index : &rmk_index_plain;
    rmk_points points = rmk_ring_points(ring);
    rmk_index_options index_options = {o->isa, o->pages, ring->id_limit};
    rmk_status status = index->build(&points, &index_options, o->allocator, &ring->index);
    ring->find = index->find;
    ring->find_batch = index->find_batch;
    if (!status && index->select)
        index->select(ring->index, &ring->find, &ring->find_batch);
    return status;
}

rmk_status rmk_ring_finish(rmk_ring *ring) {
    for (size_t i = ring->count; i < ring->count + RING_PADDING; i++) {
        ring->positions[i] = UINT64_MAX;
        ring->owners[i] = ring->owners[0];
    }
    size_t lost = 0;
    for (size_t i = 1; i < ring->count; i++)
        lost += ring->positions[i] == ring->positions[i - 1];
    ring->lost = lost;
    return build_index(ring);
}

void rmk_ring_destroy(rmk_ring *ring) {
    if (!ring)
        return;
    const rmk_ring_options *o = &ring->options;
    const rmk_allocator *allocator = o->allocator;
    if (ring->index)
        o->index->destroy(allocator, ring->index);
    size_t room = ring->count + RING_PADDING;
    rmk_array_release(allocator, o->pages, ring->positions, room, sizeof *ring->positions);
    rmk_array_release(allocator, o->pages, ring->owners, room, sizeof *ring->owners);
    rmk_release(allocator, ring->catalogue.memory, ring->catalogue.bytes, 1);
    rmk_release(allocator, ring, 1, sizeof *ring);
}

/* ---- building ---- */

static bool id_after(const void *context, uint32_t a, uint32_t b) {
    const ring_node *nodes = context;
    return nodes[a].id > nodes[b].id;
}

/* Copies the nodes in the order `order`, which is scratch of nodes->count entries from then on. */
static rmk_status fill_catalogue(rmk_ring *ring, const rmk_nodes *nodes, uint32_t *order,
                                 const uint64_t *counts) {
    const char *label = ring->options.label ? ring->options.label : RMK_DEFAULT_LABEL;
    size_t name_bytes = 0;
    for (size_t i = 0; i < nodes->count; i++)
        name_bytes += nodes->list[i].name.length;
    ring_catalogue *catalogue = &ring->catalogue;
    rmk_status status =
        rmk_ring_catalogue_create(catalogue, ring->options.allocator, nodes->count, name_bytes, label);
    if (status != RMK_OK)
        return status;
    for (size_t k = 0; k < nodes->count; k++) {
        const rmk_node *node = &nodes->list[order[k]];
        rmk_ring_catalogue_push(catalogue, (ring_node){node->name, node->id, (uint32_t)counts[order[k]]});
        catalogue->by_id[k] = (uint32_t)k;
    }
    rmk_merge_order(catalogue->by_id, order, nodes->count, id_after, catalogue->nodes);
    ring->options.label = catalogue->label;
    ring->owner_count = catalogue->serving;
    return RMK_OK;
}

static rmk_status catalogue_of(rmk_ring *ring, const rmk_nodes *nodes) {
    const rmk_allocator *allocator = ring->options.allocator;
    uint64_t *counts = rmk_allocate(allocator, 64, nodes->count, sizeof *counts);
    uint32_t *order = rmk_allocate(allocator, 64, nodes->count, sizeof *order);
    rmk_status status = counts && order ? rmk_nodes_check(nodes, allocator, NULL) : RMK_NO_MEMORY;
    if (status == RMK_OK)
        status = rmk_ring_point_counts(nodes, &ring->options, counts);
    if (status == RMK_OK)
        status = rmk_nodes_name_order(nodes, allocator, order);
    if (status == RMK_OK)
        status = fill_catalogue(ring, nodes, order, counts);
    rmk_release(allocator, order, nodes->count, sizeof *order);
    rmk_release(allocator, counts, nodes->count, sizeof *counts);
    return status;
}

/* Points are made in name order, so the stable sort puts equal positions in name order too. */
static rmk_status fill_points(rmk_ring *ring) {
    const ring_catalogue *c = &ring->catalogue;
    const rmk_ring_options *o = &ring->options;
    size_t count = 0;
    for (size_t i = 0; i < c->count; i++)
        count += c->nodes[i].points;
    rmk_status status = rmk_ring_make_room(ring, count);
    if (status == RMK_OK)
        status = rmk_ring_generate(c->nodes, c->count, o, ring->positions, ring->owners);
    if (status == RMK_OK)
        status = rmk_sort_points(ring->positions, ring->owners, count, o->threads, o->allocator);
    return status == RMK_OK ? rmk_ring_finish(ring) : status;
}

/* Makes a ring that knows its nodes and has no points yet; the caller destroys it on failure too. */
static rmk_status begin(const rmk_nodes *nodes, const rmk_ring_options *options, rmk_ring **ring) {
    rmk_pattern label;
    size_t fault;
    *ring = NULL;
    if (!options->hash || rmk_pattern_parse(options->label ? options->label : RMK_DEFAULT_LABEL,
                                            RMK_FIELDS_OF_LABELS, &label, &fault) != RMK_OK)
        return RMK_BAD_INPUT;
    rmk_status status = rmk_ring_check_counts(nodes, options);
    if (status == RMK_OK)
        status = rmk_ring_create(options, ring);
    if (status != RMK_OK)
        return status;
    (*ring)->id_limit = nodes->id_limit;
    return catalogue_of(*ring, nodes);
}

rmk_status rmk_ring_build(const rmk_nodes *nodes, const rmk_ring_options *options, rmk_ring **ring) {
    rmk_status status = begin(nodes, options, ring);
    if (status == RMK_OK)
        status = fill_points(*ring);
    if (status != RMK_OK) {
        rmk_ring_destroy(*ring);
        *ring = NULL;
    }
    return status;
}

rmk_status rmk_ring_unsorted_points(const rmk_nodes *nodes, const rmk_ring_options *options,
                                    uint64_t *positions, uint32_t *owners) {
    rmk_ring *ring;
    rmk_status status = begin(nodes, options, &ring);
    if (status == RMK_OK)
        status = rmk_ring_generate(ring->catalogue.nodes, ring->catalogue.count, &ring->options, positions,
                                   owners);
    rmk_ring_destroy(ring);
    return status;
}

rmk_status rmk_ring_from_points(const uint64_t *positions, const uint32_t *owners, size_t count,
                                uint32_t id_limit, const rmk_ring_options *options, rmk_ring **ring) {
    *ring = NULL;
    if (!count || count > RMK_MAX_POINTS)
        return count ? RMK_LIMIT : RMK_EMPTY;
    for (size_t i = 0; i < count; i++)
        if (owners[i] >= id_limit && owners[i] != RMK_NOBODY)
            return RMK_BAD_INPUT;
    rmk_status status = rmk_ring_create(options, ring);
    if (status != RMK_OK)
        return status;
    rmk_ring *r = *ring;
    r->options.hash = NULL;
    r->options.label = NULL;
    r->id_limit = id_limit;
    r->owner_count = count < id_limit ? count : id_limit;
    status = rmk_ring_make_room(r, count);
    if (status == RMK_OK) {
        memcpy(r->positions, positions, count * sizeof *positions);
        memcpy(r->owners, owners, count * sizeof *owners);
        status = rmk_sort_points(r->positions, r->owners, count, options->threads, r->options.allocator);
    }
    if (status == RMK_OK)
        status = rmk_ring_finish(r);
    if (status != RMK_OK) {
        rmk_ring_destroy(r);
        *ring = NULL;
    }
    return status;
}

/* ---- reading ---- */

rmk_points rmk_ring_points(const rmk_ring *ring) {
    return (rmk_points){ring->positions, ring->owners, ring->count};
}

uint32_t rmk_ring_lookup(const rmk_ring *ring, uint64_t position) {
    rmk_points points = rmk_ring_points(ring);
    return ring->find(ring->index, &points, position);
}

void rmk_ring_lookup_batch(const rmk_ring *ring, const uint64_t *positions, size_t count, uint32_t *owners) {
    rmk_points points = rmk_ring_points(ring);
    ring->find_batch(ring->index, &points, positions, count, owners);
}

uint32_t rmk_ring_lookup_plain(const rmk_ring *ring, uint64_t position) {
    rmk_points points = rmk_ring_points(ring);
    return rmk_index_plain.find(NULL, &points, position);
}

size_t rmk_ring_points_lost(const rmk_ring *ring) {
    return ring->lost;
}

uint32_t rmk_ring_id_limit(const rmk_ring *ring) {
    return ring->id_limit;
}

const rmk_index_type *rmk_ring_index(const rmk_ring *ring) {
    return ring->options.index;
}

rmk_ring_memory rmk_ring_memory_of(const rmk_ring *ring) {
    const rmk_ring_options *o = &ring->options;
    const rmk_index_type *searched = o->index ? o->index : &rmk_index_plain;
    rmk_points points = rmk_ring_points(ring);
    size_t room = ring->count + RING_PADDING;
    return (rmk_ring_memory){
        .points_bytes = rmk_array_bytes(o->pages, room, sizeof *ring->positions) +
                        rmk_array_bytes(o->pages, room, sizeof *ring->owners),
        .index_bytes = ring->index ? o->index->bytes(ring->index) : 0,
        .other_bytes = sizeof *ring + ring->catalogue.bytes,
        .hot_bytes = searched->hot_bytes(ring->index, &points),
    };
}
