/* sentence.c - what to do, in words, on stderr; and what is best where the target is out of reach. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/stats/ideal/ideal.h"
#include "bench/support/fail.h"
#include "bench/support/sizes.h"
#include "keys.h"
#include "names.h"
#include "sentence.h"
#include "theory.h"

typedef unsigned long long ull;

/* Prints one sentence; with several questions it begins with the one it is about. */
static void __attribute__((format(printf, 2, 3))) say(const rm_question *q, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    rm_note("%s%s%s", q->title ? q->title : "", q->title ? ": " : "", text);
}

static double percent(double part) {
    return 100 * part;
}

/* Writes a time with its unit ("1.2 ms", "35 ns"). */
static void time_text(double ns, char out[32]) {
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int unit = 0;
    for (; ns >= 1000 && unit < 3; unit++)
        ns /= 1000;
    snprintf(out, 32, "%.3g %s", ns, units[unit]);
}

/* Names what virtual nodes are counted for: "per unit of weight" where weights differ from 1. */
static const char *unit_of(const rm_question *q) {
    return q->facts.uneven ? "a unit of weight" : "a node";
}

/* Writes a number of points ("626 virtual nodes a node"); freed by the caller. */
static char *vnodes_text(const rm_question *q, uint64_t vnodes) {
    return rm_text("%llu virtual node%s %s", (ull)vnodes, vnodes == 1 ? "" : "s", unit_of(q));
}

static char *names_text(const rm_question *q) {
    const rm_options *o = q->options;
    char sets[48] = "";
    if (o->sets > 1)
        snprintf(sets, sizeof sets, ", %llu sets", (ull)o->sets);
    return o->nodes_file ? rm_text("the %zu node%s of %s%s", q->serving, q->serving == 1 ? "" : "s",
                                   o->nodes_file, sets)
                         : rm_text("%llu node%s '%s'%s", (ull)q->cell.nodes, q->cell.nodes == 1 ? "" : "s",
                                   o->names, sets);
}

/* ---- costs ---- */

static void say_costs(const rm_question *q, const rm_plan_row *row) {
    char points[32], memory[32], build[32], lookup[32];
    snprintf(points, sizeof points, "%llu point%s", (ull)row->points, row->points == 1 ? "" : "s");
    rm_size_text((double)row->memory_bytes, memory);
    time_text(row->build_ns, build);
    time_text(row->lookup_ns, lookup);
    if (!row->points)
        snprintf(points, sizeof points, "a table");
    if (!row->memory_bytes)
        say(q, "it costs %s", points);
    else if (isnan(row->lookup_ns))
        say(q, "it costs %s in %s (not timed)", points, memory);
    else
        say(q,
            "it costs %s in %s, %s to build and %s a lookup (single calls from key to node, on this machine)",
            points, memory, build, lookup);
}

/* ---- keys ---- */

static void say_keys(const rm_question *q) {
    if (!q->keyed)
        return;
    const rm_key_parts *k = &q->keys;
    double n = (double)q->serving;
    if (k->distinct < n)
        say(q, "%.9g keys for %zu nodes: %.9g nodes or more have none, whatever the ring", k->distinct,
            q->serving, n - k->distinct);
    say(q,
        "keys: H = sum of p^2 = %.3g, so points beyond about %.3g a node (1/H) buy nothing; the most popular "
        "key has %.3g %% of the load, so the peak is never below %.4g",
        k->squares, ceil(1 / k->squares), percent(k->first), fmax(1, rm_keys_floor(q)));
}

/* ---- theory ---- */

static void say_bracket(const rm_question *q, const rm_promise *p) {
    if (p->draws)
        say(q, "no formula covers this: %llu ideal rings were drawn from --seed for each number",
            (ull)p->draws);
    else if (p->vnodes > p->least)
        say(q,
            "theory: weights differ, so the smallest number is known to be within %llu and %llu; the safe "
            "end "
            "is taken",
            (ull)p->least, (ull)p->vnodes);
}

static void say_seeds(const rm_question *q) {
    if (q->aim.seeds <= 1)
        return;
    rm_question single = *q;
    single.aim = rm_aim_of(q->options, 1);
    uint64_t alone = rm_promise_of(&single).vnodes;
    if (alone)
        say(q, "theory: without choosing among %.0f salts it would take %llu", q->aim.seeds, (ull)alone);
}

