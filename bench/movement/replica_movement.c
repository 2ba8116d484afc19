#include "replica_movement.h"

#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/balance/replicas/arcs.h"
#include "bench/stats/mean.h"
#include "bench/support/fail.h"

static const rm_replicas_moved no_answer = {NAN, NAN, NAN};

/* Tells by id whether a node has the same weight before and after the change. */
typedef struct identities {
    bool *unchanged;
    uint32_t limit;
} identities;

static identities identities_of(const rmk_nodes *before, const rmk_nodes *after) {
    uint32_t limit = before->id_limit > after->id_limit ? before->id_limit : after->id_limit;
    identities all = {rm_calloc(limit, sizeof *all.unchanged), limit};
    uint64_t *weights = rm_calloc(limit, sizeof *weights);
    for (size_t i = 0; i < before->count; i++)
        if (rmk_node_serves(before->list + i))
            weights[before->list[i].id] = before->list[i].weight;
    for (size_t i = 0; i < after->count; i++)
        all.unchanged[after->list[i].id] = rmk_node_serves(after->list + i) &&
                                           weights[after->list[i].id] == after->list[i].weight;
    free(weights);
    return all;
}

/* The nodes that hold a key. */
typedef struct holders {
    const uint32_t *nodes;
    size_t count;
} holders;

static bool is_in(const holders *all, uint32_t id) {
    for (size_t r = 0; r < all->count; r++)
        if (all->nodes[r] == id)
            return true;
    return false;
}

/* Nodes that are in one set and not in the other, and how many of them the change did not touch. */
typedef struct difference {
    size_t nodes, unchanged;
} difference;

static difference missing(const holders *from, const holders *to, const identities *all) {
    difference d = {0, 0};
    for (size_t r = 0; r < from->count; r++) {
        if (is_in(to, from->nodes[r]))
            continue;
        d.nodes++;
        d.unchanged += all->unchanged[from->nodes[r]];
    }
    return d;
}

/* Sums in which every key-hash value counts once. */
typedef struct sums {
    rm_wide moved, collateral, changed;
} sums;

static void compare_sets(const holders *before, const holders *after, const identities *all, rmk_u128 values,
                         sums *s) {
    difference gained = missing(after, before, all), lost = missing(before, after, all);
    size_t moved = gained.nodes > lost.nodes ? gained.nodes : lost.nodes;
    size_t needed = lost.nodes - lost.unchanged;
    s->moved += (rm_wide)values * (rm_wide)moved;
    s->changed += moved ? (rm_wide)values : 0;
    s->collateral += gained.unchanged > needed ? (rm_wide)values * (rm_wide)(gained.unchanged - needed) : 0;
}

/* Walks both rings together: each stands in the stretch that holds the value at hand. */
static void sweep(rm_replica_walk *before, rm_replica_walk *after, const identities *all, sums *s) {
    rmk_u128 done = 0;
    bool more = rm_replica_walk_next(before) && rm_replica_walk_next(after);
    while (more) {
        rmk_u128 until = before->until < after->until ? before->until : after->until;
        if (until > done)
            compare_sets(&(holders){before->nodes, before->count}, &(holders){after->nodes, after->count},
                         all, until - done, s);
        done = until;
        bool both = before->end == after->end, first = before->end < after->end;
        more = both ? rm_replica_walk_next(before) && rm_replica_walk_next(after)
                    : rm_replica_walk_next(first ? before : after);
    }
}

static rm_replicas_moved figures_of(const sums *s, rm_wide total, uint64_t replicas, bool all_collateral) {
    rm_wide copies = total * (rm_wide)replicas;
    return (rm_replicas_moved){(double)(s->moved / copies),
                               (double)((all_collateral ? s->moved : s->collateral) / copies),
                               (double)(s->changed / total)};
}

struct rm_replica_count {
    rm_replica_sets before, after;
    uint32_t *from, *to;
    identities all;
    sums sums;
    rm_wide total;
};

