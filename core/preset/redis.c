/*
 * redis.c - Redis Cluster: 16384 slots by CRC-16, cut among the nodes as `redis-cli --cluster create` does,
 * which keeps a running cursor in single precision. A key's hash tag is part of the hash.
 */
#include "../hash/crc16.h"
#include "presets.h"
#include "slots_placement.h"

#include <math.h>
#include <string.h>

enum { SLOTS = 16384 };

/* What stands between the first '{' and the first '}' behind it, unless that is nothing. */
static rmk_bytes tag_of(rmk_bytes key) {
    const unsigned char *open = key.length ? memchr(key.data, '{', key.length) : NULL;
    if (!open)
        return key;
    size_t behind = key.length - (size_t)(open + 1 - key.data);
    const unsigned char *close = memchr(open + 1, '}', behind);
    if (!close || close == open + 1)
        return key;
    return (rmk_bytes){open + 1, (size_t)(close - open - 1)};
}

static uint64_t key_slot(const void *state, const void *data, size_t length) {
    (void)state;
    rmk_bytes tag = tag_of((rmk_bytes){data, length});
    return rmk_crc16(tag) % SLOTS;
}

static const rmk_hash hash_key_slot = {
    .name = "crc16",
    .bits = 14,
    .value_bits = 14,
    .summary = "CRC-16/XMODEM of the hash tag, modulo 16384",
    .source = "Redis Cluster Specification, keys distribution model",
    .one = key_slot,
};

/* Shares the slots out. The last node takes what is left. With more nodes than slots the cursor's range is
 * empty, which gives a slot each. */
static void share_out(const rmk_nodes *nodes, uint32_t *owners) {
    size_t left = 0;
    for (size_t i = 0; i < nodes->count; i++)
        left += nodes->list[i].weight > 0;
    const float per_node = (float)SLOTS / (float)left;
    float cursor = 0;
    long first = 0;
    for (size_t i = 0; i < nodes->count && first < SLOTS; i++) {
        const rmk_node *node = nodes->list + i;
        if (!node->weight)
            continue;
        long last = lround((double)(cursor + per_node - 1));
        if (--left == 0 || last >= SLOTS)
            last = SLOTS - 1;
        if (last < first)
            last = first;
        while (first <= last)
            owners[first++] = node->down ? RMK_NOBODY : node->id;
        cursor += per_node;
    }
}

static rmk_status create(const rmk_preset *preset, const rmk_nodes *nodes,
                         const rmk_placement_options *options, rmk_placement **placement) {
    rmk_made_slots made = {.algorithm = preset->algorithm, .nodes = nodes, .count = SLOTS};
    rmk_status status = rmk_slots_allocate(&made, options);
    if (status)
        return status;
    memset(made.owners, 0xff, made.count * sizeof *made.owners);
    share_out(nodes, made.owners);
    return rmk_slots_place(&made, options, placement);
}

static const rmk_preset_hash hashes[] = {{"crc16", &hash_key_slot}};

const rmk_preset rmk_preset_redis_cluster = {
    .name = "redis-cluster",
    .system = "Redis Cluster as redis-cli --cluster create makes it (as 7.0.15)",
    .keys = "CRC-16 of the hash tag, modulo 16384",
    .points = "none",
    .labels = "none",
    .weights = "none: contiguous equal ranges",
    .ties = "none",
    .lookup = "the slot's node; nobody answers for a node that is down",
    .source = "cluster.c (keyHashSlot), redis-cli.c",
    .checked = "redis-cli 7.0.15 itself",
    .bits = 14,
    .down = RMK_DOWN_UNSERVED,
    .algorithm = &rmk_algorithm_preset_slots,
    .hashes = hashes,
    .hash_count = 1,
    .create = create,
};
