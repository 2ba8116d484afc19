#include "movement.h"

#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/input/keys/keys.h"
#include "bench/stats/mean.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/random.h"
#include "peak_after.h"
#include "side.h"

const char *rm_method_name(rm_method method) {
    static const char *const names[] = {"exact", "independent", "sampled"};
    return names[method];
}

/* Without keys nothing is searched, and an index would be built for nothing. */
static void place(rm_side *side, uint64_t set) {
    if (!rm_keys_wanted(side->cell.options))
        side->cell = rm_cell_unindexed(&side->cell);
    rm_side_place(side, set);
}

rm_cell rm_changed_cell(const rm_cell *cell, const rm_change *change) {
    rm_cell after = *cell;
    if (change->kind == RM_CHANGE_VNODES || change->kind == RM_CHANGE_TOTAL_POINTS) {
        after.vnodes = change->kind == RM_CHANGE_VNODES ? change->number : 0;
        after.total_points = change->kind == RM_CHANGE_TOTAL_POINTS ? change->number : 0;
    }
    if (change->kind == RM_CHANGE_HASH) {
        after.hash = change->hash;
        after.node_hash = cell->node_hash ? change->hash : NULL;
    }
    return after;
}

/* Fills `after` in place, since its placement borrows its list. */
static void make_changed(const rm_side *before, const rm_change *change, uint64_t set, size_t node,
                         rm_side *after) {
    *after =
        (rm_side){.cell = rm_changed_cell(&before->cell, change), .list = rm_nodes_copy(&before->list, 1)};
    rm_change_apply(change, before->cell.options, set, node, &after->list);
    after->cell = rm_cell_keeping(&after->cell, before->placement, &after->list.nodes);
    place(after, set);
}

static rmk_move_figures figures_of(const rmk_movement *movement, const rm_side *before, const rm_side *after,
                                   const rm_change *change) {
    rmk_move_figures figures;
    rm_check(rmk_movement_figures(movement, &before->list.nodes, &after->list.nodes,
                                  rm_change_is_of_placement(change), NULL, &figures),
             "movement");
    return figures;
}

/* Compares by exact maps; returns RMK_UNSUPPORTED where maps of both cannot be compared. */
static rmk_status compare_maps(const rm_side *before, const rm_side *after, const rm_change *change,
                               rmk_move_figures *figures) {
    rmk_movement movement;
    if (!before->mapped || !after->mapped)
        return RMK_UNSUPPORTED;
    rmk_status status = rmk_movement_between(&before->map, &after->map, NULL, &movement);
    if (status)
        return status;
    *figures = figures_of(&movement, before, after, change);
    rmk_movement_destroy(&movement);
    return RMK_OK;
}

/* Under two key hashes the owners of a key are independent: it stays with chance sum(a_i b_i), where a_i
 * and b_i are the shares of node i before and after. */
static rmk_status compare_independent(const rm_side *before, const rm_side *after,
                                      rmk_move_figures *figures) {
    rm_ownership a, b;
    uint32_t limit = before->list.nodes.id_limit;
    rmk_status status = rm_own_exactly(before->placement, limit, 1, &a);
    if (status)
        return status;
    status = rm_own_exactly(after->placement, limit, 1, &b);
    if (!status) {
        double stays = a.nobody / a.total * (b.nobody / b.total);
        for (uint32_t id = 0; id < limit; id++)
            stays += a.amounts[id] / a.total * (b.amounts[id] / b.total);
        *figures = (rmk_move_figures){1 - stays, 0, 1 - stays, 1 - stays, NAN, NAN};
        rm_ownership_free(&b);
    }
    rm_ownership_free(&a);
    return status;
}

/* Gives the weight of a key in the whole units in which movements are counted: parts of 2^-32 where
 * weights may be fractions. */
static rmk_u128 units_of(const rm_key_block *block, size_t i) {
    return block->weights ? (rmk_u128)(fmin(block->weights[i], 0x1p40) * 0x1p32) : 1;
}

static rmk_u128 count_block(const rm_side *before, const rm_side *after, const rm_key_block *block,
                            rmk_pairs *pairs) {
    rmk_u128 total = 0;
    for (size_t i = 0; i < block->count; i++) {
        rmk_u128 units = units_of(block, i);
        total += units;
        if (before->owners[i] != after->owners[i] &&
            !rmk_pairs_add(pairs, before->owners[i], after->owners[i], units))
            rm_check(RMK_NO_MEMORY, "movement");
    }
    return total;
}

/* Counts figures over keys. `copies` collects what happens to replica sets too; it is NULL where maps tell
 * that. */
