/* judge.h - private: is what HEAD says different from what BASE says? */
#ifndef RM_COMPARE_JUDGE_H
#define RM_COMPARE_JUDGE_H

#include "bench/support/progress.h"
#include "cases.h"

/* Fills in what the findings lack. `fail_above`: per cent, or NAN. The same seed finds the same. It takes
 * some RM_RESAMPLES steps for each value, and reports rm_judge_units in all to `progress` (or NULL). */
void rm_judge(rm_findings *findings, double fail_above, uint64_t seed, rm_progress *progress);
double rm_judge_units(const rm_findings *findings);

#endif
