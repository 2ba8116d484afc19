/*
 * envoy.c - Envoy's load balancers ring_hash and maglev: shares of the weights as doubles, points by running
 * sums, and a table that hosts fill in turns.
 */
#include "presets.h"
#include "ring_placement.h"
#include "slots_placement.h"

#include "../placement/tables/maglev.h"
#include "../rounded.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    LEAST_POINTS = 1024,
    MOST_POINTS = 8388608,
    GRPC_MOST_POINTS = 4096,
    TABLE_SIZE = 65537,
    LARGEST_TABLE = 5000011
};

typedef struct weights {
    double sum, least; /* the least weight over the sum */
    size_t serving;
} weights;

static weights weights_of(const rmk_nodes *nodes) {
    rmk_u128 sum = 0;
    uint64_t least = UINT64_MAX;
    weights w = {0};
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + i;
        if (!node->weight)
            continue;
        sum += node->weight;
        least = node->weight < least ? node->weight : least;
        w.serving++;
    }
    w.sum = (double)sum;
    w.least = (double)least / w.sum;
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

static size_t label(const void *rule, const rmk_nodes *nodes, uint32_t place, uint32_t serial,
                    unsigned char *out, size_t room) {
    (void)rule;
    const rmk_node *node = &nodes->list[place];
    char number[16];
    size_t digits = (size_t)snprintf(number, sizeof number, "_%u", serial), name = node->name.length;
    size_t of_name = name < room ? name : room;
    size_t of_number = digits < room - of_name ? digits : room - of_name;
    memcpy(out, node->name.data, of_name);
    memcpy(out + of_name, number, of_number);
    return name + digits;
}

/* Makes the points. Targets and counts run on from host to host: the fractions that one leaves, the next
 * gets. */
static void make_points(rmk_made_ring *made, const weights *w, double scale) {
    double target = 0, current = 0;
    for (size_t i = 0; i < made->nodes->count; i++) {
        const rmk_node *node = made->nodes->list + i;
        if (!node->weight)
            continue;
        target += rmk_rounded_product(scale, (double)node->weight / w->sum);
        for (uint32_t serial = 0; current < target && made->count < made->capacity; serial++, current += 1)
            made->points[made->count++] = (rmk_made_point){label_hash(node, serial), (uint32_t)i, serial};
    }
}

static rmk_status create_within(uint64_t most_points, const rmk_nodes *nodes,
                                const rmk_placement_options *options, rmk_placement **placement) {
    rmk_made_ring made = {
        .nodes = nodes, .ties = RMK_TIE_FIRST, .lookup = RMK_LOOKUP_AT_OR_AFTER, .label = label};
    const uint64_t least_points = options->ring.total_points ? options->ring.total_points : LEAST_POINTS;
    if (least_points > most_points)
        return RMK_LIMIT;
    const weights w = weights_of(nodes);
    if (!w.serving)
        return RMK_EMPTY;
    const double scale =
        fmin(ceil(rmk_rounded_product(w.least, (double)least_points)) / w.least, (double)most_points);
    made.capacity = (size_t)ceil(scale) + 2; /* the running sum may round up */
    made.points = rmk_allocate(options->ring.allocator, 64, made.capacity, sizeof *made.points);
    if (!made.points)
        return RMK_NO_MEMORY;
    make_points(&made, &w, scale);
    return rmk_ring_placement(&made, options, placement);
}

static rmk_status create_ring(const rmk_preset *preset, const rmk_nodes *nodes,
                              const rmk_placement_options *options, rmk_placement **placement) {
    (void)preset;
    return create_within(MOST_POINTS, nodes, options, placement);
}

static rmk_status create_grpc(const rmk_preset *preset, const rmk_nodes *nodes,
                              const rmk_placement_options *options, rmk_placement **placement) {
    (void)preset;
    return create_within(GRPC_MOST_POINTS, nodes, options, placement);
}

/* --- maglev */

static rmk_status create_maglev(const rmk_preset *preset, const rmk_nodes *nodes,
                                const rmk_placement_options *options, rmk_placement **placement) {
    const rmk_maglev_rule rule = {
        .numbers = rmk_maglev_numbers_envoy, .turns = RMK_MAGLEV_TARGETS, .by_name = true};
    rmk_made_slots made = {.algorithm = preset->algorithm, .nodes = nodes};
    made.count = options->table_size ? options->table_size : TABLE_SIZE;
    if (made.count > LARGEST_TABLE)
        return RMK_LIMIT;
    return rmk_maglev_place(&rule, &made, options, placement);
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
    .checked = "a script from the source",
    .bits = 64,
    .total_points = LEAST_POINTS,
    .takes = RMK_TAKES_TOTAL_POINTS | RMK_TAKES_WEIGHTS,
    .down = RMK_DOWN_REBUILDS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .create = create_ring,
};

const rmk_preset rmk_preset_grpc_ring = {
    .name = "grpc-ring",
    .system = "gRPC: ring_hash_experimental, max_ring_size 4096",
    .keys = "XXH64",
    .points = "XXH64",
    .labels = "{name}_{vnode}",
    .weights =
        "the lightest gets a whole number of points, 4096 in all at most; running sums in the order listed",
    .ties = "as listed",
    .lookup = "first point >= hash",
    .source = "grpc-java RingHashLoadBalancer.java, gRFC A42",
    .checked = "a script from the published rule (tests/vectors/record/rules.py)",
    .bits = 64,
    .total_points = LEAST_POINTS,
    .takes = RMK_TAKES_TOTAL_POINTS | RMK_TAKES_WEIGHTS,
    .down = RMK_DOWN_SKIPS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = hashes,
    .hash_count = 1,
    .create = create_grpc,
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
    .checked = "a script from the source",
    .bits = 64,
    .takes = RMK_TAKES_WEIGHTS | RMK_TAKES_TABLE_SIZE,
    .down = RMK_DOWN_REBUILDS,
    .algorithm = &rmk_algorithm_preset_maglev,
    .hashes = hashes,
    .hash_count = 1,
    .create = create_maglev,
};
