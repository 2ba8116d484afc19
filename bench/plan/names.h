/* names.h - private: what the figures of given names say: the smallest number, the first, the best salt. */
#ifndef RM_PLAN_NAMES_H
#define RM_PLAN_NAMES_H

#include "figures.h"

/* Figures of all sets at the numbers of points that were checked, ascending. */
typedef struct rm_survey {
    uint64_t *vnodes;
    size_t count;
    size_t sets;
    rm_unevenness *figures; /* of vnodes[i] and set s at [s * count + i] */
    uint64_t smallest,
        first;      /* smallest number from which on all meet the target; first that meets it; 0: none */
    uint64_t bound; /* largest number that was checked */
    bool every;     /* every number up to the bound was checked */
} rm_survey;
/* Surveys the label and hash of `row` up to `bound` points a unit of weight; advances progress by one
 * unit. */
rm_survey rm_survey_of(const rm_question *q, const rm_plan_row *row, uint64_t bound);
void rm_survey_free(rm_survey *survey);
/* Returns the first number that was checked and is not below `vnodes`; behind all, the last one. */
uint64_t rm_survey_nearest(const rm_survey *survey, uint64_t vnodes);
/* Fills the row of the number nearest to `vnodes`. */
void rm_survey_row(const rm_question *q, const rm_survey *survey, uint64_t vnodes, rm_plan_row *row);
/* Returns the salt of --seeds with the smallest number of points up to `bound`. *typical becomes the
 * median of what salts need, 0 when most never get there. */
uint64_t rm_salt_best(const rm_question *q, const rm_plan_row *row, uint64_t bound, uint64_t *typical);
/* Returns how many rings of that bound may stand in memory at once. */
size_t rm_survey_jobs(const rm_question *q, uint64_t bound);
/* Returns the points of the largest ring that is looked at. */
uint64_t rm_survey_points(const rm_question *q);
/* Returns how far a survey goes when theory says `promised`; 0 when its sets or weights are too many to be
 * looked at. */
uint64_t rm_survey_bound(const rm_question *q, uint64_t promised);

#endif
