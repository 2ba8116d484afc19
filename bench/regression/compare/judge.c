/*
 * judge.c - is what HEAD says different from what BASE says? Exact figures are compared as they are. Times
 * are different when a rank test says so (with Holm's correction for the number of tests), and when the
 * interval of the change also excludes what launches or sessions of one build differ by.
 */
#include <gsl/gsl_cdf.h>
#include <stdio.h>

#include "bench/regression/rules.h"
#include "bench/stats/p_values/bootstrap.h"
#include "bench/stats/p_values/rank_test.h"
#include "bench/stats/p_values/uniformity.h"
#include "bench/stats/quantile.h"
#include "bench/stats/samples.h"
#include "bench/support/random.h"
#include "judge.h"

typedef struct judge {
    double fail_above; /* a fraction, or NAN */
    double tests;      /* how many figures can be tested */
    uint64_t seed;
} judge;

static bool is_numeric(const rm_finding *f) {
    return f->said[RM_BASE].numeric && f->said[RM_HEAD].numeric;
}

static double median_of(const rm_said *said) {
    double *sorted = rm_calloc(said->count, sizeof *sorted);
    memcpy(sorted, said->values, said->count * sizeof *sorted);
    double median = rm_median(sorted, said->count);
    free(sorted);
    return median;
}

/* By what fraction HEAD takes more time than BASE, also where the figure is a rate; negative when it takes
 * less. */
static double slowdown(const rm_finding *f, double change) {
    return f->kind.better > 0 ? 1 / (1 + change) - 1 : change;
}

/* ---- figures that must not differ ---- */

static void judge_exact(rm_finding *f, const judge *j) {
    const rm_said *base = &f->said[RM_BASE], *head = &f->said[RM_HEAD];
    bool equal = is_numeric(f) ? !(f->values[0] < f->values[1]) && !(f->values[0] > f->values[1])
                               : strcmp(base->text, head->text) == 0;
    /* these numbers may have more digits than a double */
    if (equal && is_numeric(f) && fabs(f->values[0]) >= 0x1p53)
        equal = strcmp(base->text, head->text) == 0;
    if (base->varies || head->varies) {
        f->verdict = RM_VERDICT_INVALID;
        f->reason = rm_text("%s has several values of it", base->varies ? "base" : "head");
        return;
    }
    f->verdict = equal ? RM_VERDICT_SAME : RM_VERDICT_CHANGED;
    bool worse = f->kind.better == 0 || f->change * f->kind.better < 0;
    f->fails = !equal && worse && !isnan(j->fail_above);
}

static double largest_deviation(const rm_said *said, double median) {
    double most = 0;
    for (size_t i = 0; i < said->count; i++)
        most = fmax(most, fabs(said->values[i] - median));
    return median > 0 ? most / median : 0;
}

static void judge_counted(rm_finding *f, const judge *j) {
    double spread = fmax(largest_deviation(&f->said[RM_BASE], f->values[RM_BASE]),
                         largest_deviation(&f->said[RM_HEAD], f->values[RM_HEAD]));
    f->visible = RM_COUNTED_CHANGE;
    if (spread >= RM_COUNTED_CHANGE) {
        f->verdict = RM_VERDICT_INVALID;
        f->reason = rm_text("runs of one build differ by %.2g %%", 100 * spread);
        return;
    }
    bool changed = isnan(f->change) ? f->values[RM_HEAD] > 0 : fabs(f->change) >= RM_COUNTED_CHANGE;
    f->verdict = changed ? RM_VERDICT_CHANGED : RM_VERDICT_SAME;
    f->fails = changed && (isnan(f->change) ? !isnan(j->fail_above) : f->change > j->fail_above);
}

/* ---- times ---- */

static double *logarithms(const double *values, size_t count) {
    double *logs = rm_calloc(count, sizeof *logs);
    for (size_t i = 0; i < count; i++)
        logs[i] = log(values[i]);
    return logs;
}

static bool can_be_tested(const rm_finding *f) {
    return f->kind.role == RM_ROLE_TIMED && f->said[RM_BASE].count > 1 && f->said[RM_HEAD].count > 1;
}

