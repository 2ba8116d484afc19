/*
 * counts.h - keys counted at nodes, where nothing exact exists: is it chance alone that makes them uneven,
 * and how uneven may they be? Any thread.
 */
#ifndef RM_COUNTS_H
#define RM_COUNTS_H

#include <stddef.h>

/*
 * Pearson's chi-square of the counts of `keys` independent keys, count - 1 degrees: the chance that keys
 * placed by nothing but fair[i] (> 0, adding up to 1) are as uneven as shares[i], the part of the keys that
 * node i has. At least 1e-300; NAN for fewer than two nodes, and below 5 expected keys at a node, where the
 * law is another. O(count).
 */
double rm_counts_p(const double *shares, const double *fair, size_t count, double keys);

/*
 * The coefficient of variation that is expected of relative counts: what chance adds for `keys` independent
 * keys at these fair parts, beside the unevenness of the placement itself, `placement_cv`. O(count).
 */
double rm_counts_cv(const double *fair, size_t count, double keys, double placement_cv);

/* Multi-probe's own one, of many nodes: 1/sqrt(2k - 1) (Appleton & O'Reilly 2015). */
double rm_probes_cv(double probes);

#endif
