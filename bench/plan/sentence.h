/* sentence.h - private: what to do, in words, on stderr. */
#ifndef RM_PLAN_SENTENCE_H
#define RM_PLAN_SENTENCE_H

#include "answer.h"

void rm_plan_say(const rm_question *q, const rm_plan_answer *answer);
/* Exits 2: one point a unit of weight in each set is more than a survey looks at. */
_Noreturn void rm_plan_refuse_bound(const rm_question *q);
/* Exits 2 and says what is the best reachable. */
_Noreturn void rm_plan_refuse(const rm_question *q, const rm_promise *promise);
/* Exits 2 and says what is the best that these names reach, when neither they nor any remedy get there. */
_Noreturn void rm_plan_refuse_names(const rm_question *q, const rm_plan_answer *answer);

#endif
