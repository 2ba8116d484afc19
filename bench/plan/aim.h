/* aim.h - private: the target of `plan`, what is aimed at, and whether figures meet it. */
#ifndef RM_PLAN_AIM_H
#define RM_PLAN_AIM_H

#include "bench/cli/options.h"
#include "bench/stats/ideal/dirichlet.h"

typedef enum rm_aim_kind { RM_AIM_PEAK, RM_AIM_CV, RM_AIM_RANGE } rm_aim_kind;

typedef struct rm_aim {
    rm_aim_kind kind;
    double most;       /* the figure may be at most this */
    double confidence; /* in so large a part of name sets */
    double each;       /* the same for each of --seeds sets, when the best of them is taken */
    double seeds;
} rm_aim;

/* Of --peak, --cv, --range, --confidence, for the best of `seeds` sets; exit 2 when the confidence is not
 * within (0, 1). */
rm_aim rm_aim_of(const rm_options *options, uint64_t seeds);
/* "peak", "cv" or "range". */
const char *rm_aim_name(const rm_aim *aim);
/* "a peak of at most 1.1"; freed by the caller. */
char *rm_aim_text(const rm_aim *aim);
/* The part of single sets below a quantile, when the best of S sets is below it with `part`. */
double rm_aim_single(const rm_aim *aim, double part);
/* And back: the best of S, when single sets are below with `part`. */
double rm_aim_best(const rm_aim *aim, double part);
/* The figure that is aimed at. */
double rm_aim_figure(const rm_aim *aim, const rm_unevenness *set);
/* The figure meets the target, up to the rounding of a double. */
bool rm_aim_met(const rm_aim *aim, double figure);

#endif
