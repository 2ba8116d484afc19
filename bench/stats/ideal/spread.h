/*
 * spread.h - spread of a consistent hash over partial views (Karger et al., "Consistent Hashing and Random
 * Trees", 1997), where it is ideal. Any thread.
 */
#ifndef RM_SPREAD_H
#define RM_SPREAD_H

#include <stdint.h>

/*
 * To how many nodes a key goes over `views` clients, on average, when each client sees each of n nodes with
 * chance 1/2 (one at random instead of none). Whatever the key, the nodes stand in one order from it on, and
 * a client takes the first that it sees: the one at rank j = 0, 1, .. with chance p_j = 2^-(j+1) + 2^-n / n.
 * The spread is the sum over j of 1 - (1 - p_j)^views: about log2(views) + 1.33. True of every placement that
 * keeps one order of nodes a key, weighted or not, with any number of points. It is also the mean over nodes
 * of the keys that one sees over all views, in parts of all keys over n. O(n), at most 1100 powers.
 */
double rm_ideal_spread(uint64_t nodes, uint64_t views);

#endif
