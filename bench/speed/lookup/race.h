/*
 * race.h - private: one race of `lookup`: all indexes, stages and modes of a cell, for one key length and
 * one number of threads, and the memory limit among them.
 */
#ifndef RM_LOOKUP_RACE_H
#define RM_LOOKUP_RACE_H

#include "arms.h"
#include "bench/stats/samples.h"

/* A lookup that seems faster than its limit by more than this factor was measured wrongly. */
#define RM_LIMIT_SLACK 1.05
enum { RM_LIMIT_RETRIES = 3 };

/* What is measured, and what came out. */
typedef struct rm_contest {
    rm_lookup_arm arm;
    size_t subject; /* the number of arm.subject, also where that is NULL */
    uint64_t checksum;
    rm_summary ns;      /* for one lookup of one thread */
    double limit_ns;    /* NaN: there is none */
    double limit_ratio; /* NaN: there is none */
    bool invalid;       /* faster than the limit, every time it was timed */
} rm_contest;

typedef struct rm_lookup_race {
    const rm_subject *subjects;
    size_t subject_count;
    const rm_lane *lanes; /* `threads` of them */
    unsigned threads, rounds;
    unsigned stages, modes; /* one bit for each rm_stage and rm_mode */
    unsigned shift;         /* from a hash value to its position */
    const rm_limit *limit;  /* large enough for all subjects; its table is NULL when none reads memory */
    rm_contest *contests;
    size_t contest_count;
    rm_arm *timed; /* the contests in order, then the limits */
    size_t timed_count;
    rm_limit_arm *limits;
} rm_lookup_race;

/* Fills in `contests` and the fields behind it; the caller has filled in those before. */
void rm_lookup_race_make(rm_lookup_race *race);
void rm_lookup_race_free(rm_lookup_race *race);

/* Compares answers with the plain reference, one by one; exit 3 when one is wrong. It takes every query of
 * every thread when `all`, else the first RM_CHECKED of each. */
void rm_lookup_race_check(rm_lookup_race *race, bool all);
/* Times all contests. Those that seem faster than their limit are timed again, up to RM_LIMIT_RETRIES times.
 * An interrupt ends it without results. */
void rm_lookup_race_time(rm_lookup_race *race);

#endif
