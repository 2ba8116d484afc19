/*
 * rules.h - the limits by which differences are judged, in one place. Fractions: .1 is 10 %.
 */
#ifndef RM_COMPARE_RULES_H
#define RM_COMPARE_RULES_H

/* The chance of any false alarm over all cases of a comparison (Holm). */
#define RM_COMPARE_ALPHA      0.01
#define RM_COMPARE_CONFIDENCE 0.95 /* of the interval of a change */
#define RM_COMPARE_POWER      0.8  /* of finding the difference that is called visible */
#define RM_COMPARE_MARGIN     0.05 /* "same": the interval excludes more than this, or than --fail-above */
#define RM_COMPARE_REPEATS    9    /* values a side that are enough for some thousand cases */

/*
 * Two files were measured one after the other, and no value in them tells what the machine did in between:
 * ratios of unchanged programs drifted by .87 to 1.04 on public runners, by 3.3 % after repetition. Within
 * one launch the layout of code and memory is drawn once: launches of one build scattered by 10 % and more.
 */
#define RM_SESSION_DRIFT 0.033
#define RM_LAUNCH_DRIFT  0.10

/* Instructions of one build differ by less. */
#define RM_COUNTED_CHANGE 0.001

#endif
