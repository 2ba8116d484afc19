/*
 * occupancy.h - how many nodes get nothing when keys are few, and how many keys it takes to judge a
 * placement. Any thread.
 */
#ifndef RM_OCCUPANCY_H
#define RM_OCCUPANCY_H

#include <stddef.h>

/* The expected number of nodes without any of `keys` independent distinct keys: the sum of (1 - share)^keys,
 * shares[i] the chance that a key counts to node i. O(count). */
double rm_empty_expected(const double *shares, size_t count, double keys);

/*
 * The fewest distinct keys that counts can judge a placement by. Counting K keys adds (n-1)/K to the squared
 * coefficient of variation, and an ideal ring of m points has (n-1)/(m+1): from 10 (m + 1) keys on the
 * counting is below a tenth of it. Without points (0) a node should have some ten keys, as a test of counts
 * needs. O(1).
 */
double rm_keys_needed(double points, double nodes);

#endif
