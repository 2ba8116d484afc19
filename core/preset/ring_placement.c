/*
 * ring_placement.c - the placement of every preset whose points are on a ring.
 *
 * Two rings: the points as the system has them (what points() and replicas() show), and the ends of their
 * arcs, which lookups search and the map is made of. Where the ends are the points, one ring is both.
 */
#include "ring_placement.h"

#include <string.h>

#include "../ring/sort.h"

enum { BLOCK = 512 }; /* positions shifted at a time: 4 KiB of stack, which stays in the first cache */

typedef struct preset_ring {
    rmk_placement base;
    rmk_made_ring made; /* its points are gone; nodes is `nodes` */
    rmk_nodes nodes;    /* a copy, for labels */
    unsigned shift;     /* how far a value is shifted to its position */
    uint32_t sole;      /* the node of a keyless placement, else RMK_NOBODY */
    rmk_ring *shown;    /* the ring of points as the system has them; NULL: there are none */
    rmk_ring *ends;     /* the ring of the ends of arcs; may be `shown` itself */
    /* by point shown: the place of its node in `nodes`, and its serial; NULL without labels */
    uint32_t *places;
    uint32_t *serials;
    size_t count; /* how many points are shown */
} preset_ring;

static const preset_ring *ring_of(const rmk_placement *placement) {
    return (const preset_ring *)placement;
}

static void destroy(rmk_placement *placement) {
    preset_ring *self = (preset_ring *)placement;
    const rmk_allocator *allocator = placement->allocator;
    if (self->ends != self->shown)
        rmk_ring_destroy(self->ends);
    rmk_ring_destroy(self->shown);
    rmk_release(allocator, (void *)self->nodes.list, self->nodes.count, sizeof *self->nodes.list);
    rmk_release(allocator, self->places, self->count, sizeof *self->places);
    rmk_release(allocator, self->serials, self->count, sizeof *self->serials);
    rmk_release(allocator, self, 1, sizeof *self);
}

/* ---- making ---- */

/* Points that are being sorted: their positions, and their places among those made. */
typedef struct sorting {
    uint64_t *positions;
    uint32_t *order;
    size_t count, capacity; /* capacity: with room for the hole behind the last point */
} sorting;

static void sorting_release(sorting *s, const rmk_allocator *allocator) {
    rmk_release(allocator, s->positions, s->capacity, sizeof *s->positions);
    rmk_release(allocator, s->order, s->capacity, sizeof *s->order);
}

/* Sorts the points. Ties go to the first in the arrays, so where the last made owns they are filled from
 * behind. */
static rmk_status sort_points(const rmk_made_ring *made, unsigned shift, const rmk_ring_options *options,
                              sorting *s) {
    size_t n = made->count;
    *s = (sorting){.count = n, .capacity = n + 1};
    s->positions = rmk_allocate(options->allocator, 64, s->capacity, sizeof *s->positions);
    s->order = rmk_allocate(options->allocator, 64, s->capacity, sizeof *s->order);
    if (!s->positions || !s->order)
        return RMK_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        size_t from = made->ties == RMK_TIE_LAST_ALONE ? n - 1 - i : i;
        s->positions[i] = made->points[from].value << shift;
        s->order[i] = (uint32_t)from;
    }
    return rmk_sort_points(s->positions, s->order, n, options->threads, options->allocator);
}

/* Drops points that lost their position, if the system does so; then the points of nodes that are down. */
static void settle(const rmk_made_ring *made, sorting *s) {
    size_t kept = 0;
    uint64_t last = 0;
    for (size_t i = 0; i < s->count; i++) {
        uint64_t position = s->positions[i];
        bool lost = i && position == last && made->ties != RMK_TIE_FIRST_BOTH;
        last = position;
        if (lost || made->nodes->list[made->points[s->order[i]].place].down)
            continue;
        s->positions[kept] = position;
        s->order[kept++] = s->order[i];
    }
    s->count = kept;
}

static rmk_status keep_labels(preset_ring *self, const sorting *s) {
    const rmk_allocator *allocator = self->base.allocator;
    const rmk_made_ring *made = &self->made;
    self->count = s->count;
    self->places = rmk_allocate(allocator, 64, s->count, sizeof *self->places);
    self->serials = rmk_allocate(allocator, 64, s->count, sizeof *self->serials);
    rmk_node *nodes = rmk_allocate(allocator, 64, made->nodes->count, sizeof *nodes);
    self->nodes = (rmk_nodes){nodes, made->nodes->count, made->nodes->id_limit};
    if (!self->places || !self->serials || !nodes)
        return RMK_NO_MEMORY;
    memcpy(nodes, made->nodes->list, made->nodes->count * sizeof *nodes);
    for (size_t i = 0; i < s->count; i++) {
        self->places[i] = made->points[s->order[i]].place;
        self->serials[i] = made->points[s->order[i]].serial;
    }
    return RMK_OK;
}

