/* runs.c - the plain form of equal runs. */
#include "runs.h"

size_t rmk_equal_run_scalar(rmk_arcs a, rmk_arcs b, size_t count) {
    size_t run = 0;
    while (run < count && rmk_arcs_equal(a, b, run))
        run++;
    return run;
}
