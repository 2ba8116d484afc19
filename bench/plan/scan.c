/* scan.c - the exact unevenness of given names for every number of points at once.
 *
 * The labels of v points a node are among those of v + 1, so the largest ring holds all smaller ones. It
 * is built once, and then loses one layer of points after the other: a point that goes leaves its arc to
 * the next point on the circle, which a linked list in the order of positions knows. */
#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/support/fail.h"
#include "core/analysis/analysis.h"
#include "core/ring/sort.h"
#include "scan.h"

/* A point in the order of positions. Its neighbours are near it in memory, at first. */
typedef struct point {
    uint64_t measure; /* what stands at or before it, in hash values or in parts of the keys' weight */
    uint32_t next, previous;
    uint32_t owner; /* a number of a node that can own something */
} point;

/* The circle. Points have numbers too: node after node in the order of names, so that equal positions keep
 * the owner rule. */
typedef struct circle {
    const rm_question *q;
    rmk_nodes nodes;
    uint32_t *serving; /* places in the list of nodes that can own something, in name order */
    size_t serving_count;
    size_t *base;        /* number of each such node's first point */
    double *fair;        /* by such node */
    uint64_t *positions; /* by number, until points are linked */
    uint32_t *places;    /* by number: the owner, then the place among the points */
    point *points;
    uint64_t total;    /* values or weight of the whole circle; 0 is 2^64 */
    uint64_t *amounts; /* by such node */
    uint32_t *layer;   /* places of the points that are removed next */
    uint32_t head;     /* the first point of the circle */
    size_t count;
} circle;

static void find_serving(circle *c) {
    uint32_t *order = rm_calloc(c->nodes.count, sizeof *order);
    rm_check(rmk_nodes_name_order(&c->nodes, NULL, order), "nodes");
    c->serving = rm_calloc(c->nodes.count, sizeof *c->serving);
    for (size_t i = 0; i < c->nodes.count; i++)
        if (rmk_node_serves(&c->nodes.list[order[i]]))
            c->serving[c->serving_count++] = order[i];
    free(order);
}

static uint64_t weight_of(const circle *c, size_t node) {
    return c->nodes.list[c->serving[node]].weight;
}

static void make_room(circle *c, uint64_t most) {
    double serving_weight = rmk_serving_weight(&c->nodes);
    c->base = rm_calloc(c->serving_count + 1, sizeof *c->base);
    c->fair = rm_calloc(c->serving_count, sizeof *c->fair);
    c->amounts = rm_calloc(c->serving_count, sizeof *c->amounts);
    for (size_t i = 0; i < c->serving_count; i++) {
        c->base[i + 1] = c->base[i] + (size_t)(most * weight_of(c, i));
        c->fair[i] = rmk_fair_share(&c->nodes.list[c->serving[i]], serving_weight);
    }
    c->count = c->base[c->serving_count];
    c->positions = rm_calloc(c->count, sizeof *c->positions);
    c->places = rm_calloc(c->count, sizeof *c->places);
    c->layer = rm_calloc((size_t)(c->count / most) + 1, sizeof *c->layer);
}

enum { BLOCK = 256, AHEAD = 8 };

/* Hashes the labels of one node's points. */
static void hash_labels(circle *c, size_t node, const rmk_pattern *pattern, const rmk_hasher *hasher,
                        uint64_t set) {
    rmk_pattern_values values = {.name = c->nodes.list[c->serving[node]].name, .set = set};
    size_t bound = rmk_pattern_bound(pattern, values.name.length), end = c->base[node + 1];
    unsigned char *text = rm_alloc(BLOCK * bound + 1);
    rmk_bytes labels[BLOCK];
    for (size_t at = c->base[node]; at < end;) {
        size_t count = end - at < BLOCK ? end - at : BLOCK;
        for (size_t i = 0; i < count; i++, values.vnode++)
            labels[i] = (rmk_bytes){text + i * bound, rmk_pattern_format(pattern, &values, text + i * bound)};
        rmk_hash_batch(hasher, labels, count, c->positions + at);
        for (size_t i = 0; i < count; i++, at++) {
            c->positions[at] = rmk_hash_position(hasher->hash, c->positions[at]);
            c->places[at] = (uint32_t)node;
        }
    }
    free(text);
}

