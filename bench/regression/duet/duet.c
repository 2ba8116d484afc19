/*
 * duet.c - `ringmark duet`: is HEAD slower than BASE? It times both revisions of the library in one process,
 * in blocks that alternate, over many launches.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/cli/command.h"
#include "bench/output/output.h"
#include "bench/output/raw_samples.h"
#include "bench/stats/samples.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "launches.h"

enum {
    CASE,
    BASE_NS,
    HEAD_NS,
    CHANGE,
    CI_LOW,
    CI_HIGH,
    LAUNCHES,
    CONTROL,
    VISIBLE,
    P,
    VERDICT,
    REASON,
    COLUMN_COUNT
};

static const char *const columns[] = {"case",        "base_ns",     "head_ns",  "change_pct",
                                      "ci_low_pct",  "ci_high_pct", "launches", "control_pct",
                                      "visible_pct", "p",           "verdict",  "reason"};
static const char *const sample_columns[] = {"case",    "launch",     "base_ns",
                                             "head_ns", "change_pct", "control_pct"};
enum { SAMPLE_LAUNCH = 1, SAMPLE_BASE, SAMPLE_HEAD, SAMPLE_CHANGE, SAMPLE_CONTROL, SAMPLE_COUNT };

enum { LAUNCHES_FULL = 40, LAUNCHES_QUICK = 20, MOST_LAUNCHES = 100000 };

typedef struct duet_run {
    const rm_options *options;
    rm_duet_cases cases;
    rm_duet_finding *findings; /* one a case */
    double (*medians)[2];      /* ns, of BASE and HEAD */
    unsigned launches, launched;
    rm_output *samples;
    rm_progress *progress;
    bool sound;
} duet_run;

static void choose_cases(duet_run *run) {
    const rm_options *o = run->options;
    size_t wanted = 0;
    for (size_t i = 0; i < run->cases.count; i++) {
        rm_duet_case *c = &run->cases.list[i];
        c->wanted = (!o->quick || c->quick) && (!o->filter || strstr(c->name, o->filter));
        wanted += c->wanted;
    }
    if (!wanted)
        rm_fail("--filter %s: no case has that in its name; names are like '%s'", o->filter ? o->filter : "",
                run->cases.count ? run->cases.list[0].name : "");
}

static void put_samples(duet_run *run, const rm_duet_case *c) {
    for (size_t i = 0; run->samples && i < c->sample.count; i++) {
        rm_row row = {0};
        rm_row_text(&row, CASE, c->name);
        rm_row_count(&row, SAMPLE_LAUNCH, run->launched + i);
        rm_row_real(&row, SAMPLE_BASE, c->base_ns[i]);
        rm_row_real(&row, SAMPLE_HEAD, c->head_ns[i]);
        rm_row_real(&row, SAMPLE_CHANGE, 100 * expm1(c->sample.changes[i]));
        rm_row_real(&row, SAMPLE_CONTROL, 100 * expm1(c->sample.controls[i]));
        rm_output_row(run->samples, &row);
    }
}

static void launched(void *context) {
    const duet_run *run = context;
    rm_progress_add(run->progress, 1, NULL);
}

static bool is_measured(const rm_duet_case *c) {
    return c->wanted && !c->broken && !c->invalid && c->sample.count;
}

/* Measures the cases that are wanted, and writes the verdicts to `findings`. */
static void measure(duet_run *run, rm_duet_finding *findings) {
    rm_duet_cases *cases = &run->cases;
    rm_duet_sample *samples = rm_calloc(cases->count, sizeof *samples);
    rm_duet_finding *found = rm_calloc(cases->count, sizeof *found);
    run->progress = rm_progress_start(run->options->no_progress, "duet", run->launches);
    run->sound = rm_duet_cases_run(cases, run->launched, run->launches, launched, run) && run->sound;
    rm_progress_end(run->progress);
    size_t count = 0, next = 0;
    for (size_t i = 0; i < cases->count; i++)
        if (is_measured(&cases->list[i]))
            samples[count++] = cases->list[i].sample;
    rm_duet_judge(samples, count, run->options->fail_above, run->options->seed, found);
    for (size_t i = 0; i < cases->count; i++) {
        rm_duet_case *c = &cases->list[i];
        if (!is_measured(c))
            continue;
        findings[i] = found[next++];
        put_samples(run, c);
        run->medians[i][0] = rm_median(c->base_ns, c->sample.count);
        run->medians[i][1] = rm_median(c->head_ns, c->sample.count);
    }
    run->launched += run->launches;
    free(samples);
    free(found);
}

/* Measures those cases once more that seem to have changed. */
static void measure_again(duet_run *run) {
    rm_duet_cases *cases = &run->cases;
    bool *suspected = rm_calloc(cases->count, sizeof *suspected),
         *wanted = rm_calloc(cases->count, sizeof *wanted);
    rm_duet_finding *again = rm_calloc(cases->count, sizeof *again);
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i++) {
        rm_change_verdict verdict = run->findings[i].verdict;
        wanted[i] = cases->list[i].wanted;
        suspected[i] = is_measured(&cases->list[i]) &&
                       (verdict == RM_VERDICT_SLOWER || verdict == RM_VERDICT_FASTER);
        cases->list[i].wanted = suspected[i];
        count += suspected[i];
    }
    if (count)
        measure(run, again);
    for (size_t i = 0; i < cases->count; i++) {
        if (suspected[i] && is_measured(&cases->list[i]))
            rm_duet_confirm(&run->findings[i], &again[i]);
        cases->list[i].wanted = wanted[i];
    }
    free(suspected);
    free(wanted);
    free(again);
}

