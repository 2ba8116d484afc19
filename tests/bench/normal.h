/* normal.h - normal deviates for simulations. */
#ifndef TESTS_BENCH_NORMAL_H
#define TESTS_BENCH_NORMAL_H

#include <math.h>
#include <stdio.h>

#include "uniform.h"

static inline void random_start(uint64_t seed) {
    state = seed;
    printf("seed %llu\n", (unsigned long long)seed);
}

/* Box & Muller. */
static inline double normal(void) {
    double radius = sqrt(-2 * log(uniform()));
    return radius * cos(2 * 3.14159265358979323846 * uniform());
}

#endif
