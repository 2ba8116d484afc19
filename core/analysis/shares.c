#include "analysis.h"
#include "domain_measure.h"

#include <string.h>

typedef struct sums {
    rmk_u128 *values, *nobody;
} sums;

static inline rmk_u128 *sum_of(const sums *into, uint32_t owner) {
    return owner == RMK_NOBODY ? into->nobody : into->values + owner;
}

/*
 * Sums the widths of arcs. They fit 64 bits because there are two arcs or more: the last end may overflow to
 * 0 (in a domain of 2^64), and the subtraction takes that back.
 */
static void sum_arcs(const rmk_map *map, const sums *into) {
    rmk_measure measure = rmk_measure_of(&map->domain);
    uint64_t before = 0;
    for (size_t i = 0; i < map->count; i++) {
        uint64_t until = rmk_measure_last(&measure, map->ends[i]) + 1;
        *sum_of(into, map->owners[i]) += until - before;
        before = until;
    }
}

static void sum_listed_arcs(const rmk_map *map, const sums *into) {
    const rmk_domain *domain = &map->domain;
    unsigned shift = 64 - domain->bits;
    for (size_t arc = 0, i = 0; i < domain->value_count; i++) {
        while (map->ends[arc] < domain->values[i] << shift)
            arc++;
        *sum_of(into, map->owners[arc]) += 1;
    }
}

static void sum_slots(const rmk_map *map, const sums *into) {
    const rmk_domain *domain = &map->domain;
    if (domain->values) {
        for (size_t i = 0; i < domain->value_count; i++)
            *sum_of(into, map->owners[domain->values[i] % map->count]) += 1;
        return;
    }
    rmk_u128 total = rmk_domain_total(domain), each = total / map->count, longer = total % map->count;
    for (size_t i = 0; i < map->count; i++)
        *sum_of(into, map->owners[i]) += each + (i < longer);
}

void rmk_shares(const rmk_map *map, uint32_t id_limit, rmk_u128 *values, rmk_u128 *nobody) {
    sums into = {values, nobody};
    memset(values, 0, id_limit * sizeof *values);
    *nobody = 0;
    if (map->kind == RMK_MAP_SLOTS)
        sum_slots(map, &into);
    else if (map->count == 1)
        *sum_of(&into, map->owners[0]) = rmk_domain_total(&map->domain);
    else if (map->domain.values)
        sum_listed_arcs(map, &into);
    else
        sum_arcs(map, &into);
}
