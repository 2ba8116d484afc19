/*
 * group.h - one race of `lookup`: all indexes, stages and modes of a cell, for one key length and one
 * number of threads, and the memory limit among them. Private to lookup*.c.
 */
#ifndef RM_LOOKUP_GROUP_H
#define RM_LOOKUP_GROUP_H

#include "arms.h"
#include "bench/stats/samples.h"

/* A ratio above this is no measurement: nothing is faster than its limit. */
#define RM_LIMIT_SLACK 1.05
enum { RM_LIMIT_RETRIES = 3 };

/* What is measured, and what came out. */
typedef struct rm_contest {
    rm_lookup_arm arm;
    size_t subject; /* its number */
    uint64_t checksum;
    rm_summary ns;      /* per lookup and thread */
    double limit_ns;    /* NaN: there is none */
    double limit_ratio; /* NaN: there is none */
    bool invalid;       /* above the limit, every time */
} rm_contest;

typedef struct rm_group {
    const rm_subject *subjects;
    size_t subject_count;
    const rm_lane *lanes; /* `threads` of them */
    unsigned threads, rounds;
    unsigned stages, modes; /* bits */
    unsigned shift;         /* from a hash value to its position */
    const rm_limit *limit;  /* as large as the largest subject needs; table NULL: nobody reads anything */
    rm_contest *contests;
    size_t contest_count;
    rm_arm *timed; /* the contests in order, then the limits */
    size_t timed_count;
    rm_limit_arm *limits;
} rm_group;

/* Fills contests and everything behind; the fields before are the caller's. */
void rm_group_make(rm_group *group);
void rm_group_free(rm_group *group);

/* Compares answers with the plain reference, one by one; exit 3 when one is wrong. `all`: every query of
 * every thread, else the first RM_CHECKED of each. */
void rm_group_check(rm_group *group, bool all);
/* Times all contests. Those above their limit are timed again, up to RM_LIMIT_RETRIES times. An interrupt
 * ends it without results. */
void rm_group_time(rm_group *group);

#endif
