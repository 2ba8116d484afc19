/* answer.h - private: all that was found for one question. */
#ifndef RM_PLAN_ANSWER_H
#define RM_PLAN_ANSWER_H

#include "remedy.h"
#include "theory.h"

typedef struct rm_plan_answer {
    rm_promise promise;
    rm_survey *survey; /* survey of given names, else NULL */
    rm_remedies remedies;
    uint64_t failed_at;         /* the number of points at which remedies were tried */
    uint64_t salts_tried, salt; /* 0 tried: no salts were looked for */
    uint64_t salts_typical;     /* median of what single salts need; 0: most never get there */
    rm_plan_rows rows;
    size_t recommended; /* place of the recommended row */
} rm_plan_answer;

#endif
