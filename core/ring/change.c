/* change.c - one node more or less: a merge of sorted arrays, equal to a fresh build. */
#include <string.h>

#include "counts_internal.h"
#include "points.h"
#include "ring_internal.h"
#include "sort.h"

static bool can_change(const rmk_ring *ring) {
    return ring->catalogue.memory && ring->options.vnodes;
}

/* Copies points [from, until) of `ring` behind the `*filled` ones of `changed`. */
static void copy_points(const rmk_ring *ring, size_t from, size_t until, rmk_ring *changed, size_t *filled) {
    memcpy(changed->positions + *filled, ring->positions + from, (until - from) * sizeof *ring->positions);
    memcpy(changed->owners + *filled, ring->owners + from, (until - from) * sizeof *ring->owners);
    *filled += until - from;
}

static size_t name_bytes_of(const ring_catalogue *catalogue) {
    size_t bytes = 0;
    for (size_t i = 0; i < catalogue->count; i++)
        bytes += catalogue->nodes[i].name.length;
    return bytes;
}

static rmk_status finish_or_drop(rmk_status status, rmk_ring *ring, rmk_ring **changed) {
    if (status == RMK_OK)
        status = rmk_ring_finish(ring);
    if (status == RMK_OK)
        *changed = ring;
    else
        rmk_ring_destroy(ring);
    return status;
}

/* ---- with ---- */

