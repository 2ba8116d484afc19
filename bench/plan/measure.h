/* measure.h - private: bytes and times of the candidates. */
#ifndef RM_PLAN_MEASURE_H
#define RM_PLAN_MEASURE_H

#include "figures.h"

/* Measures bytes and times of the rows in a few seconds; with --no-measure bytes only. */
void rm_plan_measure(const rm_question *q, rm_plan_rows *rows);

#endif
