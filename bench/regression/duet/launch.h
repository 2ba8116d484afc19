/*
 * launch.h - private: one launch of `duet`: a process of its own, which measures every case once on all
 * sides.
 */
#ifndef RM_DUET_LAUNCH_H
#define RM_DUET_LAUNCH_H

#include <stdbool.h>
#include <stdio.h>

#include "sides.h"

enum { RM_DUET_ROUNDS = 12, RM_DUET_PASSES = 3 };

/* One of the six orders of three sides; launches take them in turns. Each is followed by its reverse. */
const unsigned *rm_duet_order(unsigned number);

/* What a launch says of a case. A round has the shortest time of each side; these are medians over the
 * rounds. */
typedef struct rm_duet_measure {
    bool there[RM_DUET_SIDES]; /* whether the side has the case; the rest is filled in when all have it */
    double base_ns, head_ns;   /* for one operation */
    double change, control;    /* logarithms of ratios: HEAD over BASE, BASE's copy over BASE */
    bool answers_differ;       /* HEAD answers otherwise than BASE */
    bool invalid;              /* BASE's copy answers otherwise than BASE */
} rm_duet_measure;

/*
 * Measures one case: RM_DUET_ROUNDS rounds of RM_DUET_PASSES times A B C C B A in blocks of RM_BLOCK_NS
 * (timing.h), each behind an untimed piece that has its data back in the caches. `order`: which side A, B and
 * C are.
 */
rm_duet_measure rm_duet_measure_case(const rm_duet_sides *sides, size_t number, const rm_duet_input *input,
                                     const unsigned *order);

/* Draws the input of a launch from the seed. Freed by rm_duet_input_free. */
rm_duet_input rm_duet_input_make(uint64_t seed);
void rm_duet_input_free(rm_duet_input *input);

/*
 * Does the whole launch: loads the sides and measures the cases that `wanted` has a '1' for, and no others
 * ('0'). Writes a line to `out` as each case begins and as it ends. Without `wanted` it lists the cases.
 */
void rm_duet_launch(const char *base, const char *head, unsigned launch, const char *wanted, uint64_t seed,
                    FILE *out);

#endif
