/*
 * cassandra_allocated.c - a ring whose tokens Cassandra's allocator chose as the nodes joined, in the order
 * listed; zones are racks. Which allocator it is depends on racks and replicas, as in TokenAllocation: one of
 * the two evens out what nodes own with all their replicas, and only that.
 */
#include "../inner.h"
#include "../name_hashes.h"
#include "../ring_place.h"
#include "../zones.h"
#include "cassandra_ring.h"

#include <string.h>

typedef struct allocating {
    const rmk_nodes *nodes;
    const rmk_placement_options *options;
    const rmk_allocator *allocator;
    uint64_t vnodes;
    uint32_t replicas, racks;
    uint32_t *rack_of;  /* by place in the list */
    uint32_t *place_of; /* by id */
    bool *joins_later;  /* by place: its first step adds it */
    cassandra_ring *rings;
    uint32_t ring_count; /* 1, or a ring for each rack */
    bool alone;
} allocating;

static uint32_t tokens_of(const allocating *a, size_t place) {
    return (uint32_t)(a->nodes->list[place].weight * a->vnodes);
}

/* ---- joining and leaving ---- */

static cassandra_ring *ring_of(const allocating *a, size_t place) {
    return a->rings + (a->ring_count > 1 ? a->rack_of[place] : 0);
}

static bool is_there(const allocating *a, size_t place) {
    return ring_of(a, place)->units[place].tokens > 0;
}

/* Draws the first token, which Cassandra draws at random; here the same node always gets the same. */
static void draw_first_token(const allocating *a, size_t place) {
    cassandra_ring *ring = ring_of(a, place);
    if (ring->count)
        return;
    uint64_t state = rmk_name_hash(a->nodes->list[place].name) + a->options->ring.set;
    ring->first_token = (int64_t)rmk_splitmix64(&state);
}

static void join(const allocating *a, size_t place) {
    uint32_t unit = (uint32_t)place, count = tokens_of(a, place);
    if (!count)
        return;
    draw_first_token(a, place);
    if (a->alone)
        rmk_cassandra_add_alone(ring_of(a, place), unit, count);
    else
        rmk_cassandra_add_aware(ring_of(a, place), unit, a->racks > 1 ? a->rack_of[place] : unit, count,
                                a->replicas);
}

static rmk_status take_step(const allocating *a, const rmk_step *step) {
    if (step->id >= a->nodes->id_limit || a->place_of[step->id] == RMK_NOBODY)
        return RMK_NOT_FOUND;
    size_t place = a->place_of[step->id];
    if (step->add && is_there(a, place))
        return RMK_DUPLICATE;
    if (!step->add && !is_there(a, place) && tokens_of(a, place))
        return RMK_NOT_FOUND;
    if (step->add)
        join(a, place);
    else
        rmk_cassandra_remove(ring_of(a, place), (uint32_t)place);
    return RMK_OK;
}

static rmk_status replay_changes(const allocating *a) {
    const rmk_nodes *nodes = a->nodes;
    for (size_t i = 0; i < nodes->count; i++)
        if (!a->joins_later[i])
            join(a, i);
    for (size_t i = 0; i < a->options->change_count; i++) {
        rmk_status status = take_step(a, a->options->changes + i);
        if (status)
            return status;
    }
    for (size_t i = 0; i < nodes->count; i++)
        if (!rmk_node_serves(nodes->list + i) && is_there(a, i))
            rmk_cassandra_remove(ring_of(a, i), (uint32_t)i);
    return RMK_OK;
}

/* ---- before and after ---- */

static rmk_status choose_allocator(allocating *a) {
    a->alone = a->replicas == 1 || a->racks == a->replicas;
    a->ring_count = a->replicas > 1 && a->racks == a->replicas ? a->racks : 1;
    return a->racks > 1 && a->racks < a->replicas ? RMK_BAD_INPUT : RMK_OK;
}

/* Finds out who is there at the start, and how many tokens are made in all. */
static rmk_status plan(allocating *a, size_t *capacity) {
    const rmk_nodes *nodes = a->nodes;
    uint64_t sum = 0, tokens;
    memset(a->place_of, 0xff, nodes->id_limit * sizeof *a->place_of);
    memset(a->joins_later, 0, nodes->count * sizeof *a->joins_later);
    for (size_t i = 0; i < nodes->count; i++)
        a->place_of[nodes->list[i].id] = (uint32_t)i;
    for (size_t i = a->options->change_count; i--;) {
        const rmk_step *step = a->options->changes + i;
        if (step->id >= nodes->id_limit || a->place_of[step->id] == RMK_NOBODY)
            return RMK_NOT_FOUND;
        a->joins_later[a->place_of[step->id]] = step->add;
    }
    for (size_t i = 0; i < nodes->count + a->options->change_count; i++) {
        const rmk_step *step = i < nodes->count ? NULL : a->options->changes + (i - nodes->count);
        size_t place = step ? a->place_of[step->id] : i;
        if (step ? !step->add : a->joins_later[i])
            continue;
        if (__builtin_mul_overflow(nodes->list[place].weight, a->vnodes, &tokens) ||
            tokens > RMK_MAX_POINTS || (sum += tokens) > RMK_MAX_POINTS)
            return RMK_LIMIT;
    }
    *capacity = (size_t)sum;
    return sum ? RMK_OK : RMK_EMPTY;
}

