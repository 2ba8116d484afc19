/*
 * counts.h - how many labels a system gives to a node, in its own arithmetic; private.
 *
 * A label is a point, or four when a digest is cut into words. Sums and products of single precision round as
 * the systems' own do: with 25 equal servers, 1/25 * 40 * 25 is below 40.
 */
#ifndef RMK_PRESET_COUNTS_H
#define RMK_PRESET_COUNTS_H

#include "../base.h"

/* What a count may depend on: the node's weight, the sum of all, how many nodes there are, and the virtual nodes asked for. */
typedef struct rmk_count_of {
    uint64_t weight, weights, nodes, vnodes;
} rmk_count_of;

/* Counts above RMK_MAX_POINTS stand for "too many": callers check. */
typedef uint64_t (*rmk_count_rule)(const rmk_count_of *of);

uint64_t rmk_count_vnodes(const rmk_count_of *of);    /* the same for every node */
uint64_t rmk_count_quarter(const rmk_count_of *of);   /* vnodes / 4, cut */
uint64_t rmk_count_by_weight(const rmk_count_of *of); /* vnodes a unit of weight */
uint64_t rmk_count_ketama(const rmk_count_of *of);    /* libketama: floor of a double product */
uint64_t
rmk_count_libmemcached(const rmk_count_of *of);       /* floor of single precision + 1e-10; three clients */
uint64_t rmk_count_uhashring(const rmk_count_of *of); /* 40 * nodes * weight / weights, in integers */

#endif
