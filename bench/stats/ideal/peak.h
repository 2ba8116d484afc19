/*
 * peak.h - how uneven an ideal ring of n equal nodes with v points each may be: the laws of its largest and
 * its least share, of its CV and of its range, and the number of points that keeps each within a target.
 *
 * The shares have the law Dirichlet(v,..,v); a relative share is a share divided by the fair one, 1/n. The
 * law of one share is from Lamping & Veach, "A Fast, Minimal Memory, Consistent Hash Algorithm" (2014). The
 * joint law of all shares is that of n independent gamma variables, given their sum; the density of the sum
 * comes from an Edgeworth expansion, and from Fourier inversion for so few nodes that the expansion could
 * give a number of points that is off by one.
 *
 * The functions need nodes >= 1, a finite vnodes > 0, 0 < p < 1 and 0 < confidence < 1. They return NAN (0
 * for a number of points) for anything else and when the numerics underneath fail, so that a failure never
 * counts as a target met. A node alone has peak 1, CV 0 and range 0. Any thread may call them, and they leave
 * no memory allocated. The times are those of one call with at most 10^4 nodes. ideal.h is for nodes with
 * weights.
 */
#ifndef RM_PEAK_H
#define RM_PEAK_H

#include <stdint.h>

/*
 * Returns P(the largest relative share <= h) over name sets. vnodes need not be whole. The error is at most
 * 1e-9 up to 3 nodes and for h >= n/2. Otherwise it is at most 1e-7 where vnodes (h-1) > 1 and the result is
 * at least 0.5; it is largest for one point a node, 3e-5 at 4 nodes and 3e-6 from 5 nodes on. It takes 1 ms.
 */
double rm_peak_probability(uint64_t nodes, double vnodes, double h);
/*
 * Returns the smallest whole number of points a node, up to `most`, with P(peak <= h) >= confidence. It
 * returns 0 when there is none, as for every h <= 1 with two or more nodes. For confidence >= 0.5 the number
 * is as exact as rm_peak_probability is. A confidence that is missed by at most 1e-12 counts as reached,
 * since rounding alone can miss it by so much. It takes 3 ms.
 */
uint64_t rm_peak_vnodes(uint64_t nodes, double h, double confidence, uint64_t most);
/* Returns the h with P(peak <= h) = p, as exact as rm_peak_probability is. It takes 2 ms. */
double rm_peak_quantile(uint64_t nodes, double vnodes, double p);
/* Returns the x with P(the smallest relative share <= x) = p. It takes 2 ms. */
double rm_least_quantile(uint64_t nodes, double vnodes, double p);

/*
 * rm_cv_quantile returns the CV, whose variance is divided by n, that a part p of name sets does not exceed.
 * rm_cv_vnodes returns the smallest number of points a node, up to `most`, that keeps the CV at most `cv`
 * with the given confidence. The law is the Pearson curve with the exact first three moments of CV^2, and is
 * exact at n = 2. Compared with simulation from v = 8 on, a quantile is within 1 % for p from 0.5 to 0.999.
 * The lower tail is too high: at p = 0.1 by up to 3 % (n = 3; 0.4 % from n = 10 on), at p = 0.01 by up to 11
 * % (n = 3; 3 % at n = 10, 1 % from n = 30 on). A call takes 0.1 ms.
 */
double rm_cv_quantile(uint64_t nodes, double vnodes, double p);
uint64_t rm_cv_vnodes(uint64_t nodes, double cv, double confidence, uint64_t most);
/*
 * These two are the same for the range, (largest - smallest share) / mean share. The law follows from that of
 * the least share: once it is given, the other shares are an ideal ring of n - 1 nodes. It is exact up to n =
 * 3, where two others are left. For larger n and from v = 8 on, a quantile is within 1 % for p up to 0.99; at
 * p = 0.999 it is up to 3 % too high at n = 4 and 1.5 % at n = 5, and within 1 % from n = 6 on. A call takes
 * 3 ms.
 */
double rm_range_quantile(uint64_t nodes, double vnodes, double p);
uint64_t rm_range_vnodes(uint64_t nodes, double range, double confidence, uint64_t most);

/* Returns the relative share that a part p of all nodes does not exceed, with an error of at most 1e-10. One
 * share has the law Beta(v, (n-1)v). */
double rm_share_quantile(uint64_t nodes, double vnodes, double p);

#endif
