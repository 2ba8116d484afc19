/*
 * bounded_partitions.c - two levels: a key's partition is its hash modulo P; partitions have nodes by bounded
 * loads, from the node list alone. So there are slots, and all that is exact of slots.
 */
#include <string.h>

#include "../tables/slots.h"
#include "bounded_capacity.h"
#include "session_internal.h"

enum { DEFAULT_PARTITIONS = 271 };

typedef struct partitions {
    uint64_t count;
    uint32_t *nodes, *probes;
} partitions;

static void free_partitions(const rmk_allocator *allocator, partitions *p) {
    rmk_release(allocator, p->nodes, p->count, sizeof *p->nodes);
    rmk_release(allocator, p->probes, p->count, sizeof *p->probes);
}

/* Walks from the partition's hash on, to the first node with room; false when there is none. */
static bool deal_out(rmk_session *s, partitions *p, size_t partition, uint64_t hash, uint64_t capacity) {
    const rmk_points points = rmk_ring_points(s->ring);
    size_t point = rmk_points_lower_bound(&points, rmk_hash_position(s->options.ring.hash, hash));
    point = point < points.count ? point : 0;
    s->mark++;
    p->probes[partition] = 0;
    for (size_t i = 0; i < points.count; i++, point = rmk_next_point(&points, point)) {
        uint32_t node = points.owners[point];
        p->probes[partition] += s->marks[node] != s->mark;
        s->marks[node] = s->mark;
        if (s->loads[node] >= capacity)
            continue;
        s->loads[node]++;
        p->nodes[partition] = node;
        return true;
    }
    return false;
}

/* Gives all partitions their nodes; meanwhile loads count partitions. */
static rmk_status deal_all(rmk_session *s, partitions *p, const rmk_hasher *hasher, bool integer) {
    uint64_t capacity = rmk_partition_capacity(s->options.load_factor, p->count, s->node_count, integer);
    for (uint64_t i = 0; i < p->count; i++) {
        unsigned char bytes[8];
        for (unsigned b = 0; b < sizeof bytes; b++)
            bytes[b] = (unsigned char)(i >> 8 * b);
        if (!deal_out(s, p, (size_t)i, rmk_hash_one(hasher, bytes, sizeof bytes), capacity))
            return RMK_LIMIT;
    }
    memset(s->loads, 0, s->node_count * sizeof *s->loads);
    return RMK_OK;
}

static rmk_status open_with(rmk_session *s, bool integer) {
    if (s->options.table_size > RMK_MAX_POINTS)
        return RMK_LIMIT;
    if (s->options.ring.hash->accepts)
        return RMK_BAD_INPUT; /* a partition's number is hashed as 8 bytes, not as text */
    partitions *p = s->own = rmk_allocate(s->allocator, 64, 1, sizeof *p);
    if (!p)
        return RMK_NO_MEMORY;
    *p = (partitions){.count = s->options.table_size ? s->options.table_size : DEFAULT_PARTITIONS};
    p->nodes = rmk_allocate(s->allocator, 64, p->count, sizeof *p->nodes);
    p->probes = rmk_allocate(s->allocator, 64, p->count, sizeof *p->probes);
    if (!p->nodes || !p->probes)
        return RMK_NO_MEMORY;
    rmk_hasher hasher;
    rmk_status status =
        rmk_hasher_open(&hasher, s->options.ring.hash, s->options.ring.isa, s->options.ring.allocator);
    if (status)
        return status;
    status = deal_all(s, p, &hasher, integer);
    rmk_hasher_close(&hasher);
    return status;
}

static rmk_status open(rmk_session *s) {
    return open_with(s, false);
}

static rmk_status open_integer(rmk_session *s) {
    return open_with(s, true);
}

static void close(rmk_session *s) {
    if (!s->own)
        return;
    free_partitions(s->allocator, s->own);
    rmk_release(s->allocator, s->own, 1, sizeof(partitions));
}

static rmk_status assign(rmk_session *s, uint32_t ball) {
    const partitions *p = s->own;
    rmk_ball *arriving = s->balls + ball;
    size_t partition = (size_t)(arriving->hash % p->count);
    arriving->node = p->nodes[partition];
    arriving->probes = p->probes[partition];
    s->loads[arriving->node]++;
    return RMK_OK;
}

static rmk_status leave(rmk_session *s, uint32_t ball) {
    s->loads[s->balls[ball].node]--;
    return RMK_OK;
}

static rmk_status refill(rmk_session *s, const rmk_session *before, uint32_t gone) {
    (void)before, (void)gone;
    for (uint32_t ball = s->first; ball != RMK_NONE; ball = s->balls[ball].after)
        assign(s, ball);
    return RMK_OK;
}

static uint64_t capacity_of(const rmk_session *s, uint32_t node) {
    (void)s, (void)node;
    return RMK_UNBOUNDED;
}

static bool validate(const rmk_session *s, const char **reason) {
    const partitions *p = s->own;
    *reason = "a ball is not where its partition is";
    for (uint32_t ball = s->first; ball != RMK_NONE; ball = s->balls[ball].after)
        if (s->balls[ball].node != p->nodes[s->balls[ball].hash % p->count])
            return false;
    return true;
}

#define SESSION(opens)                                                                                       \
    {                                                                                                        \
        .open = opens, .close = close, .assign = assign, .release = leave, .refill = refill,                 \
        .capacity = capacity_of, .validate = validate                                                        \
    }
static const rmk_session_type exact = SESSION(open), integer = SESSION(open_integer);

/* Makes the placement, which is the partitions of an empty session. */
static rmk_status create_of(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                            const rmk_placement_options *options, rmk_placement **placement) {
    rmk_session *s;
    rmk_status status = rmk_session_create(algorithm, nodes, options, &s);
    if (status)
        return status;
    const partitions *p = s->own;
    rmk_made_slots made = {.algorithm = algorithm, .nodes = nodes, .count = p->count};
    status = rmk_slots_allocate(&made, options);
    for (size_t i = 0; !status && i < made.count; i++)
        made.owners[i] = s->nodes[p->nodes[i]].id;
    rmk_session_destroy(s);
    return status ? status : rmk_slots_place(&made, options, placement);
}

#define ALGORITHM(identifier, title, what, where, abilities, kept)                                           \
    static rmk_status identifier##_create(const rmk_nodes *nodes, const rmk_placement_options *options,      \
                                          rmk_placement **placement) {                                       \
        return create_of(&rmk_algorithm_##identifier, nodes, options, placement);                            \
    }                                                                                                        \
    const rmk_algorithm rmk_algorithm_##identifier = {                                                       \
        .name = (title),                                                                                     \
        .summary = (what),                                                                                   \
        .source = (where),                                                                                   \
        .can = RMK_CAN_REMOVE_ANY | RMK_CAN_VNODES | RMK_CAN_TABLE_SIZE | RMK_CAN_LOAD_FACTOR |              \
               RMK_HAS_MAP | (abilities),                                                                    \
        .create = identifier##_create,                                                                       \
        RMK_SLOTS_PLACE,                                                                                     \
        .session = (kept),                                                                                   \
    }

ALGORITHM(
    bounded_partitions, "bounded-partitions",
    "the key's hash modulo the table size is its partition; partitions have nodes by bounded loads, at most "
    "ceil(c P / n) each",
    "buraksezer/consistent v1.0.0", 0, &exact);
ALGORITHM(bounded_partitions_integer, "bounded-partitions-integer",
          "bounded-partitions with ceil(c (P div n)) each", "buraksezer/consistent v0.10.0", RMK_IS_VARIANT,
          &integer);