/* Finds the end of the arc of a point, whose next one is `next`. Differences are on the circle. */
static uint64_t end_of(rmk_lookup_rule lookup, uint64_t point, uint64_t next) {
    switch (lookup) {
    case RMK_LOOKUP_AFTER:
        return point - 1;
    case RMK_LOOKUP_NEAREST:
        return point + (next - point) / 2;
    default:
        return point;
    }
}

/* Makes an end for every position that has points, and one for the hole behind the last. */
static rmk_status make_ends(preset_ring *self, sorting *s, uint32_t *owners,
                            const rmk_ring_options *options) {
    rmk_points points = rmk_ring_points(self->shown);
    size_t n = 0;
    for (size_t i = 0; i < points.count; i++) {
        if (i && points.positions[i] == points.positions[i - 1])
            continue;
        s->positions[n] = points.positions[i];
        owners[n++] = points.owners[i];
    }
    uint64_t first = s->positions[0];
    for (size_t i = 0; i < n; i++)
        s->positions[i] = end_of(self->made.lookup, s->positions[i], i + 1 < n ? s->positions[i + 1] : first);
    if (self->made.lookup == RMK_LOOKUP_NO_WRAP) {
        s->positions[n] = UINT64_MAX;
        owners[n++] = RMK_NOBODY;
    }
    return rmk_ring_from_points(s->positions, owners, n, self->made.nodes->id_limit, options, &self->ends);
}

static rmk_status make_rings(preset_ring *self, sorting *s, const rmk_ring_options *options) {
    const rmk_made_ring *made = &self->made;
    bool one = made->lookup == RMK_LOOKUP_AT_OR_AFTER;
    uint32_t *owners = rmk_allocate(options->allocator, 64, s->capacity, sizeof *owners);
    if (!owners)
        return RMK_NO_MEMORY;
    for (size_t i = 0; i < s->count; i++)
        owners[i] = made->nodes->list[made->points[s->order[i]].place].id;
    rmk_ring_options shown = *options;
    shown.index = one ? options->index : NULL;
    rmk_status status =
        rmk_ring_from_points(s->positions, owners, s->count, made->nodes->id_limit, &shown, &self->shown);
    if (status == RMK_OK && one)
        self->ends = self->shown;
    else if (status == RMK_OK)
        status = make_ends(self, s, owners, options);
    rmk_release(options->allocator, owners, s->capacity, sizeof *owners);
    return status;
}

static rmk_status make(preset_ring *self, const rmk_ring_options *options) {
    sorting s;
    rmk_status status = sort_points(&self->made, self->shift, options, &s);
    if (status == RMK_OK)
        settle(&self->made, &s);
    if (status == RMK_OK && s.count && self->made.label)
        status = keep_labels(self, &s);
    if (status == RMK_OK && s.count)
        status = make_rings(self, &s, options);
    sorting_release(&s, options->allocator);
    return status;
}

static uint32_t first_up(const rmk_nodes *nodes) {
    for (size_t i = 0; i < nodes->count; i++)
        if (!nodes->list[i].down)
            return nodes->list[i].id;
    return RMK_NOBODY;
}

static void begin(preset_ring *self, const rmk_made_ring *made, const rmk_placement_options *options) {
    memset(self, 0, sizeof *self);
    self->base = (rmk_placement){.algorithm = &rmk_algorithm_preset_ring,
                                 .nodes = made->nodes,
                                 .domain = rmk_domain_of(options->key_hash),
                                 .allocator = options->ring.allocator,
                                 .keyless = made->keyless};
    self->base.domain.values = made->key_values;
    self->base.domain.value_count = made->key_value_count;
    self->made = *made;
    self->shift = 64 - options->key_hash->bits;
    self->sole = made->keyless ? first_up(made->nodes) : RMK_NOBODY;
}

rmk_status rmk_ring_placement(rmk_made_ring *made, const rmk_placement_options *options,
                              rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    preset_ring *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    rmk_status status = self ? RMK_OK : RMK_NO_MEMORY;
    *placement = NULL;
    if (self)
        begin(self, made, options);
    if (self && made->count)
        status = make(self, &options->ring);
    rmk_release(allocator, made->points, made->capacity, sizeof *made->points);
    made->points = NULL;
    if (status == RMK_OK) {
        self->made.points = NULL;
        self->made.nodes = NULL;
        *placement = &self->base;
    } else if (self) {
        destroy(&self->base);
    }
    return status;
}

/* ---- reading ---- */

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const preset_ring *self = ring_of(placement);
    return self->ends ? rmk_ring_lookup(self->ends, hash << self->shift) : self->sole;
}

static void locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners) {
    (void)keys;
    const preset_ring *self = ring_of(placement);
    uint64_t positions[BLOCK];
    for (size_t done = 0; done < count; done += BLOCK) {
        size_t block = count - done < BLOCK ? count - done : BLOCK;
        for (size_t i = 0; i < block; i++)
            positions[i] = hashes[done + i] << self->shift;
        if (self->ends)
            rmk_ring_lookup_batch(self->ends, positions, block, owners + done);
        for (size_t i = 0; i < block && !self->ends; i++)
            owners[done + i] = self->sole;
    }
}