static rmk_move_figures sample(rm_side *before, rm_side *after, const rm_change *change,
                               const rm_options *options, uint64_t seed, rm_replica_count *copies,
                               double *keys_counted) {
    rm_side_open_hasher(before);
    rm_side_open_hasher(after);
    rmk_pairs pairs = {.allocator = rmk_default_allocator()};
    rmk_movement movement = {0};
    rm_keys *keys = rm_keys_open(options, options->key_bytes.items[0], seed, false);
    rm_key_block block;
    for (uint64_t number = 1; !rm_interrupted() && rm_keys_next(keys, &block); number += block.count) {
        rm_side_locate(before, options, &block, number);
        rm_side_locate(after, options, &block, number);
        movement.total += count_block(before, after, &block, &pairs);
        for (size_t i = 0; copies && i < block.count; i++)
            rm_replica_count_add(copies, block.keys[i], before->values[i], units_of(&block, i));
        *keys_counted += block.weights ? 0 : (double)block.count;
    }
    rm_keys_close(keys);
    rm_check_counted(options, movement.total > 0);
    rm_check(rmk_pairs_sort(&pairs), "movement");
    movement.transfers = pairs.table;
    movement.count = pairs.count;
    for (size_t i = 0; i < pairs.count; i++)
        movement.moved += pairs.table[i].values;
    rmk_move_figures figures = figures_of(&movement, before, after, change);
    rmk_pairs_destroy(&pairs);
    return figures;
}

static rm_replica_count *copies_of(const rm_side *before, const rm_side *after) {
    const rm_options *options = before->cell.options;
    if (options->replicas == 1)
        return NULL;
    return rm_replica_count_open(before->placement, after->placement, options->replicas, options->zone_aware);
}

/* Makes one comparison by the best method there is, and by keys beside it where they are wanted. */
static rm_moved compare(rm_side *before, rm_side *after, const rm_change *change, const rm_options *with_keys,
                        uint64_t seed) {
    rm_moved moved = {.method = RM_BY_MAP, .replicas = {NAN, NAN, NAN}, .peak_after = NAN};
    bool same_keys = before->cell.hash == after->cell.hash;
    rmk_status status = same_keys ? compare_maps(before, after, change, &moved.figures)
                                  : compare_independent(before, after, &moved.figures);
    if (status != RMK_UNSUPPORTED)
        rm_check(status, "movement");
    if (!same_keys)
        moved.method = RM_INDEPENDENT;
    if (status == RMK_UNSUPPORTED) {
        moved.method = RM_SAMPLED;
        rm_replica_count *copies = copies_of(before, after);
        moved.figures = sample(before, after, change, with_keys, seed, copies, &moved.keys);
        if (copies)
            moved.replicas = rm_replica_count_close(copies, rm_change_is_of_placement(change));
    } else if (rm_keys_wanted(before->cell.options)) {
        moved.has_sampled = true;
        moved.sampled = sample(before, after, change, with_keys, seed, NULL, &moved.keys);
    }
    if (after->mapped)
        moved.peak_after = rm_peak_of_map(&after->map, &after->list.nodes);
    uint64_t replicas = before->cell.options->replicas;
    if (same_keys && replicas > 1 && moved.method != RM_SAMPLED)
        moved.replicas = rm_replicas_between(before->placement, after->placement, replicas,
                                             before->cell.options->zone_aware,
                                             rm_change_is_of_placement(change));
    return moved;
}

/* Means of figures. Not every set has heirs, so each mean counts its own values. */
typedef struct means {
    rm_mean moved, ideal, collateral, heirs, worst_heir;
} means;

static void add_figures(means *m, const rmk_move_figures *f) {
    rm_mean_add(&m->moved, f->moved);
    rm_mean_add(&m->ideal, f->ideal);
    rm_mean_add(&m->collateral, f->collateral);
    if (!isnan(f->heirs))
        rm_mean_add(&m->heirs, f->heirs);
    if (!isnan(f->worst_heir))
        rm_mean_add(&m->worst_heir, f->worst_heir);
}

static rmk_move_figures figures_of_means(const means *m) {
    double moved = rm_mean_of(&m->moved), ideal = rm_mean_of(&m->ideal);
    return (rmk_move_figures){moved,
                              ideal,
                              moved - ideal,
                              rm_mean_of(&m->collateral),
                              rm_mean_of(&m->heirs),
                              rm_mean_of(&m->worst_heir)};
}

typedef struct replica_means {
    rm_mean moved, collateral, sets_changed;
} replica_means;

static void add_replicas(replica_means *m, const rm_replicas_moved *moved) {
    rm_mean_add(&m->moved, moved->moved);
    rm_mean_add(&m->collateral, moved->collateral);
    rm_mean_add(&m->sets_changed, moved->sets_changed);
}

