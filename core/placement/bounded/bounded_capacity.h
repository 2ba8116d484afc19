/*
 * bounded_capacity.h - how much a node may have, rule by rule; private.
 */
#ifndef RMK_BOUNDED_CAPACITY_H
#define RMK_BOUNDED_CAPACITY_H

#include <math.h>

#include "session_internal.h"

/* What all nodes together may have: ceil(c m). */
static inline rmk_u128 rmk_total_capacity(rmk_ratio c, uint64_t balls) {
    return ((rmk_u128)c.numerator * balls + c.denominator - 1) / c.denominator;
}

static inline uint64_t rmk_clamp64(rmk_u128 value) {
    return value < UINT64_MAX ? (uint64_t)value : UINT64_MAX - 1;
}

/* What each node may have: ceil(c m / n), exactly. */
static inline uint64_t rmk_online_capacity(rmk_ratio c, uint64_t balls, uint64_t nodes) {
    return rmk_clamp64((rmk_total_capacity(c, balls) + nodes - 1) / nodes);
}

/* Rounds up a double, which may be past 2^64. */
static inline uint64_t rmk_round_up(double value) {
    return value < 0x1p63 ? (uint64_t)ceil(value) : UINT64_MAX - 1;
}

/*
 * What each node may have: ceil(c max(1, m div n)) in doubles, as the reference computes it. With a c so near
 * to 1 that the product is rounded to a whole number below there would be no room; the exact figure is above.
 */
static inline uint64_t rmk_integer_capacity(rmk_ratio c, uint64_t balls, uint64_t nodes) {
    uint64_t average = balls / nodes ? balls / nodes : 1;
    uint64_t capacity = rmk_round_up((double)average * rmk_ratio_double(c));
    return capacity > average ? capacity : average + 1;
}

/* How many partitions each node may have: ceil(P / n * c), or ceil((P div n) * c), in doubles and in this
 * order, as the reference. */
static inline uint64_t rmk_partition_capacity(rmk_ratio c, uint64_t partitions, uint64_t nodes,
                                              bool integer) {
    double average = integer ? (double)(partitions / nodes) : (double)partitions / (double)nodes;
    return rmk_round_up(average * rmk_ratio_double(c));
}

#endif
