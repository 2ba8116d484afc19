/* names.c - what the figures of given names say: the first number of points that meets the target, the
 * smallest that stays within it, the best salt. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "bench/support/progress.h"
#include "draws.h"
#include "label.h"
#include "names.h"
#include "scan.h"
#include "work.h"

/* How many times what theory promises a survey goes, how many times when rings get large, and the least it
 * looks at. */
enum { BEYOND = 4, BEYOND_MANY = 2, LEAST_BOUND = 1024, UNKNOWN_BOUND = 4096 };
/* From so many points on a survey takes seconds, and goes less far. */
#define MANY_POINTS (UINT64_C(1) << 21)
/* Points of the one ring that holds all smaller ones, some 50 bytes each; and figures that are kept. */
#define RING_POINTS (UINT64_C(1) << 24)
#define KEPT        (UINT64_C(1) << 25)
/* Points of all rings together, when they are built one by one. */
#define BUILT_POINTS (UINT64_C(1) << 27)
/* Up to DENSE every number is built; beyond, a step is this part of the number. */
enum { DENSE = 32, STEP_PART = 16 };

static bool one_ring_holds_all(const rm_question *q) {
    return !q->options->preset && q->options->replicas == 1;
}

static uint64_t least_of(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

uint64_t rm_survey_points(const rm_question *q) {
    /* a grid of steps of 1/16 has 16 times the points of its last ring */
    return one_ring_holds_all(q) ? RING_POINTS : BUILT_POINTS / STEP_PART;
}

uint64_t rm_survey_bound(const rm_question *q, uint64_t promised) {
    uint64_t all = (uint64_t)fmax(q->all, 1), sets = q->options->sets;
    uint64_t bound = promised ? BEYOND * promised : UNKNOWN_BOUND;
    bound = bound < LEAST_BOUND ? LEAST_BOUND : bound;
    if (promised && (double)bound * q->all > (double)MANY_POINTS)
        bound = BEYOND_MANY * promised;
    bound = least_of(bound, q->most);
    uint64_t fit = rm_survey_points(q) / all;
    return least_of(bound, one_ring_holds_all(q) ? least_of(fit, KEPT / sets) : fit / sets);
}

typedef struct work {
    const rm_question *q;
    const rm_plan_row *row;
    rm_survey *survey;
    const size_t *places; /* places in the survey of what is built one by one */
    size_t count;
    double units; /* progress of one task */
} work;

static void scan_set(size_t set, void *context) {
    work *w = context;
    rm_scan_ring(w->q, w->row, set, w->survey->bound, w->survey->figures + set * w->survey->count);
    rm_progress_add(w->q->progress, w->units, NULL);
}

static void build_one(size_t i, void *context) {
    work *w = context;
    size_t set = i / w->count, place = w->places[i % w->count];
    rm_plan_row row = *w->row;
    row.cell.vnodes = w->survey->vnodes[place];
    rm_scan_one(w->q, &row, set, w->survey->figures + set * w->survey->count + place);
    rm_progress_add(w->q->progress, w->units, NULL);
}

size_t rm_survey_jobs(const rm_question *q, uint64_t bound) {
    return q->all * (double)bound > (double)RING_POINTS ? 1 : (size_t)q->options->jobs;
}

static void run_all(work *w, size_t tasks, void (*one)(size_t, void *)) {
    size_t jobs = rm_survey_jobs(w->q, w->survey->bound);
    w->units = 1.0 / (double)tasks;
    rm_plan_work(jobs, tasks, one, w);
}

static bool met_at(const rm_question *q, const rm_survey *s, size_t i) {
    size_t met = 0;
    for (size_t set = 0; set < s->sets; set++)
        met += rm_aim_met(&q->aim, rm_aim_figure(&q->aim, &s->figures[set * s->count + i]));
    return (double)met >= q->aim.confidence * (double)s->sets * (1 - 1e-12);
}

static void judge(const rm_question *q, rm_survey *s) {
    s->smallest = s->first = 0;
    bool stays_met = true;
    for (size_t i = s->count; i-- > 0;) {
        bool met = met_at(q, s, i);
        stays_met = stays_met && met;
        if (stays_met)
            s->smallest = s->vnodes[i];
        if (met)
            s->first = s->vnodes[i];
    }
}

static void survey_every(const rm_question *q, const rm_plan_row *row, rm_survey *s) {
    s->every = true;
    s->count = (size_t)s->bound;
    s->vnodes = rm_calloc(s->count, sizeof *s->vnodes);
    s->figures = rm_calloc(s->count * s->sets, sizeof *s->figures);
    for (size_t i = 0; i < s->count; i++)
        s->vnodes[i] = i + 1;
    work w = {.q = q, .row = row, .survey = s};
    run_all(&w, s->sets, scan_set);
}

/* Adds `added` numbers behind place `before`, and builds those. */
static void survey_between(const rm_question *q, const rm_plan_row *row, rm_survey *s, size_t before,
                           size_t added) {
    rm_survey old = *s;
    s->count += added;
    s->vnodes = rm_calloc(s->count, sizeof *s->vnodes);
    s->figures = rm_calloc(s->count * s->sets, sizeof *s->figures);
    size_t *places = rm_calloc(added + 1, sizeof *places);
    for (size_t i = 0; i < s->count; i++) {
        bool is_new = i > before && i <= before + added;
        size_t from = i <= before ? i : i - added;
        s->vnodes[i] = is_new ? old.vnodes[before] + (i - before) : old.vnodes[from];
        if (is_new)
            places[i - before - 1] = i;
        for (size_t set = 0; !is_new && set < s->sets; set++)
            s->figures[set * s->count + i] = old.figures[set * old.count + from];
    }
    work w = {.q = q, .row = row, .survey = s, .places = places, .count = added};
    run_all(&w, added * s->sets, build_one);
    free(places);
    free(old.vnodes);
    free(old.figures);
}

static uint64_t step_behind(uint64_t vnodes) {
    return vnodes < DENSE ? vnodes + 1 : vnodes + vnodes / STEP_PART;
}

static void survey_grid(const rm_question *q, const rm_plan_row *row, rm_survey *s) {
    for (uint64_t v = 1; v < s->bound; v = step_behind(v))
        s->count++;
    s->count++;
    s->vnodes = rm_calloc(s->count, sizeof *s->vnodes);
    s->figures = rm_calloc(s->count * s->sets, sizeof *s->figures);
    size_t *places = rm_calloc(s->count, sizeof *places);
    uint64_t v = 1;
    for (size_t i = 0; i < s->count; i++, v = step_behind(v)) {
        s->vnodes[i] = least_of(v, s->bound);
        places[i] = i;
    }
    work w = {.q = q, .row = row, .survey = s, .places = places, .count = s->count};
    run_all(&w, s->count * s->sets, build_one);
    free(places);
    judge(q, s);
    size_t at = 0;
    while (s->smallest && s->vnodes[at] != s->smallest)
        at++;
    if (s->smallest && at && s->vnodes[at] > s->vnodes[at - 1] + 1)
        survey_between(q, row, s, at - 1, (size_t)(s->vnodes[at] - s->vnodes[at - 1] - 1));
    s->every = s->count == s->bound;
}

rm_survey rm_survey_of(const rm_question *q, const rm_plan_row *row, uint64_t bound) {
    rm_survey s = {.sets = (size_t)q->options->sets, .bound = bound};
    if (q->fixed) {
        s.bound = s.count = 1;
        s.vnodes = rm_calloc(1, sizeof *s.vnodes);
        s.vnodes[0] = row->cell.vnodes;
        s.figures = rm_calloc(s.sets, sizeof *s.figures);
        size_t place = 0;
        work w = {.q = q, .row = row, .survey = &s, .places = &place, .count = 1};
        run_all(&w, s.sets, build_one);
        bool met = met_at(q, &s, 0);
        s.every = true;
        s.smallest = s.first = met ? (s.vnodes[0] ? s.vnodes[0] : 1) : 0;
        return s;
    }
    if (one_ring_holds_all(q))
        survey_every(q, row, &s);
    else
        survey_grid(q, row, &s);
    judge(q, &s);
    return s;
}

void rm_survey_free(rm_survey *survey) {
    free(survey->vnodes);
    free(survey->figures);
    *survey = (rm_survey){0};
}

static size_t place_of(const rm_survey *s, uint64_t vnodes) {
    size_t low = 0, high = s->count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->vnodes[middle] < vnodes)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint64_t rm_survey_nearest(const rm_survey *survey, uint64_t vnodes) {
    return survey->vnodes[place_of(survey, vnodes)];
}

void rm_survey_row(const rm_question *q, const rm_survey *s, uint64_t vnodes, rm_plan_row *row) {
    size_t place = place_of(s, vnodes);
    rm_aim aim = q->aim;
    aim.seeds = 1; /* these are the sets themselves */
    aim.each_set = aim.confidence;
    rm_unevenness *sets = rm_calloc(s->sets, sizeof *sets);
    for (size_t set = 0; set < s->sets; set++)
        sets[set] = s->figures[set * s->count + place];
    row->cell.vnodes = s->vnodes[place];
    rm_sets_figures(&aim, sets, s->sets, &row->figures);
    row->meets = met_at(q, s, place);
    row->method = q->keyed ? "counted" : "exact";
    row->smallest = s->smallest;
    row->first = s->first;
    free(sets);
}

/* ---- salts ---- */

typedef struct salting {
    const rm_question *q;
    const rm_plan_row *row;
    uint64_t bound;
    uint64_t *smallest; /* smallest number that stays within the target, by salt; 0: never */
} salting;

static void try_salt(size_t salt, void *context) {
    salting *s = context;
    rm_plan_row row = *s->row;
    char *label = rm_label_salted(s->row->options.label, salt);
    row.options.label = label;
    rm_survey one = {.sets = 1, .bound = s->bound, .count = (size_t)s->bound};
    one.vnodes = rm_calloc(one.count, sizeof *one.vnodes);
    one.figures = rm_calloc(one.count, sizeof *one.figures);
    for (size_t i = 0; i < one.count; i++)
        one.vnodes[i] = i + 1;
    rm_scan_ring(s->q, &row, 0, s->bound, one.figures);
    judge(s->q, &one);
    s->smallest[salt] = one.smallest;
    rm_progress_add(s->q->progress, 1.0 / (double)s->q->options->seeds, NULL);
    rm_survey_free(&one);
    free(label);
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a - 1,
             y = *(const uint64_t *)b - 1; /* 0, for never, wraps round and sorts last */
    return (x > y) - (x < y);
}

uint64_t rm_salt_best(const rm_question *q, const rm_plan_row *row, uint64_t bound, uint64_t *typical) {
    size_t count = (size_t)q->options->seeds, best = 0;
    salting s = {q, row, bound, rm_calloc(count, sizeof *s.smallest)};
    rm_plan_work(rm_survey_jobs(q, bound), count, try_salt, &s);
    for (size_t i = 1; i < count; i++)
        if (s.smallest[i] - 1 < s.smallest[best] - 1)
            best = i;
    qsort(s.smallest, count, sizeof *s.smallest, ascending);
    *typical = s.smallest[count / 2];
    free(s.smallest);
    return best;
}