/* Finds the place where a name belongs; *there tells whether it is in already. */
static size_t name_place(const ring_catalogue *catalogue, rmk_bytes name, bool *there) {
    size_t low = 0, high = catalogue->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (rmk_bytes_compare(catalogue->nodes[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    *there = low < catalogue->count && !rmk_bytes_compare(catalogue->nodes[low].name, name);
    return low;
}

static rmk_status catalogue_with(const rmk_ring *ring, ring_node node, size_t place, rmk_ring *changed) {
    const ring_catalogue *old = &ring->catalogue;
    ring_catalogue *c = &changed->catalogue;
    rmk_status status = rmk_ring_catalogue_create(c, ring->options.allocator, old->count + 1,
                                                  name_bytes_of(old) + node.name.length, old->label);
    if (status != RMK_OK)
        return status;
    changed->options.label = c->label;
    for (size_t i = 0; i < old->count; i++) {
        if (i == place)
            rmk_ring_catalogue_push(c, node);
        rmk_ring_catalogue_push(c, old->nodes[i]);
    }
    if (place == old->count)
        rmk_ring_catalogue_push(c, node);
    size_t filled = 0;
    bool pending = true;
    for (size_t i = 0; i < old->count; i++) {
        uint32_t other = old->by_id[i];
        if (pending && old->nodes[other].id > node.id) {
            c->by_id[filled++] = (uint32_t)place;
            pending = false;
        }
        c->by_id[filled++] = other + (other >= place);
    }
    if (pending)
        c->by_id[filled] = (uint32_t)place;
    changed->owner_count = c->serving;
    return RMK_OK;
}

/* Finds the first point from `from` on that belongs behind a new point at `position` of the node at
 * `place`. */
static size_t merge_place(const rmk_ring *ring, size_t from, uint64_t position, size_t place) {
    rmk_points rest = {ring->positions + from, ring->owners + from, ring->count - from};
    size_t at = from + (rest.count ? rmk_points_lower_bound(&rest, position) : 0);
    while (at < ring->count && ring->positions[at] == position &&
           rmk_ring_catalogue_place(&ring->catalogue, ring->owners[at]) < place)
        at++;
    return at;
}

static void merge_points(const rmk_ring *ring, const uint64_t *added, size_t count, uint32_t id, size_t place,
                         rmk_ring *changed) {
    size_t from = 0, filled = 0;
    for (size_t i = 0; i < count; i++) {
        size_t until = merge_place(ring, from, added[i], place);
        copy_points(ring, from, until, changed, &filled);
        changed->positions[filled] = added[i];
        changed->owners[filled++] = id;
        from = until;
    }
    copy_points(ring, from, ring->count, changed, &filled);
}

static rmk_status add_points(const rmk_ring *ring, ring_node node, size_t place, rmk_ring *changed) {
    const rmk_ring_options *o = &changed->options;
    uint64_t *positions = rmk_allocate(o->allocator, 64, node.points, sizeof *positions);
    uint32_t *owners = rmk_allocate(o->allocator, 64, node.points, sizeof *owners);
    rmk_status status = positions && owners ? rmk_ring_make_room(changed, ring->count + node.points)
                                            : RMK_NO_MEMORY;
    if (status == RMK_OK)
        status = rmk_ring_generate(&node, 1, o, positions, owners);
    if (status == RMK_OK)
        status = rmk_sort_points(positions, owners, node.points, o->threads, o->allocator);
    if (status == RMK_OK)
        merge_points(ring, positions, node.points, node.id, place, changed);
    rmk_release(o->allocator, owners, node.points, sizeof *owners);
    rmk_release(o->allocator, positions, node.points, sizeof *positions);
    return status;
}

/* Checks what rmk_nodes_check would check of the list with this node, and counts its points. */
static rmk_status check_added(const rmk_ring *ring, const rmk_node *node, ring_node *added, size_t *place) {
    if (!can_change(ring))
        return RMK_UNSUPPORTED;
    if (!node->name.length || memchr(node->name.data, 0, node->name.length) || node->id == RMK_NOBODY)
        return RMK_BAD_INPUT;
    bool there;
    *place = name_place(&ring->catalogue, node->name, &there);
    if (there || rmk_ring_catalogue_place(&ring->catalogue, node->id) != SIZE_MAX)
        return RMK_DUPLICATE;
    uint64_t points;
    if (ring->catalogue.count == RMK_MAX_NODES || !rmk_ring_points_of(node, ring->options.vnodes, &points) ||
        points > RMK_MAX_POINTS - ring->count)
        return RMK_LIMIT;
    *added = (ring_node){node->name, node->id, (uint32_t)points};
    return RMK_OK;
}

rmk_status rmk_ring_with(const rmk_ring *ring, const rmk_node *node, rmk_ring **changed) {
    ring_node added;
    size_t place;
    rmk_ring *r;
    *changed = NULL;
    rmk_status status = check_added(ring, node, &added, &place);
    if (status == RMK_OK)
        status = rmk_ring_create(&ring->options, &r);
    if (status != RMK_OK)
        return status;
    r->id_limit = node->id < ring->id_limit ? ring->id_limit : node->id + 1;
    status = catalogue_with(ring, added, place, r);
    if (status == RMK_OK)
        status = add_points(ring, added, place, r);
    return finish_or_drop(status, r, changed);
}

/* ---- without ---- */

static rmk_status catalogue_without(const rmk_ring *ring, size_t place, rmk_ring *changed) {
    const ring_catalogue *old = &ring->catalogue;
    ring_catalogue *c = &changed->catalogue;
    rmk_status status = rmk_ring_catalogue_create(c, ring->options.allocator, old->count - 1,
                                                  name_bytes_of(old) - old->nodes[place].name.length,
                                                  old->label);
    if (status != RMK_OK)
        return status;
    changed->options.label = c->label;
    size_t filled = 0;
    for (size_t i = 0; i < old->count; i++) {
        if (i != place)
            rmk_ring_catalogue_push(c, old->nodes[i]);
        if (old->by_id[i] != place)
            c->by_id[filled++] = old->by_id[i] - (old->by_id[i] > place);
    }
    changed->owner_count = c->serving;
    return RMK_OK;
}

static void drop_points(const rmk_ring *ring, uint32_t id, rmk_ring *changed) {
    size_t filled = 0;
    for (size_t from = 0; from < ring->count;) {
        size_t until = from;
        while (until < ring->count && ring->owners[until] != id)
            until++;
        copy_points(ring, from, until, changed, &filled);
        from = until + 1;
    }
}

rmk_status rmk_ring_without(const rmk_ring *ring, uint32_t id, rmk_ring **changed) {
    *changed = NULL;
    if (!can_change(ring))
        return RMK_UNSUPPORTED;
    size_t place = rmk_ring_catalogue_place(&ring->catalogue, id);
    if (place == SIZE_MAX)
        return RMK_NOT_FOUND;
    size_t left = ring->count - ring->catalogue.nodes[place].points;
    if (!left)
        return RMK_EMPTY;
    rmk_ring *r;
    rmk_status status = rmk_ring_create(&ring->options, &r);
    if (status != RMK_OK)
        return status;
    r->id_limit = ring->id_limit;
    status = catalogue_without(ring, place, r);
    if (status == RMK_OK)
        status = rmk_ring_make_room(r, left);
    if (status == RMK_OK)
        drop_points(ring, id, r);
    return finish_or_drop(status, r, changed);
}
