/* ideal_ring.h - ideal rings for tests, in order without a sort: uniform points have exponential gaps over
 * their sum. Gaps are exchangeable, so that dealing the points out in turn is as good as a random order. */
#ifndef IDEAL_RING_H
#define IDEAL_RING_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/bench/uniform.h"

/* `count` positions, ascending; `gaps` has room for as many. */
static inline void ideal_ring(uint64_t *positions, double *gaps, size_t count) {
    double sum = 0, at = 0;
    for (size_t i = 0; i < count; i++)
        sum += gaps[i] = -log(uniform());
    uint64_t turn = (uint64_t)(uniform() * (gaps[count - 1] / sum) * 0x1p64);
    for (size_t i = 0; i < count; i++) {
        positions[i] = turn + (uint64_t)(at / sum * 0x1p64);
        at += gaps[i];
    }
}

/* CV^2 over its expectation, from the ring's gaps. */
static inline double variance_ratio(const double *gaps, size_t nodes, size_t vnodes) {
    double sum = 0, squares = 0, n = (double)nodes;
    for (size_t node = 0; node < nodes; node++) {
        double share = 0;
        for (size_t i = node; i < nodes * vnodes; i += nodes)
            share += gaps[i];
        sum += share;
        squares += share * share;
    }
    return (n * squares / (sum * sum) - 1) / ((n - 1) / (n * (double)vnodes + 1));
}

#endif