/* With points per node a removal moves what the node owned and nothing else: one pass tells all of them. */
static rmk_move_figures remove_each_by_ring(const rm_side *before, const rmk_ring *ring) {
    const rmk_nodes *nodes = &before->list.nodes;
    const rmk_domain *domain = &before->placement->domain;
    rmk_removal *removals = rm_calloc(rmk_ring_id_limit(ring), sizeof *removals);
    rm_check(rmk_ring_removals(ring, domain, rmk_default_allocator(), removals), "movement");
    rm_wide total = (rm_wide)rmk_domain_total(domain), serving_weight = (rm_wide)rmk_serving_weight(nodes);
    means m = {0};
    for (size_t i = 0; i < nodes->count; i++) {
        double fair = rmk_fair_share(nodes->list + i, serving_weight);
        if (!(fair > 0))
            continue;
        const rmk_removal *removal = removals + nodes->list[i].id;
        rm_mean_add(&m.moved, (rm_wide)removal->moved / total);
        rm_mean_add(&m.ideal, (rm_wide)nodes->list[i].weight / serving_weight);
        rm_mean_add(&m.collateral, 0);
        rm_mean_add(&m.heirs, removal->heirs);
        if (removal->moved)
            rm_mean_add(&m.worst_heir, (rm_wide)removal->heaviest / (rm_wide)removal->moved);
    }
    free(removals);
    return figures_of_means(&m);
}

static rm_options options_for_each(const rm_options *options, size_t removals) {
    rm_options with = rm_with_keys(options);
    if (!rm_keys_wanted(options))
        with.keys = removals < 10 ? RM_DEFAULT_KEYS / removals : RM_DEFAULT_KEYS / 10;
    return with;
}

static rm_moved remove_each(rm_side *before, const rm_change *change, uint64_t set, uint64_t seed) {
    const rmk_nodes *nodes = &before->list.nodes;
    rm_options with = options_for_each(before->cell.options, rmk_nodes_serving(nodes));
    means exact = {0}, sampled = {0};
    replica_means replicas = {0};
    rm_mean peak = {0};
    rm_moved moved = {.method = RM_BY_MAP};
    for (size_t i = 0; i < nodes->count && !rm_interrupted(); i++) {
        if (!rmk_node_serves(nodes->list + i))
            continue;
        rm_side after;
        make_changed(before, change, set, i, &after);
        rm_moved one = compare(before, &after, change, &with, rm_mix(seed, i));
        rm_side_free(&after);
        moved.method = one.method;
        moved.has_sampled = one.has_sampled;
        moved.keys += one.keys;
        add_figures(&exact, &one.figures);
        add_figures(&sampled, &one.sampled);
        add_replicas(&replicas, &one.replicas);
        rm_mean_add(&peak, one.peak_after);
    }
    moved.figures = figures_of_means(&exact);
    moved.sampled = figures_of_means(&sampled);
    moved.peak_after = rm_mean_of(&peak);
    moved.replicas = (rm_replicas_moved){rm_mean_of(&replicas.moved), rm_mean_of(&replicas.collateral),
                                         rm_mean_of(&replicas.sets_changed)};
    return moved;
}

static rm_moved change_one(rm_side *before, const rm_change *change, uint64_t set, uint64_t seed) {
    size_t node = rm_change_place(change, &before->list);
    bool returns = change->kind == RM_CHANGE_RETURN && rm_change_can_return(change, &before->list);
    if (change->node && node == SIZE_MAX && !returns)
        rm_fail("--change %s: set %llu has no node '%s'", change->text, (unsigned long long)set,
                change->node);
    rm_options with = rm_with_keys(before->cell.options);
    rm_side after;
    make_changed(before, change, set, node, &after);
    rm_moved moved = compare(before, &after, change, &with, seed);
    rm_side_free(&after);
    return moved;
}

rm_moved rm_measure_change(const rm_cell *cell, const rm_change *change, uint64_t set) {
    rm_side before = {.cell = *cell, .list = rm_cell_nodes(cell, set)};
    place(&before, set);
    uint64_t seed = rm_keys_seed(cell, set);
    const rmk_ring *ring = rmk_placement_ring(before.placement);
    rm_moved moved = {.method = RM_BY_MAP, .replicas = {NAN, NAN, NAN}, .peak_after = NAN};
    if (change->kind != RM_CHANGE_REMOVE_EACH) {
        moved = change_one(&before, change, set, seed);
    } else if (ring && !cell->total_points && !rm_keys_wanted(cell->options)) {
        moved.figures = remove_each_by_ring(&before, ring);
        moved.peak_after = rm_peak_after_removing_each(before.placement);
        if (cell->options->replicas > 1)
            moved.replicas = rm_replicas_removing_each(before.placement, cell->options->replicas,
                                                       cell->options->zone_aware);
    } else {
        moved = remove_each(&before, change, set, seed);
    }
    if (cell->algorithm->can & RMK_HAS_POINTS)
        moved.points = before.placement->algorithm->points(before.placement).count;
    moved.serving = rmk_nodes_serving(&before.list.nodes);
    rm_side_free(&before);
    return moved;
}
