/* theory.h - private: an ideal hash, the smallest number of points and the figures of any. */
#ifndef RM_PLAN_THEORY_H
#define RM_PLAN_THEORY_H

#include "figures.h"

/* What theory says. */
typedef struct rm_promise {
    uint64_t vnodes;    /* the smallest, or an upper bound of it; 0: none up to the limit */
    uint64_t least;     /* the lower end of its bracket; as vnodes when that is exact */
    const char *method; /* theory or simulated */
    uint64_t draws;     /* of a simulation */
    double best;        /* when there is none: the figure at `best_vnodes`, with the confidence */
    uint64_t best_vnodes;
} rm_promise;

rm_promise rm_promise_of(const rm_question *q);
/* The figures of an ideal ring. */
void rm_theory_figures(const rm_question *q, uint64_t vnodes, rm_plan_figures *figures);
/* The figure that a part of single sets does not pass. */
double rm_theory_figure(const rm_question *q, uint64_t vnodes, double part);
/* True: no formula serves this question, rings are drawn. */
bool rm_theory_drawn(const rm_question *q);

#endif
