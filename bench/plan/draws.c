/* draws.c - ideal rings drawn from a seed: shares from their exact law, the popular keys one by one, the
 * many others together. */
#include <math.h>
#include <stdlib.h>

#include "bench/stats/quantile.h"
#include "bench/support/fail.h"
#include "draws.h"
#include "work.h"

/* Draws of a share or a key that one number of points may cost. */
#define WORK UINT64_C(1500000)
enum { LEAST_DRAWS = 400, MOST_DRAWS = 10000 };

size_t rm_draws_count(const rm_question *q) {
    uint64_t fit = WORK / (q->serving + q->keys.top_count + 1);
    return fit < LEAST_DRAWS ? LEAST_DRAWS : fit > MOST_DRAWS ? MOST_DRAWS : (size_t)fit;
}

/* Finds the node that a key falls to: the first whose cumulated share is above u. Halves the range without
 * a branch that the CPU would have to guess. */
static size_t fall(const double *cumulated, size_t count, double u) {
    size_t low = 0;
    for (size_t left = count; left > 1;) {
        size_t half = left / 2;
        low += cumulated[low + half - 1] <= u ? half : 0;
        left -= half;
    }
    return low;
}

/* Turns shares of the circle into shares of the load. The keys of the tail are many and light, so their
 * sum on a node is normal. */
static void load_keys(const rm_key_parts *keys, rm_random *random, double *shares, double *cumulated,
                      size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        cumulated[i] = sum += shares[i];
    for (size_t i = 0; i < count; i++) {
        double share = shares[i], noise = sqrt(keys->tail_squares * share * (1 - share));
        shares[i] = fmax(0, keys->tail * share + (noise > 0 ? noise * rm_normal_draw(random) : 0));
    }
    for (size_t k = 0; k < keys->top_count; k++)
        shares[fall(cumulated, count, rm_random_unit(random) * sum)] += keys->top[k];
}

/* What is needed to draw one ring after another. */
typedef struct drawer {
    const rm_question *q;
    double vnodes;
    double *shares, *cumulated, *fair;
    rm_random random;
} drawer;

static drawer drawer_of(const rm_question *q, uint64_t vnodes) {
    drawer d = {.q = q, .vnodes = (double)vnodes, .shares = rm_calloc(3 * q->serving, sizeof *d.shares)};
    d.cumulated = d.shares + q->serving;
    d.fair = d.cumulated + q->serving;
    d.random = rm_random_seeded(rm_mix(q->options->seed, vnodes));
    for (size_t i = 0; i < q->serving; i++)
        d.fair[i] = q->weights[i] / q->all;
    return d;
}

static rm_unevenness draw(drawer *d) {
    const rm_question *q = d->q;
    rm_plan_check_interrupt();
    rm_dirichlet_draw(&d->random, q->weights, q->serving, d->vnodes, d->shares);
    if (q->keyed)
        load_keys(&q->keys, &d->random, d->shares, d->cumulated, q->serving);
    return rm_unevenness_of(d->shares, d->fair, q->serving);
}

rm_unevenness *rm_draws_of(const rm_question *q, uint64_t vnodes, size_t count) {
    rm_unevenness *sets = rm_calloc(count, sizeof *sets);
    drawer d = drawer_of(q, vnodes);
    for (size_t s = 0; s < count; s++)
        sets[s] = draw(&d);
    free(d.shares);
    return sets;
}

size_t rm_draws_met(const rm_question *q, uint64_t vnodes, size_t count, size_t least) {
    drawer d = drawer_of(q, vnodes);
    size_t met = 0;
    for (size_t s = 0; s < count && met + (count - s) >= least; s++) {
        rm_unevenness set = draw(&d);
        met += rm_aim_met(&q->aim, rm_aim_figure(&q->aim, &set));
    }
    free(d.shares);
    return met;
}

double *rm_sets_sorted(const rm_aim *aim, const rm_unevenness *sets, size_t count) {
    double *figures = rm_calloc(count, sizeof *figures);
    for (size_t s = 0; s < count; s++)
        figures[s] = rm_aim_figure(aim, &sets[s]);
    rm_sort_reals(figures, count);
    return figures;
}

double rm_sets_met(const rm_aim *aim, const rm_unevenness *sets, size_t count) {
    size_t met = 0;
    for (size_t s = 0; s < count; s++)
        met += rm_aim_met(aim, rm_aim_figure(aim, &sets[s]));
    return (double)met / (double)count;
}

void rm_sets_figures(const rm_aim *aim, const rm_unevenness *sets, size_t count, rm_plan_figures *figures) {
    static const rm_aim peak = {.kind = RM_AIM_PEAK};
    double *peaks = rm_sets_sorted(&peak, sets, count), *aimed = rm_sets_sorted(aim, sets, count);
    double *least = rm_calloc(count, sizeof *least), squares = 0;
    for (size_t s = 0; s < count; s++) {
        least[s] = sets[s].least;
        squares += sets[s].cv_squared;
    }
    rm_sort_reals(least, count);
    for (int k = 0; k < RM_PLAN_QUANTILES; k++)
        figures->peak[k] = rm_quantile(peaks, count, rm_aim_single(aim, rm_plan_parts[k]));
    figures->least = rm_quantile(least, count, 0.5);
    figures->cv = sqrt(squares / (double)count);
    figures->figure = rm_quantile(aimed, count, aim->each_set);
    figures->met = rm_aim_best(aim, rm_sets_met(aim, sets, count));
    free(peaks);
    free(aimed);
    free(least);
}
