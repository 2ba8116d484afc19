/*
 * domain_measure.h - private: how many key-hash values lie in a stretch of the circle. It is inline because
 * sums over all arcs spend their time here.
 */
#ifndef RMK_DOMAIN_MEASURE_H
#define RMK_DOMAIN_MEASURE_H

#include "domain.h"

/* The arithmetic of a domain without a list of values: value v stands at v << shift, the last one is top. */
typedef struct rmk_measure {
    unsigned shift;
    uint64_t top;
    const rmk_domain *listed; /* NULL, or the domain whose list has to be asked */
} rmk_measure;

static inline rmk_measure rmk_measure_of(const rmk_domain *domain) {
    return (rmk_measure){.shift = 64 - domain->bits,
                         .top = domain->value_bits == 0 ? 0 : UINT64_MAX >> (64 - domain->value_bits),
                         .listed = domain->values ? domain : NULL};
}

/* The last value that stands at or before `end`, when all values up to top exist (0 always does). */
static inline uint64_t rmk_measure_last(const rmk_measure *measure, uint64_t end) {
    uint64_t value = end >> measure->shift;
    return value < measure->top ? value : measure->top;
}

/* How many values stand at start..end, both inclusive. */
static inline rmk_u128 rmk_measure_between(const rmk_measure *measure, uint64_t start, uint64_t end) {
    if (measure->listed)
        return rmk_domain_until(measure->listed, end) -
               (start ? rmk_domain_until(measure->listed, start - 1) : 0);
    rmk_u128 until = (rmk_u128)rmk_measure_last(measure, end) + 1;
    return start ? until - ((rmk_u128)rmk_measure_last(measure, start - 1) + 1) : until;
}

/* Why `domain` cannot be one (a constant text), or NULL. O(listed values). */
const char *rmk_domain_fault(const rmk_domain *domain);

#endif
