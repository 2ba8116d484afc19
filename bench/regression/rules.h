/*
 * rules.h - the limits by which differences are judged, in one place. Fractions: .1 is 10 %.
 */
#ifndef RM_COMPARE_RULES_H
#define RM_COMPARE_RULES_H

#include <stdbool.h>

/* The chance of any false alarm over all cases of a comparison (Holm). */
#define RM_COMPARE_ALPHA      0.01
#define RM_COMPARE_CONFIDENCE 0.95 /* that the interval of a change has */
#define RM_COMPARE_POWER      0.8  /* with which the difference called visible is found */
#define RM_COMPARE_MARGIN     0.05 /* "same": the interval excludes more than this, or than --fail-above */
#define RM_COMPARE_REPEATS    9    /* values a side that are enough for some thousand cases */

/*
 * Two files were measured one after the other, and no value in them tells what the machine did in between:
 * ratios of unchanged programs drifted by .87 to 1.04 on public runners, by 3.3 % after repetition. Within
 * one launch the layout of code and memory is drawn once: launches of one build scattered by 10 % and more.
 */
#define RM_SESSION_DRIFT 0.033
#define RM_LAUNCH_DRIFT  0.10

/* Counts of instructions of one build differ by less than this. */
#define RM_COUNTED_CHANGE 0.001

/* The p-value that the smallest one of `tests` has to stay below (Holm). */
static inline double rm_needed_p(double tests) {
    return RM_COMPARE_ALPHA / (tests > 1 ? tests : 1);
}

/* Is the whole interval within the margin, so that nothing of interest changed? A margin of .25 is a quarter
 * more, or as much time over 1.25. */
static inline bool rm_is_within(double low, double high, double margin) {
    return low >= -margin / (1 + margin) && high <= margin;
}

#endif