rm_replica_count *rm_replica_count_open(const rmk_placement *before, const rmk_placement *after,
                                        uint64_t replicas, bool zone_aware) {
    unsigned can = before->algorithm->can & after->algorithm->can;
    if (!(can & RMK_CAN_REPLICAS))
        return NULL;
    rm_replica_count *count = rm_calloc(1, sizeof *count);
    count->before = rm_replica_sets_open(before, replicas, zone_aware);
    count->after = rm_replica_sets_open(after, replicas, zone_aware);
    count->from = rm_calloc((size_t)replicas, sizeof *count->from);
    count->to = rm_calloc((size_t)replicas, sizeof *count->to);
    count->all = identities_of(before->nodes, after->nodes);
    return count;
}

void rm_replica_count_add(rm_replica_count *count, rmk_bytes key, uint64_t hash, rmk_u128 units) {
    holders from = {count->from, rm_replica_set(&count->before, key, hash, count->from)};
    holders to = {count->to, rm_replica_set(&count->after, key, hash, count->to)};
    count->total += (rm_wide)units;
    compare_sets(&from, &to, &count->all, units, &count->sums);
}

rm_replicas_moved rm_replica_count_close(rm_replica_count *count, bool all_collateral) {
    rm_replicas_moved moved = no_answer;
    if (count->total > 0)
        moved = figures_of(&count->sums, count->total, count->before.wanted, all_collateral);
    rm_replica_sets_close(&count->before);
    rm_replica_sets_close(&count->after);
    free(count->from);
    free(count->to);
    free(count->all.unchanged);
    free(count);
    return moved;
}

/* Compares slot by slot, since a set depends on the slot of a key alone; both tables have equally many
 * slots. */
static rm_replicas_moved between_slots(const rmk_placement *before, const rmk_placement *after,
                                       uint64_t replicas, bool zone_aware, bool all_collateral) {
    const rmk_bytes no_key = {NULL, 0};
    rmk_map from, to;
    if (!rm_placement_map(before, &from))
        return no_answer;
    rm_replica_count *count = NULL;
    if (rm_placement_map(after, &to)) {
        bool alike = from.kind == RMK_MAP_SLOTS && to.kind == RMK_MAP_SLOTS && from.count == to.count;
        if (alike)
            count = rm_replica_count_open(before, after, replicas, zone_aware);
        rmk_map_destroy(&to);
    }
    for (size_t slot = 0; count && slot < from.count; slot++)
        rm_replica_count_add(count, no_key, slot, rmk_map_values(&from, slot));
    rmk_map_destroy(&from);
    return count ? rm_replica_count_close(count, all_collateral) : no_answer;
}

rm_replicas_moved rm_replicas_between(const rmk_placement *before, const rmk_placement *after,
                                      uint64_t replicas, bool zone_aware, bool all_collateral) {
    rm_replica_walk from, to;
    if (!rmk_domain_equal(&before->domain, &after->domain))
        return no_answer;
    if (rm_replica_walk_open(before, replicas, zone_aware, &from))
        return between_slots(before, after, replicas, zone_aware, all_collateral);
    rm_replicas_moved moved = no_answer;
    if (!rm_replica_walk_open(after, replicas, zone_aware, &to)) {
        sums s = {0};
        identities all = identities_of(before->nodes, after->nodes);
        sweep(&from, &to, &all, &s);
        moved = figures_of(&s, (rm_wide)rmk_domain_total(&before->domain), replicas, all_collateral);
        free(all.unchanged);
        rm_replica_walk_close(&to);
    }
    rm_replica_walk_close(&from);
    return moved;
}

rm_replicas_moved rm_replicas_removing_each(const rmk_placement *placement, uint64_t replicas,
                                            bool zone_aware) {
    const rmk_nodes *nodes = placement->nodes;
    rm_ownership owned;
    rmk_status status = rm_own_replicas(placement, nodes->id_limit, replicas, zone_aware, &owned);
    if (status == RMK_UNSUPPORTED)
        return no_answer;
    rm_check(status, "movement");
    rm_mean held = {0};
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            rm_mean_add(&held, (rm_wide)owned.amounts[nodes->list[i].id] / (rm_wide)owned.total);
    rm_ownership_free(&owned);
    double changed = rm_mean_of(&held);
    return (rm_replicas_moved){changed / (double)replicas, 0, changed};
}
