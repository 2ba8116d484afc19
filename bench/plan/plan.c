/* plan.c - `ringmark plan`: how many virtual nodes do I need? */
#include <math.h>
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/cells/parallel.h"
#include "bench/cli/command.h"
#include "bench/cli/names.h"
#include "bench/output/output.h"
#include "bench/stats/quantile.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "bench/support/progress.h"
#include "draws.h"
#include "keys.h"
#include "label.h"
#include "measure.h"
#include "rows.h"
#include "scan.h"
#include "sentence.h"
#include "work.h"

/* A number of points above this many times theory's is no bad luck any more: the hash is not good enough. */
#define POOR 3

typedef struct plan {
    rm_question question;
    rm_plan_answer answer;
    rm_survey survey;
    rm_plan_row base; /* with the label and hash that were asked for, or their best salt */
} plan;

/* ---- the question ---- */

static bool names_given(const rm_options *o) {
    static const rm_option_id of_names[] = {RM_OPT_NODES_FILE, RM_OPT_NAMES,  RM_OPT_LABEL, RM_OPT_HASH,
                                            RM_OPT_NODE_HASH,  RM_OPT_PRESET, RM_OPT_RULE,  RM_OPT_SETS};
    for (size_t i = 0; i < sizeof of_names / sizeof *of_names; i++)
        if (o->given[of_names[i]])
            return true;
    return false;
}

static void take_weights(rm_question *q) {
    q->weights = rm_calloc((size_t)q->facts.count + 1, sizeof *q->weights);
    if (q->options->nodes_file) {
        rm_node_list list = rm_nodes_of(q->options, 0, 0);
        for (size_t i = 0; i < list.nodes.count; i++)
            if (rmk_node_serves(&list.list[i]))
                q->weights[q->serving++] = (double)list.list[i].weight;
        rm_nodes_free(&list);
    } else {
        while (q->serving < q->facts.count)
            q->weights[q->serving++] = 1;
    }
    if (q->options->nodes_file) /* the others are of weight 1 each, however many */
        rm_sort_reals(q->weights, q->serving);
    for (size_t i = 0; i < q->serving; i++)
        q->all += q->weights[i];
    q->least = q->weights[0];
    q->equal = !(q->weights[q->serving - 1] > q->least);
}

static void take_limits(rm_question *q) {
    const rm_options *o = q->options;
    uint64_t most = o->max_points ? o->max_points : RMK_MAX_POINTS, fit = rm_points_that_fit(q->facts.count);
    q->most_by_user = o->max_points && o->max_points <= fit;
    q->points = most < fit ? most : fit;
    q->most = q->facts.weight_sum ? q->points / q->facts.weight_sum : 0;
}

static void check_cell(const rm_question *q) {
    const rm_options *o = q->options;
    if (!q->facts.serving)
        rm_fail("%s: no node can own keys: all are down or of weight 0", o->nodes_file);
    const char *refusal = rm_cell_refusal(&q->cell, &q->facts);
    if (refusal && o->preset)
        rm_fail("--preset %s %s; it takes %s", o->preset->name, refusal, rm_preset_takes(o->preset));
    if (refusal)
        rm_fail("--algorithm %s %s", q->cell.algorithm->name, refusal);
    rm_cell_check_limits(&q->cell, &q->facts);
    const char *lacks = o->preset ? NULL : rm_label_lacks(o->label);
    if (lacks)
        rm_fail(
            "--label '%s' has no %s, without which no number of points helps; the best reachable is what one "
            "point a node gives",
            o->label, lacks);
    if (o->preset && o->seeds > 1)
        rm_fail("--seeds: --preset %s has a label rule of its own, so no salt can be chosen",
                o->preset->name);
    if (q->names && o->sets > 1 && o->seeds > 1)
        rm_fail(
            "--seeds looks for the best salt of one set of names, --sets for what many sets give; use one of "
            "them");
    if (q->fixed && o->given[RM_OPT_MAX_POINTS])
        rm_fail("--max-points: --preset %s sets its own points, nothing can be chosen", o->preset->name);
}

