/*
 * peak.h - how uneven an ideal ring of n equal nodes with v points each may be: the laws of its largest and
 * its least share, of its CV and of its range, and the number of points that keeps each within a target.
 *
 * Shares are Dirichlet(v,..,v); "relative" is a share over 1/n. Sources: Lamping & Veach, "A Fast, Minimal
 * Memory, Consistent Hash Algorithm" (2014) for the law of one share; for the joint law of all, conditioning
 * of independent gamma variables and an Edgeworth expansion of their sum, settled by Fourier inversion where
 * that alone could be off by one.
 *
 * nodes >= 1, vnodes > 0 and finite, 0 < p, confidence < 1; anything else gives NAN (0 for a number of
 * points), as does a failure of the numerics underneath, which never counts as a target met. A node alone has
 * peak 1, CV 0 and range 0. Any thread; no allocation stays. Times are of one call at 10^4 nodes or fewer.
 * Weights: ideal.h.
 */
#ifndef RM_PEAK_H
#define RM_PEAK_H

#include <stdint.h>

/*
 * P(the largest relative share <= h) over name sets. vnodes need not be whole. To 1e-9 up to 3 nodes and for
 * h >= n/2; above to 1e-7 where the table of the theory reaches (vnodes (h-1) > 1, confidence >= 0.5). Worst
 * for one point a node: 3e-5 at 4 nodes, 3e-6 from 5 on. 1 ms.
 */
double rm_peak_probability(uint64_t nodes, double vnodes, double h);
/*
 * The smallest whole number of points a node, up to `most`, with P(peak <= h) >= confidence; 0: none up to
 * `most`, h <= 1 above all. Exact as far as the probability is, for confidence >= 0.5; a confidence that is
 * reached to 1e-12 is reached. 3 ms.
 */
uint64_t rm_peak_vnodes(uint64_t nodes, double h, double confidence, uint64_t most);
/* The h that P(peak <= h) = p holds for, as exactly as the probability is known. 2 ms. */
double rm_peak_quantile(uint64_t nodes, double vnodes, double p);
/* The same of the smallest relative share: P(least <= quantile) = p. 2 ms. */
double rm_least_quantile(uint64_t nodes, double vnodes, double p);

/*
 * The CV (division by n) that a part p of name sets does not pass, and the smallest number of points up to
 * `most` that keeps it at most `cv` with a confidence. The law is the Pearson curve with the exact first
 * three moments of CV^2; exact at n = 2. Largest error of a quantile against simulation from v = 8 on: within
 * 1 % at p from 0.5 to 0.999; the lower tail is too high by up to 3 % at p = 0.1 (n = 3; 0.4 % from n = 10
 * on) and 11 % at p = 0.01 (n = 3; 3 % at n = 10, 1 % from n = 30 on). 0.1 ms.
 */
double rm_cv_quantile(uint64_t nodes, double vnodes, double p);
uint64_t rm_cv_vnodes(uint64_t nodes, double cv, double confidence, uint64_t most);
/*
 * The same of (largest - smallest) / mean share: given the least share the others are a ring of one node
 * less. Exact up to n = 3, whose others are two nodes; above, a quantile from v = 8 on is within 1 % at p up
 * to 0.99, at p = 0.999 up to 3 % too high at n = 4, 1.5 % at n = 5, and within 1 % from n = 6 on. 3 ms.
 */
double rm_range_quantile(uint64_t nodes, double vnodes, double p);
uint64_t rm_range_vnodes(uint64_t nodes, double range, double confidence, uint64_t most);

/* One relative share: the value that a part p of all nodes does not pass (Beta(v, (n-1)v)). To 1e-10. */
double rm_share_quantile(uint64_t nodes, double vnodes, double p);

#endif
