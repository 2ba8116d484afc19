/* chance.h - between which bounds the chance of an event lies, when some of many trials had it. */
#ifndef RM_CHANCE_H
#define RM_CHANCE_H

/*
 * The interval that holds the chance of an event with about `confidence`, when `hits` of `trials` independent
 * trials had it: by scores (Wilson 1927), good down to no hit at all. 0 <= hits <= trials, trials > 0,
 * 0 < confidence < 1. Any thread, O(1).
 */
void rm_chance_band(double hits, double trials, double confidence, double *low, double *high);

#endif
