#include "ownership.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/balance/replicas/arcs.h"
#include "bench/balance/replicas/sets.h"
#include "bench/cli/command.h"
#include "bench/input/keys/keys.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"

static rm_ownership ownership_of(uint32_t id_limit) {
    return (rm_ownership){.amounts = rm_calloc(id_limit ? id_limit : 1, sizeof(double)),
                          .id_limit = id_limit};
}

void rm_ownership_free(rm_ownership *owned) {
    free(owned->amounts);
    *owned = (rm_ownership){0};
}

static rmk_status map_shares(const rmk_placement *placement, uint32_t id_limit, rmk_u128 *values,
                             rmk_u128 *nobody) {
    rmk_map map;
    rmk_status status = rmk_placement_map(placement, &map);
    if (status)
        return status;
    rmk_shares(&map, id_limit, values, nobody);
    rmk_map_destroy(&map);
    return RMK_OK;
}

/* Sums replica sets over slots, since a set depends on the slot of a key alone. */
static void sum_slot_sets(const rmk_map *map, const rm_replica_sets *sets, rmk_u128 *values,
                          rmk_u128 *nobody) {
    const rmk_bytes no_key = {NULL, 0};
    uint32_t *nodes = rm_calloc(sets->wanted, sizeof *nodes);
    for (size_t slot = 0; slot < map->count; slot++) {
        rmk_u128 part = rmk_map_values(map, slot);
        size_t count = rm_replica_set(sets, no_key, slot, nodes);
        for (size_t r = 0; r < count; r++)
            values[nodes[r]] += part;
        *nobody += count ? 0 : part;
    }
    free(nodes);
}

static rmk_status slot_replica_shares(const rmk_placement *placement, uint64_t replicas, bool zone_aware,
                                      rmk_u128 *values, rmk_u128 *nobody) {
    rmk_map map;
    rmk_status status = placement->algorithm->can & RMK_CAN_REPLICAS ? rmk_placement_map(placement, &map)
                                                                     : RMK_UNSUPPORTED;
    if (status)
        return status;
    if (map.kind == RMK_MAP_SLOTS) {
        rm_replica_sets sets = rm_replica_sets_open(placement, replicas, zone_aware);
        sum_slot_sets(&map, &sets, values, nobody);
        rm_replica_sets_close(&sets);
    } else {
        status = RMK_UNSUPPORTED;
    }
    rmk_map_destroy(&map);
    return status;
}

static rmk_status replica_shares(const rmk_placement *placement, uint64_t replicas, bool zone_aware,
                                 rmk_u128 *values, rmk_u128 *nobody) {
    rm_replica_walk walk;
    rmk_status status = rm_replica_walk_open(placement, replicas, zone_aware, &walk);
    if (status == RMK_UNSUPPORTED)
        return slot_replica_shares(placement, replicas, zone_aware, values, nobody);
    if (status)
        return status;
    while (rm_replica_walk_next(&walk)) {
        if (!walk.part)
            continue;
        for (size_t r = 0; r < walk.count; r++)
            values[walk.nodes[r]] += walk.part;
        *nobody += walk.count ? 0 : walk.part;
    }
    rm_replica_walk_close(&walk);
    return RMK_OK;
}

rmk_status rm_own_exactly(const rmk_placement *placement, uint32_t id_limit, uint64_t replicas,
                          rm_ownership *owned) {
    return rm_own_replicas(placement, id_limit, replicas, false, owned);
}

rmk_status rm_own_replicas(const rmk_placement *placement, uint32_t id_limit, uint64_t replicas,
                           bool zone_aware, rm_ownership *owned) {
    rmk_u128 nobody = 0, *values = rm_calloc(id_limit ? id_limit : 1, sizeof *values);
    rmk_status status = replicas > 1 ? replica_shares(placement, replicas, zone_aware, values, &nobody)
                                     : map_shares(placement, id_limit, values, &nobody);
    if (!status) {
        *owned = ownership_of(id_limit);
        for (uint32_t id = 0; id < id_limit; id++)
            owned->amounts[id] = (double)values[id];
        owned->nobody = (double)nobody;
        owned->total = (double)rmk_domain_total(&placement->domain);
    }
    free(values);
    return status;
}

bool rm_keys_wanted(const rm_options *options) {
    return options->keys || options->keys_file;
}

rm_options rm_with_keys(const rm_options *options) {
    rm_options with = *options;
    if (!rm_keys_wanted(options))
        with.keys = RM_DEFAULT_KEYS;
    return with;
}

