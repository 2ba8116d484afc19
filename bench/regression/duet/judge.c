#include "judge.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>

#include "bench/regression/rules.h"
#include "bench/stats/p_values/bootstrap.h"
#include "bench/stats/p_values/rank_test.h"
#include "bench/stats/p_values/uniformity.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"

static void measure(const rm_duet_sample *s, size_t cases, uint64_t seed, rm_duet_finding *f) {
    rm_interval change = rm_bootstrap(s->changes, s->count, RM_STATISTIC_MEDIAN, RM_COMPARE_CONFIDENCE, seed);
    rm_interval control =
        rm_bootstrap(s->controls, s->count, RM_STATISTIC_MEDIAN, RM_COMPARE_CONFIDENCE, rm_mix(seed, 1));
    *f = (rm_duet_finding){.change = expm1(change.estimate),
                           .low = expm1(change.low),
                           .high = expm1(change.high),
                           .control = expm1(control.estimate),
                           .visible = NAN,
                           .p = rm_rank_p(s->controls, s->count, s->changes, s->count)};
    if (rm_rank_least_p(s->count, s->count) > rm_needed_p((double)cases))
        return;
    double deviations = gsl_cdf_ugaussian_Qinv(rm_needed_p((double)cases) / 2) +
                        gsl_cdf_ugaussian_Pinv(RM_COMPARE_POWER);
    double error = hypot(change.error, control.error);
    f->visible = fmax(expm1(fabs(control.estimate) + deviations * error), RM_DUET_LEAST);
}

/* The control shows what this session's noise comes to; a change has to be larger than that. */
static double floor_of(const rm_duet_finding *f) {
    return RM_DUET_LEAST + fabs(f->control);
}

/* Judges a case for which the rank test found a difference. */
static void judge_rejected(rm_duet_finding *f, double margin) {
    double least = floor_of(f);
    if (f->low > least) {
        f->verdict = RM_VERDICT_SLOWER;
    } else if (f->high < -least / (1 + least)) {
        f->verdict = RM_VERDICT_FASTER;
    } else {
        f->verdict = rm_is_within(f->low, f->high, margin) ? RM_VERDICT_SAME : RM_VERDICT_INCONCLUSIVE;
        f->reason =
            rm_text("not clear of %.1f %%, which layout and this session's noise come to", 100 * least);
    }
}

/* Judges a case for which the rank test found none. */
static void judge_accepted(rm_duet_finding *f, const rm_duet_sample *s, size_t cases, double margin) {
    double least = rm_rank_least_p(s->count, s->count);
    f->verdict = RM_VERDICT_INCONCLUSIVE;
    if (least > rm_needed_p((double)cases)) {
        f->reason = rm_text("%zu launches cannot give p below %.2g (%.2g is needed)", s->count, least,
                            rm_needed_p((double)cases));
    } else if (rm_is_within(f->low, f->high, margin)) {
        f->verdict = RM_VERDICT_SAME;
        f->reason = rm_text("no change beyond %.3g %%", 100 * margin);
    } else {
        f->reason = rm_text("only %.1f %% could have been seen", 100 * f->visible);
    }
}

void rm_duet_judge(const rm_duet_sample *samples, size_t count, double fail_above, uint64_t seed,
                   rm_duet_finding *findings) {
    double margin = isnan(fail_above) ? RM_COMPARE_MARGIN : fmin(RM_COMPARE_MARGIN, fail_above / 100);
    double *p = rm_calloc(count, sizeof *p);
    bool *rejected = rm_calloc(count, sizeof *rejected);
    for (size_t i = 0; i < count; i++) {
        measure(&samples[i], count, rm_mix(seed, i), &findings[i]);
        p[i] = findings[i].p;
    }
    rm_holm(p, count, RM_COMPARE_ALPHA, rejected);
    for (size_t i = 0; i < count; i++)
        if (rejected[i])
            judge_rejected(&findings[i], margin);
        else
            judge_accepted(&findings[i], &samples[i], count, margin);
    free(p);
    free(rejected);
}

void rm_duet_confirm(rm_duet_finding *finding, rm_duet_finding *again) {
    if (again->verdict == finding->verdict) {
        free(finding->reason);
        *finding = *again; /* it is the fairer one: it was not chosen for being large */
        finding->reason = rm_text("confirmed by fresh launches");
        free(again->reason);
        return;
    }
    free(finding->reason);
    free(again->reason);
    finding->reason = rm_text("%s by %.1f %% at first, by %.1f %% in fresh launches: not confirmed",
                              rm_change_verdict_name(finding->verdict), 100 * fabs(finding->change),
                              100 * (finding->verdict == RM_VERDICT_SLOWER ? again->change : -again->change));
    finding->verdict = RM_VERDICT_INCONCLUSIVE;
}
