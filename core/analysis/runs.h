/*
 * runs.h - private: how far two lists of arcs are the same, once an instruction set.
 */
#ifndef RMK_RUNS_H
#define RMK_RUNS_H

#include "../base.h"

/* The rest of two parallel arrays of arcs, from one place on. */
typedef struct rmk_arcs {
    const uint64_t *ends;
    const uint32_t *owners;
} rmk_arcs;

/* How many of the first `count` arcs are the same in both, up to the first that is not. */
typedef size_t rmk_equal_run(rmk_arcs a, rmk_arcs b, size_t count);

rmk_equal_run rmk_equal_run_scalar, rmk_equal_run_avx2, rmk_equal_run_avx512;

static inline bool rmk_arcs_equal(rmk_arcs a, rmk_arcs b, size_t i) {
    return ((a.ends[i] ^ b.ends[i]) | (uint64_t)(a.owners[i] ^ b.owners[i])) == 0;
}

#endif
