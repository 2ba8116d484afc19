#include "map.h"

#include "domain_measure.h"

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

static const char *arcs_fault(const rmk_map *map) {
    for (size_t i = 1; i < map->count; i++)
        if (map->ends[i] <= map->ends[i - 1])
            return "ends of arcs do not ascend";
    return map->ends[map->count - 1] == UINT64_MAX ? NULL : "the last arc does not close the circle";
}

static const char *map_fault(const rmk_map *map, uint32_t id_limit) {
    const char *fault = rmk_domain_fault(&map->domain);
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
