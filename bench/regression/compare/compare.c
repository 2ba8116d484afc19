/* compare.c - `ringmark compare`: is HEAD different from BASE? It compares two files of results, case by
 * case. */
#include "cases.h"

#include "bench/cli/command.h"
#include "bench/output/output.h"
#include "bench/support/fail.h"
#include "judge.h"
#include "machine.h"

enum {
    CASE,
    FIGURE,
    UNIT,
    BASE,
    HEAD,
    CHANGE_PCT,
    CI_LOW_PCT,
    CI_HIGH_PCT,
    N_BASE,
    N_HEAD,
    VISIBLE_PCT,
    P,
    VERDICT,
    REASON,
    COLUMN_COUNT
};

static const char *const columns[] = {"case",        "figure",     "unit",        "base",   "head",
                                      "change_pct",  "ci_low_pct", "ci_high_pct", "n_base", "n_head",
                                      "visible_pct", "p",          "verdict",     "reason"};

/* Writes a value; a whole number keeps all its digits. */
static void put_value(rm_row *row, unsigned column, const rm_finding *f, int side) {
    const rm_said *said = &f->said[side];
    if (!said->text)
        return;
    size_t digits = strspn(said->text, "0123456789");
    if (!said->numeric)
        rm_row_text(row, column, said->text);
    else if (!said->varies && !said->text[digits] && digits < 20)
        rm_row_count(row, column, strtoull(said->text, NULL, 10));
    else if (f->kind.role == RM_ROLE_EXACT)
        rm_row_exact(row, column, f->values[side]);
    else
        rm_row_real(row, column, f->values[side]);
}

static void put_row(rm_output *output, const rm_finding *f) {
    rm_row row = {0};
    rm_row_text(&row, CASE, f->name);
    rm_row_text(&row, FIGURE, f->figure);
    rm_row_text(&row, UNIT, *f->kind.unit ? f->kind.unit : NULL);
    put_value(&row, BASE, f, RM_BASE);
    put_value(&row, HEAD, f, RM_HEAD);
    rm_row_real(&row, CHANGE_PCT, 100 * f->change);
    rm_row_real(&row, CI_LOW_PCT, 100 * f->change_low);
    rm_row_real(&row, CI_HIGH_PCT, 100 * f->change_high);
    rm_row_count(&row, N_BASE, f->said[RM_BASE].count);
    rm_row_count(&row, N_HEAD, f->said[RM_HEAD].count);
    rm_row_real(&row, VISIBLE_PCT, 100 * f->visible);
    rm_row_real(&row, P, f->p);
    rm_row_text(&row, VERDICT, rm_change_verdict_name(f->verdict));
    rm_row_text(&row, REASON, f->reason);
    rm_output_row(output, &row);
}

/* "7 figures of 3 cases: 1 slower, 6 same" */
static void say_summary(const rm_findings *findings) {
    size_t counts[RM_VERDICT_COUNT] = {0};
    char *text = rm_text("%zu figure%s of %zu case%s:", findings->count, findings->count == 1 ? "" : "s",
                         findings->case_count, findings->case_count == 1 ? "" : "s");
    for (size_t i = 0; i < findings->count; i++)
        counts[findings->list[i].verdict]++;
    bool some = false;
    for (size_t v = 0; v < RM_VERDICT_COUNT; v++) {
        if (!counts[v])
            continue;
        char *longer = rm_text("%s%s %zu %s", text, some ? "," : "", counts[v], rm_change_verdict_name(v));
        free(text);
        text = longer;
        some = true;
    }
    rm_note("%s", text);
    free(text);
}

static bool say_failures(const rm_findings *findings) {
    bool some = false;
    for (size_t i = 0; i < findings->count; i++) {
        const rm_finding *f = &findings->list[i];
        if (!f->fails)
            continue;
        some = true;
        if (isnan(f->change))
            rm_note("%s: %s: %s", f->name, f->figure, rm_change_verdict_name(f->verdict));
        else
            rm_note("%s: %s: %s, %+.3g %%", f->name, f->figure, rm_change_verdict_name(f->verdict),
                    100 * f->change);
    }
    return some;
}

static int compare(const rm_options *options) {
    if (options->operands.count != 2)
        rm_fail("compare takes two files, BASE and HEAD, as in ringmark compare base.csv head.csv; found %zu",
                options->operands.count);
    rm_findings findings = rm_findings_of(options->operands.items[0], options->operands.items[1]);
    if (findings.timed)
        rm_machines_check(findings.files, options->allow_mixed);
    rm_progress *progress = rm_progress_start(options->no_progress, "compare", rm_judge_units(&findings));
    rm_judge(&findings, options->fail_above, options->seed, progress);
    rm_progress_end(progress);
    rm_output *output = rm_output_open(options, columns, COLUMN_COUNT);
    for (size_t i = 0; i < findings.count; i++)
        put_row(output, &findings.list[i]);
    rm_output_close(output);
    say_summary(&findings);
    bool failed = say_failures(&findings);
    rm_findings_free(&findings);
    return failed ? RM_FAILED : RM_GOOD;
}

static const rm_option_id takes[] = {RM_OPT_FAIL_ABOVE, RM_OPT_ALLOW_MIXED, RM_OPTION_END};

const rm_command rm_command_compare = {
    .name = "compare",
    .question = "Is HEAD different from BASE? Two files of results, case by case.",
    .example = "ringmark compare results/published/skew.csv results/published/skew.csv",
    .operands = "BASE HEAD",
    .options = takes,
    .run = compare,
    .operands_are_results = true,
};
