/* work.h - private: the parts of a search, on several threads. */
#ifndef RM_PLAN_WORK_H
#define RM_PLAN_WORK_H

#include <stddef.h>

/* Calls work(i, context) for all i < count on `jobs` threads. Ends the program when it is interrupted:
 * what was cut short is no answer. */
void rm_plan_work(size_t jobs, size_t count, void (*work)(size_t i, void *context), void *context);

/* Ends the program when a signal asked for it. Any thread; to be called where something long goes round. */
void rm_plan_check_interrupt(void);

#endif
