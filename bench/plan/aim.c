/* aim.c - the target of `plan`. */
#include <math.h>
#include <stdlib.h>

#include "aim.h"
#include "bench/support/fail.h"

#define DEFAULT_PEAK 1.1

rm_aim rm_aim_of(const rm_options *options, uint64_t seeds) {
    rm_aim aim = {.kind = RM_AIM_PEAK, .most = options->peak, .seeds = (double)seeds};
    if (options->given[RM_OPT_CV])
        aim.kind = RM_AIM_CV, aim.most = options->cv;
    else if (options->given[RM_OPT_RANGE])
        aim.kind = RM_AIM_RANGE, aim.most = options->range;
    else if (!options->given[RM_OPT_PEAK])
        aim.most = DEFAULT_PEAK;
    aim.confidence = options->confidence;
    if (!(aim.confidence > 0))
        rm_fail(
            "--confidence %.9g is met by every ring, one point a node too; give a part of all name sets "
            "above 0 and below 1, as in --confidence 0.99",
            aim.confidence);
    if (!(aim.confidence < 1))
        rm_fail(
            "--confidence %.9g cannot be reached: some name sets are uneven whatever the points; the best is "
            "any part below 1, as in --confidence 0.9999",
            aim.confidence);
    aim.each_set = rm_aim_single(&aim, aim.confidence);
    return aim;
}

const char *rm_aim_name(const rm_aim *aim) {
    static const char *const names[] = {"peak", "cv", "range"};
    return names[aim->kind];
}

char *rm_aim_text(const rm_aim *aim) {
    return rm_text("a %s of at most %.15g", rm_aim_name(aim), aim->most);
}

double rm_aim_single(const rm_aim *aim, double part) {
    return -expm1(log1p(-part) / aim->seeds);
}

double rm_aim_best(const rm_aim *aim, double part) {
    return -expm1(aim->seeds * log1p(-part));
}

double rm_aim_figure(const rm_aim *aim, const rm_unevenness *set) {
    switch (aim->kind) {
    case RM_AIM_CV:
        return sqrt(set->cv_squared);
    case RM_AIM_RANGE:
        return set->peak - set->least;
    default:
        return set->peak;
    }
}

bool rm_aim_met(const rm_aim *aim, double figure) {
    return figure <= aim->most + 1e-12 * fabs(aim->most);
}
