#include "set.h"

#include <math.h>
#include <stdlib.h>

#include "bench/cells/limits.h"
#include "bench/input/nodes/zones.h"
#include "bench/stats/p_values/counts.h"
#include "bench/support/fail.h"

/* Adds parts up by zone or host; those in which no node can own anything are left out. */
static rm_parts parts_of_groups(rm_grouping by, const rmk_nodes *nodes, const rm_parts *parts) {
    rm_groups groups = rm_groups_of(by, nodes);
    rm_parts sums = rm_parts_of_size(groups.count);
    for (size_t i = 0; i < parts->count; i++) {
        size_t at = groups.of[parts->places[i]];
        sums.shares[at] += parts->shares[i];
        sums.fair[at] += parts->fair[i];
        sums.weights[at] += parts->weights[i];
    }
    for (size_t g = 0; g < groups.count; g++) {
        if (!(sums.weights[g] > 0))
            continue;
        size_t at = sums.count++;
        sums.shares[at] = sums.shares[g];
        sums.fair[at] = sums.fair[g];
        sums.weights[at] = sums.weights[g];
    }
    rm_groups_free(&groups);
    return sums;
}

/* Returns how far points are from the weights at worst. Points that lost their place to another count too:
 * the ring was given them. */
static double rounding_of(const rmk_nodes *nodes, const rmk_points *points, const rm_parts *parts) {
    double *counts = rm_calloc(nodes->id_limit, sizeof *counts), worst = 0,
           serving_weight = rmk_serving_weight(nodes);
    for (size_t i = 0; i < points->count; i++)
        if (points->owners[i] < nodes->id_limit)
            counts[points->owners[i]]++;
    for (size_t i = 0; i < parts->count; i++) {
        double part = counts[nodes->list[parts->places[i]].id] / (double)points->count;
        worst = fmax(worst, fabs(part * serving_weight / parts->weights[i] - 1));
    }
    free(counts);
    return worst;
}

static void measure_points(const rmk_placement *placement, const rm_parts *parts, rm_skew_set *f) {
    f->rounding = NAN;
    if (!(placement->algorithm->can & RMK_HAS_POINTS))
        return;
    rmk_points points = placement->algorithm->points(placement);
    f->points = (double)points.count;
    f->lost = (double)rm_points_lost(&points);
    if (points.count)
        f->rounding = rounding_of(placement->nodes, &points, parts);
}

/* Measures slots. A node that deserves nothing is expected to have none and does not count. */
static void measure_slots(const rmk_placement *placement, const rm_parts *parts, rm_skew_set *f) {
    if (!(placement->algorithm->can & RMK_HAS_MAP))
        return;
    rmk_map map;
    rm_check(rmk_placement_map(placement, &map), "the slots of %s", placement->algorithm->name);
    f->slotted = map.kind == RMK_MAP_SLOTS && rm_all_equal(parts->weights, parts->count);
    if (f->slotted) {
        double *slots = rm_calloc(placement->nodes->id_limit, sizeof *slots), most = 0, fewest = INFINITY;
        for (size_t i = 0; i < map.count; i++)
            if (map.owners[i] != RMK_NOBODY)
                slots[map.owners[i]]++;
        for (size_t i = 0; i < parts->count; i++) {
            double has = slots[placement->nodes->list[parts->places[i]].id];
            most = fmax(most, has);
            fewest = fmin(fewest, has);
        }
        f->slot_difference = most - fewest;
        free(slots);
    }
    rmk_map_destroy(&map);
}

static void measure_groups(const rm_options *options, const rmk_nodes *nodes, const rm_parts *parts,
                           bool first, rm_skew_set *f) {
    if (options->group_by == RM_GROUP_NONE)
        return;
    rm_parts groups = parts_of_groups(options->group_by, nodes, parts);
    f->groups = rm_evenness_of(&groups);
    if (first) {
        f->group_weights = rm_keep(groups.weights, groups.count);
        f->groups_serving = groups.count;
    }
    rm_parts_free(&groups);
}

/* Judges counts where nothing exact exists: keys beside what chance does to them, and the placement by its
 * own rule. */
static void judge_counts(const rm_cell *cell, const rm_parts *parts, rm_skew_set *f) {
    bool probing = cell->algorithm->can & RMK_CAN_PROBES;
    double probes = cell->options->probes ? (double)cell->options->probes : RMK_DEFAULT_PROBES;
    /* keys of different weight or popularity are not independent, nor are the replicas of one */
    if (!f->keys.banded || cell->options->replicas > 1)
        return;
    f->keys.p_uniform = rm_counts_p(parts->shares, parts->fair, parts->count, f->keys.keys);
    f->keys.ideal_cv =
        rm_counts_cv(parts->fair, parts->count, f->keys.keys, probing ? rm_probes_cv(probes) : 0);
}

static void measure_set(const rm_cell *cell, const rmk_placement *placement, uint64_t set, rm_skew_set *f) {
    const rm_options *options = cell->options;
    const rmk_nodes *nodes = placement->nodes;
    rm_ownership exact = {0}, counted = {0};
    rm_popularity popular = {0};
    rmk_status status =
        rm_own_replicas(placement, nodes->id_limit, options->replicas, options->zone_aware, &exact);
    f->exact = status == RMK_OK;
    if (status != RMK_UNSUPPORTED)
        rm_check(status, "%s", cell->algorithm->name);
    if (!f->exact || (set == 0 && rm_keys_wanted(options)))
        rm_own_sampled(cell, placement, nodes->id_limit, options->replicas, rm_keys_seed(cell, set), &counted,
                       set == 0 ? &popular : NULL);
    rm_parts parts = rm_parts_of_nodes(nodes, f->exact ? &exact : &counted, options->replicas);
    f->nodes = rm_evenness_of(&parts);
    measure_groups(options, nodes, &parts, set == 0, f);
    measure_points(placement, &parts, f);
    measure_slots(placement, &parts, f);
    if (set == 0) {
        f->weights = rm_keep(parts.weights, parts.count);
        f->serving = parts.count;
    }
    if (set == 0 && counted.amounts)
        f->keys = rm_skew_judge(options, nodes, &parts, f->exact, f->points,
                                (double)rmk_domain_total(&placement->domain), &counted, &popular);
    if (!f->exact && set == 0)
        judge_counts(cell, &parts, f);
    rm_parts_free(&parts);
    rm_popularity_free(&popular);
    rm_ownership_free(&exact);
    rm_ownership_free(&counted);
}

void rm_skew_measure(const rm_cell *cell, uint64_t set, rm_skew_set *f) {
    rm_node_list list = rm_cell_nodes(cell, set);
    bool searched = set == 0 && rm_keys_wanted(cell->options);
    rm_cell plain = rm_cell_unindexed(cell);
    rmk_placement *placement = rm_cell_place_list(searched ? cell : &plain, &list, set);
    measure_set(cell, placement, set, f);
    rmk_placement_destroy(placement);
    if (cell->options->views) {
        rm_cell_check_views(cell, (uint64_t)f->points);
        f->views = rm_views_measure(cell, &list.nodes, set);
    }
    rm_nodes_free(&list);
}

void rm_skew_set_free(rm_skew_set *f) {
    free(f->weights);
    free(f->group_weights);
}
