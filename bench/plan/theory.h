/* theory.h - private: an ideal hash, the smallest number of points and the figures of any. */
#ifndef RM_PLAN_THEORY_H
#define RM_PLAN_THEORY_H

#include "figures.h"

/* What theory says about the number of points a unit of weight. */
typedef struct rm_promise {
    uint64_t
        vnodes; /* smallest number that meets the target, or an upper bound of it; 0: none up to the limit */
    uint64_t least;     /* lower end of its bracket; equals vnodes when that is exact */
    const char *method; /* theory or simulated */
    uint64_t draws;     /* rings drawn, when it was simulated */
    double best;        /* where no number meets it: the figure at `best_vnodes`, with the confidence */
    uint64_t best_vnodes;
} rm_promise;

rm_promise rm_promise_of(const rm_question *q);
/* Fills the figures of an ideal ring. */
void rm_theory_figures(const rm_question *q, uint64_t vnodes, rm_plan_figures *figures);
/* Returns the figure that this part of single sets does not pass. */
double rm_theory_figure(const rm_question *q, uint64_t vnodes, double part);
/* Tells whether no formula serves this question, so that rings are drawn. */
bool rm_theory_drawn(const rm_question *q);

#endif
