/* keys.h - private: how popular keys are, and where those of given names stand on the circle. */
#ifndef RM_PLAN_KEYS_H
#define RM_PLAN_KEYS_H

#include "question.h"

/* Fills the keys of the question from the options; `keyed` is false when there are none. Reads the keys
 * file once. */
void rm_question_keys(rm_question *q);
void rm_question_free_keys(rm_question *q);
/* Returns the peak that the most popular key alone makes, on the node that deserves most. */
double rm_keys_floor(const rm_question *q);

#endif
