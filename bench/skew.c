/* skew.c - how even is it: exact shares of every cell over its name sets, beside the ideal. */
#include <math.h>
#include <stdlib.h>

#include "command.h"
#include "ownership.h"
#include "stats/ideal.h"
#include "stats/mean.h"
#include "stats/quantile.h"
#include "support/fail.h"
#include "support/parallel.h"
#include "support/progress.h"

#define CONFIDENCE 0.95

enum {
    SETS = RM_CELL_COLUMN_COUNT,
    REPLICAS,
    METHOD,
    PEAK_MEAN,
    PEAK_P50,
    PEAK_P95,
    PEAK_P99,
    PEAK_MAX,
    MIN_MEAN,
    CV,
    EFFECTIVE_VNODES,
    IDEAL_PEAK_MEAN,
    IDEAL_CV,
    POINTS_LOST,
    KEYS,
    SAMPLED_PEAK,
    SAMPLED_BAND_LOW,
    SAMPLED_BAND_HIGH,
    COLUMN_COUNT
};

static const char *const columns[] = {
    RM_CELL_COLUMNS,    "sets",     "replicas",    "method",   "peak_mean",    "peak_p50",
    "peak_p95",         "peak_p99", "peak_max",    "min_mean", "cv",           "effective_vnodes",
    "ideal_peak_mean",  "ideal_cv", "points_lost", "keys",     "sampled_peak", "sampled_band_low",
    "sampled_band_high"};

/* Keys of set 0: how uneven they fell, and how uneven they may have fallen. */
typedef struct sampled {
    double keys, peak, low, high;
    bool counted, banded;
} sampled;

/* One name set of one cell. */
typedef struct figures {
    double peak, least, cv_squared;
    double points, lost;
    bool exact;
    double *weights; /* set 0 only: of the nodes that can own something */
    size_t able;
    sampled sampled; /* set 0 only */
} figures;

typedef struct run {
    const rm_options *options;
    rm_cells cells;
    figures *sets; /* of cell c from c * options->sets on */
    rm_output *output;
    rm_progress *progress;
} run;

static double fair_part(const run *r, const rmk_node *node, double live) {
    return (double)r->options->replicas * rmk_fair_share(node, live);
}

static void measure(const run *r, const rmk_nodes *nodes, const rm_ownership *owned, figures *f) {
    f->least = INFINITY;
    double squares = 0, able = 0, live = rmk_live_weight(nodes);
    for (size_t i = 0; i < nodes->count; i++) {
        if (!rm_node_is_able(nodes->list + i))
            continue;
        double relative = owned->amounts[nodes->list[i].id] / owned->total /
                          fair_part(r, nodes->list + i, live);
        f->peak = fmax(f->peak, relative);
        f->least = fmin(f->least, relative);
        squares += (relative - 1) * (relative - 1);
        able++;
    }
    f->cv_squared = squares / able;
}

/* The largest relative count, and its band around the exact shares, or around the fair ones without any. */
static void measure_sample(const run *r, const rmk_nodes *nodes, const rm_ownership *counted,
                           const rm_ownership *exact, sampled *s) {
    double *shares = rm_calloc(nodes->count, sizeof *shares), *fair = rm_calloc(nodes->count, sizeof *fair);
    double live = rmk_live_weight(nodes);
    size_t able = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        if (!rm_node_is_able(nodes->list + i))
            continue;
        fair[able] = fair_part(r, nodes->list + i, live);
        shares[able] = exact ? exact->amounts[nodes->list[i].id] / exact->total : fair[able];
        s->peak = fmax(s->peak, counted->amounts[nodes->list[i].id] / counted->total / fair[able++]);
    }
    s->keys = counted->total;
    s->counted = true;
    /* keys of different weight, or drawn again and again, are not independent: no band */
    if (!r->options->key_weights && r->options->key_dist != RM_KEYS_ZIPF)
        s->banded = rm_sampled_peak_band(shares, fair, able, s->keys, CONFIDENCE, &s->low, &s->high);
    free(shares);
    free(fair);
}

static double *able_weights(const rmk_nodes *nodes, size_t *able) {
    double *weights = rm_calloc(nodes->count, sizeof *weights);
    *able = 0;
    for (size_t i = 0; i < nodes->count; i++)
        if (rm_node_is_able(nodes->list + i))
            weights[(*able)++] = (double)nodes->list[i].weight;
    return weights;
}

static void count_points(const rmk_placement *placement, figures *f) {
    if (!(placement->algorithm->can & RMK_HAS_POINTS))
        return;
    rmk_points points = placement->algorithm->points(placement);
    f->points = (double)points.count;
    f->lost = (double)rm_points_lost(&points);
}