static rm_question question_of(const rm_options *o, uint64_t nodes, const rmk_hash *hash) {
    rm_question q = {.options = o, .names = names_given(o)};
    q.aim = rm_aim_of(o, q.names ? 1 : o->seeds); /* salts of given names are tried, not promised */
    q.facts = rm_nodes_facts_of(o, nodes);
    q.cell = (rm_cell){.options = o, .algorithm = o->algorithms[0], .hash = hash, .nodes = q.facts.count};
    q.fixed = o->preset && !(o->preset->takes & RMK_TAKES_VNODES);
    if (!o->preset)
        q.cell.node_hash = o->node_hash ? o->node_hash : hash;
    if (q.fixed) {
        q.cell.vnodes = o->vnodes.count ? o->vnodes.items[0] : 0;
        q.cell.total_points = o->total_points.count ? o->total_points.items[0] : 0;
    }
    check_cell(&q); /* before memory is taken for its nodes */
    take_weights(&q);
    rm_plan_check_interrupt();
    take_limits(&q);
    rm_question_keys(&q);
    if (o->keys_file && o->preset)
        rm_check_keys(o, 2); /* each number of points reads them again */
    return q;
}

/* ---- theory ---- */

static void work_theory(size_t i, void *context) {
    plan *p = context;
    rm_plan_row *row = &p->answer.rows.list[i];
    rm_theory_figures(&p->question, row->cell.vnodes, &row->figures);
}

static void answer_theory(plan *p) {
    const rm_question *q = &p->question;
    rm_plan_answer *a = &p->answer;
    if (!a->promise.vnodes)
        rm_plan_refuse(q, &a->promise);
    rm_candidates c = rm_candidates_of(a->promise.vnodes, q->most);
    for (size_t i = 0; i < c.count; i++) {
        rm_plan_row *row = rm_plan_add(a, &p->base, "candidate");
        row->cell.vnodes = c.vnodes[i];
        row->method = rm_theory_drawn(q) ? "simulated" : "theory";
        row->meets = c.vnodes[i] >= a->promise.vnodes;
        row->points = c.vnodes[i] * q->facts.weight_sum;
        if (c.vnodes[i] == a->promise.vnodes) {
            row->reason = "answer";
            a->recommended = i;
        }
    }
    rm_plan_work((size_t)q->options->jobs, c.count, work_theory, p);
}

/* ---- given names ---- */

/* Says what is wrong with names, labels and hashes before anything long begins. */
static void check_names(const rm_question *q) {
    for (uint64_t set = 0; set < q->options->sets && set < 2; set++) {
        rm_node_list list = rm_nodes_of(q->options, q->cell.nodes, set);
        rm_cell cell = q->cell;
        if (!q->fixed && !q->options->preset)
            cell.vnodes = 1;
        else if (!q->fixed)
            cell.vnodes = q->options->vnodes.items[0];
        rmk_placement_destroy(rm_cell_place(&cell, &list.nodes, set));
        rm_nodes_free(&list);
    }
}

static void choose_salt(plan *p, uint64_t bound) {
    const rm_question *q = &p->question;
    if (q->options->seeds <= 1)
        return;
    rm_plan_answer *a = &p->answer;
    a->salts_tried = q->options->seeds;
    a->salt = rm_salt_best(q, &p->base, bound, &a->salts_typical);
    p->base.options.label = p->base.label = rm_label_salted(q->options->label, a->salt);
}

static rm_plan_row *add_surveyed(plan *p, const rm_plan_row *from, const rm_survey *survey, uint64_t vnodes,
                                 const char *reason) {
    const rm_question *q = &p->question;
    rm_plan_row *row = rm_plan_add(&p->answer, from, reason);
    rm_survey_row(q, survey, vnodes, row);
    row->figures.promised = q->fixed ? NAN : rm_theory_figure(q, row->cell.vnodes, q->aim.each_set);
    return row;
}

static const char *reason_of(const plan *p, uint64_t vnodes) {
    if (vnodes == p->survey.smallest)
        return "answer";
    if (vnodes == p->survey.first)
        return "first that meets it";
    return vnodes == p->answer.promise.vnodes ? "theory's answer" : "candidate";
}

