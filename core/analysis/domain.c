#include "domain.h"

#include "domain_measure.h"

rmk_domain rmk_domain_of(const rmk_hash *hash) {
    return (rmk_domain){.bits = hash->bits, .value_bits = hash->value_bits};
}

rmk_u128 rmk_domain_total(const rmk_domain *domain) {
    return domain->values ? domain->value_count : (rmk_u128)1 << domain->value_bits;
}

/* How many of the listed values are at most `value`. */
static size_t listed_until(const rmk_domain *domain, uint64_t value) {
    size_t low = 0, high = domain->value_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (domain->values[middle] <= value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

rmk_u128 rmk_domain_until(const rmk_domain *domain, uint64_t last) {
    rmk_measure measure = rmk_measure_of(domain);
    if (domain->values)
        return listed_until(domain, last >> measure.shift);
    return (rmk_u128)rmk_measure_last(&measure, last) + 1;
}

/* Tells whether all values up to the last exist: a list of 0, 1, 2, ... says no more than its length. */
static bool without_gaps(const rmk_domain *domain) {
    return !domain->values || !domain->value_count ||
           domain->values[domain->value_count - 1] == domain->value_count - 1;
}

bool rmk_domain_equal(const rmk_domain *a, const rmk_domain *b) {
    if (a->bits != b->bits || rmk_domain_total(a) != rmk_domain_total(b))
        return false;
    if (without_gaps(a) || without_gaps(b))
        return without_gaps(a) && without_gaps(b);
    for (size_t i = 0; i < a->value_count; i++)
        if (a->values[i] != b->values[i])
            return false;
    return true;
}

const char *rmk_domain_fault(const rmk_domain *domain) {
    if (domain->bits < 1 || domain->bits > 64)
        return "the circle has not 1 to 64 bits";
    if (domain->value_bits > domain->bits)
        return "values are wider than the circle";
    for (size_t i = 0; domain->values && i < domain->value_count; i++) {
        if (i && domain->values[i] <= domain->values[i - 1])
            return "listed values do not ascend";
        if (domain->value_bits < 64 && domain->values[i] >> domain->value_bits)
            return "a listed value is too wide";
    }
    return NULL;
}
