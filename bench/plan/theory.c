/* theory.c - what theory says of an ideal hash: the smallest number of points, and the figures of any.
 *
 * Equal nodes have the exact law of the peak. With replicas, or many keys that are alike, shares are as
 * even as those of an unreplicated ring of more or fewer points (of the same CV), whose law is taken.
 * Different weights have a bracket of two bounds, whose safe end is the answer, narrowed by drawn rings
 * where it is wide. Where keys are not alike there are drawn rings alone. */
#include <math.h>
#include <stdlib.h>

#include "bench/stats/ideal/failure.h"
#include "bench/stats/ideal/ideal.h"
#include "bench/stats/ideal/peak.h"
#include "bench/stats/quantile.h"
#include "draws.h"
#include "theory.h"
#include "work.h"

/* A bracket no wider than this part of its end is an answer. */
#define NARROW 0.005

/* Tells whether keys are so many and so alike that only their number counts. */
static bool smooth(const rm_question *q) {
    return q->keyed && !q->keys.top_count && q->serving > 1;
}

bool rm_theory_drawn(const rm_question *q) {
    if (q->keyed && !(smooth(q) && q->equal))
        return true;
    return !q->equal && q->aim.kind != RM_AIM_PEAK;
}

/* Tells whether all nodes have the same load whatever the points. */
static bool trivial(const rm_question *q) {
    return (q->serving == 1 && !q->keyed) || q->options->replicas == q->serving;
}

static bool without_theory(const rm_question *q) {
    return q->options->replicas > 1 && !q->equal && !trivial(q);
}

/* Computes the CV of shares of the circle, or of the keys. */
static double ideal_cv(const rm_question *q, double vnodes) {
    uint64_t replicas = q->options->replicas;
    if (replicas > 1)
        return rm_ideal_replica_cv(q->serving, replicas, vnodes * q->weights[0]);
    double arcs = rm_ideal_cv(q->weights, q->serving, vnodes), h = q->keys.squares;
    return smooth(q) ? sqrt(((double)q->serving - 1) * h + (1 - h) * arcs * arcs) : arcs;
}

/* Returns the points a node of the unreplicated ring of equal nodes that is as even. */
static double as_even(const rm_question *q, double vnodes) {
    if (q->options->replicas == 1 && !smooth(q))
        return vnodes * q->weights[0];
    double cv = ideal_cv(q, vnodes);
    return rm_effective_vnodes(q->weights, q->serving, cv * cv) * q->weights[0];
}

static uint64_t equal_vnodes(const rm_question *q, uint64_t most) {
    const rm_aim *aim = &q->aim;
    switch (aim->kind) {
    case RM_AIM_CV:
        return rm_cv_vnodes(q->serving, aim->most, aim->each_set, most);
    case RM_AIM_RANGE:
        return rm_range_vnodes(q->serving, aim->most, aim->each_set, most);
    default:
        return rm_peak_vnodes(q->serving, aim->most, aim->each_set, most);
    }
}

