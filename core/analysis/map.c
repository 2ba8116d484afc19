#include "map.h"

#include "measure.h"

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

/* A list of 0, 1, 2, ... says no more than its length. */
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

rmk_status rmk_map_create(rmk_map_kind kind, size_t capacity, rmk_domain domain,
                          const rmk_allocator *allocator, rmk_map *map) {
    *map = (rmk_map){.kind = kind, .domain = domain, .allocator = allocator, .capacity = capacity};
    map->owners = rmk_allocate(allocator, 64, capacity, sizeof *map->owners);
    if (kind == RMK_MAP_ARCS)
        map->ends = rmk_allocate(allocator, 64, capacity, sizeof *map->ends);
    if (map->owners && (map->ends || kind == RMK_MAP_SLOTS))
        return RMK_OK;
    rmk_map_destroy(map);
    return RMK_NO_MEMORY;
}

void rmk_map_destroy(rmk_map *map) {
    rmk_release(map->allocator, map->ends, map->capacity, sizeof *map->ends);
    rmk_release(map->allocator, map->owners, map->capacity, sizeof *map->owners);
    *map = (rmk_map){.kind = map->kind};
}

void rmk_map_append(rmk_map *map, uint64_t end, uint32_t owner) {
    size_t n = map->count;
    if (n && end <= map->ends[n - 1])
        return;
    if (n && map->owners[n - 1] == owner) {
        map->ends[n - 1] = end;
        return;
    }
    map->ends[n] = end;
    map->owners[n] = owner;
    map->count = n + 1;
}

uint32_t rmk_map_owner(const rmk_map *map, uint64_t value) {
    if (map->kind == RMK_MAP_SLOTS)
        return map->owners[value % map->count];
    uint64_t position = value << (64 - map->domain.bits);
    size_t low = 0, high = map->count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (map->ends[middle] < position)
            low = middle + 1;
        else
            high = middle;
    }
    return map->owners[low];
}

static rmk_u128 slot_values(const rmk_map *map, size_t slot) {
    const rmk_domain *domain = &map->domain;
    if (!domain->values) {
        rmk_u128 total = rmk_domain_total(domain);
        return total / map->count + (slot < total % map->count);
    }
    size_t values = 0;
    for (size_t i = 0; i < domain->value_count; i++)
        values += domain->values[i] % map->count == slot;
    return values;
}

rmk_u128 rmk_map_values(const rmk_map *map, size_t i) {
    if (map->kind == RMK_MAP_SLOTS)
        return slot_values(map, i);
    rmk_measure measure = rmk_measure_of(&map->domain);
    return rmk_measure_between(&measure, i ? map->ends[i - 1] + 1 : 0, map->ends[i]);
}

static const char *domain_fault(const rmk_domain *domain) {
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

static const char *arcs_fault(const rmk_map *map) {
    for (size_t i = 1; i < map->count; i++)
        if (map->ends[i] <= map->ends[i - 1])
            return "ends of arcs do not ascend";
    return map->ends[map->count - 1] == UINT64_MAX ? NULL : "the last arc does not close the circle";
}

static const char *map_fault(const rmk_map *map, uint32_t id_limit) {
    const char *fault = domain_fault(&map->domain);
    if (fault)
        return fault;
    if (!map->count)
        return "no entries";
    if (map->count > map->capacity)
        return "more entries than room";
    for (size_t i = 0; i < map->count; i++)
        if (map->owners[i] >= id_limit && map->owners[i] != RMK_NOBODY)
            return "an owner is not a node";
    return map->kind == RMK_MAP_ARCS ? arcs_fault(map) : NULL;
}

bool rmk_map_validate(const rmk_map *map, uint32_t id_limit, const char **reason) {
    const char *fault = map_fault(map, id_limit);
    if (fault && reason)
        *reason = fault;
    return !fault;
}
