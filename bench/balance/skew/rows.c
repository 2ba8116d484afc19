#include "rows.h"

#include <math.h>
#include <stdlib.h>

#include "bench/input/nodes/zones.h"
#include "bench/stats/ideal/ideal.h"
#include "bench/stats/ideal/spread.h"
#include "bench/stats/quantile.h"
#include "bench/stats/quantile_error.h"
#include "bench/stats/series.h"

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
    PEAK_MEAN_SE,
    PEAK_P50_SE,
    PEAK_P95_SE,
    PEAK_P99_SE,
    CV_SE,
    ROUNDING,
    GROUP_BY,
    GROUPS,
    GROUP_PEAK_MEAN,
    GROUP_PEAK_MAX,
    GROUP_MIN_MEAN,
    GROUP_CV,
    GROUP_IDEAL_PEAK_MEAN,
    GROUP_IDEAL_CV,
    VIEWS,
    SPREAD_MEAN,
    SPREAD_MAX,
    LOAD_MAX,
    IDEAL_SPREAD,
    EFFECTIVE_KEYS,
    EMPTY_NODES,
    EMPTY_NODES_EXPECTED,
    KEYS_NEEDED,
    VERDICT,
    LIVE_NODES,
    P_UNIFORM,
    SLOT_DIFFERENCE,
    COLUMN_COUNT
};

static const char *const columns[] = {RM_CELL_COLUMNS,
                                      "sets",
                                      "replicas",
                                      "method",
                                      "peak_mean",
                                      "peak_p50",
                                      "peak_p95",
                                      "peak_p99",
                                      "peak_max",
                                      "min_mean",
                                      "cv",
                                      "effective_vnodes",
                                      "ideal_peak_mean",
                                      "ideal_cv",
                                      "points_lost",
                                      "keys",
                                      "sampled_peak",
                                      "sampled_band_low",
                                      "sampled_band_high",
                                      "peak_mean_se",
                                      "peak_p50_se",
                                      "peak_p95_se",
                                      "peak_p99_se",
                                      "cv_se",
                                      "rounding",
                                      "group_by",
                                      "groups",
                                      "group_peak_mean",
                                      "group_peak_max",
                                      "group_min_mean",
                                      "group_cv",
                                      "group_ideal_peak_mean",
                                      "group_ideal_cv",
                                      "views",
                                      "spread_mean",
                                      "spread_max",
                                      "load_max",
                                      "ideal_spread",
                                      "effective_keys",
                                      "empty_nodes",
                                      "empty_nodes_expected",
                                      "keys_needed",
                                      "verdict",
                                      "live_nodes",
                                      "p_uniform",
                                      "slot_difference"};
_Static_assert(sizeof columns / sizeof *columns == COLUMN_COUNT, "a name for each column");

const char *const *rm_skew_columns(unsigned *count) {
    *count = COLUMN_COUNT;
    return columns;
}

static rm_series series_of(const rm_skew_set *sets, size_t count) {
    return (rm_series){.sets = sets, .size = sizeof *sets, .count = count};
}

static double mean_figure(const rm_skew_set *sets, size_t count, size_t offset) {
    rm_series series = series_of(sets, count);
    return rm_series_mean(&series, offset);
}

static double largest_figure(const rm_skew_set *sets, size_t count, size_t offset) {
    rm_series series = series_of(sets, count);
    return rm_series_largest(&series, offset);
}

static void put_peaks(const rm_skew_set *sets, size_t count, rm_row *row) {
    static const struct {
        unsigned column, error;
        double p;
    } quantiles[] = {
        {PEAK_P50, PEAK_P50_SE, 0.5}, {PEAK_P95, PEAK_P95_SE, 0.95}, {PEAK_P99, PEAK_P99_SE, 0.99}};
    const size_t peak = offsetof(rm_skew_set, nodes.peak);
    rm_series series = series_of(sets, count);
    rm_row_real(row, PEAK_MEAN, rm_series_mean(&series, peak));
    rm_row_real(row, PEAK_MEAN_SE, rm_series_error(&series, peak));
    double *peaks = rm_series_values(&series, peak, &count);
    rm_sort_reals(peaks, count);
    for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
        rm_row_real(row, quantiles[i].column, rm_quantile(peaks, count, quantiles[i].p));
        rm_row_real(row, quantiles[i].error, rm_quantile_error(peaks, count, quantiles[i].p));
    }
    rm_row_real(row, PEAK_MAX, peaks[count - 1]);
    free(peaks);
}

