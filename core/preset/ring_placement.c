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

/* Arcs beside those of the points: below the first, past the last, and where nearest ones meet at the seam. */
enum { MORE_ENDS = 3 };

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

/* order[0..count): the points, node after node as their names sort. */
static rmk_status order_by_name(const rmk_made_ring *made, const rmk_allocator *allocator, uint32_t *order) {
    size_t n = made->nodes->count;
    uint32_t *names = rmk_allocate(allocator, 64, n, sizeof *names);
    uint32_t *starts = rmk_allocate(allocator, 64, n + 1, sizeof *starts);
    rmk_status status = names && starts ? RMK_OK : RMK_NO_MEMORY;
    if (status == RMK_OK)
        status = rmk_nodes_name_order(made->nodes, allocator, names);
    if (status == RMK_OK) {
        memset(starts, 0, (n + 1) * sizeof *starts);
        for (size_t i = 0; i < made->count; i++)
            starts[made->points[i].place]++;
        uint32_t sum = 0;
        for (size_t i = 0; i < n; i++) {
            uint32_t own = starts[names[i]];
            starts[names[i]] = sum;
            sum += own;
        }
        for (size_t i = 0; i < made->count; i++)
            order[starts[made->points[i].place]++] = (uint32_t)i;
    }
    rmk_release(allocator, names, n, sizeof *names);
    rmk_release(allocator, starts, n + 1, sizeof *starts);
    return status;
}

/* The points in the order in which they would own one position. */
static rmk_status order_points(const rmk_made_ring *made, const rmk_allocator *allocator, uint32_t *order) {
    size_t n = made->count;
    if (made->ties == RMK_TIE_NAME)
        return order_by_name(made, allocator, order);
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)(made->ties == RMK_TIE_LAST ? n - 1 - i : i);
    return RMK_OK;
}

static rmk_status sort_points(const rmk_made_ring *made, unsigned shift, const rmk_ring_options *options,
                              sorting *s) {
    size_t n = made->count;
    *s = (sorting){.count = n, .capacity = n + MORE_ENDS};
    s->positions = rmk_allocate(options->allocator, 64, s->capacity, sizeof *s->positions);
    s->order = rmk_allocate(options->allocator, 64, s->capacity, sizeof *s->order);
    if (!s->positions || !s->order)
        return RMK_NO_MEMORY;
    rmk_status status = order_points(made, options->allocator, s->order);
    for (size_t i = 0; status == RMK_OK && i < n; i++)
        s->positions[i] = made->points[s->order[i]].value << shift;
    return status == RMK_OK ? rmk_sort_points(s->positions, s->order, n, options->threads, options->allocator)
                            : status;
}