static void work_set(const run *r, const rm_cell *cell, uint64_t set, figures *f) {
    rm_node_list list = rm_nodes_of(r->options, cell->nodes, set);
    const rmk_nodes *nodes = &list.nodes;
    bool sampling = set == 0 && rm_keys_wanted(r->options);
    rm_cell plain = rm_cell_unindexed(cell);
    rmk_placement *placement = rm_cell_place(sampling ? cell : &plain, nodes, set);
    rm_ownership exact = {0}, counted = {0};
    rmk_status status = rm_own_exactly(placement, nodes->id_limit, r->options->replicas, &exact);
    f->exact = status == RMK_OK;
    if (status != RMK_UNSUPPORTED)
        rm_check(status, "%s", cell->algorithm->name);
    if (sampling || !f->exact)
        rm_own_sampled(cell, placement, nodes->id_limit, r->options->replicas, rm_keys_seed(cell, set),
                       &counted);
    measure(r, nodes, f->exact ? &exact : &counted, f);
    if (set == 0)
        f->weights = able_weights(nodes, &f->able);
    if (set == 0 && counted.amounts)
        measure_sample(r, nodes, &counted, f->exact ? &exact : NULL, &f->sampled);
    count_points(placement, f);
    rm_ownership_free(&exact);
    rm_ownership_free(&counted);
    rmk_placement_destroy(placement);
    rm_nodes_free(&list);
}

static double work_units(const rm_cell *cell) {
    double points = cell->total_points ? (double)cell->total_points
                                       : (double)cell->nodes * (double)(cell->vnodes ? cell->vnodes : 1);
    return points + (cell->algorithm->can & RMK_HAS_MAP ? 1000 : RM_DEFAULT_KEYS);
}

static void work(size_t i, void *context) {
    run *r = context;
    const rm_cell *cell = r->cells.list + i / r->options->sets;
    char *name = rm_cell_name(cell);
    rm_progress_add(r->progress, 0, name);
    work_set(r, cell, i % r->options->sets, r->sets + i);
    rm_progress_add(r->progress, work_units(cell), NULL);
    free(name);
}

static double mean_cv_squared(const figures *sets, size_t count) {
    rm_mean mean = {0};
    for (size_t i = 0; i < count; i++)
        rm_mean_add(&mean, sets[i].cv_squared);
    return rm_mean_of(&mean);
}

static void put_distribution(const figures *sets, size_t count, rm_row *row) {
    double *peaks = rm_calloc(count, sizeof *peaks);
    rm_mean peak = {0}, least = {0}, lost = {0};
    for (size_t i = 0; i < count; i++) {
        peaks[i] = sets[i].peak;
        rm_mean_add(&peak, sets[i].peak);
        rm_mean_add(&least, sets[i].least);
        rm_mean_add(&lost, sets[i].lost);
    }
    rm_sort_reals(peaks, count);
    rm_row_real(row, PEAK_MEAN, rm_mean_of(&peak));
    rm_row_real(row, PEAK_P50, rm_quantile(peaks, count, 0.5));
    rm_row_real(row, PEAK_P95, rm_quantile(peaks, count, 0.95));
    rm_row_real(row, PEAK_P99, rm_quantile(peaks, count, 0.99));
    rm_row_real(row, PEAK_MAX, peaks[count - 1]);
    rm_row_real(row, MIN_MEAN, rm_mean_of(&least));
    rm_row_real(row, CV, sqrt(mean_cv_squared(sets, count)));
    if (sets->points > 0)
        rm_row_real(row, POINTS_LOST, rm_mean_of(&lost));
    free(peaks);
}

static double total_weight(const figures *set) {
    double sum = 0;
    for (size_t i = 0; i < set->able; i++)
        sum += set->weights[i];
    return sum;
}

static bool are_equal(const double *weights, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (weights[i] < weights[0] || weights[i] > weights[0])
            return false;
    return true;
}

/* What a ring of uniform points would do. Virtual nodes are points per unit of weight, also of a fixed total.
 */
