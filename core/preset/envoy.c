/*
 * envoy.c - Envoy's load balancers ring_hash and maglev: shares of the weights as doubles, points by running
 * sums, and a table that hosts fill in turns.
 */
#include "presets.h"
#include "ring_placement.h"
#include "slots_placement.h"

#include "../placement/serving.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { LEAST_POINTS = 1024, MOST_POINTS = 8388608, TABLE_SIZE = 65537, LARGEST_TABLE = 5000011 };

/* Rounded before it is added to anything: a fused multiply-add would count other points. */
static double times(double a, double b) {
    volatile double product = a * b;
    return product;
}

typedef struct weights {
    double sum, least, most; /* the latter two over the sum */
    size_t live;
} weights;

static weights weights_of(const rmk_nodes *nodes) {
    rmk_u128 sum = 0;
    uint64_t least = UINT64_MAX, most = 0;
    weights w = {0};
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + i;
        if (!rmk_node_serves(node))
            continue;
        sum += node->weight;
        least = node->weight < least ? node->weight : least;
        most = node->weight > most ? node->weight : most;
        w.live++;
    }
    w.sum = (double)sum;
    w.least = (double)least / w.sum;
    w.most = (double)most / w.sum;
    return w;
}

static uint64_t label_hash(const rmk_node *node, uint32_t serial) {
    char number[16];
    int length = snprintf(number, sizeof number, "_%u", serial);
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    XXH64_update(&state, node->name.data, node->name.length);
    XXH64_update(&state, number, (size_t)length);
    return XXH64_digest(&state);
}

static size_t label(const rmk_preset *preset, const rmk_node *node, uint32_t serial, unsigned char *out,
                    size_t room) {
    (void)preset;
    char number[16];
    size_t digits = (size_t)snprintf(number, sizeof number, "_%u", serial), name = node->name.length;
    size_t of_name = name < room ? name : room;
    size_t of_number = digits < room - of_name ? digits : room - of_name;
    memcpy(out, node->name.data, of_name);
    memcpy(out + of_name, number, of_number);
    return name + digits;
}

/* Targets and counts run on from host to host: the fractions that one leaves, the next gets. */
static void make_points(rmk_made_ring *made, const weights *w, double scale) {
    double target = 0, current = 0;
    for (size_t i = 0; i < made->nodes->count; i++) {
        const rmk_node *node = made->nodes->list + i;
        if (!rmk_node_serves(node))
            continue;
        target += times(scale, (double)node->weight / w->sum);
        for (uint32_t serial = 0; current < target && made->count < made->capacity; serial++, current += 1)
            made->points[made->count++] = (rmk_made_point){label_hash(node, serial), (uint32_t)i, serial};
    }
}

static rmk_status create_ring(const rmk_preset *preset, const rmk_nodes *nodes,
                              const rmk_placement_options *options, rmk_placement **placement) {
    rmk_made_ring made = {.preset = preset,
                          .nodes = nodes,
                          .ties = RMK_TIE_FIRST_BOTH,
                          .lookup = RMK_LOOKUP_AT_OR_AFTER,
                          .label = label};
    const uint64_t least_points = options->ring.total_points ? options->ring.total_points : LEAST_POINTS;
    if (least_points > MOST_POINTS)
        return RMK_LIMIT;
    const weights w = weights_of(nodes);
    if (!w.live)
        return RMK_EMPTY;
    const double scale = fmin(ceil(times(w.least, (double)least_points)) / w.least, MOST_POINTS);
    made.capacity = (size_t)ceil(scale) + 2; /* the running sum may round up */
    made.points = rmk_allocate(options->ring.allocator, 64, made.capacity, sizeof *made.points);
    if (!made.points)
        return RMK_NO_MEMORY;
    make_points(&made, &w, scale);
    return rmk_ring_placement(&made, options, placement);
}

/* --- maglev */

typedef struct host {
    uint64_t offset, skip, turn;
    double weight, target;
    uint32_t id;
} host;