static void add_names_rows(plan *p) {
    const rm_survey *s = &p->survey;
    uint64_t centre = s->smallest ? s->smallest : p->answer.failed_at;
    rm_candidates c = rm_candidates_of(centre, s->bound);
    rm_candidates_add(&c, s->first, s->bound);
    rm_candidates_add(&c, p->answer.promise.vnodes, s->bound);
    uint64_t last = 0;
    for (size_t i = 0; i < c.count; i++) {
        uint64_t vnodes = rm_survey_nearest(s, c.vnodes[i]);
        if (vnodes == last)
            continue;
        last = vnodes;
        add_surveyed(p, &p->base, s, vnodes, reason_of(p, vnodes));
        if (vnodes == s->smallest)
            p->answer.recommended = p->answer.rows.count - 1;
    }
}

static void add_remedy_rows(plan *p) {
    rm_plan_answer *a = &p->answer;
    for (size_t i = 0; i < a->remedies.count; i++) {
        rm_remedy *r = &a->remedies.list[i];
        bool chosen = i == a->remedies.chosen, here = r->survey.smallest == a->failed_at;
        add_surveyed(p, &r->row, &r->survey, a->failed_at, r->what);
        if (chosen && !here)
            add_surveyed(p, &r->row, &r->survey, r->survey.smallest, r->what)->label = NULL;
        if (chosen)
            a->recommended = a->rows.count - 1;
    }
}

static bool is_poor(const plan *p) {
    uint64_t promised = p->answer.promise.vnodes;
    return !p->survey.smallest || (promised && (double)p->survey.smallest > POOR * (double)promised);
}

/* Tries remedies for poor names. A remedy is worth it when it saves at least the factor that makes names
 * poor. */
static void look_for_remedies(plan *p) {
    const rm_question *q = &p->question;
    rm_plan_answer *a = &p->answer;
    uint64_t promised = a->promise.vnodes, bound = p->survey.bound;
    a->failed_at = promised && promised <= bound ? promised : bound;
    if (q->options->preset || !is_poor(p))
        return;
    a->remedies = rm_remedies_of(q, &p->base, a->failed_at, bound);
    rm_remedies *r = &a->remedies;
    rm_remedies_choose(r, promised);
    if (p->survey.smallest && r->chosen != SIZE_MAX &&
        POOR * (double)r->list[r->chosen].survey.smallest > (double)p->survey.smallest)
        r->chosen = SIZE_MAX;
}

static void answer_fixed(plan *p) {
    rm_plan_answer *a = &p->answer;
    p->survey = rm_survey_of(&p->question, &p->base, 1);
    a->survey = &p->survey;
    if (!p->survey.smallest)
        rm_plan_refuse_names(&p->question, a);
    rm_plan_row *row = add_surveyed(p, &p->base, &p->survey, p->survey.vnodes[0], "fixed by the system");
    row->smallest = row->first = 0; /* nothing was searched */
}

static void answer_names(plan *p) {
    const rm_question *q = &p->question;
    rm_plan_answer *a = &p->answer;
    if (q->fixed) {
        check_names(q);
        answer_fixed(p);
        return;
    }
    if (!q->most || (a->promise.method && q->aim.kind == RM_AIM_PEAK && q->aim.most < 1))
        rm_plan_refuse(q, &a->promise);
    uint64_t bound = rm_survey_bound(q, a->promise.vnodes);
    if (!bound)
        rm_plan_refuse_bound(q);
    check_names(q);
    choose_salt(p, bound);
    p->survey = rm_survey_of(q, &p->base, bound);
    a->survey = &p->survey;
    look_for_remedies(p);
    if (!p->survey.smallest && (!a->remedies.count || a->remedies.chosen == SIZE_MAX))
        rm_plan_refuse_names(q, a);
    add_names_rows(p);
    add_remedy_rows(p);
}

/* ---- both ---- */

static void work_details(size_t i, void *context) {
    plan *p = context;
    const rm_question *q = &p->question;
    rm_plan_row *row = &p->answer.rows.list[i];
    if (q->names)
        rm_plan_detail(q, row);
    if (q->fixed &&
        row->points >= q->facts.weight_sum) /* theory's figure is that of a ring of about as many points */
        row->figures.promised = rm_theory_figure(q, row->points / q->facts.weight_sum, q->aim.each_set);
    row->collisions = rm_plan_collisions(row);
}

