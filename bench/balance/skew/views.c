#include "views.h"

#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/stats/mean.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/random.h"
#include "core/ring/sort.h"

/* The ends of all maps' arcs, ascending, each with the number of its map. */
typedef struct ends {
    uint64_t *positions;
    uint32_t *maps;
    size_t count;
} ends;

static rmk_status sort_ends(const rmk_map *maps, size_t count, ends *all) {
    size_t total = 0, used = 0;
    for (size_t m = 0; m < count; m++)
        total += maps[m].count;
    if (total > RMK_MAX_POINTS)
        return RMK_LIMIT;
    all->count = total;
    all->positions = rm_alloc(total * sizeof *all->positions);
    all->maps = rm_alloc(total * sizeof *all->maps);
    for (size_t m = 0; m < count; m++)
        for (size_t i = 0; i < maps[m].count; i++, used++) {
            all->positions[used] = maps[m].ends[i];
            all->maps[used] = (uint32_t)m;
        }
    return rmk_sort_points(all->positions, all->maps, total, 1, NULL);
}

/* The state of a sweep over the circle. The stretch at hand lies between two neighbouring ends of arcs, so
 * each map gives it to one node; a node holds it when at least one map does. */
typedef struct holders {
    uint32_t *views; /* by id: how many maps give the node the stretch */
    rmk_u128 *since; /* by id: how many key-hash values lie before the node's current run of stretches */
    rmk_u128 *loads; /* by id: how many key-hash values its finished runs of stretches have */
    uint32_t id_limit;
    size_t nodes; /* that hold the stretch */
} holders;

static void begin(holders *h, uint32_t id, rmk_u128 until) {
    if (id >= h->id_limit || h->views[id]++)
        return;
    h->since[id] = until;
    h->nodes++;
}

static void end(holders *h, uint32_t id, rmk_u128 until) {
    if (id >= h->id_limit || --h->views[id])
        return;
    h->loads[id] += until - h->since[id];
    h->nodes--;
}

/* Passes over the circle once. The last arc of every map ends with the circle, so nobody holds anything
 * after the loop, and no load is left to add. */
static void sweep(const rmk_map *maps, size_t count, const ends *all, holders *h, double *mean,
                  double *most) {
    size_t *at = rm_calloc(count, sizeof *at);
    const rmk_domain *domain = &maps->domain;
    rmk_u128 before = 0;
    rm_wide sum = 0;
    *most = 0;
    for (size_t m = 0; m < count; m++)
        begin(h, maps[m].owners[0], 0);
    for (size_t i = 0; i < all->count;) {
        uint64_t position = all->positions[i];
        rmk_u128 until = rmk_domain_until(domain, position);
        sum += (rm_wide)(until - before) * (rm_wide)h->nodes;
        if (until > before)
            *most = fmax(*most, (double)h->nodes);
        before = until;
        for (; i < all->count && all->positions[i] == position; i++) {
            const rmk_map *map = maps + all->maps[i];
            end(h, map->owners[at[all->maps[i]]++], until);
            if (at[all->maps[i]] < map->count)
                begin(h, map->owners[at[all->maps[i]]], until);
        }
    }
    *mean = (double)(sum / (rm_wide)rmk_domain_total(domain));
    free(at);
}

rmk_status rm_views_merge(const rmk_map *maps, size_t count, uint32_t id_limit, double *spread_mean,
                          double *spread_max, rmk_u128 *loads) {
    ends all = {0};
    rmk_status status = sort_ends(maps, count, &all);
    if (!status) {
        holders h = {.views = rm_calloc(id_limit, sizeof *h.views),
                     .since = rm_calloc(id_limit, sizeof *h.since),
                     .loads = loads,
                     .id_limit = id_limit};
        for (uint32_t id = 0; id < id_limit; id++)
            loads[id] = 0;
        sweep(maps, count, &all, &h, spread_mean, spread_max);
        free(h.views);
        free(h.since);
    }
    free(all.positions);
    free(all.maps);
    return status;
}

/* Draws the nodes that one client sees into `seen`, in the order of the list, and returns how many. A client
 * that would see none is given one at random, because a placement needs a node. */
static size_t draw_view(const rmk_nodes *nodes, rm_random *random, rmk_node *seen) {
    size_t count = 0, serving = rmk_nodes_serving(nodes);
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i) && rm_random_next(random) >> 63)
            seen[count++] = nodes->list[i];
    if (count)
        return count;
    size_t skip = (size_t)rm_random_below(random, serving);
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i) && skip-- == 0)
            seen[count++] = nodes->list[i];
    return count;
}

/* Makes the map of what one client sees; returns false when the placement has no arcs to export. */
static bool map_view(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set, rm_random *random,
                     rmk_map *map) {
    rmk_node *seen = rm_calloc(nodes->count, sizeof *seen);
    rmk_nodes view = {seen, draw_view(nodes, random, seen), nodes->id_limit};
    rm_cell plain = rm_cell_unindexed(cell);
    rmk_placement *placement = rm_cell_place(&plain, &view, set);
    rmk_status status = rmk_placement_map(placement, map);
    if (status != RMK_UNSUPPORTED)
        rm_check(status, "--views");
    rmk_placement_destroy(placement);
    free(seen);
    if (status == RMK_OK && map->kind != RMK_MAP_ARCS) {
        rmk_map_destroy(map);
        status = RMK_UNSUPPORTED;
    }
    return status == RMK_OK;
}

static double largest_load(const rmk_nodes *nodes, const rmk_u128 *loads, rmk_u128 total) {
    double most = 0, serving_weight = rmk_serving_weight(nodes);
    for (size_t i = 0; i < nodes->count; i++)
        if (rmk_node_serves(nodes->list + i))
            most = fmax(most, (double)loads[nodes->list[i].id] / (double)total /
                                  rmk_fair_share(nodes->list + i, serving_weight));
    return most;
}

rm_views rm_views_measure(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set) {
    rm_views views = {0};
    size_t wanted = (size_t)cell->options->views, made = 0;
    rm_random random = rm_random_seeded(rm_mix(rm_cell_seed(cell, "views"), set));
    rmk_map *maps = rm_calloc(wanted, sizeof *maps);
    while (made < wanted && !rm_interrupted() && map_view(cell, nodes, set, &random, maps + made))
        made++;
    if (made == wanted) {
        rmk_u128 *loads = rm_calloc(nodes->id_limit, sizeof *loads);
        rm_check(rm_views_merge(maps, made, nodes->id_limit, &views.spread_mean, &views.spread_max, loads),
                 "--views");
        views.load_max = largest_load(nodes, loads, rmk_domain_total(&maps->domain));
        views.measured = true;
        free(loads);
    }
    for (size_t i = 0; i < made; i++)
        rmk_map_destroy(maps + i);
    free(maps);
    return views;
}