static void place_points(circle *c, const rm_plan_row *row, uint64_t set) {
    const char *label = row->options.label ? row->options.label : RMK_DEFAULT_LABEL;
    rmk_pattern pattern;
    size_t at;
    rmk_hasher hasher;
    rm_check(rmk_pattern_parse(label, RMK_FIELDS_OF_LABELS, &pattern, &at), "--label '%s'", label);
    rm_check(rmk_hasher_open(&hasher, row->cell.node_hash, row->options.isa, NULL), "%s",
             row->cell.node_hash->name);
    for (size_t i = 0; i < c->serving_count; i++)
        hash_labels(c, i, &pattern, &hasher, set);
    rmk_hasher_close(&hasher);
}

/* Returns the weight of keys at or before a position, in parts of 2^63; positions ascend from call to
 * call. */
static uint64_t keys_until(const rm_key_places *places, uint64_t position, size_t *passed) {
    while (*passed < places->count && places->positions[*passed] <= position)
        ++*passed;
    return *passed ? places->until[*passed - 1] : 0;
}

/* Turns positions into amounts, and their order into a list. */
static void link_points(circle *c, const rmk_hash *key_hash) {
    uint32_t *order = rm_calloc(c->count, sizeof *order), last = (uint32_t)(c->count - 1);
    for (size_t i = 0; i < c->count; i++)
        order[i] = (uint32_t)i;
    rm_check(rmk_sort_points(c->positions, order, c->count, 1, NULL), "%zu points", c->count);
    rmk_domain domain = rmk_domain_of(key_hash);
    const rm_key_places *keys = &c->q->places;
    c->total = keys->count ? keys->until[keys->count - 1] : (uint64_t)rmk_domain_total(&domain);
    c->points = rm_calloc(c->count, sizeof *c->points);
    size_t passed = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        c->points[i] = (point){.measure = keys->count ? keys_until(keys, c->positions[i], &passed)
                                                      : (uint64_t)rmk_domain_until(&domain, c->positions[i]),
                               .next = i < last ? i + 1 : 0,
                               .previous = i ? i - 1 : last,
                               .owner = c->places[order[i]]};
        c->places[order[i]] = i;
    }
    free(order);
    free(c->positions);
    c->positions = NULL;
}

/* Returns what a point owns now, modulo 2^64. */
static uint64_t arc_of(const circle *c, uint32_t place) {
    const point *p = &c->points[place];
    return p->measure - c->points[p->previous].measure + (place == c->head ? c->total : 0);
}

static void remove_point(circle *c, uint32_t place) {
    const point *p = &c->points[place];
    uint64_t arc = arc_of(c, place);
    c->amounts[p->owner] -= arc;
    c->amounts[c->points[p->next].owner] += arc;
    c->points[p->previous].next = p->next;
    c->points[p->next].previous = p->previous;
    if (place == c->head)
        c->head = p->next;
}

