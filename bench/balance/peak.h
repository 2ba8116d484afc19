/* peak.h - shares beside what is fair: the peak, the least, and how even they are. */
#ifndef RM_PEAK_OF_SHARES_H
#define RM_PEAK_OF_SHARES_H

#include "ownership.h"

/* Shares of the nodes that can own something, with what each deserves; in the order of the node list. */
typedef struct rm_parts {
    size_t *places;
    double *shares, *fair, *weights;
    size_t count;
} rm_parts;

/* How even shares are; all figures are relative to what is fair. */
typedef struct rm_evenness {
    double peak, least, cv_squared;
} rm_evenness;

/* Room for `count` parts; there are none yet. */
rm_parts rm_parts_of_size(size_t count);
/* Makes the parts of the nodes; a key counts to `replicas` of them. */
rm_parts rm_parts_of_nodes(const rmk_nodes *nodes, const rm_ownership *owned, uint64_t replicas);
void rm_parts_free(rm_parts *parts);

/* Computes the figures; CV^2 divides by the number of parts, not by one less. */
rm_evenness rm_evenness_of(const rm_parts *parts);
bool rm_all_equal(const double *values, size_t count);
/* Copies `count` values; freed by the caller. */
double *rm_keep(const double *values, size_t count);

#endif
