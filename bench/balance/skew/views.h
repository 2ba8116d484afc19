/* views.h - --views: clients that each see a random part of the nodes, and what that does to keys and to
 * nodes (spread and load of Karger et al., "Consistent Hashing and Random Trees", 1997). */
#ifndef RM_VIEWS_H
#define RM_VIEWS_H

#include "bench/cells/cells.h"

typedef struct rm_views {
    bool measured;
    double spread_mean; /* nodes that a key goes to over all views, as the mean over all key-hash values */
    double spread_max;  /* the same of the key-hash value that goes to the most nodes */
    double
        /* part of all key-hash values that some view sends to a node, over its fair share; the largest of
         * all nodes */
        load_max;
} rm_views;

/* Measures views: each of the cell's options->views clients sees each node that can own something with
 * chance 1/2, and one of them at random when it would see none. The draws come from the seed, the cell and
 * the set. Exact: the maps of all views are merged into the stretches in which no view changes its answer.
 * `measured` is false where a placement exports no arcs. Only the first of --replicas counts. O(V log V),
 * V the arcs of all views; some 24 bytes each. Any thread; exits 2 when a view's placement cannot be made. */
rm_views rm_views_measure(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set);

/* Merges `count` >= 1 arc maps of one domain. loads[id] becomes the number of key-hash values that some
 * map gives to node `id`, id < id_limit. RMK_NO_MEMORY, RMK_LIMIT. */
rmk_status rm_views_merge(const rmk_map *maps, size_t count, uint32_t id_limit, double *spread_mean,
                          double *spread_max, rmk_u128 *loads);

#endif
