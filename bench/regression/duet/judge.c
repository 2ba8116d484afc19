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

const char *rm_duet_verdict_name(rm_duet_verdict verdict) {
    static const char *const names[RM_DUET_VERDICTS] = {
        [RM_DUET_SAME] = "same",      [RM_DUET_SLOWER] = "slower", [RM_DUET_FASTER] = "faster",
        [RM_DUET_NEW] = "new",        [RM_DUET_GONE] = "gone",     [RM_DUET_INCONCLUSIVE] = "inconclusive",
        [RM_DUET_INVALID] = "invalid"};
    return names[verdict];
}

/* The p-value that the smallest of all has to stay below. */
static double needed_p(size_t count) {
    return RM_COMPARE_ALPHA / (double)(count ? count : 1);
}

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
    if (rm_rank_least_p(s->count, s->count) > needed_p(cases))
        return;
    double deviations = gsl_cdf_ugaussian_Qinv(needed_p(cases) / 2) +
                        gsl_cdf_ugaussian_Pinv(RM_COMPARE_POWER);
    double error = hypot(change.error, control.error);
    f->visible = fmax(expm1(fabs(control.estimate) + deviations * error), RM_DUET_LEAST);
}

static bool is_within(const rm_duet_finding *f, double margin) {
    return f->low >= -margin / (1 + margin) && f->high <= margin;
}

/* What the control says of this session is no change. */
static double floor_of(const rm_duet_finding *f) {
    return RM_DUET_LEAST + fabs(f->control);
}

static void judge_rejected(rm_duet_finding *f, double margin) {
    double least = floor_of(f);
    if (f->low > least) {
        f->verdict = RM_DUET_SLOWER;
    } else if (f->high < -least / (1 + least)) {
        f->verdict = RM_DUET_FASTER;
    } else {
        f->verdict = is_within(f, margin) ? RM_DUET_SAME : RM_DUET_INCONCLUSIVE;
        f->reason =
            rm_text("not clear of %.1f %%, which layout and this session's noise come to", 100 * least);
    }
}

static void judge_accepted(rm_duet_finding *f, const rm_duet_sample *s, size_t cases, double margin) {
    double least = rm_rank_least_p(s->count, s->count);
    f->verdict = RM_DUET_INCONCLUSIVE;
    if (least > needed_p(cases)) {
        f->reason = rm_text("%zu launches cannot give p below %.2g (%.2g is needed)", s->count, least,
                            needed_p(cases));
    } else if (is_within(f, margin)) {
        f->verdict = RM_DUET_SAME;
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
        *finding = *again; /* it was not chosen for being large */
        finding->reason = rm_text("confirmed by fresh launches");
        free(again->reason);
        return;
    }
    free(finding->reason);
    free(again->reason);
    finding->reason = rm_text("%s by %.1f %% at first, by %.1f %% in fresh launches: not confirmed",
                              rm_duet_verdict_name(finding->verdict), 100 * fabs(finding->change),
                              100 * (finding->verdict == RM_DUET_SLOWER ? again->change : -again->change));
    finding->verdict = RM_DUET_INCONCLUSIVE;
}
