/* theory.h - the theory's tables, and rings simulated without any of the tested code. */
#ifndef TEST_BENCH_THEORY_H
#define TEST_BENCH_THEORY_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static inline void close_to(double found, double expected, double tolerance) {
    if (!(fabs(found - expected) <= tolerance))
        fail_msg("%.10g is not within %g of %.10g", found, tolerance, expected);
}

/* A table of tests/vectors/theory, past its heading. */
static inline FILE *theory_table(const char *name) {
    char path[4096], heading[256];
    const char *top = getenv("RINGMARK_SRCDIR");
    snprintf(path, sizeof path, "%s/tests/vectors/theory/%s", top ? top : ".", name);
    FILE *table = fopen(path, "r");
    if (!table || !fgets(heading, sizeof heading, table))
        fail_msg("cannot read %s", path);
    return table;
}

/* xorshift64* */
static inline double theory_uniform(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return ((double)((*state * 0x2545f4914f6cdd1du) >> 11) + 0.5) * 0x1p-53;
}

/* The relative shares of a ring of nodes with `points` points each: arcs are exponential over their sum. */
static inline void theory_ring(uint64_t *state, size_t nodes, unsigned points, double *shares) {
    double sum = 0;
    for (size_t i = 0; i < nodes; i++) {
        double log_product = 0, product = 1;
        for (unsigned k = 1; k <= points; k++) {
            product *= theory_uniform(state);
            if (k % 16 == 0 || k == points) {
                log_product += log(product);
                product = 1;
            }
        }
        shares[i] = -log_product;
        sum += shares[i];
    }
    for (size_t i = 0; i < nodes; i++)
        shares[i] *= (double)nodes / sum;
}

#endif