static void say_weights(const rm_question *q) {
    if (q->equal)
        return;
    say(q,
        "weights: the lightest node (%.9g of %.9g) is the most uneven and decides; the others have their "
        "multiple of its points",
        q->least, q->all);
}

static void say_theory(const rm_question *q, const rm_plan_answer *a) {
    const rm_plan_row *row = &a->rows.list[a->recommended];
    char *aim = rm_aim_text(&q->aim), *vnodes = vnodes_text(q, row->cell.vnodes);
    if (q->serving == 1)
        say(q, "one node has every key: the peak is 1 whatever the points; 1 virtual node will do");
    else
        say(q,
            "use %s: theory gives %s in %.12g %% of name sets, for a hash as good as "
            "random",
            vnodes, aim, percent(q->aim.confidence));
    say_costs(q, row);
    say_weights(q);
    say_bracket(q, &a->promise);
    say_seeds(q);
    say_keys(q);
    say(q,
        "this is theory, for any names; for yours, exactly: --nodes-file FILE, with --hash and --label or "
        "--preset as you use them");
    free(aim);
    free(vnodes);
}

/* ---- given names ---- */

static const char *checked_text(const rm_survey *s) {
    return s->every ? "every number up to there was checked"
                    : "checked one by one up to 32, then in steps of 1/16, "
                      "and every number below the answer's step";
}

static void say_promise(const rm_question *q, const rm_plan_answer *a) {
    const rm_promise *p = &a->promise;
    if (!p->method)
        say(q, "theory: no law is known for replicas of nodes of different weight");
    else if (p->vnodes)
        say(q, "theory promised %llu %s, in %.12g %% of name sets, for a hash as good as random",
            (ull)p->vnodes, unit_of(q), percent(q->aim.confidence));
    else
        say(q, "theory promises this to no number of points up to the limit of %llu", (ull)q->most);
}

static void say_remedies(const rm_question *q, const rm_plan_answer *a) {
    for (size_t i = 0; i < a->remedies.count; i++) {
        const rm_remedy *r = &a->remedies.list[i];
        const char *hash = r->row.cell.node_hash->name;
        const char *label = r->row.options.label;
        char reached[64] = "never meets it";
        if (r->survey.smallest)
            snprintf(reached, sizeof reached, "meets it from %llu on", (ull)r->survey.smallest);
        say(q, "tried: %s (--label '%s' --node-hash %s): %s %.4g at %llu, %s", r->what, label, hash,
            rm_aim_name(&q->aim), r->row.figures.figure, (ull)r->row.cell.vnodes, reached);
    }
}

static void say_failure(const rm_question *q, const rm_plan_answer *a) {
    const rm_survey *s = a->survey;
    rm_plan_row best = {.cell = q->cell};
    rm_survey_row(q, s, a->failed_at, &best);
    double effective = rm_effective_vnodes(q->weights, q->serving, best.figures.cv * best.figures.cv);
    say(q,
        "%s: with these names, label and hash the %s is %.4g at %llu virtual nodes, as even as an ideal ring "
        "of %.3g; %s (up to %llu were looked at)",
        s->smallest ? "slow" : "never", rm_aim_name(&q->aim), best.figures.figure, (ull)best.cell.vnodes,
        effective,
        s->smallest ? "more points help, but far more than theory says" : "more points do not help",
        (ull)s->bound);
}

static void say_salts(const rm_question *q, const rm_plan_answer *a, const rm_plan_row *row) {
    if (a->salts_tried && a->salts_typical)
        say(q, "salts: the best of %llu is --label '%s'; the median salt takes %llu", (ull)a->salts_tried,
            row->options.label, (ull)a->salts_typical);
    else if (a->salts_tried)
        say(q, "salts: the best of %llu is --label '%s'; most never get there", (ull)a->salts_tried,
            row->options.label);
}

/* Says why a survey ended where it did. */
static const char *limit_text(const rm_question *q, const rm_survey *s) {
    if (s->bound == q->most)
        return q->most_by_user ? "--max-points allows no more" : "the machine has no room for more";
    return "larger rings take too long to check";
}

