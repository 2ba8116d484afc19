#include <math.h>
#include <stdlib.h>

#include "bench/balance/peak.h"
#include "bench/stats/ideal/ideal.h"
#include "bench/stats/mean.h"
#include "bench/stats/p_values/uniformity.h"
#include "bench/support/fail.h"
#include "figures.h"

/* ---- one ring ---- */

static void measure_shares(const rmk_placement *placement, bool keep_weights, rm_quality_ring *ring) {
    rm_ownership owned = {0};
    rm_check(rm_own_exactly(placement, placement->nodes->id_limit, 1, &owned), "shares of %s",
             placement->algorithm->name);
    rm_parts parts = rm_parts_of_nodes(placement->nodes, &owned, 1);
    rm_evenness even = rm_evenness_of(&parts);
    ring->cv_squared = even.cv_squared;
    ring->peak = even.peak;
    if (keep_weights)
        ring->weights = rm_keep(parts.weights, parts.count);
    rm_parts_free(&parts);
    rm_ownership_free(&owned);
}

static void measure_points(const rmk_points *points, uint64_t made, unsigned bits, rm_quality_ring *ring) {
    size_t count = points->count;
    uint64_t *scratch = rm_alloc(3 * count * sizeof *scratch);
    ring->points = count;
    ring->made = made;
    ring->lost = rm_points_lost(points) + made - count;
    ring->fingerprint = rmk_hash_xxh3.one(NULL, points->positions, count * sizeof *points->positions);
    ring->spacing_p = rm_spacing_p(rm_spacing_statistic(points->positions, count, bits, scratch), count);
    ring->position_p = rm_position_p(rm_position_statistic(points->positions, count), count);
    free(scratch);
}

/* Returns the weight of the nodes that can own something; 0 when they differ. */
static uint64_t weight_of_each(const rmk_nodes *nodes) {
    uint64_t weight = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + i;
        if (rmk_node_serves(node) && weight && node->weight != weight)
            return 0;
        if (rmk_node_serves(node))
            weight = node->weight;
    }
    return weight;
}

/* Returns how many points every node that can own something has; 0 when they differ. Where points were
 * dropped nobody knows whose they were, but nodes of equal weight had equally many. */
static uint64_t points_of_each(const rmk_nodes *nodes, const rmk_points *points, uint64_t made) {
    uint64_t *counts = rm_calloc(nodes->id_limit ? nodes->id_limit : 1, sizeof *counts);
    uint64_t points_a_node = 0;
    bool equal = true;
    for (size_t i = 0; i < points->count; i++)
        counts[points->owners[i]]++;
    for (size_t i = 0; i < nodes->count && equal; i++) {
        if (!rmk_node_serves(nodes->list + i))
            continue;
        uint64_t count = counts[nodes->list[i].id];
        equal = count && (!points_a_node || count == points_a_node);
        points_a_node = count;
    }
    free(counts);
    if (made > points->count && weight_of_each(nodes))
        return made % rmk_nodes_serving(nodes) ? 0 : made / rmk_nodes_serving(nodes);
    return equal ? points_a_node : 0;
}

void rm_quality_measure(const rmk_placement *placement, uint64_t made, unsigned bits, bool keep_weights,
                        rm_quality_ring *ring) {
    const rmk_nodes *nodes = placement->nodes;
    rmk_points points = placement->algorithm->points(placement);
    *ring = (rm_quality_ring){.spacing_p = NAN, .position_p = NAN, .serving = rmk_nodes_serving(nodes)};
    if (!points.count)
        return;
    measure_shares(placement, keep_weights, ring);
    measure_points(&points, made, bits, ring);
    ring->points_a_node = points_of_each(nodes, &points, made);
}

/* ---- all rings of a cell ---- */

size_t rm_quality_count(const rm_quality_ring *rings, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (rings[i].fingerprint != rings->fingerprint)
            return count;
    return 1;
}

static double combined(const rm_quality_ring *rings, size_t count, bool positions) {
    double *p = rm_calloc(count, sizeof *p);
    for (size_t i = 0; i < count; i++)
        p[i] = positions ? rings[i].position_p : rings[i].spacing_p;
    double all = rm_combined_p(p, count);
    free(p);
    return all;
}