static void put_ideal(const run *r, const rm_cell *cell, const figures *sets, rm_row *row) {
    if (!(cell->algorithm->can & RMK_HAS_POINTS) || !(sets->points > 0))
        return;
    bool counted = cell->total_points || r->options->preset;
    double vnodes = counted ? sets->points / total_weight(sets) : (double)cell->vnodes;
    double cv_squared = mean_cv_squared(sets, (size_t)r->options->sets);
    uint64_t replicas = r->options->replicas;
    if (replicas == 1) {
        rm_row_real(row, EFFECTIVE_VNODES, rm_effective_vnodes(sets->weights, sets->able, cv_squared));
        rm_row_real(row, IDEAL_CV, rm_ideal_cv(sets->weights, sets->able, vnodes));
        rm_row_real(row, IDEAL_PEAK_MEAN, rm_ideal_peak_mean(sets->weights, sets->able, vnodes));
    } else if (are_equal(sets->weights, sets->able)) {
        double each = vnodes * sets->weights[0];
        rm_row_real(row, EFFECTIVE_VNODES,
                    rm_effective_replica_vnodes(sets->able, replicas, cv_squared) / sets->weights[0]);
        rm_row_real(row, IDEAL_CV, rm_ideal_replica_cv(sets->able, replicas, each));
    }
}

static void put_sampled(const sampled *s, rm_row *row) {
    if (!s->counted)
        return;
    rm_put_keys(s->keys, KEYS, row);
    rm_row_real(row, SAMPLED_PEAK, s->peak);
    if (!s->banded)
        return;
    rm_row_real(row, SAMPLED_BAND_LOW, s->low);
    rm_row_real(row, SAMPLED_BAND_HIGH, s->high);
}

static void emit(size_t i, void *context) {
    run *r = context;
    uint64_t count = r->options->sets;
    if (i % count != count - 1)
        return;
    const rm_cell *cell = r->cells.list + i / count;
    figures *sets = r->sets + (i / count) * count;
    rm_row row = {0};
    rm_cell_columns(cell, (uint64_t)sets->points, &row);
    rm_row_count(&row, SETS, count);
    rm_row_count(&row, REPLICAS, r->options->replicas);
    rm_row_text(&row, METHOD, sets->exact ? "exact" : "sampled");
    put_distribution(sets, (size_t)count, &row);
    put_ideal(r, cell, sets, &row);
    put_sampled(&sets->sampled, &row);
    rm_output_row(r->output, &row);
}

static double total_units(const rm_cells *cells) {
    double sum = 0;
    for (size_t i = 0; i < cells->count; i++)
        sum += work_units(cells->list + i);
    return sum;
}

/* Keys from a file are read once a cell, and in every set where nothing exact exists. */
static size_t key_passes(const rm_options *options, const rm_cells *cells) {
    size_t passes = 0;
    for (size_t i = 0; i < cells->count; i++)
        passes += cells->list[i].algorithm->can & RMK_HAS_MAP ? 1 : (size_t)options->sets;
    return passes;
}

static int skew(const rm_options *options) {
    run r = {.options = options, .cells = rm_cells_of(options, false)};
    rm_check_keys(options, key_passes(options, &r.cells));
    size_t tasks = r.cells.count * (size_t)options->sets;
    r.sets = rm_results_of_sets(options, r.cells.count, sizeof *r.sets);
    rm_interrupts_watch();
    r.output = rm_output_open(options, columns, COLUMN_COUNT);
    r.progress = rm_progress_start(options, "skew", total_units(&r.cells) * (double)options->sets);
    if (!rm_parallel((size_t)options->jobs, tasks, work, emit, &r))
        rm_output_abandon(r.output);
    rm_progress_end(r.progress);
    rm_output_close(r.output);
    for (size_t i = 0; i < tasks; i++) /* of cells that an interrupt kept from being emitted, too */
        free(r.sets[i].weights);
    free(r.sets);
    rm_cells_free(&r.cells);
    return RM_GOOD;
}

static const rm_option_id takes[] = {
    RM_OPT_PRESET,    RM_OPT_TABLE_SIZE, RM_OPT_NODES,     RM_OPT_NAMES,        RM_OPT_NODES_FILE,
    RM_OPT_SETS,      RM_OPT_ALGORITHM,  RM_OPT_VNODES,    RM_OPT_TOTAL_POINTS, RM_OPT_LABEL,
    RM_OPT_HASH,      RM_OPT_NODE_HASH,  RM_OPT_HASH_TAG,  RM_OPT_REPLICAS,     RM_OPT_KEYS,
    RM_OPT_KEY_BYTES, RM_OPT_KEY_DIST,   RM_OPT_KEYS_FILE, RM_OPT_KEYS_NUL,     RM_OPT_KEY_WEIGHTS,
    RM_OPT_JOBS,      RM_OPT_FILTER,     RM_OPT_SHARD,     RM_OPTION_END};

const rm_command rm_command_skew = {
    .name = "skew",
    .question = "How even is it? Exact shares beside the ideal ring's; with keys, what they did in set 0.",
    .example = "ringmark skew --nodes 10,100 --vnodes 1,10,100,160,1000 --sets 100",
    .options = takes,
    .lists = true,
    .run = skew,
};