/* Finds the nearer of the points around a position: `next`, the first at or after it, or the one before. */
static size_t nearer(const rmk_points *points, uint64_t position, size_t next) {
    size_t before = (next ? next : points->count) - 1;
    while (before && points->positions[before - 1] == points->positions[before])
        before--;
    uint64_t back = position - points->positions[before], ahead = points->positions[next] - position;
    return ahead && back <= ahead ? before : next;
}

static size_t point_of(const rmk_placement *placement, uint64_t hash) {
    const preset_ring *self = ring_of(placement);
    if (!self->shown)
        return SIZE_MAX;
    rmk_points points = rmk_ring_points(self->shown);
    uint64_t position = hash << self->shift;
    bool after = self->made.lookup == RMK_LOOKUP_AFTER;
    size_t next = after && position == UINT64_MAX
                      ? points.count
                      : rmk_points_lower_bound(&points, position + (after ? 1 : 0));
    if (next == points.count && self->made.lookup == RMK_LOOKUP_NO_WRAP)
        return SIZE_MAX;
    next = next == points.count ? 0 : next;
    return self->made.lookup == RMK_LOOKUP_NEAREST ? nearer(&points, position, next) : next;
}

/* Finds the owner by the rule itself, over the points; this shares no arc with locate. */
static uint32_t locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const preset_ring *self = ring_of(placement);
    size_t point = point_of(placement, hash);
    return point == SIZE_MAX ? self->sole : rmk_ring_points(self->shown).owners[point];
}

static size_t replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                       uint32_t *out) {
    (void)key;
    const preset_ring *self = ring_of(placement);
    size_t point = point_of(placement, hash);
    if (point != SIZE_MAX)
        return rmk_ring_replicas(self->shown, rmk_ring_points(self->shown).positions[point], wanted, out);
    if (self->sole == RMK_NOBODY || !wanted)
        return 0;
    out[0] = self->sole;
    return 1;
}

static rmk_status map_of(const rmk_placement *placement, rmk_map *map) {
    const preset_ring *self = ring_of(placement);
    rmk_points ends = self->ends ? rmk_ring_points(self->ends) : (rmk_points){NULL, NULL, 0};
    rmk_status status =
        rmk_map_create(RMK_MAP_ARCS, ends.count + 1, placement->domain, placement->allocator, map);
    if (status != RMK_OK)
        return status;
    for (size_t i = 0; i < ends.count; i++)
        rmk_map_append(map, ends.positions[i], ends.owners[i]);
    rmk_map_append(map, UINT64_MAX, ends.count ? ends.owners[0] : self->sole);
    return RMK_OK;
}

static rmk_points points_of(const rmk_placement *placement) {
    const preset_ring *self = ring_of(placement);
    return self->shown ? rmk_ring_points(self->shown) : (rmk_points){NULL, NULL, 0};
}

static size_t label(const rmk_placement *placement, size_t point, unsigned char *out, size_t room) {
    const preset_ring *self = ring_of(placement);
    if (!self->places)
        return 0;
    return self->made.label(self->made.preset, &self->nodes.list[self->places[point]], self->serials[point],
                            out, room);
}

static size_t ring_bytes(const rmk_ring *ring) {
    rmk_ring_memory memory = rmk_ring_memory_of(ring);
    return memory.points_bytes + memory.index_bytes + memory.other_bytes;
}

static size_t bytes(const rmk_placement *placement) {
    const preset_ring *self = ring_of(placement);
    size_t sum = sizeof *self + self->nodes.count * sizeof *self->nodes.list +
                 self->count * (sizeof *self->places + sizeof *self->serials);
    sum += self->shown ? ring_bytes(self->shown) : 0;
    return sum + (self->ends && self->ends != self->shown ? ring_bytes(self->ends) : 0);
}

static size_t hot_bytes(const rmk_placement *placement) {
    const preset_ring *self = ring_of(placement);
    return self->ends ? rmk_ring_memory_of(self->ends).hot_bytes : 0;
}

const rmk_ring *rmk_preset_ring(const rmk_placement *placement) {
    return placement->algorithm == &rmk_algorithm_preset_ring ? ring_of(placement)->ends : NULL;
}

/* Refuses: only a preset knows the rules. */
static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    (void)nodes, (void)options;
    *placement = NULL;
    return RMK_UNSUPPORTED;
}

const rmk_algorithm rmk_algorithm_preset_ring = {
    .name = "ring",
    .summary = "the ring of a preset, by its system's rules",
    .source = "core/preset",
    .can = RMK_CAN_WEIGHTS | RMK_CAN_REMOVE_ANY | RMK_CAN_REPLICAS | RMK_HAS_POINTS | RMK_HAS_MAP,
    .create = create,
    .destroy = destroy,
    .locate = locate,
    .locate_batch = locate_batch,
    .locate_plain = locate_plain,
    .replicas = replicas,
    .map = map_of,
    .points = points_of,
    .point_of = point_of,
    .label = label,
    .bytes = bytes,
    .hot_bytes = hot_bytes,
};
