/* draws.h - private: ideal rings drawn from a seed, where there is no formula (uneven keys, weights). */
#ifndef RM_PLAN_DRAWS_H
#define RM_PLAN_DRAWS_H

#include "figures.h"

/* `count` drawn rings with `vnodes` a unit of weight. Deterministic for --seed. Freed by the caller. */
rm_unevenness *rm_draws_of(const rm_question *q, uint64_t vnodes, size_t count);
/* How many of these rings meet the target; fewer than `least` of them when that is no longer in reach, and
 * the rest is not drawn. */
size_t rm_draws_met(const rm_question *q, uint64_t vnodes, size_t count, size_t least);
/* How many are drawn for one number of points. */
size_t rm_draws_count(const rm_question *q);
/* The figures aimed at, ascending, of drawn or real sets; freed by the caller. */
double *rm_sets_sorted(const rm_aim *aim, const rm_unevenness *sets, size_t count);
/* The part of the sets that meets the target, each by itself. */
double rm_sets_met(const rm_aim *aim, const rm_unevenness *sets, size_t count);
/* Quantiles of the best of aim->seeds of them: peaks, met and figure; of all of them: the least and cv. */
void rm_sets_figures(const rm_aim *aim, const rm_unevenness *sets, size_t count, rm_plan_figures *figures);

#endif
