/*
 * peak_parts.h - what the laws of peak, least and range share: the chance that all relative shares of an
 * ideal ring lie in a window.
 */
#ifndef RM_PEAK_PARTS_H
#define RM_PEAK_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "concave.h"

/* Up to so many nodes Fourier inversion settles it: the expansion alone is off by 2e-5 at 21 nodes of one
 * point. */
#define RM_EXACT_NODES 100

/* One gamma variable cut to the window, tilted to mean 1: values less 1 and their chances. */
typedef struct rm_tilt {
    size_t count;
    double values[RM_MOST_POINTS], chances[RM_MOST_POINTS];
    double log_mass; /* log E exp(tilt (G - 1)) over the window, G of mean 1 */
    double deviation;
    double frequency; /* how fast a wave the points still resolve */
} rm_tilt;

/*
 * P(every relative share of n >= 3 nodes is in [low, high]), v > 0; high may be INFINITY. exact: the density
 * of the sum is inverted, to some 1e-9; else expanded, whose largest error is 2e-4 at n = 4, 9e-6 at 10, 7e-8
 * at 50. NAN when the numerics fail. 0.02 ms, exact 0.2 to 1 ms.
 */
double rm_window(double nodes, double vnodes, double low, double high, bool exact);
/* The expansion again, for one window after another: *tilt begins at 0 and is left for the next. */
double rm_window_near(double nodes, double vnodes, double low, double high, rm_order order, double *tilt);

/*
 * The density of the sum of n independent copies of a variable of mean 0 at 0, from its values and chances.
 * `lattice`: its values are a whole distance from each other and it is the chance itself. No wave faster than
 * `frequency` is asked for.
 */
double rm_sum_density(const double *values, const double *chances, size_t count, double n, double deviation,
                      bool lattice, double frequency);

/* The x in [low, high] with f(x) = level, f rising, to a relative 1e-10 of x; an end when f never crosses it. */
typedef double rm_rising(double x, const void *context);
double rm_crossing(rm_rising *f, const void *context, double level, double low, double high);

/*
 * The same for a distribution function f, near `guess`, and of the slope in log odds that is expected there:
 * secants of the log odds, which are nearly straight. To a relative 1e-8 or so in some four values of f.
 */
double rm_odds_crossing(rm_rising *f, const void *context, double p, double guess, double slope);
double rm_log_odds(double p);

/* The smallest whole number in [low, high] that `is_met` holds for, which holds from there on and for high. */
typedef bool rm_is_met(uint64_t number, const void *context);
uint64_t rm_first_met(rm_is_met *is_met, const void *context, uint64_t low, uint64_t high);
/* The same, looking around `near` further and further: quick when it is nearly right. */
uint64_t rm_first_met_near(rm_is_met *is_met, const void *context, uint64_t low, uint64_t near,
                           uint64_t high);
/* The same by doubling from 1; 0: none up to `most`. */
uint64_t rm_first_met_upto(rm_is_met *is_met, const void *context, uint64_t most);

#endif