/* Shows the CV, the root of a mean: its error is that of the mean divided by twice the root. */
static void put_cv(const rm_skew_set *sets, size_t count, rm_row *row) {
    const size_t square = offsetof(rm_skew_set, nodes.cv_squared);
    rm_series series = series_of(sets, count);
    double cv = sqrt(rm_series_mean(&series, square));
    rm_row_real(row, CV, cv);
    rm_row_real(row, CV_SE, cv > 0 ? rm_series_error(&series, square) / (2 * cv) : NAN);
}

static void put_distribution(const rm_cell *cell, const rm_skew_set *sets, size_t count, rm_row *row) {
    put_peaks(sets, count, row);
    put_cv(sets, count, row);
    rm_row_real(row, MIN_MEAN, mean_figure(sets, count, offsetof(rm_skew_set, nodes.least)));
    if (!(sets->points > 0))
        return;
    rm_row_real(row, POINTS_LOST, mean_figure(sets, count, offsetof(rm_skew_set, lost)));
    /* With --vnodes a whole weight gets a whole number of points, so nothing is rounded that could be
     * shown. */
    if (cell->total_points || cell->options->preset)
        rm_row_real(row, ROUNDING, mean_figure(sets, count, offsetof(rm_skew_set, rounding)));
}

static double total_weight(const rm_skew_set *set) {
    double sum = 0;
    for (size_t i = 0; i < set->serving; i++)
        sum += set->weights[i];
    return sum;
}

/* Returns the points per unit of weight. A fixed total and a preset do not say them, so they follow from
 * the points that were counted. It returns 0 for a cell without points, which no ideal ring can be
 * compared with. */
static double vnodes_of(const rm_cell *cell, const rm_skew_set *sets) {
    if (!(cell->algorithm->can & RMK_HAS_POINTS) || !(sets->points > 0))
        return 0;
    bool counted = cell->total_points || cell->options->preset;
    return counted ? sets->points / total_weight(sets) : (double)cell->vnodes;
}

/* Shows what a ring of uniform points would do. */
static void put_ideal(const rm_cell *cell, const rm_skew_set *sets, size_t count, rm_row *row) {
    double vnodes = vnodes_of(cell, sets);
    if (!(vnodes > 0))
        return;
    double cv_squared = mean_figure(sets, count, offsetof(rm_skew_set, nodes.cv_squared));
    uint64_t replicas = cell->options->replicas;
    if (replicas == 1) {
        rm_row_real(row, EFFECTIVE_VNODES, rm_effective_vnodes(sets->weights, sets->serving, cv_squared));
        rm_row_real(row, IDEAL_CV, rm_ideal_cv(sets->weights, sets->serving, vnodes));
        rm_row_real(row, IDEAL_PEAK_MEAN, rm_ideal_peak_mean(sets->weights, sets->serving, vnodes));
    } else if (rm_all_equal(sets->weights, sets->serving)) {
        double points_a_node = vnodes * sets->weights[0];
        rm_row_real(row, EFFECTIVE_VNODES,
                    rm_effective_replica_vnodes(sets->serving, replicas, cv_squared) / sets->weights[0]);
        rm_row_real(row, IDEAL_CV, rm_ideal_replica_cv(sets->serving, replicas, points_a_node));
    }
}

/* Shows zones or hosts. The ideal ring treats each of them as one node that has the points of all its
 * nodes. */