static void add_details(plan *p) {
    const rm_question *q = &p->question;
    rm_plan_rows *rows = &p->answer.rows;
    rm_plan_work((size_t)q->options->jobs, rows->count, work_details, p);
    rows->list[p->answer.recommended].recommended = true;
    if (!rm_interrupted())
        rm_plan_measure(q, rows);
}

/* Progress of one question, in units: a survey is one and counts itself, all other work shares the rest. */
enum { UNITS = 8 };

static double units_left(const plan *p) {
    size_t surveys = p->question.names ? 1 + p->answer.remedies.count + (p->answer.salts_tried > 0) : 0;
    return (double)UNITS - (double)surveys;
}

static void solve(plan *p, const rm_options *o, uint64_t nodes, const rmk_hash *hash, rm_progress *progress) {
    p->question = question_of(o, nodes, hash);
    p->question.progress = progress;
    const rm_question *q = &p->question;
    p->base = (rm_plan_row){.options = *o, .cell = q->cell, .build_ns = NAN, .lookup_ns = NAN};
    p->answer.promise = rm_promise_of(q);
    if (q->names)
        answer_names(p);
    else
        answer_theory(p);
    add_details(p);
}

static void free_plan(plan *p) {
    rm_remedies_free(&p->answer.remedies);
    for (size_t i = 0; i < p->answer.rows.count; i++)
        if (p->answer.rows.list[i].label != p->base.label)
            free(p->answer.rows.list[i].label);
    free(p->base.label);
    free(p->answer.rows.list);
    rm_survey_free(&p->survey);
    rm_question_free_keys(&p->question);
    free(p->question.weights);
    free(p->question.title);
}

static int run_plan(const rm_options *o) {
    size_t counts = o->nodes_file ? 1 : o->nodes.count, count = counts * o->hash_count;
    rm_check_keys(o, count);
    rm_interrupts_watch();
    plan *plans = rm_calloc(count, sizeof *plans);
    rm_progress *progress = rm_progress_start(o->no_progress, "plan", UNITS * (double)count);
    for (size_t i = 0; i < count && !rm_interrupted(); i++) {
        uint64_t nodes = o->nodes_file ? 0 : o->nodes.items[i % counts];
        solve(&plans[i], o, nodes, o->hashes[i / counts], progress);
        if (count > 1)
            plans[i].question.title = rm_cell_name(&plans[i].question.cell);
        rm_progress_add(progress, units_left(&plans[i]), NULL);
    }
    rm_progress_end(progress);
    rm_output *output = rm_plan_open(o);
    for (size_t i = 0; i < count && !rm_interrupted(); i++)
        rm_plan_put(output, &plans[i].question, &plans[i].answer.rows);
    rm_output_close(output);
    for (size_t i = 0; i < count; i++) {
        if (plans[i].answer.rows.count && !rm_interrupted())
            rm_plan_say(&plans[i].question, &plans[i].answer);
        free_plan(&plans[i]);
    }
    free(plans);
    return RM_GOOD;
}

static const rm_option_id takes[] = {
    RM_OPT_PEAK,       RM_OPT_CV,       RM_OPT_RANGE,    RM_OPT_CONFIDENCE, RM_OPT_MAX_POINTS, RM_OPT_SEEDS,
    RM_OPT_NO_MEASURE, RM_OPT_REPLICAS, RM_NODE_OPTIONS, RM_OPT_SETS,       RM_OPT_LABEL,      RM_OPT_HASH,
    RM_OPT_NODE_HASH,  RM_OPT_PRESET,   RM_OPT_RULE,     RM_KEY_OPTIONS,    RM_OPT_JOBS,       RM_OPTION_END};

const rm_command rm_command_plan = {
    .name = "plan",
    .question =
        "How many virtual nodes do I need? By theory for any names; exactly for names that are given "
        "(--nodes-file, --names, --label, --hash, --node-hash, --preset or --sets). What to do, and "
        "why, is said on stderr.",
    .example = "ringmark plan --nodes 10 --peak 1.1 --confidence 0.99",
    .options = takes,
    .lists = true,
    .run = run_plan,
};