static bool in_launches(const rm_finding *f) {
    return f->said[RM_BASE].launches && f->said[RM_HEAD].launches;
}

static double drift_of(const rm_finding *f) {
    return in_launches(f) ? RM_SESSION_DRIFT : RM_LAUNCH_DRIFT;
}

/* The smallest slowdown that would be found with the power of the rules: its p-value has to be small enough,
 * and its interval clear of the drift. */
static double smallest_visible(const rm_finding *f, const judge *j, double error) {
    double power = gsl_cdf_ugaussian_Pinv(RM_COMPARE_POWER);
    double by_p = error * (gsl_cdf_ugaussian_Qinv(rm_needed_p(j->tests) / 2) + power);
    double by_interval = error * (gsl_cdf_ugaussian_Qinv((1 - RM_COMPARE_CONFIDENCE) / 2) + power);
    return expm1(fmax(by_p, log1p(drift_of(f)) + by_interval));
}

/* Finds p, the interval of the change, and the smallest change that would have been found. */
static void measure(rm_finding *f, const judge *j, size_t number) {
    const rm_said *base = &f->said[RM_BASE], *head = &f->said[RM_HEAD];
    double *a = logarithms(base->values, base->count), *b = logarithms(head->values, head->count);
    rm_interval found = rm_bootstrap_difference(a, base->count, b, head->count, RM_STATISTIC_MEDIAN,
                                                RM_COMPARE_CONFIDENCE, rm_mix(j->seed, number));
    f->p = rm_rank_p(base->values, base->count, head->values, head->count);
    f->change_low = expm1(fmin(found.low, log1p(f->change)));
    f->change_high = expm1(fmax(found.high, log1p(f->change)));
    if (rm_rank_least_p(base->count, head->count) <= rm_needed_p(j->tests))
        f->visible = smallest_visible(f, j, found.error);
    free(a);
    free(b);
}

/* By what fraction the two halves of one file differ. Nothing changed between them, so this is noise and
 * drift. */
static double halves_of(const rm_said *said) {
    size_t half = said->count / 2;
    rm_said first = {.values = said->values, .count = half},
            second = {.values = said->values + half, .count = said->count - half};
    return fabs(median_of(&second) / median_of(&first) - 1);
}

/* By what fraction the 95 % quantile of the values is above the 5 % one. */
static double spread_of(const rm_said *said) {
    double *sorted = rm_calloc(said->count, sizeof *sorted);
    memcpy(sorted, said->values, said->count * sizeof *sorted);
    rm_sort_reals(sorted, said->count);
    double spread = rm_quantile(sorted, said->count, .95) / rm_quantile(sorted, said->count, .05) - 1;
    free(sorted);
    return spread;
}

/* Judges a figure for which the rank test found a difference. */
static void judge_rejected(rm_finding *f, double margin) {
    double halves = fmax(halves_of(&f->said[RM_BASE]), halves_of(&f->said[RM_HEAD]));
    double drift = drift_of(f), near = f->change > 0 ? f->change_low : f->change_high;
    f->verdict = RM_VERDICT_INCONCLUSIVE;
    if (fabs(f->change) <= halves) {
        f->reason =
            rm_text("smaller than the A/A spread: halves of one file differ by %.1f %%", 100 * halves);
        return;
    }
    if (f->change > 0 ? near <= drift : near >= -drift / (1 + drift)) {
        if (rm_is_within(f->change_low, f->change_high, fmin(margin, RM_SESSION_DRIFT)))
            f->verdict = RM_VERDICT_SAME;
        f->reason = rm_text(in_launches(f)
                                ? "not clear of the %.1f %% that sessions of one build differ by"
                                : "not clear of the %.0f %% that single launches of one build differ by",
                            100 * drift);
        return;
    }
    f->verdict = slowdown(f, f->change) > 0 ? RM_VERDICT_SLOWER : RM_VERDICT_FASTER;
}