/* Settles the verdict of a case that times cannot judge. */
static void settle(const rm_duet_case *c, rm_duet_finding *f) {
    if (c->absent[RM_DUET_BASE] || c->absent[RM_DUET_HEAD]) {
        f->verdict = c->absent[RM_DUET_BASE] ? RM_VERDICT_NEW : RM_VERDICT_GONE;
        f->reason = rm_text("%s has no such thing", c->absent[RM_DUET_BASE] ? "BASE" : "HEAD");
    } else if (c->broken || c->invalid) {
        f->verdict = RM_VERDICT_INVALID;
        f->reason = rm_text(c->broken ? "a launch crashed or hung" : "BASE and its copy answer differently");
    } else if (c->answers_differ) {
        char *reason = rm_text("%s%sanswers differ: what is timed is not the same",
                               f->reason ? f->reason : "", f->reason ? "; " : "");
        free(f->reason);
        f->reason = reason;
    }
}

static void put_row(rm_output *output, const duet_run *run, size_t i) {
    const rm_duet_case *c = &run->cases.list[i];
    const rm_duet_finding *f = &run->findings[i];
    rm_row row = {0};
    rm_row_text(&row, CASE, c->name);
    if (is_measured(c)) {
        rm_row_real(&row, BASE_NS, run->medians[i][0]);
        rm_row_real(&row, HEAD_NS, run->medians[i][1]);
        rm_row_real(&row, CHANGE, 100 * f->change);
        rm_row_real(&row, CI_LOW, 100 * f->low);
        rm_row_real(&row, CI_HIGH, 100 * f->high);
        rm_row_count(&row, LAUNCHES, c->sample.count);
        rm_row_real(&row, CONTROL, 100 * f->control);
        rm_row_real(&row, VISIBLE, 100 * f->visible);
        rm_row_real(&row, P, f->p);
    }
    rm_row_text(&row, VERDICT, rm_change_verdict_name(f->verdict));
    rm_row_text(&row, REASON, f->reason);
    rm_output_row(output, &row);
}

/* True when a confirmed slowdown is above --fail-above. */
static bool put_rows(rm_output *output, duet_run *run) {
    bool fails = false;
    for (size_t i = 0; i < run->cases.count; i++) {
        const rm_duet_case *c = &run->cases.list[i];
        rm_duet_finding *f = &run->findings[i];
        /* neither side has it: this machine cannot run it */
        if (!c->wanted || (c->absent[RM_DUET_BASE] && c->absent[RM_DUET_HEAD]))
            continue;
        settle(c, f);
        put_row(output, run, i);
        if (f->verdict == RM_VERDICT_SLOWER && 100 * f->change > run->options->fail_above) {
            rm_note("%s: slower by %.1f %%", c->name, 100 * f->change);
            fails = true;
        }
        run->sound = run->sound && f->verdict != RM_VERDICT_INVALID;
    }
    return fails;
}

static void free_run(duet_run *run) {
    for (size_t i = 0; i < run->cases.count; i++)
        free(run->findings[i].reason);
    free(run->findings);
    free(run->medians);
    rm_duet_cases_free(&run->cases);
}

static int duet(const rm_options *options) {
    const char **files = options->operands.items;
    if (rm_duet_is_launch(options))
        return rm_duet_run_launch(options);
    if (options->operands.count != 2)
        rm_fail("duet takes two shared objects, BASE and HEAD (make duet-object, or plugins); found %zu",
                options->operands.count);
    duet_run run = {
        .options = options, .sound = true, .launches = options->quick ? LAUNCHES_QUICK : LAUNCHES_FULL};
    if (options->given[RM_OPT_REPEAT])
        run.launches = (unsigned)options->repeat;
    rm_interrupts_watch();
    run.cases = rm_duet_cases_of(files[0], files[1], options->seed);
    run.findings = rm_calloc(run.cases.count, sizeof *run.findings);
    run.medians = rm_calloc(run.cases.count, sizeof *run.medians);
    choose_cases(&run);
    rm_output *output = rm_output_open(options, columns, COLUMN_COUNT);
    run.samples = rm_samples_open(options, sample_columns, SAMPLE_COUNT);
    measure(&run, run.findings);
    if (!rm_interrupted())
        measure_again(&run);
    bool fails = !rm_interrupted() && put_rows(output, &run);
    rm_output_close(output);
    if (run.samples)
        rm_output_close(run.samples);
    bool sound = run.sound;
    free_run(&run);
    return fails || !sound ? RM_FAILED : RM_GOOD;
}

static const rm_option_id takes[] = {RM_OPT_FAIL_ABOVE, RM_OPT_REPEAT,  RM_OPT_QUICK,
                                     RM_OPT_FILTER,     RM_OPT_SAMPLES, RM_OPTION_END};

const rm_command rm_command_duet = {
    .name = "duet",
    .question =
        "Is HEAD slower than BASE? Both in one process, in turns, over many launches (--repeat of them).",
    .example = "ringmark duet build/duet.so build/duet.so --quick",
    .operands = "BASE.so HEAD.so",
    .options = takes,
    .run = duet,
    .operands_are_results = true,
};
