/*
 * changepoint.h - where a series in the order of time changed its level: the test of Pettitt, "A
 * Non-Parametric Approach to the Change-Point Problem" (1979), on ranks. Single wild values do not make a
 * change.
 */
#ifndef RM_CHANGEPOINT_H
#define RM_CHANGEPOINT_H

#include <stddef.h>

typedef struct rm_change_point {
    size_t at; /* the first value of the new level, 1 .. count-1 */
    double p;  /* of the piece that was split here */
} rm_change_point;

/*
 * The best split of values[0..count) and its p-value, 2 exp(-6 K^2/(N^3 + N^2)) and at most 1, on the safe
 * side for short series. Ties count half. Fewer than two values: at 0, p 1. O(count^2) time; any thread.
 */
rm_change_point rm_pettitt(const double *values, size_t count);

/* The fewest values that can show a change with p < `alpha`: 16 for .01. */
size_t rm_pettitt_least(double alpha);

/*
 * Splits where p < alpha, then both pieces again. Writes the points in the order of the series; `points` has
 * room for count-1. Returns how many. O(count^2) a level.
 */
size_t rm_change_points(const double *values, size_t count, double alpha, rm_change_point *points);

#endif