static bool is_prime(uint64_t n) {
    for (uint64_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n >= 2;
}

static void take_next_free(host *h, uint32_t *owners, uint64_t size) {
    uint64_t slot;
    do
        slot = (h->offset + h->skip * h->turn++) % size;
    while (owners[slot] != RMK_NOBODY);
    owners[slot] = h->id;
}

/* The heaviest takes a slot every round, the others whenever rounds times weight reach their target. */
static void fill_table(host *hosts, size_t count, double most, uint32_t *owners, uint64_t size) {
    memset(owners, 0xff, size * sizeof *owners);
    uint64_t filled = 0;
    for (uint32_t round = 1; filled < size; round++) {
        for (size_t i = 0; i < count && filled < size; i++) {
            if (times(round, hosts[i].weight) < hosts[i].target)
                continue;
            hosts[i].target += most;
            take_next_free(hosts + i, owners, size);
            filled++;
        }
    }
}

/* In the order of names, as bytes. */
static rmk_status make_hosts(const rmk_nodes *nodes, const weights *w, uint64_t size,
                             const rmk_allocator *allocator, host *hosts) {
    uint32_t *order = rmk_allocate(allocator, 64, nodes->count, sizeof *order);
    rmk_status status = order ? rmk_nodes_name_order(nodes, allocator, order) : RMK_NO_MEMORY;
    size_t count = 0;
    for (size_t i = 0; !status && i < nodes->count; i++) {
        const rmk_node *node = nodes->list + order[i];
        if (rmk_node_serves(node))
            hosts[count++] = (host){.offset = XXH64(node->name.data, node->name.length, 0) % size,
                                    .skip = XXH64(node->name.data, node->name.length, 1) % (size - 1) + 1,
                                    .weight = (double)node->weight / w->sum,
                                    .id = node->id};
    }
    rmk_release(allocator, order, nodes->count, sizeof *order);
    return status;
}

static rmk_status create_maglev(const rmk_preset *preset, const rmk_nodes *nodes,
                                const rmk_placement_options *options, rmk_placement **placement) {
    const rmk_allocator *allocator = options->ring.allocator;
    const uint64_t size = options->table_size ? options->table_size : TABLE_SIZE;
    if (size > LARGEST_TABLE)
        return RMK_LIMIT;
    if (!is_prime(size))
        return RMK_BAD_INPUT;
    const weights w = weights_of(nodes);
    if (!w.live)
        return RMK_EMPTY;
    rmk_made_slots made = {.preset = preset, .nodes = nodes, .count = size};
    host *hosts = rmk_allocate(allocator, 64, w.live, sizeof *hosts);
    made.owners = rmk_allocate(allocator, 64, made.count, sizeof *made.owners);
    rmk_status status = hosts && made.owners ? make_hosts(nodes, &w, size, allocator, hosts) : RMK_NO_MEMORY;
    if (!status)
        fill_table(hosts, w.live, w.most, made.owners, size);
    rmk_release(allocator, hosts, w.live, sizeof *hosts);
    if (!status)
        return rmk_slots_placement(&made, options, placement);
    rmk_release(allocator, made.owners, made.count, sizeof *made.owners);
    return status;
}

static const rmk_preset_hash hashes[] = {{"xxh64", &rmk_hash_xxh64}};

const rmk_preset rmk_preset_envoy_ring = {
    .name = "envoy-ring",
    .system = "Envoy: ring_hash (from its source)",
    .keys = "XXH64",
    .points = "XXH64",
    .labels = "{name}_{vnode}",
    .weights = "the lightest gets a whole number of points; running sums in the order listed",
    .ties = "unspecified (std::sort); here as listed",
    .lookup = "first point >= hash",
    .source = "ring_hash_lb.cc",
    .bits = 64,
    .total_points = LEAST_POINTS,
    .takes = RMK_TAKES_TOTAL_POINTS | RMK_TAKES_WEIGHTS,
    .down = RMK_DOWN_REBUILDS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .create = create_ring,
};

const rmk_preset rmk_preset_envoy_maglev = {
    .name = "envoy-maglev",
    .system = "Envoy: maglev (from its source, hosts sorted)",
    .keys = "XXH64",
    .points = "XXH64 with seeds 0 and 1: offset and skip",
    .labels = "{name}",
    .weights = "the heaviest takes a slot every round, the others in proportion",
    .ties = "the host whose name sorts first takes the slot",
    .lookup = "table[hash % 65537]",
    .source = "maglev_lb.cc",
    .bits = 64,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_TABLE_SIZE,
    .down = RMK_DOWN_REBUILDS,
    .algorithm = &rmk_algorithm_preset_maglev,
    .hashes = hashes,
    .hash_count = 1,
    .create = create_maglev,
};