/* Judges a figure for which the rank test found none. */
static void judge_accepted(rm_finding *f, const judge *j, double margin) {
    const rm_said *base = &f->said[RM_BASE], *head = &f->said[RM_HEAD];
    double least = rm_needed_p(j->tests);
    f->verdict = RM_VERDICT_INCONCLUSIVE;
    if (rm_rank_least_p(base->count, head->count) > least) {
        f->reason = rm_text(
            "%zu and %zu values cannot give p below %.2g (%.2g is needed); repeat %d times or more",
            base->count, head->count, rm_rank_least_p(base->count, head->count), least, RM_COMPARE_REPEATS);
        return;
    }
    if (rm_is_within(f->change_low, f->change_high, margin)) {
        f->verdict = RM_VERDICT_SAME;
        f->reason = rm_text("no change beyond %.3g %%", 100 * margin);
        return;
    }
    double spread = spread_of(base);
    f->reason = fabs(f->change) <= spread ? rm_text("within the noise of base (%.1f %%)", 100 * spread)
                                          : rm_text("only %.0f %% could have been seen", 100 * f->visible);
}

static void judge_timed(rm_finding *f, const judge *j, bool rejected) {
    double margin = isnan(j->fail_above) ? RM_COMPARE_MARGIN : j->fail_above;
    if (!can_be_tested(f)) {
        f->verdict = RM_VERDICT_NO_TEST;
        f->reason =
            rm_text("one value says nothing of its noise; repeat %d times or more", RM_COMPARE_REPEATS);
    } else if (rejected) {
        judge_rejected(f, margin);
    } else {
        judge_accepted(f, j, margin);
    }
    f->fails = f->verdict == RM_VERDICT_SLOWER && slowdown(f, f->change) > j->fail_above;
}

/* ---- all of them ---- */

static bool is_on_both_sides(const rm_finding *f) {
    return f->said[RM_BASE].text && f->said[RM_HEAD].text;
}

static void prepare(rm_finding *f) {
    f->change = f->change_low = f->change_high = f->visible = f->p = NAN;
    for (int side = 0; side < RM_SIDES; side++)
        f->values[side] = f->said[side].text && f->said[side].numeric ? median_of(&f->said[side]) : NAN;
    if (is_on_both_sides(f) && is_numeric(f) && (f->values[RM_BASE] > 0 || f->values[RM_BASE] < 0))
        f->change = f->values[RM_HEAD] / f->values[RM_BASE] - 1;
}

static void judge_one(rm_finding *f, const judge *j, bool rejected) {
    if (!is_on_both_sides(f))
        f->verdict = f->said[RM_HEAD].text ? RM_VERDICT_NEW : RM_VERDICT_GONE;
    else if (f->kind.role == RM_ROLE_EXACT)
        judge_exact(f, j);
    else if (f->kind.role == RM_ROLE_COUNTED)
        judge_counted(f, j);
    else
        judge_timed(f, j, rejected);
}

static size_t values_of(const rm_finding *f) {
    return f->said[RM_BASE].count + f->said[RM_HEAD].count;
}

double rm_judge_units(const rm_findings *findings) {
    double units = 0;
    for (size_t i = 0; i < findings->count; i++)
        units += (double)values_of(&findings->list[i]);
    return units;
}

void rm_judge(rm_findings *findings, double fail_above, uint64_t seed, rm_progress *progress) {
    judge j = {.fail_above = fail_above / 100, .seed = seed};
    double *p = rm_calloc(findings->count, sizeof *p);
    bool *rejected = rm_calloc(findings->count, sizeof *rejected);
    for (size_t i = 0; i < findings->count; i++) {
        prepare(&findings->list[i]);
        j.tests += can_be_tested(&findings->list[i]);
    }
    for (size_t i = 0; i < findings->count; i++) {
        if (can_be_tested(&findings->list[i]))
            measure(&findings->list[i], &j, i);
        rm_progress_add(progress, (double)values_of(&findings->list[i]), findings->list[i].name);
        p[i] = findings->list[i].p;
    }
    rm_holm(p, findings->count, RM_COMPARE_ALPHA, rejected);
    for (size_t i = 0; i < findings->count; i++)
        judge_one(&findings->list[i], &j, rejected[i]);
    free(p);
    free(rejected);
}