void rm_check_keys(const rm_options *options, size_t passes) {
    if (options->key_bytes.count > 1)
        rm_fail("%s takes one --key-bytes, not a list", options->command->name);
    if (passes > 1 && options->keys_file && strcmp(options->keys_file, "-") == 0)
        rm_fail("keys from stdin can be read once, and this needs them %zu times; write them to a file",
                passes);
}

void rm_check_counted(const rm_options *options, bool any) {
    if (any || rm_interrupted())
        return;
    const char *file = !options->keys_file || strcmp(options->keys_file, "-") == 0 ? "standard input"
                                                                                   : options->keys_file;
    rm_fail("no keys%s in %s", options->key_weights ? " with a weight" : "", file);
}

uint64_t rm_keys_seed(const rm_cell *cell, uint64_t set) {
    char purpose[40] = "keys of set ";
    size_t end = strlen(purpose);
    do
        purpose[end++] = (char)('0' + set % 10);
    while (set /= 10);
    return rm_cell_seed(cell, purpose);
}

/* What counting needs besides the result; its buffers are as long as the longest block. */
typedef struct counting {
    const rmk_placement *placement;
    rm_replica_sets sets;
    uint64_t *values;
    uint32_t *owners;
    size_t capacity;
} counting;

static void count_owner(rm_ownership *owned, uint32_t owner, double weight) {
    if (owner < owned->id_limit)
        owned->amounts[owner] += weight;
    else
        owned->nobody += weight;
}

static void count_first(const counting *c, const rm_key_block *block, rm_ownership *owned) {
    rmk_placement_locate_batch(c->placement, block->keys, c->values, block->count, c->owners);
    for (size_t i = 0; i < block->count; i++)
        count_owner(owned, c->owners[i], block->weights ? block->weights[i] : 1);
}

static void count_replicas(const counting *c, const rm_key_block *block, rm_ownership *owned) {
    for (size_t i = 0; i < block->count; i++) {
        size_t count = rm_replica_set(&c->sets, block->keys[i], c->values[i], c->owners);
        for (size_t r = 0; r < count; r++)
            count_owner(owned, c->owners[r], block->weights ? block->weights[i] : 1);
    }
}

static void make_room(counting *c, size_t count) {
    if (count <= c->capacity)
        return;
    c->capacity = count;
    c->values = rm_realloc(c->values, count * sizeof *c->values);
    size_t owners = count > c->sets.wanted ? count : c->sets.wanted;
    c->owners = rm_realloc(c->owners, owners * sizeof *c->owners);
}

static double weight_of(const rm_key_block *block) {
    if (!block->weights)
        return (double)block->count;
    double sum = 0;
    for (size_t i = 0; i < block->count; i++)
        sum += block->weights[i];
    return sum;
}

void rm_own_sampled(const rm_cell *cell, const rmk_placement *placement, uint32_t id_limit, uint64_t replicas,
                    uint64_t seed, rm_ownership *owned, rm_popularity *popular) {
    rm_options options = rm_with_keys(cell->options);
    counting c = {.placement = placement,
                  .sets = rm_replica_sets_open(placement, replicas, replicas > 1 && options.zone_aware)};
    rmk_hasher hasher;
    rm_check(rmk_hasher_open(&hasher, cell->hash, options.isa, NULL), "hash %s", cell->hash->name);
    rm_keys *keys = rm_keys_open(&options, options.key_bytes.items[0], seed, false);
    *owned = ownership_of(id_limit);
    rm_key_block block;
    for (uint64_t number = 1; !rm_interrupted() && rm_keys_next(keys, &block); number += block.count) {
        make_room(&c, block.count);
        rm_keys_hash(&options, &hasher, &block, number, c.values);
        if (popular)
            rm_popularity_add(popular, c.values, block.weights, block.count);
        if (replicas > 1)
            count_replicas(&c, &block, owned);
        else
            count_first(&c, &block, owned);
        owned->total += weight_of(&block);
    }
    rm_check_counted(&options, owned->total > 0);
    rm_keys_close(keys);
    rmk_hasher_close(&hasher);
    rm_replica_sets_close(&c.sets);
    free(c.values);
    free(c.owners);
}

void rm_put_keys(double keys, unsigned column, rm_row *row) {
    if (keys < 0x1p53 && keys == floor(keys))
        rm_row_count(row, column, (uint64_t)keys);
    else
        rm_row_exact(row, column, keys);
}

rm_cell rm_cell_unindexed(const rm_cell *cell) {
    rm_cell plain = *cell;
    plain.index = &rmk_index_plain;
    return plain;
}
