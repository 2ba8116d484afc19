#include "sets.h"

#include <stdlib.h>

#include "bench/input/nodes/zones.h"
#include "bench/support/fail.h"

static void check_zones(const rmk_nodes *nodes) {
    for (size_t i = 0; i < nodes->count; i++)
        if (!nodes->list[i].zone.length)
            rm_fail(
                "--spread zone: node '%.*s' has no zone; give each node one in --nodes-file "
                "(name,weight,zone), and behind 'add' in a history",
                RM_SHOWN(nodes->list[i].name));
}

/* Numbers zones by node id and counts those in which a node can own keys. */
static void number_zones(rm_replica_sets *sets) {
    const rmk_nodes *nodes = sets->placement->nodes;
    check_zones(nodes);
    rm_groups groups = rm_groups_of(RM_GROUP_ZONE, nodes);
    bool *serves = rm_calloc(groups.count, sizeof *serves);
    sets->zone_of = rm_calloc(nodes->id_limit, sizeof *sets->zone_of);
    for (size_t i = 0; i < nodes->count; i++) {
        sets->zone_of[nodes->list[i].id] = (uint32_t)groups.of[i];
        serves[groups.of[i]] |= rmk_node_serves(nodes->list + i);
    }
    sets->zones.of = sets->zone_of;
    for (size_t z = 0; z < groups.count; z++)
        sets->zones.serving += serves[z];
    free(serves);
    rm_groups_free(&groups);
}

rm_replica_sets rm_replica_sets_open(const rmk_placement *placement, uint64_t replicas, bool zone_aware) {
    rm_replica_sets sets = {.placement = placement, .wanted = (size_t)replicas};
    if (!zone_aware)
        return sets;
    number_zones(&sets);
    sets.listed = rm_calloc(placement->nodes->count, sizeof *sets.listed);
    if (sets.zones.serving < replicas)
        rm_warn(
            "--spread zone: %u zone%s for --replicas %llu: each key has second nodes of a zone, in the "
            "order of the placement",
            sets.zones.serving, sets.zones.serving == 1 ? "" : "s", (unsigned long long)replicas);
    return sets;
}

size_t rm_replica_set(const rm_replica_sets *sets, rmk_bytes key, uint64_t hash, uint32_t *out) {
    if (sets->zones.of)
        return rmk_placement_replicas_apart(sets->placement, &sets->zones, key, hash, sets->wanted,
                                            sets->listed, out);
    return sets->placement->algorithm->replicas(sets->placement, key, hash, sets->wanted, out);
}

void rm_replica_sets_close(rm_replica_sets *sets) {
    free(sets->zone_of);
    free(sets->listed);
}