static void put_groups(const rm_cell *cell, const rm_skew_set *sets, size_t count, rm_row *row) {
    if (cell->options->group_by == RM_GROUP_NONE)
        return;
    rm_row_text(row, GROUP_BY, rm_grouping_name(cell->options->group_by));
    rm_row_count(row, GROUPS, sets->groups_serving);
    rm_row_real(row, GROUP_PEAK_MEAN, mean_figure(sets, count, offsetof(rm_skew_set, groups.peak)));
    rm_row_real(row, GROUP_PEAK_MAX, largest_figure(sets, count, offsetof(rm_skew_set, groups.peak)));
    rm_row_real(row, GROUP_MIN_MEAN, mean_figure(sets, count, offsetof(rm_skew_set, groups.least)));
    rm_row_real(row, GROUP_CV, sqrt(mean_figure(sets, count, offsetof(rm_skew_set, groups.cv_squared))));
    double vnodes = vnodes_of(cell, sets);
    if (!(vnodes > 0) || cell->options->replicas > 1)
        return;
    rm_row_real(row, GROUP_IDEAL_PEAK_MEAN,
                rm_ideal_peak_mean(sets->group_weights, sets->groups_serving, vnodes));
    rm_row_real(row, GROUP_IDEAL_CV, rm_ideal_cv(sets->group_weights, sets->groups_serving, vnodes));
}

static void put_views(const rm_cell *cell, const rm_skew_set *sets, size_t count, rm_row *row) {
    if (!cell->options->views || !sets->views.measured)
        return;
    rm_row_count(row, VIEWS, cell->options->views);
    rm_row_real(row, SPREAD_MEAN, mean_figure(sets, count, offsetof(rm_skew_set, views.spread_mean)));
    rm_row_real(row, SPREAD_MAX, largest_figure(sets, count, offsetof(rm_skew_set, views.spread_max)));
    rm_row_real(row, LOAD_MAX, largest_figure(sets, count, offsetof(rm_skew_set, views.load_max)));
    rm_row_real(row, IDEAL_SPREAD, rm_ideal_spread(sets->serving, cell->options->views));
}

static void put_keys(const rm_skew_keys *k, rm_row *row) {
    if (!k->counted)
        return;
    rm_put_keys(k->keys, KEYS, row);
    rm_row_real(row, SAMPLED_PEAK, k->peak);
    rm_row_real(row, EFFECTIVE_KEYS, k->effective);
    rm_row_real(row, EMPTY_NODES, k->empty);
    rm_row_real(row, EMPTY_NODES_EXPECTED, k->empty_expected);
    rm_row_real(row, KEYS_NEEDED, k->needed);
    rm_row_text(row, VERDICT, rm_verdict_name(k->verdict));
    rm_row_real(row, P_UNIFORM, k->p_uniform);
    if (!k->banded)
        return;
    rm_row_real(row, SAMPLED_BAND_LOW, k->low);
    rm_row_real(row, SAMPLED_BAND_HIGH, k->high);
}

void rm_skew_row(const rm_cell *cell, const rm_skew_set *sets, rm_row *row) {
    size_t count = (size_t)cell->options->sets;
    rm_cell_columns(cell, (uint64_t)sets->points, row);
    rm_row_count(row, SETS, count);
    rm_row_count(row, REPLICAS, cell->options->replicas);
    rm_row_text(row, METHOD, sets->exact ? "exact" : "sampled");
    put_distribution(cell, sets, count, row);
    put_ideal(cell, sets, count, row);
    if (!sets->exact)
        rm_row_real(row, IDEAL_CV, sets->keys.ideal_cv);
    if (sets->slotted)
        rm_row_real(row, SLOT_DIFFERENCE,
                    largest_figure(sets, count, offsetof(rm_skew_set, slot_difference)));
    put_groups(cell, sets, count, row);
    put_views(cell, sets, count, row);
    put_keys(&sets->keys, row);
    if (rm_has_past(cell->options))
        rm_row_count(row, LIVE_NODES, sets->serving);
}
