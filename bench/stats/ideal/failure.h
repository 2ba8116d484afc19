/*
 * failure.h - what the removal of a node does on an ideal ring of n equal nodes with v points each, and how
 * many points meet on a circle. Impossible arguments (fewer than two nodes; no points; not finite) give NAN.
 * Any thread; no allocation stays.
 */
#ifndef RM_FAILURE_H
#define RM_FAILURE_H

#include <stdint.h>

/* The mean number of survivors that inherit: (n-1)(1-Q), Q = G((n-1)v)^2/(G((n-2)v) G(nv)). O(1). */
double rm_heirs_mean(uint64_t nodes, double vnodes);
/*
 * The mean part of what left that its heaviest heir took. Survivors inherit negative binomial numbers of
 * points on condition that these add up to v, and gamma loads by their points on condition of the loads' sum.
 * To 1e-4 for whole vnodes (>= 1); in between, interpolated; beyond 1000 points a survivor, extrapolated.
 * A millisecond or so.
 */
double rm_worst_heir_mean(uint64_t nodes, double vnodes);
/* Pairs of equal positions that m points on a circle of 2^bits positions are expected to have:
 * m(m-1)/2^(bits+1). */
double rm_collisions_expected(double points, unsigned bits);

#endif
