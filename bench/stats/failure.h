/*
 * failure.h - what the removal of a node does on an ideal ring of n equal nodes with v points each. Impossible
 * arguments give NAN. Any thread.
 */
#ifndef RM_FAILURE_H
#define RM_FAILURE_H

#include <stdint.h>

/* The mean number of survivors that inherit: (n-1)(1-Q), Q = G((n-1)v)^2/(G((n-2)v) G(nv)). */
double rm_heirs_mean(uint64_t nodes, double vnodes);
/* The mean part of what left that its heaviest heir took: each survivor inherits BetaBinomial(v; v, (n-2)v)
 * points, smeared by Beta(k, v-k). Numerically, within 1 %. */
double rm_worst_heir_mean(uint64_t nodes, double vnodes);
/* Pairs of equal positions that m points on a circle of 2^bits positions are expected to have. */
double rm_collisions_expected(double points, unsigned bits);

#endif