/* Removes a layer. All its places are known before, so that memory is asked for them together. */
static void remove_layer(circle *c, uint64_t layer) {
    size_t count = 0;
    for (size_t i = 0; i < c->serving_count; i++) {
        uint64_t weight = weight_of(c, i);
        const uint32_t *places = c->places + c->base[i] + (size_t)((layer - 1) * weight);
        for (uint64_t k = 0; k < weight; k++) {
            c->layer[count++] = places[k];
            __builtin_prefetch(&c->points[places[k]], 1);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (i + AHEAD < count) {
            __builtin_prefetch(&c->points[c->points[c->layer[i + AHEAD]].previous], 1);
            __builtin_prefetch(&c->points[c->points[c->layer[i + AHEAD]].next], 1);
        }
        remove_point(c, c->layer[i]);
    }
}

/* Tells whether nobody owns anything. 2^64 is 0 in 64 bits: one node that owns everything looks as if
 * nobody did. */
static bool nobody_owns(const circle *c) {
    for (size_t i = 0; i < c->serving_count; i++)
        if (c->amounts[i])
            return false;
    return true;
}

static rm_unevenness unevenness(const circle *c) {
    rm_unevenness u = {0, INFINITY, 0};
    bool whole = nobody_owns(c);
    double total = c->total ? (double)c->total : 0x1p64;
    for (size_t i = 0; i < c->serving_count; i++) {
        bool has_all = whole && c->points[c->head].owner == i;
        double share = has_all ? 1 : (double)c->amounts[i] / total, relative = share / c->fair[i];
        u.peak = fmax(u.peak, relative);
        u.least = fmin(u.least, relative);
        u.cv_squared += (relative - 1) * (relative - 1);
    }
    u.cv_squared /= (double)c->serving_count;
    return u;
}

static void free_circle(circle *c) {
    free(c->serving);
    free(c->base);
    free(c->fair);
    free(c->amounts);
    free(c->positions);
    free(c->places);
    free(c->points);
    free(c->layer);
}

void rm_scan_ring(const rm_question *q, const rm_plan_row *row, uint64_t set, uint64_t most,
                  rm_unevenness *sets) {
    rm_node_list list = rm_nodes_of(q->options, q->cell.nodes, set);
    circle c = {.q = q, .nodes = list.nodes};
    find_serving(&c);
    make_room(&c, most);
    place_points(&c, row, set);
    link_points(&c, row->cell.hash);
    for (size_t i = 0; i < c.count; i++)
        c.amounts[c.points[i].owner] += arc_of(&c, (uint32_t)i);
    for (uint64_t layer = most; layer; layer--) {
        sets[layer - 1] = unevenness(&c);
        if (layer > 1)
            remove_layer(&c, layer);
    }
    free_circle(&c);
    rm_nodes_free(&list);
}

static rm_unevenness owned_unevenness(const rmk_nodes *nodes, const rm_ownership *owned, uint64_t replicas) {
    size_t serving = 0;
    double *shares = rm_calloc(2 * nodes->count, sizeof *shares), *fair = shares + nodes->count;
    double serving_weight = rmk_serving_weight(nodes);
    for (size_t i = 0; i < nodes->count; i++) {
        if (!rmk_node_serves(nodes->list + i))
            continue;
        shares[serving] = owned->amounts[nodes->list[i].id] / owned->total;
        fair[serving++] = (double)replicas * rmk_fair_share(nodes->list + i, serving_weight);
    }
    rm_unevenness u = rm_unevenness_of(shares, fair, serving);
    if (!(u.peak > 0)) /* a ring without points, which has no share at all */
        u = (rm_unevenness){INFINITY, 0, INFINITY};
    free(shares);
    return u;
}

void rm_scan_one(const rm_question *q, const rm_plan_row *row, uint64_t set, rm_unevenness *result) {
    rm_node_list list = rm_nodes_of(q->options, q->cell.nodes, set);
    rm_cell cell = row->cell;
    cell.options = &row->options;
    rmk_placement *placement;
    rmk_status status = rm_cell_try_place(&cell, &list.nodes, set, NULL, &placement);
    if (status)
        rm_cell_fail(&cell, &list.nodes, status);
    rm_ownership owned;
    if (q->keyed)
        rm_own_sampled(&cell, placement, list.nodes.id_limit, 1, rm_keys_seed(&q->cell, 0), &owned, NULL);
    else
        rm_check(rm_own_exactly(placement, list.nodes.id_limit, q->options->replicas, &owned), "%s",
                 cell.algorithm->name);
    *result = owned_unevenness(&list.nodes, &owned, q->options->replicas);
    rm_ownership_free(&owned);
    rmk_placement_destroy(placement);
    rm_nodes_free(&list);
}

static double worst_heir(const rmk_placement *placement) {
    const rmk_ring *ring = rm_placement_ring(placement);
    if (!ring)
        return NAN;
    uint32_t ids = rmk_ring_id_limit(ring);
    rmk_removal *removals = rm_calloc(ids ? ids : 1, sizeof *removals);
    rm_check(rmk_ring_removals(ring, &placement->domain, NULL, removals), "removals");
    double sum = 0, left = 0;
    for (uint32_t id = 0; id < ids; id++) {
        if (!removals[id].moved)
            continue;
        sum += (double)removals[id].heaviest / (double)removals[id].moved;
        left++;
    }
    free(removals);
    return sum / left;
}

void rm_scan_details(const rm_question *q, rm_plan_row *row) {
    rm_node_list list = rm_nodes_of(q->options, q->cell.nodes, 0);
    rm_cell cell = row->cell;
    cell.options = &row->options;
    rmk_placement *placement;
    rmk_status status = rm_cell_try_place(&cell, &list.nodes, 0, NULL, &placement);
    if (status)
        rm_cell_fail(&cell, &list.nodes, status);
    if (placement->algorithm->can & RMK_HAS_POINTS)
        row->points = placement->algorithm->points(placement).count;
    row->figures.worst_heir = q->serving > 1 ? worst_heir(placement) : NAN;
    rmk_placement_destroy(placement);
    rm_nodes_free(&list);
}
