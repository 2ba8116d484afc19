/* options.h - what a ring is built with. */
#ifndef RMK_RING_OPTIONS_H
#define RMK_RING_OPTIONS_H

#include "../hash/hash.h"
#include "../pattern.h"
#include "index.h"

typedef struct rmk_ring_options {
    const rmk_hash *hash; /* the hash of labels; rmk_ring_build alone needs it */
    const char *label;    /* pattern over {name} {vnode} {set}; NULL: "{name}#{vnode}" */
    uint64_t vnodes;      /* points per unit of weight; 0: total_points rules */
    /* shared by weight: by the largest remainder, ties to the lower name, each node at least 1 */
    uint64_t total_points;
    uint64_t set;                /* what {set} prints */
    const rmk_index_type *index; /* NULL: no index, lookups search the arrays */
    rmk_isa isa;
    rmk_pages pages;
    unsigned threads;               /* for building; 0 is 1 */
    const rmk_allocator *allocator; /* NULL: the default one */
} rmk_ring_options;

#define RMK_DEFAULT_LABEL "{name}#{vnode}"

#endif