/* Says what the figures are exact about. */
static const char *about(const rm_question *q) {
    return q->keyed ? "counted over these keys" : "exact for these names";
}

static void say_names(const rm_question *q, const rm_plan_answer *a) {
    const rm_plan_row *row = &a->rows.list[a->recommended];
    const rm_survey *s = a->survey;
    char *aim = rm_aim_text(&q->aim), *names = names_text(q), *vnodes = vnodes_text(q, row->cell.vnodes);
    bool changed = a->remedies.count && a->remedies.chosen != SIZE_MAX;
    if (changed)
        say_failure(q, a);
    if (q->fixed)
        say(q, "--preset %s sets its own points, nothing can be chosen: %s have a %s of %.4g, which meets %s",
            q->options->preset->name, names, rm_aim_name(&q->aim), row->figures.figure, aim);
    else if (changed)
        say(q,
            "use --label '%s' --node-hash %s with %s: %s for %s, %s, and it stays so up "
            "to %llu (%s)",
            row->options.label, row->cell.node_hash->name, vnodes, aim, names, about(q), (ull)s->bound,
            checked_text(s));
    else
        say(q,
            "use %s: %s for %s, %s, and it stays so up to %llu (%s); the first number "
            "that "
            "meets it is %llu",
            vnodes, aim, names, about(q), (ull)s->bound, checked_text(s), (ull)s->first);
    say_salts(q, a, row);
    say_costs(q, row);
    say_promise(q, a);
    if (!q->fixed && s->bound < (a->promise.vnodes ? a->promise.vnodes : q->most + 1))
        say(q, "no more than %llu %s was looked at, which is less than theory asks for: %s", (ull)s->bound,
            unit_of(q), limit_text(q, s));
    if (!changed && a->promise.vnodes && s->smallest > a->promise.vnodes && !a->salts_tried &&
        !q->options->preset && q->options->sets == 1)
        say(q, "these names are unlucky; another label or salt may do with less: --seeds 20 looks for one");
    say_remedies(q, a);
    say_weights(q);
    say_keys(q);
    free(aim);
    free(names);
    free(vnodes);
}

void rm_plan_say(const rm_question *q, const rm_plan_answer *answer) {
    if (answer->survey)
        say_names(q, answer);
    else
        say_theory(q, answer);
}

/* ---- out of reach ---- */

/* Returns how far the part of a node is from its weight at worst, when `total` points are shared out by
 * weight. */
static double rounding(const rm_question *q, uint64_t total) {
    rm_node_list list = rm_nodes_of(q->options, q->cell.nodes, 0);
    rmk_ring_options options = {.total_points = total};
    uint64_t *counts = rm_calloc(list.nodes.count, sizeof *counts);
    double worst = NAN, serving_weight = rmk_serving_weight(&list.nodes);
    rm_check(rmk_ring_point_counts(&list.nodes, &options, counts), "the points of the nodes");
    for (size_t i = 0; i < list.nodes.count; i++)
        if (counts[i])
            worst = fmax(worst,
                         (double)counts[i] / (double)total / rmk_fair_share(&list.list[i], serving_weight));
    free(counts);
    rm_nodes_free(&list);
    return worst;
}

/* Refuses weights of which one point a unit is more than `limit` points; `why` says where the limit comes
 * from. */
static _Noreturn void refuse_weights(const rm_question *q, uint64_t limit, const char *why) {
    rm_fail(
        "the weights add up to %llu: one point a unit of weight is more than %llu, %s. The best reachable "
        "shares so many out by weight (--total-points %llu), where rounding alone gives a node %.4g times "
        "its fair part; divide the weights%s",
        (ull)q->facts.weight_sum, (ull)limit, why, (ull)limit, rounding(q, limit),
        q->most_by_user ? " or raise --max-points" : "");
}

static _Noreturn void refuse_few_points(const rm_question *q) {
    if (q->facts.serving > q->points)
        rm_fail("%s%llu is less than the %llu nodes; each needs a point, so the best reachable is none",
                q->most_by_user ? "--max-points " : "the number of points that the memory holds, ",
                (ull)q->points, (ull)q->facts.serving);
    refuse_weights(q, q->points, q->most_by_user ? "--max-points" : "what the memory of this machine holds");
}

