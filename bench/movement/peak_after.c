#include "peak_after.h"

#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/balance/replicas/arcs.h"
#include "bench/stats/mean.h"
#include "bench/support/fail.h"
#include "core/analysis/pairs.h"

double rm_peak_of_map(const rmk_map *map, const rmk_nodes *nodes) {
    rmk_u128 nobody, *values = rm_calloc(nodes->id_limit, sizeof *values);
    rmk_shares(map, nodes->id_limit, values, &nobody);
    double total = (double)rmk_domain_total(&map->domain), serving_weight = rmk_serving_weight(nodes),
           peak = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            peak = fmax(peak, (double)values[nodes->list[i].id] / total /
                                  rmk_fair_share(nodes->list + i, serving_weight));
    free(values);
    return peak;
}

/* What each node owns, and what it would leave to which other one. */
typedef struct legacy {
    rmk_u128 *owned; /* key-hash values by id */
    double *weights; /* weights by id; 0 for a node that can own nothing */
    rmk_pairs pairs; /* what passes from a node that leaves to its heir; sorted by the node that leaves */
} legacy;

/* Sums what each node owns and leaves. The heir of a stretch is the next other node on the ring, which is
 * the second of a replica set of two. */
static void collect(rm_replica_walk *walk, legacy *l) {
    while (rm_replica_walk_next(walk)) {
        if (!walk->part)
            continue;
        l->owned[walk->nodes[0]] += walk->part;
        if (walk->count > 1 && !rmk_pairs_add(&l->pairs, walk->nodes[0], walk->nodes[1], walk->part))
            rm_check(RMK_NO_MEMORY, "movement");
    }
    rm_check(rmk_pairs_sort(&l->pairs), "movement");
}

/* The two nodes that are fullest for their weight: whoever leaves, the fullest of the rest is one of them. */
typedef struct fullest {
    double first, second;
    uint32_t id;
} fullest;

static fullest find_fullest(const legacy *l, const rmk_nodes *nodes) {
    fullest top = {0, 0, RMK_NOBODY};
    for (size_t i = 0; i < nodes->count; i++) {
        uint32_t id = nodes->list[i].id;
        double load = l->weights[id] > 0 ? (double)l->owned[id] / l->weights[id] : 0;
        if (load > top.first)
            top = (fullest){load, top.first, id};
        else
            top.second = fmax(top.second, load);
    }
    return top;
}

/* The load of the fullest node once node `id` has left, in key-hash values per unit of weight. Advances
 * *next past the node's heirs, which get fuller. */
static double fullest_without(const legacy *l, const fullest *top, uint32_t id, size_t *next) {
    double most = id == top->id ? top->second : top->first;
    while (*next < l->pairs.count && l->pairs.table[*next].from < id)
        ++*next;
    for (; *next < l->pairs.count && l->pairs.table[*next].from == id; ++*next) {
        const rmk_transfer *left = l->pairs.table + *next;
        most = fmax(most, (double)(l->owned[left->to] + left->values) / l->weights[left->to]);
    }
    return most;
}

static double mean_peak(const legacy *l, const rmk_nodes *nodes, double total) {
    double serving_weight = rmk_serving_weight(nodes);
    fullest top = find_fullest(l, nodes);
    rm_mean peak = {0};
    size_t next = 0;
    for (uint32_t id = 0; id < nodes->id_limit; id++)
        if (l->weights[id] > 0)
            rm_mean_add(&peak,
                        fullest_without(l, &top, id, &next) * (serving_weight - l->weights[id]) / total);
    return rm_mean_of(&peak);
}

double rm_peak_after_removing_each(const rmk_placement *placement) {
    const rmk_nodes *nodes = placement->nodes;
    rm_replica_walk walk;
    if (rmk_nodes_serving(nodes) < 2 || rm_replica_walk_open(placement, 2, false, &walk))
        return NAN;
    legacy l = {.owned = rm_calloc(nodes->id_limit, sizeof *l.owned),
                .weights = rm_calloc(nodes->id_limit, sizeof *l.weights),
                .pairs = {.allocator = rmk_default_allocator()}};
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            l.weights[nodes->list[i].id] = (double)nodes->list[i].weight;
    collect(&walk, &l);
    double peak = mean_peak(&l, nodes, (double)rmk_domain_total(&placement->domain));
    rm_replica_walk_close(&walk);
    rmk_pairs_destroy(&l.pairs);
    free(l.owned);
    free(l.weights);
    return peak;
}