static rmk_status place_tokens(const allocating *a, rmk_placement **placement) {
    rmk_tokens tokens = {0};
    for (uint32_t r = 0; r < a->ring_count; r++)
        tokens.capacity += a->rings[r].count;
    if (!tokens.capacity)
        return RMK_EMPTY;
    tokens.positions = rmk_allocate(a->allocator, 64, tokens.capacity, sizeof *tokens.positions);
    tokens.owners = rmk_allocate(a->allocator, 64, tokens.capacity, sizeof *tokens.owners);
    rmk_status status = tokens.positions && tokens.owners ? RMK_OK : RMK_NO_MEMORY;
    for (uint32_t r = 0; !status && r < a->ring_count; r++) {
        const cassandra_ring *ring = a->rings + r;
        uint32_t at = ring->first;
        for (size_t i = 0; i < ring->count; i++, at = ring->tokens[at].next) {
            tokens.positions[tokens.count] = (uint64_t)ring->tokens[at].token;
            tokens.owners[tokens.count++] = a->nodes->list[ring->tokens[at].unit].id;
        }
    }
    if (!status)
        status = rmk_ring_place_tokens(&rmk_algorithm_cassandra_allocated, a->nodes, &tokens, a->options,
                                       placement);
    rmk_release(a->allocator, tokens.positions, tokens.capacity, sizeof *tokens.positions);
    rmk_release(a->allocator, tokens.owners, tokens.capacity, sizeof *tokens.owners);
    return status;
}

static rmk_status allocate(allocating *a, rmk_placement **placement) {
    size_t capacity;
    uint32_t made = 0;
    rmk_status status = plan(a, &capacity);
    if (!status)
        status = rmk_zones_number(a->nodes, a->allocator, a->rack_of, &a->racks);
    if (!status)
        status = choose_allocator(a);
    if (status)
        return status;
    a->rings = rmk_allocate(a->allocator, 64, a->ring_count, sizeof *a->rings);
    status = a->rings ? RMK_OK : RMK_NO_MEMORY;
    while (!status && made < a->ring_count) {
        status = rmk_cassandra_create(capacity, (uint32_t)a->nodes->count, 0, a->allocator, a->rings + made);
        made += !status;
    }
    if (!status)
        status = replay_changes(a);
    if (!status)
        status = place_tokens(a, placement);
    while (made)
        rmk_cassandra_destroy(a->rings + --made);
    rmk_release(a->allocator, a->rings, a->ring_count, sizeof *a->rings);
    return status;
}

static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    if (options->replicas > RMK_MAX_NODES)
        return RMK_LIMIT;
    allocating a = {.nodes = nodes,
                    .options = options,
                    .allocator = allocator,
                    .vnodes = options->ring.vnodes ? options->ring.vnodes : RMK_DEFAULT_TOKENS,
                    .replicas = options->replicas ? (uint32_t)options->replicas : 1};
    a.rack_of = rmk_allocate(allocator, 64, nodes->count, sizeof *a.rack_of);
    a.place_of = rmk_allocate(allocator, 64, nodes->id_limit, sizeof *a.place_of);
    a.joins_later = rmk_allocate(allocator, 64, nodes->count, sizeof *a.joins_later);
    rmk_status status = RMK_NO_MEMORY;
    if (a.rack_of && a.place_of && a.joins_later)
        status = allocate(&a, placement);
    rmk_release(allocator, a.joins_later, nodes->count, sizeof *a.joins_later);
    rmk_release(allocator, a.place_of, nodes->id_limit, sizeof *a.place_of);
    rmk_release(allocator, a.rack_of, nodes->count, sizeof *a.rack_of);
    return status;
}

static const char *fault(rmk_status status) {
    return status == RMK_BAD_INPUT
               ? "the nodes have fewer zones than replicas, but more than one; Cassandra allocates for one "
                 "zone, or for as many as replicas or more"
               : NULL;
}

const rmk_algorithm rmk_algorithm_cassandra_allocated = {
    .name = "cassandra-allocated",
    .summary = "a ring of tokens that even out ownership, 16 a node as it joins: Cassandra's allocator",
    .source = "Apache Cassandra 5.0, dht/tokenallocator",
    .can = RMK_CAN_WEIGHTS | RMK_CAN_REMOVE_ANY | RMK_CAN_REPLICAS | RMK_CAN_TOKENS | RMK_HAS_POINTS |
           RMK_HAS_MAP | RMK_READS_CHANGES,
    .create = create,
    .fault = fault,
    RMK_RING_PLACE,
};
