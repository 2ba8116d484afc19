#include "analysis.h"
#include "domain_measure.h"
#include "pairs.h"
#include "runs.h"

static rmk_equal_run *runs_for(rmk_isa wanted) {
    rmk_isa isa;
    if (rmk_isa_resolve(wanted, &isa))
        isa = RMK_ISA_SCALAR;
    return isa == RMK_ISA_AVX512 ? rmk_equal_run_avx512
           : isa == RMK_ISA_AVX2 ? rmk_equal_run_avx2
                                 : rmk_equal_run_scalar;
}

static rmk_arcs arcs_from(const rmk_map *map, size_t i) {
    return (rmk_arcs){map->ends + i, map->owners + i};
}

/*
 * Counts the arcs from i and j on that are the same in both. The last arc of either map is left to the
 * general step, so that bounds are looked at once a run. Maps that have little in common pay for no call.
 */
static inline size_t common_run(const rmk_map *before, const rmk_map *after, size_t i, size_t j,
                                rmk_equal_run *equal_run) {
    size_t left = before->count - i < after->count - j ? before->count - i : after->count - j;
    rmk_arcs a = arcs_from(before, i), b = arcs_from(after, j);
    return left < 2 || !rmk_arcs_equal(a, b, 0) ? 0 : equal_run(a, b, left - 1);
}

static rmk_status sweep_arcs(const rmk_map *before, const rmk_map *after, rmk_pairs *pairs) {
    rmk_measure measure = rmk_measure_of(&before->domain);
    rmk_equal_run *equal_run = runs_for(before->isa);
    size_t i = 0, j = 0;
    uint64_t start = 0, end;
    do {
        size_t run = common_run(before, after, i, j, equal_run);
        i += run;
        j += run;
        if (run)
            start = before->ends[i - 1] + 1;
        uint64_t end_a = before->ends[i], end_b = after->ends[j];
        uint32_t from = before->owners[i], to = after->owners[j];
        end = end_a < end_b ? end_a : end_b;
        if (from != to && !rmk_pairs_add(pairs, from, to, rmk_measure_between(&measure, start, end)))
            return RMK_NO_MEMORY;
        start = end + 1;
        i += end_a == end;
        j += end_b == end;
    } while (end != UINT64_MAX);
    return RMK_OK;
}

/* Tables of two sizes repeat together after the least common multiple of the sizes; above this it is not
 * walked. */
#define MOST_COMMON ((rmk_u128)1 << 22)

static rmk_u128 common_period(size_t a, size_t b) {
    size_t x = a, y = b;
    while (y) {
        size_t rest = x % y;
        x = y;
        y = rest;
    }
    return (rmk_u128)(a / x) * b;
}

/* Walks one period, in which every value stands for all that are a whole number of periods above it. */
static rmk_status sweep_common_slots(const rmk_map *before, const rmk_map *after, rmk_pairs *pairs) {
    rmk_u128 total = rmk_domain_total(&before->domain), period = common_period(before->count, after->count);
    rmk_u128 each = total / period, longer = total % period;
    size_t end = (size_t)(period < total ? period : total);
    for (size_t v = 0, i = 0, j = 0; v < end; v++) {
        uint32_t from = before->owners[i], to = after->owners[j];
        if (from != to && !rmk_pairs_add(pairs, from, to, each + (v < longer)))
            return RMK_NO_MEMORY;
        i = i + 1 == before->count ? 0 : i + 1;
        j = j + 1 == after->count ? 0 : j + 1;
    }
    return RMK_OK;
}

static rmk_status sweep_listed_slots(const rmk_map *before, const rmk_map *after, rmk_pairs *pairs) {
    const rmk_domain *domain = &before->domain;
    for (size_t i = 0; i < domain->value_count; i++) {
        uint32_t from = before->owners[domain->values[i] % before->count];
        uint32_t to = after->owners[domain->values[i] % after->count];
        if (from != to && !rmk_pairs_add(pairs, from, to, 1))
            return RMK_NO_MEMORY;
    }
    return RMK_OK;
}

static rmk_status sweep_slots(const rmk_map *before, const rmk_map *after, rmk_pairs *pairs) {
    if (before->domain.values)
        return sweep_listed_slots(before, after, pairs);
    if (before->count != after->count)
        return sweep_common_slots(before, after, pairs);
    for (size_t i = 0; i < before->count; i++) {
        uint32_t from = before->owners[i], to = after->owners[i];
        if (from != to && !rmk_pairs_add(pairs, from, to, rmk_map_values(before, i)))
            return RMK_NO_MEMORY;
    }
    return RMK_OK;
}

static bool comparable(const rmk_map *before, const rmk_map *after) {
    if (before->kind != after->kind || !rmk_domain_equal(&before->domain, &after->domain))
        return false;
    if (before->kind == RMK_MAP_ARCS || before->count == after->count || before->domain.values)
        return true;
    return common_period(before->count, after->count) <= MOST_COMMON ||
           rmk_domain_total(&before->domain) <= MOST_COMMON;
}

rmk_status rmk_movement_between(const rmk_map *before, const rmk_map *after, const rmk_allocator *allocator,
                                rmk_movement *movement) {
    *movement = (rmk_movement){.allocator = allocator, .total = rmk_domain_total(&before->domain)};
    if (!comparable(before, after))
        return RMK_UNSUPPORTED;
    rmk_pairs pairs = {.allocator = allocator};
    rmk_status status = before->kind == RMK_MAP_ARCS ? sweep_arcs(before, after, &pairs)
                                                     : sweep_slots(before, after, &pairs);
    if (!status)
        status = rmk_pairs_sort(&pairs);
    if (status) {
        rmk_pairs_destroy(&pairs);
        return status;
    }
    movement->transfers = pairs.table;
    movement->count = pairs.count;
    movement->capacity = pairs.capacity;
    for (size_t i = 0; i < pairs.count; i++)
        movement->moved += pairs.table[i].values;
    return RMK_OK;
}

void rmk_movement_destroy(rmk_movement *movement) {
    rmk_release(movement->allocator, movement->transfers, movement->capacity, sizeof *movement->transfers);
    *movement = (rmk_movement){0};
}
