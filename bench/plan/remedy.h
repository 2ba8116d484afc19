/* remedy.h - private: other labels and hashes for the same names, each tried. */
#ifndef RM_PLAN_REMEDY_H
#define RM_PLAN_REMEDY_H

#include "names.h"

/* Another label or hash, tried on the same names; the survey is kept until the rows are made. */
typedef struct rm_remedy {
    rm_plan_row row; /* its label and hash, and the figures at the number of points that failed */
    rm_survey survey;
    const char *what; /* "index first", "finaliser", "hash" */
} rm_remedy;
typedef struct rm_remedies {
    rm_remedy *list;
    size_t count;
    size_t chosen; /* SIZE_MAX: none helps */
} rm_remedies;
rm_remedies rm_remedies_of(const rm_question *q, const rm_plan_row *row, uint64_t vnodes, uint64_t bound);
/* Chooses the first remedy that needs no more points than `promised`, which a good hash needs, else the
 * one with the fewest. */
void rm_remedies_choose(rm_remedies *remedies, uint64_t promised);
void rm_remedies_free(rm_remedies *remedies);

#endif