/* Drops what lost its position, if the system does; then the points of nodes that are down, unless they stay. */
static void settle(const rmk_made_ring *made, sorting *s) {
    size_t kept = 0;
    uint64_t last = 0;
    for (size_t i = 0; i < s->count; i++) {
        uint64_t position = s->positions[i];
        bool lost = i && position == last && made->collision != RMK_COLLISION_STAYS;
        last = position;
        if (lost || (!made->unserved && made->nodes->list[made->points[s->order[i]].place].down))
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

/* ---- arcs ---- */

static bool looks_back(rmk_lookup_rule lookup) {
    return lookup == RMK_LOOKUP_AT_OR_BEFORE || lookup == RMK_LOOKUP_BEFORE;
}

/* The last position that belongs to a point, whose next one is `next`. Differences are on the circle. */
static uint64_t end_of(rmk_lookup_rule lookup, uint64_t point, uint64_t next) {
    switch (lookup) {
    case RMK_LOOKUP_AFTER:
        return point - 1;
    case RMK_LOOKUP_NEAREST:
        return point + (next - point) / 2;
    case RMK_LOOKUP_AT_OR_BEFORE:
        return next - 1;
    case RMK_LOOKUP_BEFORE:
        return next;
    default:
        return point;
    }
}

/* Arcs in the making: their last positions, ascending, and who owns them. */
typedef struct arcs {
    uint64_t *ends;
    uint32_t *owners;
    size_t count;
} arcs;

static void add_arc(arcs *a, uint64_t end, uint32_t owner) {
    if (a->count && end <= a->ends[a->count - 1])
        return;
    a->ends[a->count] = end;
    a->owners[a->count++] = owner;
}

static uint32_t edge_owner(rmk_edge_rule edge, const arcs *points, uint32_t wrapped) {
    switch (edge) {
    case RMK_EDGE_FIRST:
        return points->owners[0];
    case RMK_EDGE_LAST:
        return points->owners[points->count - 1];
    case RMK_EDGE_NOBODY:
        return RMK_NOBODY;
    default:
        return wrapped;
    }
}

/* The arcs from 0 to the end of the circle, where hashes outside the points have a rule of their own. */
static void cut_straight(const preset_ring *self, const arcs *points, arcs *out) {
    const rmk_lookup_rule lookup = self->made.lookup;
    const rmk_edge_rule below = self->made.below_first, past = self->made.past_last;
    const size_t n = points->count;
    const uint64_t *at = points->ends, first = at[0], last = at[n - 1];
    const uint64_t seam = end_of(RMK_LOOKUP_NEAREST, last, first);
    const bool back = looks_back(lookup), nearest = lookup == RMK_LOOKUP_NEAREST;
    const uint32_t wrapped = points->owners[back ? n - 1 : 0];
    if (nearest && below == RMK_EDGE_WRAPS && seam < first)
        add_arc(out, seam, points->owners[n - 1]);
    if (lookup == RMK_LOOKUP_BEFORE || first)
        add_arc(out, lookup == RMK_LOOKUP_BEFORE ? first : first - 1, edge_owner(below, points, wrapped));
    for (size_t i = 0; i < n; i++) {
        bool turned = back || nearest;
        if (turned && i + 1 == n)
            add_arc(out, last, points->owners[i]);
        else if (lookup != RMK_LOOKUP_AFTER || i)
            add_arc(out, end_of(lookup, at[i], turned ? at[i + 1] : 0), points->owners[i]);
    }
    if (nearest && past == RMK_EDGE_WRAPS && seam > last)
        add_arc(out, seam, points->owners[n - 1]);
    bool near_last = nearest && seam <= last;
    add_arc(out, UINT64_MAX, edge_owner(past, points, near_last ? points->owners[n - 1] : wrapped));
}

/* The arcs of a circle without a seam, each with its point; the last one may end behind 0. */
static void cut_circle(rmk_lookup_rule lookup, arcs *points) {
    uint64_t first = points->ends[0];
    for (size_t i = 0; i < points->count; i++)
        points->ends[i] =
            end_of(lookup, points->ends[i], i + 1 < points->count ? points->ends[i + 1] : first);
}

/* Whether somebody's points are on the ring while nobody answers for them. */
static bool is_unserved(const preset_ring *self, size_t point) {
    return self->made.unserved && self->nodes.list[self->places[point]].down;
}

/* Positions with points, and who answers for them: into arrays of s->capacity. */
static arcs owning_points(const preset_ring *self, sorting *s, uint32_t *owners) {
    rmk_points points = rmk_ring_points(self->shown);
    arcs own = {s->positions, owners, 0};
    for (size_t i = 0; i < points.count; i++)
        if (!i || points.positions[i] != points.positions[i - 1])
            add_arc(&own, points.positions[i], is_unserved(self, i) ? RMK_NOBODY : points.owners[i]);
    return own;
}

static bool has_edges(const rmk_made_ring *made) {
    return made->below_first != RMK_EDGE_WRAPS || made->past_last != RMK_EDGE_WRAPS;
}

static rmk_status make_ends(preset_ring *self, sorting *s, uint32_t *owners,
                            const rmk_ring_options *options) {
    arcs points = owning_points(self, s, owners);
    const uint32_t id_limit = self->made.nodes->id_limit;
    if (!has_edges(&self->made)) {
        cut_circle(self->made.lookup, &points);
        return rmk_ring_from_points(points.ends, points.owners, points.count, id_limit, options, &self->ends);
    }
    size_t room = points.count + MORE_ENDS;
    arcs cut = {.ends = rmk_allocate(options->allocator, 64, room, sizeof *cut.ends),
                .owners = rmk_allocate(options->allocator, 64, room, sizeof *cut.owners)};
    rmk_status status = cut.ends && cut.owners ? RMK_OK : RMK_NO_MEMORY;
    if (status == RMK_OK) {
        cut_straight(self, &points, &cut);
        status = rmk_ring_from_points(cut.ends, cut.owners, cut.count, id_limit, options, &self->ends);
    }
    rmk_release(options->allocator, cut.ends, room, sizeof *cut.ends);
    rmk_release(options->allocator, cut.owners, room, sizeof *cut.owners);
    return status;
}

static bool some_are_unserved(const rmk_made_ring *made) {
    for (size_t i = 0; made->unserved && i < made->nodes->count; i++)
        if (made->nodes->list[i].down)
            return true;
    return false;
}

static rmk_status make_rings(preset_ring *self, sorting *s, const rmk_ring_options *options) {
    const rmk_made_ring *made = &self->made;
    bool one = made->lookup == RMK_LOOKUP_AT_OR_AFTER && !has_edges(made) && !some_are_unserved(made);
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

/* What a lookup does anyway is no rule of its own. */
static rmk_edge_rule plain_edge(rmk_edge_rule edge, rmk_lookup_rule lookup) {
    if (lookup == RMK_LOOKUP_NEAREST)
        return edge;
    return edge == (looks_back(lookup) ? RMK_EDGE_LAST : RMK_EDGE_FIRST) ? RMK_EDGE_WRAPS : edge;
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
    self->made.below_first = plain_edge(made->below_first, made->lookup);
    self->made.past_last = plain_edge(made->past_last, made->lookup);
    self->shift = 64 - (made->circle_slots ? rmk_slot_bits(made->circle_slots) : options->key_hash->bits);
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

static uint64_t position_of(const preset_ring *self, uint64_t hash) {
    return (self->made.circle_slots ? hash % self->made.circle_slots : hash) << self->shift;
}

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const preset_ring *self = ring_of(placement);
    return self->ends ? rmk_ring_lookup(self->ends, position_of(self, hash)) : self->sole;
}

static void locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners) {
    (void)keys;
    const preset_ring *self = ring_of(placement);
    uint64_t positions[BLOCK];
    for (size_t done = 0; done < count; done += BLOCK) {
        size_t block = count - done < BLOCK ? count - done : BLOCK;
        for (size_t i = 0; i < block; i++)
            positions[i] = position_of(self, hashes[done + i]);
        if (self->ends)
            rmk_ring_lookup_batch(self->ends, positions, block, owners + done);
        for (size_t i = 0; i < block && !self->ends; i++)
            owners[done + i] = self->sole;
    }
}

/* The first of the points at the position of point i: the one that owns it. */
static size_t owning(const rmk_points *points, size_t i) {
    while (i && points->positions[i - 1] == points->positions[i])
        i--;
    return i;
}

/* The nearer of the points around a position: `next`, the first at or after it, or the one before. */
static size_t nearer(const rmk_points *points, uint64_t position, size_t next) {
    size_t before = owning(points, (next ? next : points->count) - 1);
    uint64_t back = position - points->positions[before], ahead = points->positions[next] - position;
    return ahead && back <= ahead ? before : next;
}

static size_t point_at_edge(const preset_ring *self, rmk_edge_rule edge, const rmk_points *points,
                            uint64_t position) {
    const size_t last = owning(points, points->count - 1);
    switch (edge) {
    case RMK_EDGE_FIRST:
        return 0;
    case RMK_EDGE_LAST:
        return last;
    case RMK_EDGE_NOBODY:
        return SIZE_MAX;
    default:
        if (self->made.lookup == RMK_LOOKUP_NEAREST)
            return nearer(points, position, 0);
        return looks_back(self->made.lookup) ? last : 0;
    }
}

static size_t point_of(const rmk_placement *placement, uint64_t hash) {
    const preset_ring *self = ring_of(placement);
    if (!self->shown)
        return SIZE_MAX;
    const rmk_points points = rmk_ring_points(self->shown);
    const rmk_lookup_rule lookup = self->made.lookup;
    const uint64_t position = position_of(self, hash);
    const uint64_t first = points.positions[0], last = points.positions[points.count - 1];
    if (position < first || (lookup == RMK_LOOKUP_BEFORE && position == first))
        return point_at_edge(self, self->made.below_first, &points, position);
    if (position > last || (lookup == RMK_LOOKUP_AFTER && position == last))
        return point_at_edge(self, self->made.past_last, &points, position);
    size_t next = rmk_points_lower_bound(&points, position);
    switch (lookup) {
    case RMK_LOOKUP_AFTER:
        return rmk_points_lower_bound(&points, position + 1);
    case RMK_LOOKUP_AT_OR_BEFORE:
        return points.positions[next] == position ? next : owning(&points, next - 1);
    case RMK_LOOKUP_BEFORE:
        return owning(&points, next - 1);
    case RMK_LOOKUP_NEAREST:
        return nearer(&points, position, next);
    default:
        return next;
    }
}

/* Finds the owner by the rule itself, over the points; this shares no arc with locate. */
static uint32_t locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)key;
    const preset_ring *self = ring_of(placement);
    size_t point = point_of(placement, hash);
    if (point == SIZE_MAX)
        return self->sole;
    return is_unserved(self, point) ? RMK_NOBODY : rmk_ring_points(self->shown).owners[point];
}

