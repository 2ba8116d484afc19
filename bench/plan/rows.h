/* rows.h - private: the rows of `plan`, which numbers of points are shown, and their columns. */
#ifndef RM_PLAN_ROWS_H
#define RM_PLAN_ROWS_H

#include "answer.h"
#include "bench/output/output.h"

/* Numbers of points, ascending and distinct. */
enum { RM_MOST_CANDIDATES = 20 };
typedef struct rm_candidates {
    uint64_t vnodes[RM_MOST_CANDIDATES];
    size_t count;
} rm_candidates;

/* Lists numbers around an answer, and the usual ones, up to `most`. */
rm_candidates rm_candidates_of(uint64_t answer, uint64_t most);
/* Adds a number, unless it is there, is 0 or above `most`. */
void rm_candidates_add(rm_candidates *candidates, uint64_t vnodes, uint64_t most);

/* Appends a copy of `from`; the pointer holds until the next is added. */
rm_plan_row *rm_plan_add(rm_plan_answer *answer, const rm_plan_row *from, const char *reason);
/* Fills points and the worst heir of given names. */
void rm_plan_detail(const rm_question *q, rm_plan_row *row);
/* Returns how many pairs of equal positions are expected; NAN without points. */
double rm_plan_collisions(const rm_plan_row *row);

rm_output *rm_plan_open(const rm_options *options);
void rm_plan_put(rm_output *output, const rm_question *q, const rm_plan_rows *rows);

#endif
