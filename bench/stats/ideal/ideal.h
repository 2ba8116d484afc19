/*
 * ideal.h - what a ring does whose points are uniform and independent: the yardstick beside measured figures,
 * and what sampling alone does to a peak.
 *
 * Weights are those of the nodes that can own something, all above 0; node i has vnodes * weights[i] points,
 * and vnodes need not be whole (a fixed ring size shared by weight). "Relative" is a node's share over its
 * weight's fair part. Impossible arguments give NAN, as does a failure of the numerics underneath. Any
 * thread.
 */
#ifndef RM_IDEAL_H
#define RM_IDEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* sqrt of the mean over nodes of E (relative share - 1)^2: shares are Dirichlet. sqrt((n-1)/(n v+1)) for
 * equal weights. O(count). */
double rm_ideal_cv(const double *weights, size_t count, double vnodes);

/* The vnodes of an ideal ring as even as one of this CV^2: the inverse of rm_ideal_cv; 0 for one less even
 * than any. O(count). */
double rm_effective_vnodes(const double *weights, size_t count, double cv_squared);

/*
 * The mean of the largest relative share. Dirichlet shares are independent gamma variables G_i over their
 * sum, and independent of it, so the mean is E max G_i/(vnodes w_i), one integral. O(count log count) and
 * some hundred gamma probabilities a distinct weight.
 */
double rm_ideal_peak_mean(const double *weights, size_t count, double vnodes);

/*
 * The CV when each key goes to the next `replicas` distinct of `nodes` equal nodes: exact for one point a
 * node; within 3.3 % from 16 on and 13 % too big at 4. O(replicas).
 */
double rm_ideal_replica_cv(uint64_t nodes, uint64_t replicas, double vnodes);
/* Its inverse for more than one point a node; rm_effective_vnodes when replicas is 1. */
double rm_effective_replica_vnodes(uint64_t nodes, uint64_t replicas, double cv_squared);

/*
 * The interval that the largest relative count of `keys` independent keys falls into with `confidence`
 * (0.95), each end missed with the half of the rest. shares[i]: the chance that a key counts to node i;
 * fair[i] > 0: the part that it deserves; a relative count is count/(keys fair[i]). Counts are taken as
 * independent binomials, which for counts of one sample makes the lower end a little low; it is never below
 * the smallest peak that can be. False when there is no answer. O(count) binomial probabilities a step, some
 * 40 steps.
 */
bool rm_sampled_peak_band(const double *shares, const double *fair, size_t count, double keys,
                          double confidence, double *low, double *high);

#endif