/* From a point on, without nodes that are down. */
static size_t served_replicas(const preset_ring *self, size_t point, size_t wanted, uint32_t *out) {
    rmk_points points = rmk_ring_points(self->shown);
    size_t found = 0;
    for (size_t d = 0; d < points.count && found < wanted; d++) {
        size_t i = (point + d) % points.count;
        bool passed = is_unserved(self, i);
        for (size_t k = 0; k < found && !passed; k++)
            passed = out[k] == points.owners[i];
        if (!passed)
            out[found++] = points.owners[i];
    }
    return found;
}

static size_t replicas(const rmk_placement *placement, rmk_bytes key, uint64_t hash, size_t wanted,
                       uint32_t *out) {
    (void)key;
    const preset_ring *self = ring_of(placement);
    size_t point = point_of(placement, hash);
    if (point != SIZE_MAX && self->made.unserved)
        return is_unserved(self, point) ? 0 : served_replicas(self, point, wanted, out);
    if (point != SIZE_MAX)
        return rmk_ring_replicas(self->shown, rmk_ring_points(self->shown).positions[point], wanted, out);
    if (self->sole == RMK_NOBODY || !wanted)
        return 0;
    out[0] = self->sole;
    return 1;
}

/* A slot is the key hashes with one remainder, which arcs could not say. */
static rmk_status map_slots(const rmk_placement *placement, rmk_map *map) {
    const preset_ring *self = ring_of(placement);
    const size_t slots = (size_t)self->made.circle_slots;
    rmk_status status = rmk_map_create(RMK_MAP_SLOTS, slots, placement->domain, placement->allocator, map);
    if (status != RMK_OK)
        return status;
    for (size_t slot = 0; slot < slots; slot++)
        map->owners[slot] = locate(placement, (rmk_bytes){NULL, 0}, slot);
    map->count = slots;
    return RMK_OK;
}

static rmk_status map_of(const rmk_placement *placement, rmk_map *map) {
    const preset_ring *self = ring_of(placement);
    if (self->made.circle_slots)
        return map_slots(placement, map);
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
    return self->made.label(self->made.rule, &self->nodes, self->places[point], self->serials[point], out,
                            room);
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
    if (placement->algorithm != &rmk_algorithm_preset_ring || ring_of(placement)->made.circle_slots)
        return NULL; /* a position does not tell the hash of a key there */
    return ring_of(placement)->ends;
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