static void judge_shares(const rm_quality_ring *rings, size_t count, rm_quality *q) {
    rm_mean squares = {0}, peak = {0};
    q->peak_max = 0;
    for (size_t i = 0; i < count; i++) {
        rm_mean_add(&squares, rings[i].cv_squared);
        rm_mean_add(&peak, rings[i].peak);
        q->peak_max = fmax(q->peak_max, rings[i].peak);
    }
    double cv_squared = rm_mean_of(&squares), weight = 0;
    for (size_t i = 0; i < rings->serving; i++)
        weight += rings->weights[i];
    double vnodes = (double)rings->made / weight;
    double ideal = rm_ideal_cv(rings->weights, rings->serving, vnodes);
    q->cv = sqrt(cv_squared);
    q->peak_mean = rm_mean_of(&peak);
    q->ideal_peak_mean = rm_ideal_peak_mean(rings->weights, rings->serving, vnodes);
    if (rings->serving < 2)
        return;
    q->variance_ratio = cv_squared / (ideal * ideal);
    q->effective_vnodes = rm_effective_vnodes(rings->weights, rings->serving, cv_squared);
}

/* Judges the variance ratio, whose law is known only for nodes of equally many points. */
static void judge_variance(const rm_quality_ring *rings, size_t count, rm_quality *q) {
    uint64_t points_a_node = rings->points_a_node;
    for (size_t i = 1; i < count; i++)
        if (rings[i].points_a_node != points_a_node)
            return;
    if (!points_a_node || rings->serving < 2)
        return;
    q->variance_p = rm_variance_p(rings->serving, points_a_node, count, q->variance_ratio);
    rm_variance_band(rings->serving, points_a_node, count, 1 - RM_QUALITY_LEVEL, &q->variance_low,
                     &q->variance_high);
}

static void judge_lost(const rm_quality_ring *rings, size_t count, unsigned bits, rm_quality *q) {
    rm_mean lost = {0}, expected = {0};
    for (size_t i = 0; i < count; i++) {
        rm_mean_add(&lost, (rm_wide)rings[i].lost);
        rm_mean_add(&expected, rm_lost_expected((double)rings[i].made, bits));
    }
    q->lost = rm_mean_of(&lost);
    q->lost_expected = rm_mean_of(&expected);
    q->lost_p = rm_poisson_p((double)lost.sum, (double)expected.sum);
}

void rm_quality_judge(const rm_quality_ring *rings, size_t count, unsigned bits, rm_quality *q) {
    *q = (rm_quality){.cv = NAN,
                      .variance_ratio = NAN,
                      .effective_vnodes = NAN,
                      .peak_mean = NAN,
                      .peak_max = NAN,
                      .ideal_peak_mean = NAN,
                      .variance_low = NAN,
                      .variance_high = NAN,
                      .variance_p = NAN,
                      .spacing_p = NAN,
                      .position_p = NAN,
                      .lost_p = NAN,
                      .lost = NAN,
                      .lost_expected = NAN};
    if (!rings->points)
        return;
    judge_shares(rings, count, q);
    judge_lost(rings, count, bits, q);
    if (rings->serving < 2) /* whatever the points do, the one node has it all */
        return;
    judge_variance(rings, count, q);
    q->spacing_p = combined(rings, count, false);
    q->position_p = combined(rings, count, true);
    q->verdict = rm_quality_verdict(q);
}

rm_ring_verdict rm_quality_verdict(const rm_quality *q) {
    enum { VARIANCE, SPACING, POSITION, TESTS };
    const double p[TESTS] = {q->variance_p, q->spacing_p, q->position_p};
    bool rejected[TESTS];
    rm_holm(p, TESTS, RM_QUALITY_LEVEL, rejected);
    if (q->lost_p < RM_QUALITY_LEVEL)
        return RM_VERDICT_COLLIDES;
    if (isnan(p[VARIANCE]) && isnan(p[SPACING]) && isnan(p[POSITION]))
        return RM_VERDICT_NONE;
    if (rejected[SPACING] || (rejected[VARIANCE] && q->variance_ratio > 1))
        return RM_VERDICT_CLUSTERS;
    if (rejected[POSITION] || rejected[VARIANCE])
        return RM_VERDICT_BIASED;
    return RM_VERDICT_RANDOM;
}

const char *rm_verdict_text(rm_ring_verdict verdict) {
    static const char *const texts[] = {NULL, "random", "biased", "clusters", "collides"};
    return texts[verdict];
}
