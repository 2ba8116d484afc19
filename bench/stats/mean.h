/*
 * mean.h - means that are rounded once: doubles are added up in 113 bits, so that a hundred times 0.1 give
 * 10, and two means of equal values are equal to the last digit.
 */
#ifndef RM_MEAN_H
#define RM_MEAN_H

#ifdef __SIZEOF_FLOAT128__
typedef __float128 rm_wide;
#else
typedef long double rm_wide; /* of 113 bits where the type above is missing, as on ARM */
#endif

typedef struct rm_mean {
    rm_wide sum;
    double count;
} rm_mean;

static inline void rm_mean_add(rm_mean *mean, rm_wide value) {
    mean->sum += value;
    mean->count++;
}

/* The mean of what was added; NAN when nothing was. */
static inline double rm_mean_of(const rm_mean *mean) {
    return (double)(mean->sum / mean->count);
}

#endif
