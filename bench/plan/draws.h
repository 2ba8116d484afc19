/* draws.h - private: ideal rings drawn from a seed, where there is no formula (uneven keys, weights). */
#ifndef RM_PLAN_DRAWS_H
#define RM_PLAN_DRAWS_H

#include "figures.h"

/* Draws `count` rings with `vnodes` points a unit of weight. Deterministic for --seed. Freed by the
 * caller. */
rm_unevenness *rm_draws_of(const rm_question *q, uint64_t vnodes, size_t count);
/* Counts how many of these rings meet the target. Drawing stops when `least` of them are no longer in
 * reach; the result is then below `least`. */
size_t rm_draws_met(const rm_question *q, uint64_t vnodes, size_t count, size_t least);
/* Returns how many rings are drawn for one number of points. */
size_t rm_draws_count(const rm_question *q);
/* Sorts the figures aimed at, of drawn or real sets, ascending; freed by the caller. */
double *rm_sets_sorted(const rm_aim *aim, const rm_unevenness *sets, size_t count);
/* Returns the part of the sets that meets the target, each by itself. */
double rm_sets_met(const rm_aim *aim, const rm_unevenness *sets, size_t count);
/* Fills peaks, met and figure with those of the best of aim->seeds sets, and least and cv with those of
 * all sets. */
void rm_sets_figures(const rm_aim *aim, const rm_unevenness *sets, size_t count, rm_plan_figures *figures);

#endif