/* Finds the first number for which `enough` holds, within (low, high]; it holds for high. */
static uint64_t first_enough(const rm_question *q, uint64_t low, uint64_t high,
                             bool (*enough)(const rm_question *, uint64_t)) {
    while (high - low > 1) {
        rm_plan_check_interrupt();
        uint64_t middle = low + (high - low) / 2;
        if (enough(q, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}

/* Finds the same from `least` >= 1 on by doubling; 0 when it does not hold up to `most`. */
static uint64_t search(const rm_question *q, uint64_t least, uint64_t most,
                       bool (*enough)(const rm_question *, uint64_t)) {
    uint64_t low = least - 1, high = least;
    while (high < most && !enough(q, high)) {
        rm_plan_check_interrupt();
        low = high;
        high = high > most / 2 ? most : 2 * high;
    }
    if (high >= most && !enough(q, most))
        return 0;
    return first_enough(q, low, high < most ? high : most, enough);
}

static bool figure_met(const rm_question *q, uint64_t vnodes) {
    return rm_theory_figure(q, vnodes, q->aim.each_set) <= q->aim.most;
}

/* Finds the first number whose ring is as even as one of `points` a node; that of q->most is. */
static uint64_t first_as_even(const rm_question *q, double points) {
    uint64_t low = 0, high = q->most;
    while (high - low > 1) {
        rm_plan_check_interrupt();
        uint64_t middle = low + (high - low) / 2;
        if (as_even(q, (double)middle) * (1 + 1e-12) >= points)
            high = middle;
        else
            low = middle;
    }
    return high;
}

static rm_promise equal_promise(const rm_question *q) {
    rm_promise promise = {.method = "theory"};
    double most = floor(as_even(q, (double)q->most));
    uint64_t v = most < 1 ? 0 : equal_vnodes(q, most < 0x1p53 ? (uint64_t)most : UINT64_C(1) << 53);
    if (!v)
        return promise;
    promise.vnodes = first_as_even(q, (double)v);
    if (q->options->replicas > 1 ||
        smooth(q)) /* v was rounded up to a whole number of another ring's points */
        promise.vnodes = first_enough(q, first_as_even(q, (double)v - 1) - 1, promise.vnodes, figure_met);
    promise.least = promise.vnodes;
    return promise;
}

static bool surely(const rm_question *q, uint64_t vnodes) {
    double low, high;
    rm_weighted_peak_bounds(q->weights, q->serving, (double)vnodes, q->aim.most, &low, &high);
    return low >= q->aim.each_set;
}

static bool possibly(const rm_question *q, uint64_t vnodes) {
    double low, high;
    rm_weighted_peak_bounds(q->weights, q->serving, (double)vnodes, q->aim.most, &low, &high);
    return high >= q->aim.each_set;
}

/* Tells whether `met` of the drawn rings are enough, with `errors` standard errors to spare. */
static bool is_enough(const rm_question *q, double met, double errors) {
    double count = (double)rm_draws_count(q), part = met / count;
    return part - errors * sqrt(part * (1 - part) / count) >= q->aim.each_set;
}

static bool drawn_with(const rm_question *q, uint64_t vnodes, double errors, bool all_may) {
    size_t count = rm_draws_count(q), least = 0;
    while (least <= count && !is_enough(q, (double)least, errors))
        least++;
    size_t met = rm_draws_met(q, vnodes, count, least);
    return met >= least && (met < count || all_may);
}

/* Tells whether drawn rings surely meet the target. When all of them do, nobody knows how much is to
 * spare. */
static bool drawn_surely(const rm_question *q, uint64_t vnodes) {
    return drawn_with(q, vnodes, 3, false);
}

static bool drawn(const rm_question *q, uint64_t vnodes) {
    return drawn_with(q, vnodes, 0, true);
}

static rm_promise weighted_promise(const rm_question *q) {
    rm_promise promise = {.method = "theory"};
    promise.vnodes = search(q, 1, q->most, surely);
    promise.least = promise.vnodes ? search(q, 1, promise.vnodes, possibly) : 0;
    double width = (double)(promise.vnodes - promise.least);
    if (width <= fmax(1, NARROW * (double)promise.vnodes))
        return promise;
    uint64_t found = first_enough(q, promise.least - 1, promise.vnodes, drawn_surely);
    if (found < promise.vnodes) {
        promise.vnodes = found;
        promise.method = "simulated";
        promise.draws = rm_draws_count(q);
    }
    return promise;
}

/* Returns the number that arcs alone need, which a formula knows: keys make no ring more even than its
 * arcs, and chance in the draws must not say so. */
static uint64_t least_of_arcs(const rm_question *q) {
    rm_question arcs = *q;
    arcs.keyed = false;
    arcs.keys = (rm_key_parts){0};
    uint64_t least = q->keyed && q->equal && q->serving > 1 ? equal_promise(&arcs).vnodes : 1;
    return least ? least : q->most;
}

static rm_promise drawn_promise(const rm_question *q) {
    rm_promise promise = {.method = "simulated", .draws = rm_draws_count(q)};
    if (drawn(q, q->most))
        promise.vnodes = promise.least = search(q, least_of_arcs(q), q->most, drawn);
    return promise;
}

rm_promise rm_promise_of(const rm_question *q) {
    rm_promise promise = {.method = "theory"};
    if (without_theory(q))
        return (rm_promise){.method = NULL};
    if (!q->most)
        return promise;
    if (trivial(q))
        promise.vnodes = promise.least = rm_aim_met(&q->aim, q->aim.kind == RM_AIM_PEAK ? 1 : 0);
    else if (rm_theory_drawn(q))
        promise = drawn_promise(q);
    else
        promise = q->equal ? equal_promise(q) : weighted_promise(q);
    if (!promise.vnodes) {
        promise.best_vnodes = q->most;
        promise.best = rm_theory_figure(q, q->most, q->aim.each_set);
    }
    return promise;
}

/* Returns the peak that the lower bound promises with probability `part`. */
static double weighted_peak(const rm_question *q, double vnodes, double part) {
    double below = 1, above = 2, low, high;
    for (;; below = above, above *= 2) {
        rm_weighted_peak_bounds(q->weights, q->serving, vnodes, above, &low, &high);
        if (low >= part || !isfinite(low) || !isfinite(above))
            break;
    }
    while (above - below > 1e-9 * above) {
        rm_plan_check_interrupt();
        double middle = (below + above) / 2;
        rm_weighted_peak_bounds(q->weights, q->serving, vnodes, middle, &low, &high);
        if (low >= part)
            above = middle;
        else
            below = middle;
    }
    return above;
}

static double peak_quantile(const rm_question *q, double vnodes, double part) {
    if (!q->equal)
        return weighted_peak(q, vnodes, part);
    return rm_peak_quantile(q->serving, as_even(q, vnodes), part);
}

static double drawn_figure(const rm_question *q, uint64_t vnodes, double part) {
    size_t count = rm_draws_count(q);
    rm_unevenness *sets = rm_draws_of(q, vnodes, count);
    double *sorted = rm_sets_sorted(&q->aim, sets, count), figure = rm_quantile(sorted, count, part);
    free(sorted);
    free(sets);
    return figure;
}

double rm_theory_figure(const rm_question *q, uint64_t vnodes, double part) {
    if (without_theory(q))
        return NAN;
    if (trivial(q))
        return q->aim.kind == RM_AIM_PEAK ? 1 : 0;
    if (rm_theory_drawn(q))
        return drawn_figure(q, vnodes, part);
    switch (q->aim.kind) {
    case RM_AIM_CV:
        return rm_cv_quantile(q->serving, as_even(q, (double)vnodes), part);
    case RM_AIM_RANGE:
        return rm_range_quantile(q->serving, as_even(q, (double)vnodes), part);
    default:
        return peak_quantile(q, (double)vnodes, part);
    }
}

/* Fills the figures of a ring whose nodes all have the same load. */
static void trivial_figures(const rm_question *q, rm_plan_figures *f) {
    for (int k = 0; k < RM_PLAN_QUANTILES; k++)
        f->peak[k] = 1;
    f->least = 1;
    f->cv = 0;
    f->worst_heir = NAN;
    f->figure = f->promised = q->aim.kind == RM_AIM_PEAK ? 1 : 0;
    f->met = rm_aim_met(&q->aim, f->figure);
}

static void drawn_figures(const rm_question *q, uint64_t vnodes, rm_plan_figures *f) {
    size_t count = rm_draws_count(q);
    rm_unevenness *sets = rm_draws_of(q, vnodes, count);
    rm_sets_figures(&q->aim, sets, count, f);
    free(sets);
}

static double met_of(const rm_question *q, double vnodes) {
    if (q->aim.kind != RM_AIM_PEAK)
        return NAN;
    if (q->equal)
        return rm_aim_best(&q->aim, rm_peak_probability(q->serving, as_even(q, vnodes), q->aim.most));
    double low, high;
    rm_weighted_peak_bounds(q->weights, q->serving, vnodes, q->aim.most, &low, &high);
    return rm_aim_best(&q->aim, low);
}

static void exact_figures(const rm_question *q, uint64_t vnodes, rm_plan_figures *f) {
    double v = (double)vnodes, asked = q->aim.confidence;
    f->figure = NAN;
    for (int k = 0; k < RM_PLAN_QUANTILES; k++) {
        f->peak[k] = peak_quantile(q, v, rm_aim_single(&q->aim, rm_plan_parts[k]));
        if (q->aim.kind == RM_AIM_PEAK && !(asked < rm_plan_parts[k]) && !(asked > rm_plan_parts[k]))
            f->figure = f->peak[k];
    }
    f->least = q->equal ? rm_least_quantile(q->serving, as_even(q, v), 0.5)
                        : rm_weighted_least_quantile(q->weights, q->serving, v, 0.5);
    f->cv = ideal_cv(q, v);
    if (isnan(f->figure))
        f->figure = rm_theory_figure(q, vnodes, q->aim.each_set);
    f->met = met_of(q, v);
}

void rm_theory_figures(const rm_question *q, uint64_t vnodes, rm_plan_figures *f) {
    *f = (rm_plan_figures){{NAN, NAN, NAN, NAN}, NAN, NAN, NAN, NAN, NAN, NAN};
    if (trivial(q)) {
        trivial_figures(q, f);
        return;
    }
    if (without_theory(q))
        return;
    if (rm_theory_drawn(q))
        drawn_figures(q, vnodes, f);
    else
        exact_figures(q, vnodes, f);
    if (q->equal && q->serving > 1 && q->options->replicas == 1)
        f->worst_heir = rm_worst_heir_mean(q->serving, (double)vnodes * q->weights[0]);
    f->promised = f->figure;
}
