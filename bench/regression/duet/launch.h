/*
 * launch.h - one launch of `duet`: a process of its own, in which every case is measured once on all
 * sides. Private to duet*.c.
 */
#ifndef RM_DUET_LAUNCH_H
#define RM_DUET_LAUNCH_H

#include <stdbool.h>
#include <stdio.h>

#include "sides.h"

enum { RM_DUET_ROUNDS = 12, RM_DUET_PASSES = 3 };

/* The six orders of three sides, one a launch in turn: each order beside its reverse. */
const unsigned *rm_duet_order(unsigned number);

/* What a launch says of a case. Logarithms of ratios: the median over the rounds, of minima within a round. */
typedef struct rm_duet_measure {
    bool there[RM_DUET_SIDES]; /* the side has it; the rest is filled in when all have */
    double base_ns, head_ns;   /* an operation; medians over the rounds */
    double change, control;    /* of HEAD over BASE, of BASE's copy over BASE */
    bool answers_differ;       /* of HEAD and BASE */
    bool invalid;              /* of BASE and its copy */
} rm_duet_measure;

/*
 * RM_DUET_ROUNDS rounds of RM_DUET_PASSES times A B C C B A in blocks of RM_BLOCK_NS (timing.h), each behind
 * an untimed piece that has its data back in the caches. `order`: which side A, B and C are.
 */
rm_duet_measure rm_duet_measure_case(const rm_duet_sides *sides, size_t number, const rm_duet_input *input,
                                     const unsigned *order);

/* The input of a launch: random, from the seed. Freed by rm_duet_input_free. */
rm_duet_input rm_duet_input_make(uint64_t seed);
void rm_duet_input_free(rm_duet_input *input);

/*
 * The whole launch: loads the sides and measures the cases of wanted[0..case_count), one character each, '1'
 * or '0'; lines to `out` as each case begins and ends. NULL: lists the cases.
 */
void rm_duet_launch(const char *base, const char *head, unsigned launch, const char *wanted, uint64_t seed,
                    FILE *out);

#endif
