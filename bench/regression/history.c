/* history.c - `ringmark history`: when did a figure change? It finds change points of series of revisions. */
#include <math.h>

#include "bench/cli/command.h"
#include "bench/output/output.h"
#include "bench/stats/p_values/changepoint.h"
#include "bench/stats/samples.h"
#include "bench/support/fail.h"
#include "history_series.h"
#include "rules.h"

/* The chance of a false alarm at one split of one series. In 400 series of unchanged timings there was
 * none. */
#define ALPHA 0.01

enum { CASE, FIGURE, COUNT, CHANGE_AT, BEFORE, AFTER, CHANGE_PCT, P, VERDICT, REASON, COLUMN_COUNT };

static const char *const columns[] = {"case",  "figure",     "n", "change_at", "before",
                                      "after", "change_pct", "p", "verdict",   "reason"};

typedef struct run {
    rm_output *output;
    rm_row row;
} run;

static void begin_row(run *r, const rm_series *series) {
    rm_row_text(&r->row, CASE, series->name);
    rm_row_text(&r->row, FIGURE, series->figure);
    rm_row_count(&r->row, COUNT, series->count);
}

static double median_between(const rm_series *series, size_t from, size_t to) {
    double *values = rm_calloc(to - from, sizeof *values);
    for (size_t i = from; i < to; i++)
        values[i - from] = series->points[i].value;
    double median = rm_median(values, to - from);
    free(values);
    return median;
}

/* Writes a row about the step at `at`, with the medians of the points from `from` to it and from it to
 * `to`. */
static void put_change(run *r, const rm_series *series, size_t from, size_t at, size_t to, double p,
                       const char *verdict) {
    begin_row(r, series);
    rm_row_text(&r->row, CHANGE_AT, series->points[at].revision);
    if (series->numeric) {
        double before = median_between(series, from, at), after = median_between(series, at, to);
        rm_row_real(&r->row, BEFORE, before);
        rm_row_real(&r->row, AFTER, after);
        rm_row_real(&r->row, CHANGE_PCT, 100 * (after / before - 1)); /* an empty field when `before` is 0 */
    } else {
        rm_row_text(&r->row, BEFORE, series->points[at - 1].text);
        rm_row_text(&r->row, AFTER, series->points[at].text);
    }
    rm_row_real(&r->row, P, p);
    rm_row_text(&r->row, VERDICT, verdict);
    rm_output_row(r->output, &r->row);
}

static void put_unchanged(run *r, const rm_series *series, bool exact) {
    size_t least = rm_pettitt_least(ALPHA), longest = 0, from = 0;
    for (size_t i = 1; i <= series->count; i++)
        if (i == series->count || series->points[i].accepted) {
            longest = i - from > longest ? i - from : longest;
            from = i;
        }
    bool tested = exact ? series->count > 1 : longest >= least;
    char *verdict = tested ? rm_text("none") : rm_text("no test: n=%zu", exact ? series->count : longest);
    char *reason = tested  ? NULL
                   : exact ? rm_text("one revision has nothing to differ from")
                           : rm_text("a change needs %zu revisions to stand out", least);
    begin_row(r, series);
    rm_row_text(&r->row, VERDICT, verdict);
    rm_row_text(&r->row, REASON, reason);
    rm_output_row(r->output, &r->row);
    free(verdict);
    free(reason);
}

/* A point at which the level changed; p is NAN where the step was accepted, or no test was needed. */
typedef struct step {
    size_t at;
    double p;
} step;

/* Exact figures differ when their texts do; instructions must also differ by more than they scatter. */
static bool differs(const rm_series *series, size_t level, size_t at) {
    const rm_point *a = &series->points[level], *b = &series->points[at];
    if (series->role == RM_ROLE_COUNTED)
        return fabs(b->value - a->value) >= RM_COUNTED_CHANGE * fabs(a->value) &&
               strcmp(a->text, b->text) != 0;
    return strcmp(a->text, b->text) != 0;
}

/* Where the value is another than behind the last step. Returns how many steps there are. */
static size_t exact_steps(const rm_series *series, step *steps) {
    size_t count = 0, level = 0;
    for (size_t i = 1; i < series->count; i++) {
        if (!series->points[i].accepted && !differs(series, level, i))
            continue;
        steps[count++] = (step){i, NAN};
        level = i;
    }
    return count;
}

/* Where a test finds change points, separately in each piece between accepted steps. */
static size_t tested_steps(const rm_series *series, step *steps) {
    double *values = rm_calloc(series->count, sizeof *values);
    rm_change_point *points = rm_calloc(series->count, sizeof *points);
    for (size_t i = 0; i < series->count; i++)
        values[i] = series->points[i].value;
    size_t count = 0, from = 0;
    for (size_t to = 1; to <= series->count; to++) {
        if (to < series->count && !series->points[to].accepted)
            continue;
        size_t found = rm_change_points(values + from, to - from, ALPHA, points);
        for (size_t i = 0; i < found; i++)
            steps[count++] = (step){from + points[i].at, points[i].p};
        if (to < series->count)
            steps[count++] = (step){to, NAN};
        from = to;
    }
    free(points);
    free(values);
    return count;
}

static void examine(run *r, const rm_series *series) {
    bool exact = series->role == RM_ROLE_EXACT || series->role == RM_ROLE_COUNTED;
    step *steps = rm_calloc(series->count, sizeof *steps);
    size_t count = exact ? exact_steps(series, steps) : tested_steps(series, steps);
    for (size_t i = 0; i < count; i++)
        put_change(r, series, i ? steps[i - 1].at : 0, steps[i].at,
                   i + 1 < count ? steps[i + 1].at : series->count, steps[i].p,
                   series->points[steps[i].at].accepted ? "accepted" : "change");
    if (count == 0)
        put_unchanged(r, series, exact);
    free(steps);
}

static int history(const rm_options *options) {
    size_t files = options->operands.count;
    if (files < 1 || files > 2)
        rm_fail(
            "history takes a file of case,figure,revision,value in the order of time, and one of accepted "
            "steps or none; found %zu files",
            files);
    rm_histories all =
        rm_histories_read(options->operands.items[0], files > 1 ? options->operands.items[1] : NULL);
    run r = {.output = rm_output_open(options, columns, COLUMN_COUNT)};
    for (size_t i = 0; i < all.count; i++)
        examine(&r, &all.list[i]);
    rm_output_close(r.output);
    rm_histories_free(&all);
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_OPTION_END};

const rm_command rm_command_history = {
    .name = "history",
    .question = "When did a figure change? Change points of series of revisions.",
    .example = "ringmark history results/history/machine.csv results/waivers.csv",
    .operands = "FILE [ACCEPTED.csv]",
    .options = takes,
    .run = history,
    .operands_are_results = true,
};
