#include "exact_digest.h"

uint64_t rm_map_digest(const rmk_hasher *digester, const rmk_map *map) {
    uint64_t ends = 0;
    if (map->kind == RMK_MAP_ARCS)
        ends = rmk_hash_one(digester, map->ends, map->count * sizeof *map->ends);
    uint64_t owners = rmk_hash_one(digester, map->owners, map->count * sizeof *map->owners);
    uint64_t parts[] = {map->kind, map->count, ends, owners};
    return rmk_hash_one(digester, parts, sizeof parts);
}
