/*
 * peak.h - how uneven an ideal ring of n equal nodes with v points each may be, exactly: the law of its largest
 * share, and the number of points that keeps it within a target.
 *
 * Shares are Dirichlet(v,..,v); "relative" is a share over 1/n. Sources: Lamping & Veach, "A Fast, Minimal
 * Memory, Consistent Hash Algorithm" (2014) for the law of one share; for the joint law of all, conditioning
 * of independent gamma variables and an Edgeworth expansion of their sum, settled by Fourier inversion where
 * that alone could be off by one. Impossible arguments give NAN (0 for a number of points), as does a failure
 * of the numerics underneath. Any thread. Weights: ideal.h.
 */
#ifndef RM_PEAK_H
#define RM_PEAK_H

#include <stdint.h>

/* P(the largest relative share <= h) over name sets. vnodes > 0, need not be whole. */
double rm_peak_probability(uint64_t nodes, double vnodes, double h);
/* The smallest whole number of points a node, up to `most`, with P(peak <= h) >= confidence; 0: none up to
 * `most`. Under 50 ms for 10^4 nodes. */
uint64_t rm_peak_vnodes(uint64_t nodes, double h, double confidence, uint64_t most);
/* The h that P(peak <= h) = p holds for, to a relative 1e-6. */
double rm_peak_quantile(uint64_t nodes, double vnodes, double p);
/* The same of the smallest relative share: P(least <= quantile) = p. */
double rm_least_quantile(uint64_t nodes, double vnodes, double p);

/* The CV (division by n) that a part p of name sets does not pass, and the points for it. */
double rm_cv_quantile(uint64_t nodes, double vnodes, double p);
uint64_t rm_cv_vnodes(uint64_t nodes, double cv, double confidence, uint64_t most);
/* (largest - smallest) / mean share. */
double rm_range_quantile(uint64_t nodes, double vnodes, double p);
uint64_t rm_range_vnodes(uint64_t nodes, double range, double confidence, uint64_t most);

/* One relative share: the value that a part p of all nodes does not pass (Beta(v, (n-1)v)). */
double rm_share_quantile(uint64_t nodes, double vnodes, double p);

#endif
