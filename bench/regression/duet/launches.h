/* launches.h - private: the launches of `duet`, one process each, and what they said. */
#ifndef RM_DUET_LAUNCHES_H
#define RM_DUET_LAUNCHES_H

#include "bench/cli/options.h"
#include "judge.h"
#include "launch.h"

/* A case over all its launches. */
typedef struct rm_duet_case {
    char *name;
    bool quick, wanted;
    bool broken; /* a launch crashed or hung in it: left out from then on, and named */
    bool absent[RM_DUET_SIDES];
    bool answers_differ, invalid;
    rm_duet_sample sample;
    double *base_ns, *head_ns; /* one value for each launch */
} rm_duet_case;

typedef struct rm_duet_cases {
    rm_duet_case *list;
    size_t count;
    const char *base, *head; /* files */
    uint64_t seed;
} rm_duet_cases;

/* Asks a first process which cases there are; none is wanted yet. What is no object of duet: exit 2. */
rm_duet_cases rm_duet_cases_of(const char *base, const char *head, uint64_t seed);
void rm_duet_cases_free(rm_duet_cases *cases);

/*
 * Forgets all samples and measures the wanted cases in the launches first .. first+count-1. `launched` (or
 * NULL) is called after each. Ends early after an interrupt. False when a launch crashed or hung.
 */
bool rm_duet_cases_run(rm_duet_cases *cases, unsigned first, unsigned count, void (*launched)(void *),
                       void *context);

/* Is this process a launch, by the operands that rm_duet_cases_run gave it? Then this runs it. */
bool rm_duet_is_launch(const rm_options *options);
int rm_duet_run_launch(const rm_options *options);

#endif