void rm_plan_refuse_bound(const rm_question *q) {
    static const char why[] = "what is looked at for given names";
    uint64_t most = rm_survey_points(q);
    if (q->facts.weight_sum <= most)
        rm_fail("--sets %llu of at least %llu points each are more than %s; lower it", (ull)q->options->sets,
                (ull)q->facts.weight_sum, why);
    if (q->facts.serving > most)
        rm_fail(
            "%llu nodes, a point each, are more than the %llu points that are looked at for given names; "
            "ask theory, for any names: --nodes %llu alone",
            (ull)q->facts.serving, (ull)most, (ull)q->facts.serving);
    refuse_weights(q, most, why);
}

void rm_plan_refuse(const rm_question *q, const rm_promise *p) {
    char *aim = rm_aim_text(&q->aim);
    double best = p->best;
    if (!q->most)
        refuse_few_points(q);
    if (q->serving == 1)
        rm_fail("%s: one node has every key, so the peak is 1 whatever the points; the best reachable is 1",
                aim);
    if (q->aim.most <= (q->aim.kind == RM_AIM_PEAK))
        rm_fail("%s: %s; the best reachable is a %s above %d, such as %.9g with %s", aim,
                q->aim.kind == RM_AIM_PEAK ? "the largest share is above the fair one on every ring"
                                           : "no ring is perfectly even",
                rm_aim_name(&q->aim), q->aim.kind == RM_AIM_PEAK, best, vnodes_text(q, p->best_vnodes));
    if (q->keyed && q->aim.kind == RM_AIM_PEAK && rm_keys_floor(q) > q->aim.most)
        rm_fail(
            "%s: the most popular key alone has %.3g %% of the load, so the peak is at least %.4g whatever "
            "the "
            "ring; the best reachable in %.12g %% of name sets is %.4g",
            aim, percent(q->keys.first), rm_keys_floor(q), percent(q->aim.confidence), best);
    if (q->keyed)
        rm_fail(
            "%s: keys are too few or too unlike (H = %.3g; points beyond about %.3g a node buy nothing); the "
            "best reachable in %.12g %% of name sets is a %s of %.4g",
            aim, q->keys.squares, ceil(1 / q->keys.squares), percent(q->aim.confidence), rm_aim_name(&q->aim),
            best);
    const char *limit = q->most_by_user ? "--max-points" : "the points and memory of this machine";
    rm_fail(
        "%s in %.12g %% of name sets takes more than %s allow (%llu virtual nodes %s); the best reachable is "
        "a "
        "%s of %.9g",
        aim, percent(q->aim.confidence), limit, (ull)q->most, unit_of(q), rm_aim_name(&q->aim), best);
}

void rm_plan_refuse_names(const rm_question *q, const rm_plan_answer *a) {
    char *aim = rm_aim_text(&q->aim), *names = names_text(q);
    const rm_survey *s = a->survey;
    double best = INFINITY;
    uint64_t at = 0;
    for (size_t i = 0; i < s->count; i++) {
        rm_plan_row row = {.cell = q->cell};
        rm_survey_row(q, s, s->vnodes[i], &row);
        if (row.figures.figure < best) {
            best = row.figures.figure;
            at = s->vnodes[i];
        }
    }
    if (q->fixed)
        rm_fail(
            "%s: --preset %s sets its own points, nothing can be chosen; the best reachable for %s is the %s "
            "that they have, %.4g",
            aim, q->options->preset->name, names, rm_aim_name(&q->aim), best);
    if (q->aim.kind == RM_AIM_PEAK && q->keyed && rm_keys_floor(q) > q->aim.most)
        rm_fail(
            "%s: the most popular key alone has %.3g %% of the load, so the peak is at least %.4g whatever "
            "the "
            "ring; the best reachable for %s is %.4g, at %llu virtual nodes",
            aim, percent(q->keys.first), rm_keys_floor(q), names, best, (ull)at);
    rm_fail(
        "%s: %s do not get there and stay there up to %llu virtual nodes %s%s; the best reachable is a %s of "
        "%.6g, at %llu",
        aim, names, (ull)s->bound, unit_of(q),
        a->remedies.count ? ", nor with another label order or hash" : "", rm_aim_name(&q->aim), best,
        (ull)at);
}
