/*
 * domain.h - which hash values a key can have, so that a share is a part of *key-hash values*: a 32-bit hash
 * stands on every 2^32-th position of the circle, a 15-bit one only at its beginning.
 */
#ifndef RMK_DOMAIN_H
#define RMK_DOMAIN_H

#include "../hash/hash.h"

typedef struct rmk_domain {
    unsigned bits;          /* a value v stands at position v << (64 - bits); slots use v itself */
    unsigned value_bits;    /* values are below 2^value_bits */
    const uint64_t *values; /* NULL, or: only these, ascending and distinct (borrowed) */
    size_t value_count;
} rmk_domain;

/* The domain of a hash: all values below 2^value_bits. */
RMK_API rmk_domain rmk_domain_of(const rmk_hash *hash);
/* How many values there are: up to 2^64. */
RMK_API rmk_u128 rmk_domain_total(const rmk_domain *domain);
/* How many values stand at positions <= last. O(1), or O(log) with a list of values. */
RMK_API rmk_u128 rmk_domain_until(const rmk_domain *domain, uint64_t last);
/* True when both domains hold the same values at the same positions. */
RMK_API bool rmk_domain_equal(const rmk_domain *a, const rmk_domain *b);

#endif
