/* aim.h - private: the target of `plan`, what is aimed at, and whether figures meet it. */
#ifndef RM_PLAN_AIM_H
#define RM_PLAN_AIM_H

#include "bench/cli/options.h"
#include "bench/stats/ideal/dirichlet.h"

typedef enum rm_aim_kind { RM_AIM_PEAK, RM_AIM_CV, RM_AIM_RANGE } rm_aim_kind;

typedef struct rm_aim {
    rm_aim_kind kind;
    double most;       /* the figure may be at most this */
    double confidence; /* in so large a part of name sets, within (0, 1) */
    double each_set;   /* the confidence that a single set needs, when the best of `seeds` sets is taken */
    double seeds;
} rm_aim;

/* Takes the target from --peak, --cv, --range and --confidence, for the best of `seeds` sets; exit 2 when
 * the confidence is not within (0, 1). */
rm_aim rm_aim_of(const rm_options *options, uint64_t seeds);
/* Names what is aimed at: "peak", "cv" or "range". */
const char *rm_aim_name(const rm_aim *aim);
/* Describes the target ("a peak of at most 1.1"); freed by the caller. */
char *rm_aim_text(const rm_aim *aim);
/* Returns the part of single sets below a quantile, when the best of S sets is below it with probability
 * `part`. */
double rm_aim_single(const rm_aim *aim, double part);
/* The inverse: the probability that the best of S sets is below a quantile, when single sets are with
 * `part`. */
double rm_aim_best(const rm_aim *aim, double part);
/* Returns the figure of a set that is aimed at. */
double rm_aim_figure(const rm_aim *aim, const rm_unevenness *set);
/* Tells whether a figure meets the target, up to the rounding of a double. */
bool rm_aim_met(const rm_aim *aim, double figure);

#endif
