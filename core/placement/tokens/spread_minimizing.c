/*
 * spread_minimizing.c - a ring of dskit's spread-minimizing tokens (Grafana Mimir, Loki). An instance's
 * number is what follows the last dash of its name, when all names of a zone end so; else its place among
 * those of its zone. A key belongs to the first token after its hash.
 */
#include "spread_tokens.h"

#include "../ring_place.h"
#include "../zones.h"

#include <string.h>

typedef struct spreading {
    const rmk_nodes *nodes;
    const rmk_allocator *allocator;
    uint32_t *zone_of, *number_of; /* by place in the list */
    uint32_t zones;
} spreading;

/* Reads the number behind the last dash of a name: that of "prefix-12" is 12. */
static bool number_in(rmk_bytes name, uint64_t *number) {
    size_t at = name.length;
    *number = 0;
    while (at && name.data[at - 1] >= '0' && name.data[at - 1] <= '9')
        at--;
    if (at == name.length || !at || name.data[at - 1] != '-')
        return false;
    for (; at < name.length && *number <= RMK_SPREAD_MOST_ID; at++)
        *number = *number * 10 + (name.data[at] - (unsigned)'0');
    return true;
}

static rmk_status number_zone(const spreading *s, uint32_t zone) {
    uint64_t number;
    bool named = true;
    for (size_t i = 0; i < s->nodes->count; i++)
        named &= s->zone_of[i] != zone || number_in(s->nodes->list[i].name, &number);
    uint32_t place = 0;
    for (size_t i = 0; i < s->nodes->count; i++) {
        if (s->zone_of[i] != zone)
            continue;
        number = place++;
        if (named)
            number_in(s->nodes->list[i].name, &number);
        if (number > RMK_SPREAD_MOST_ID)
            return RMK_LIMIT;
        s->number_of[i] = (uint32_t)number;
    }
    return RMK_OK;
}

static uint32_t last_of(const spreading *s, uint32_t zone, bool *any) {
    uint32_t last = 0;
    *any = false;
    for (size_t i = 0; i < s->nodes->count; i++) {
        if (s->zone_of[i] != zone || !rmk_node_serves(s->nodes->list + i))
            continue;
        *any = true;
        last = s->number_of[i] > last ? s->number_of[i] : last;
    }
    return last;
}

/* Copies the tokens of a zone's nodes. Two instances of one number would have the same tokens. */
static rmk_status take_tokens(const spreading *s, uint32_t zone, uint32_t *made, rmk_tokens *tokens) {
    /* no instance has two equal tokens, so two of these mean that its own were taken */
    const uint32_t taken = UINT32_MAX;
    for (size_t i = 0; i < s->nodes->count; i++) {
        const rmk_node *node = s->nodes->list + i;
        if (s->zone_of[i] != zone || !rmk_node_serves(node))
            continue;
        uint32_t *own = made + (size_t)s->number_of[i] * RMK_SPREAD_TOKENS;
        if (own[0] == taken && own[1] == taken)
            return RMK_DUPLICATE;
        for (size_t t = 0; t < RMK_SPREAD_TOKENS; t++) {
            tokens->positions[tokens->count] = (uint64_t)own[t] << 32;
            tokens->owners[tokens->count++] = node->id;
        }
        own[0] = own[1] = taken;
    }
    return RMK_OK;
}

static rmk_status make_zone(const spreading *s, uint32_t zone, rmk_tokens *tokens) {
    bool any;
    rmk_status status = number_zone(s, zone);
    uint32_t last = last_of(s, zone, &any);
    if (status || !any)
        return status;
    size_t count = ((size_t)last + 1) * RMK_SPREAD_TOKENS;
    uint32_t *made = rmk_allocate(s->allocator, 64, count, sizeof *made);
    status = made ? rmk_spread_tokens(zone, last, s->allocator, made) : RMK_NO_MEMORY;
    if (!status)
        status = take_tokens(s, zone, made, tokens);
    rmk_release(s->allocator, made, count, sizeof *made);
    return status;
}

static rmk_status make(spreading *s, const rmk_placement_options *options, rmk_placement **placement) {
    rmk_status status = rmk_zones_number(s->nodes, s->allocator, s->zone_of, &s->zones);
    if (!status && s->zones > RMK_SPREAD_ZONES)
        return RMK_BAD_INPUT;
    rmk_tokens tokens = {.capacity = rmk_nodes_serving(s->nodes) * RMK_SPREAD_TOKENS, .after = true};
    if (tokens.capacity > RMK_MAX_POINTS)
        return RMK_LIMIT;
    tokens.positions = rmk_allocate(s->allocator, 64, tokens.capacity, sizeof *tokens.positions);
    tokens.owners = rmk_allocate(s->allocator, 64, tokens.capacity, sizeof *tokens.owners);
    if (!tokens.positions || !tokens.owners)
        status = RMK_NO_MEMORY;
    for (uint32_t zone = 0; !status && zone < s->zones; zone++)
        status = make_zone(s, zone, &tokens);
    if (!status)
        status =
            rmk_ring_place_tokens(&rmk_algorithm_spread_minimizing, s->nodes, &tokens, options, placement);
    rmk_release(s->allocator, tokens.positions, tokens.capacity, sizeof *tokens.positions);
    rmk_release(s->allocator, tokens.owners, tokens.capacity, sizeof *tokens.owners);
    return status;
}

static rmk_status create(const rmk_nodes *nodes, const rmk_placement_options *options,
                         rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    spreading s = {.nodes = nodes,
                   .allocator = allocator,
                   .zone_of = rmk_allocate(allocator, 64, nodes->count, sizeof *s.zone_of),
                   .number_of = rmk_allocate(allocator, 64, nodes->count, sizeof *s.number_of)};
    rmk_status status = s.zone_of && s.number_of ? make(&s, options, placement) : RMK_NO_MEMORY;
    rmk_release(allocator, s.zone_of, nodes->count, sizeof *s.zone_of);
    rmk_release(allocator, s.number_of, nodes->count, sizeof *s.number_of);
    return status;
}

static const char *fault(rmk_status status) {
    switch (status) {
    case RMK_BAD_INPUT:
        return "the nodes have more than 8 zones, which is all that tokens leave room for";
    case RMK_DUPLICATE:
        return "two nodes of one zone have the same number behind the last dash of their names";
    case RMK_LIMIT:
        return "the numbers of nodes, behind the last dash of their names, go up to 131071";
    default:
        return NULL;
    }
}

_Static_assert(RMK_SPREAD_ZONES == 8 && RMK_SPREAD_MOST_ID == 131071, "fault() names the limits");

const rmk_algorithm rmk_algorithm_spread_minimizing = {
    .name = "spread-minimizing",
    .summary =
        "a ring of 512 tokens a node, cut so that all own the same: dskit's generator; prefix-<number>",
    .source = "grafana/dskit 0682988, SpreadMinimizingTokenGenerator",
    .can = RMK_CAN_REMOVE_ANY | RMK_CAN_REPLICAS | RMK_HAS_POINTS | RMK_HAS_MAP,
    .create = create,
    .fault = fault,
    .point_bits = 32,
    RMK_RING_PLACE,
};
