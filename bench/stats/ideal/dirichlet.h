/*
 * dirichlet.h - shares of ideal rings whose nodes have different weights, and whose keys are not alike:
 * bounds where there are any, drawn rings where there are none.
 *
 * Node i of n has vnodes * weights[i] points; shares are then Dirichlet, that of one node is
 * Beta(v_i, V - v_i). "Relative" is a share over its fair one, weights[i] over their sum. Impossible
 * arguments give NAN. Any thread.
 */
#ifndef RM_DIRICHLET_H
#define RM_DIRICHLET_H

#include <stddef.h>
#include <stdint.h>

#include "bench/support/random.h"

/* How uneven one ring is: the largest and the smallest relative share, and the mean of (relative - 1)^2. */
typedef struct rm_unevenness {
    double peak, least, cv_squared;
} rm_unevenness;

/* Of shares that need not add up to 1; fair[i] > 0. O(count). */
rm_unevenness rm_unevenness_of(const double *shares, const double *fair, size_t count);

/* A gamma variable of this shape > 0 and scale 1 (Marsaglia & Tsang, "A Simple Method for Generating Gamma
 * Variables", 2000). */
double rm_gamma_draw(rm_random *random, double shape);
/* A standard normal variable, by Marsaglia's polar method. */
double rm_normal_draw(rm_random *random);
/* The shares of one ring; they add up to 1. O(count). */
void rm_dirichlet_draw(rm_random *random, const double *weights, size_t count, double vnodes, double *shares);

/*
 * Bounds of P(every relative share <= h), weights ascending: 1 - the sum of the tails is below it
 * (Bonferroni); the product of the single probabilities is above it, since Dirichlet shares are negatively
 * associated (Joag-Dev & Proschan, "Negative Association of Random Variables", 1983). Two nodes or more.
 * O(distinct weights) probabilities.
 */
void rm_weighted_peak_bounds(const double *weights, size_t count, double vnodes, double h, double *low,
                             double *high);
/* The x that the smallest relative share is above with probability 1 - p, were shares independent; the truth
 * is a little lower. Weights ascending. */
double rm_weighted_least_quantile(const double *weights, size_t count, double vnodes, double p);

#endif
