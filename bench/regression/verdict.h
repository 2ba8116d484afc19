/* verdict.h - private: what a comparison of two builds says of one figure. */
#ifndef RM_CHANGE_VERDICT_H
#define RM_CHANGE_VERDICT_H

typedef enum rm_change_verdict {
    RM_VERDICT_SAME,
    RM_VERDICT_CHANGED,
    RM_VERDICT_SLOWER,
    RM_VERDICT_FASTER,
    RM_VERDICT_INCONCLUSIVE,
    RM_VERDICT_NO_TEST, /* there is one value, which tells nothing of its noise */
    RM_VERDICT_INVALID, /* what must be equal within one build is not */
    RM_VERDICT_NEW,     /* BASE has no such thing */
    RM_VERDICT_GONE,    /* HEAD has no such thing */
    RM_VERDICT_COUNT
} rm_change_verdict;

/* How rows and messages call it. */
const char *rm_change_verdict_name(rm_change_verdict verdict);

#endif
