/* shares.c - what each node owns: exact, and counted over keys. */
#include <stdlib.h>

#include "bench/cli/command.h"
#include "bench/input/nodes/zones.h"
#include "bench/output/output.h"
#include "bench/stats/mean.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "ownership.h"

enum { NODE, WEIGHT, POINTS, METHOD, SHARE, RELATIVE_SHARE, KEYS, KEY_SHARE, NODES, COLUMN_COUNT };

static const char *const columns[] = {"node",           "weight", "points",    "method", "share",
                                      "relative_share", "keys",   "key_share", "nodes"};

typedef struct table {
    const rmk_nodes *nodes;
    rm_ownership exact, counted; /* `amounts` is NULL in the one that is not measured */
    uint64_t *points;            /* points by id; NULL: the algorithm has none */
    bool *gone;                  /* by place in the list: the node left before, and is no row */
    double replicas;             /* copies of each key; shares are of all of them */
} table;

static uint64_t *count_points(const rmk_placement *placement, uint32_t id_limit) {
    if (!(placement->algorithm->can & RMK_HAS_POINTS))
        return NULL;
    uint64_t *counts = rm_calloc(id_limit, sizeof *counts);
    rmk_points points = placement->algorithm->points(placement);
    for (size_t i = 0; i < points.count; i++)
        counts[points.owners[i]]++;
    return counts;
}

/* Measures exact values where a map exists and counts keys where not, and beside it where keys were asked
 * for. */
static void fill(const rm_cell *cell, const rmk_placement *placement, table *t) {
    const rm_options *options = cell->options;
    uint32_t limit = t->nodes->id_limit;
    t->points = count_points(placement, limit);
    rmk_status status = rm_own_replicas(placement, limit, options->replicas, options->zone_aware, &t->exact);
    if (status != RMK_UNSUPPORTED)
        rm_check(status, "%s", cell->algorithm->name);
    if (status == RMK_UNSUPPORTED || rm_keys_wanted(options))
        rm_own_sampled(cell, placement, limit, options->replicas, rm_keys_seed(cell, 0), &t->counted, NULL);
}

/* Sets the columns that come from amounts: `exact` and `counted` are those of one node or group. */
static void put_amounts(const table *t, double exact, double counted, double fair, rm_row *row) {
    double share = t->exact.amounts ? exact / t->exact.total : counted / t->counted.total;
    share /= t->replicas;
    rm_row_text(row, METHOD, t->exact.amounts ? "exact" : "sampled");
    if (t->exact.amounts)
        rm_row_exact(row, SHARE, share);
    else
        rm_row_real(row, SHARE, share);
    if (fair > 0)
        rm_row_real(row, RELATIVE_SHARE, share / fair);
    if (!t->counted.amounts)
        return;
    rm_put_keys(counted, KEYS, row);
    rm_row_real(row, KEY_SHARE, counted / t->counted.total / t->replicas);
}

static double amount(const rm_ownership *owned, uint32_t id) {
    return owned->amounts ? owned->amounts[id] : 0;
}

static void write_nodes(const rm_options *options, const table *t, rm_output *output) {
    double serving_weight = rmk_serving_weight(t->nodes);
    for (size_t i = 0; i < t->nodes->count && !rm_interrupted(); i++) {
        const rmk_node *node = t->nodes->list + i;
        if (t->gone[i])
            continue;
        rm_row row = {0};
        rm_row_bytes(&row, NODE, rm_node_shown(options, node));
        rm_row_count(&row, WEIGHT, node->weight);
        if (t->points)
            rm_row_count(&row, POINTS, t->points[node->id]);
        put_amounts(t, amount(&t->exact, node->id), amount(&t->counted, node->id),
                    rmk_fair_share(node, serving_weight), &row);
        rm_output_row(output, &row);
    }
}

/* What the nodes of a group add up to. */
typedef struct sums {
    uint64_t nodes, weight, points;
    rm_wide exact, counted, fair;
} sums;

static sums *sum_groups(const table *t, const rm_groups *groups) {
    sums *all = rm_calloc(groups->count, sizeof *all);
    double serving_weight = rmk_serving_weight(t->nodes);
    for (size_t i = 0; i < t->nodes->count; i++) {
        const rmk_node *node = t->nodes->list + i;
        if (t->gone[i])
            continue;
        sums *group = all + groups->of[i];
        group->nodes++;
        group->weight += node->weight;
        group->points += t->points ? t->points[node->id] : 0;
        group->exact += amount(&t->exact, node->id);
        group->counted += amount(&t->counted, node->id);
        group->fair += rmk_fair_share(node, serving_weight);
    }
    return all;
}

static void write_groups(const rm_options *options, const table *t, rm_output *output) {
    rm_groups groups = rm_groups_of(options->group_by, t->nodes);
    sums *all = sum_groups(t, &groups);
    for (size_t g = 0; g < groups.count && !rm_interrupted(); g++) {
        rm_row row = {0};
        rm_row_bytes(&row, NODE, groups.names[g]);
        rm_row_count(&row, WEIGHT, all[g].weight);
        if (t->points)
            rm_row_count(&row, POINTS, all[g].points);
        put_amounts(t, (double)all[g].exact, (double)all[g].counted, (double)all[g].fair, &row);
        rm_row_count(&row, NODES, all[g].nodes);
        rm_output_row(output, &row);
    }
    free(all);
    rm_groups_free(&groups);
}

static void write_rows(const rm_options *options, const table *t) {
    rm_output *output = rm_output_open(options, columns, COLUMN_COUNT);
    if (options->group_by == RM_GROUP_NONE)
        write_nodes(options, t, output);
    else
        write_groups(options, t, output);
    if (!rm_interrupted() && (t->exact.nobody > 0 || t->counted.nobody > 0)) {
        rm_row row = {0};
        put_amounts(t, t->exact.nobody * t->replicas, t->counted.nobody * t->replicas, 0, &row);
        rm_output_row(output, &row);
    }
    rm_output_close(output);
}

static int shares(const rm_options *options) {
    rm_cells cells = rm_cells_of(options, false);
    rm_check_keys(options, 1);
    rm_node_list list = rm_cell_nodes(cells.list, 0);
    table t = {.nodes = &list.nodes, .gone = rm_nodes_gone(&list), .replicas = (double)options->replicas};
    rmk_placement *placement = rm_cell_place_list(cells.list, &list, 0);
    rm_interrupts_watch();
    fill(cells.list, placement, &t);
    write_rows(options, &t);
    rm_ownership_free(&t.exact);
    rm_ownership_free(&t.counted);
    free(t.points);
    free(t.gone);
    rmk_placement_destroy(placement);
    rm_nodes_free(&list);
    rm_cells_free(&cells);
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_PLACEMENT_OPTIONS, RM_OPT_HASH_TAG, RM_KEY_OPTIONS,
                                     RM_REPLICA_OPTIONS,   RM_OPT_GROUP_BY, RM_OPTION_END};

const rm_command rm_command_shares = {
    .name = "shares",
    .question = "What does each of my nodes own?",
    .example = "ringmark shares --nodes 5 --keys 100000",
    .options = takes,
    .run = shares,
};
