/* loads_measure.h - one name set of a cell of loads: keys assigned one by one, and what a change of nodes
 * would move. */
#ifndef RM_LOADS_MEASURE_H
#define RM_LOADS_MEASURE_H

#include "bench/cells/cells.h"
#include "bench/input/nodes/change.h"

/* What --change asks for: at most one of each; NULL: none. */
typedef struct rm_loads_changes {
    const rm_change *add, *remove;
} rm_loads_changes;

/* Fractions are of the keys; NAN where there is no answer. */
typedef struct rm_loads {
    uint64_t keys;
    double displaced; /* keys that are not at the first node asked */
    double probes_mean;
    uint64_t *probes; /* keys by how many nodes they asked, 0 to most_probes; owned */
    size_t most_probes;
    double peak;     /* load of the fullest node over the mean */
    double capacity; /* keys that the node with the largest capacity may have */
    double moved_on_add, ideal_add;
    double moved_on_remove, ideal_remove;
} rm_loads;

/* Measures one set. Any thread; exits 2 when a session cannot be made, or a key not assigned. After an
 * interrupt the figures are no answer. */
rm_loads rm_loads_measure(const rm_cell *cell, const rm_loads_changes *changes, uint64_t set);
void rm_loads_free(rm_loads *loads);

#endif
