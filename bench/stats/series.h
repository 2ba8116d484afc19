/* series.h - one figure of every set: the double at an offset of each struct of an array, and what is told of
 * all of them together. Any thread. */
#ifndef RM_SERIES_H
#define RM_SERIES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rm_series {
    const void *sets; /* an array of structs */
    size_t size;      /* bytes of one of them */
    size_t count;
    /* Leaves out sets whose figure is NAN, as they have none; else one of them makes the mean and its error
     * NAN. */
    bool skips_nan;
} rm_series;

/* Collects the figures at `offset`; *found becomes their number. Freed by the caller. */
double *rm_series_values(const rm_series *series, size_t offset, size_t *found);

/* The mean of the figures at `offset`; NAN when there are none. */
double rm_series_mean(const rm_series *series, size_t offset);
/* The standard error of that mean, rm_mean_error. */
double rm_series_error(const rm_series *series, size_t offset);
/* The largest figure at `offset`, of those that are no NAN; NAN when there are none. */
double rm_series_largest(const rm_series *series, size_t offset);

#endif
