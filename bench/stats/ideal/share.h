/*
 * share.h - the law of one node's share on an ideal ring of n equal nodes with v points each: Beta(v,
 * (n-1)v), over 1/n. Integrated from its logarithm, with no limit on n v; GSL's incomplete beta has no answer
 * near its centre from n v = 1e8 on. nodes >= 2, vnodes > 0. Any thread, some microseconds.
 */
#ifndef RM_SHARE_H
#define RM_SHARE_H

/* log Gamma(x) - ((x - 1/2) log x - x + log(2 pi)/2), x > 0. */
double rm_stirling_rest(double x);

/* P(relative share > x), P(relative share <= x); small ones to a relative 1e-9 or so. */
double rm_share_above(double nodes, double vnodes, double x);
double rm_share_below(double nodes, double vnodes, double x);
/* The x that is passed with chance `tail`, and the x that is not reached with it. */
double rm_share_upper(double nodes, double vnodes, double tail);
double rm_share_lower(double nodes, double vnodes, double tail);

/*
 * The share on the whole line: w = log(d/(1-d)) + log(n-1), 0 at the mean. Its density is log-concave in w
 * whatever v is.
 */
typedef struct rm_share_law {
    double nodes, vnodes, log_norm;
} rm_share_law;

rm_share_law rm_share_law_of(double nodes, double vnodes);
double rm_share_place(double nodes, double x); /* the w of a relative share */
double rm_share_at(double nodes, double w);    /* and back */
double rm_share_log_density(double w, const rm_share_law *law);

#endif
