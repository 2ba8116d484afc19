/*
 * nginx.c - `hash KEY consistent` and `hash KEY` of an upstream (ngx_http_upstream_hash_module.c).
 *
 * Round robin, which nginx falls back to, is not placed: it serves an empty key, an upstream of one server
 * (keyless here, since that one has all keys), and a key that met a server that is down 21 times: nobody has
 * it in `hash KEY`; on the ring, where that takes nearly all servers to be down, the search goes on instead.
 */
#include "counts.h"
#include "port.h"
#include "presets.h"
#include "ring_placement.h"
#include "slots_placement.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

enum { POINTS_PER_WEIGHT = 160, MOST_RETRIES = 20 };

/* Counts servers as configured: those that are down count. */
static size_t configured(const rmk_nodes *nodes) {
    size_t count = 0;
    for (size_t i = 0; i < nodes->count; i++)
        count += nodes->list[i].weight > 0;
    return count;
}

static uint32_t crc(uint32_t state, const void *data, size_t length) {
    return length ? (uint32_t)crc32_z(state, data, length) : state;
}

/* Takes the CRC of host, NUL and port: "unix:" goes and has no port; a port is what follows the last
 * colon, digits only. */
static uint32_t crc_of_server(rmk_bytes name) {
    if (name.length >= 5 && !strncasecmp((const char *)name.data, "unix:", 5))
        return crc(crc(0, name.data + 5, name.length - 5), "", 1);
    size_t digits = 0;
    while (digits < name.length && name.data[name.length - digits - 1] >= '0' &&
           name.data[name.length - digits - 1] <= '9')
        digits++;
    if (digits == name.length || name.data[name.length - digits - 1] != ':')
        return crc(crc(0, name.data, name.length), "", 1);
    uint32_t host = crc(crc(0, name.data, name.length - digits - 1), "", 1);
    return crc(host, name.data + name.length - digits, digits);
}

/* Makes the points of a server. Each is chained to the one before: its CRC goes on over that one's four
 * bytes. */
static void make_points(rmk_made_ring *made, uint32_t place) {
    const rmk_node *node = made->nodes->list + place;
    const uint32_t server = crc_of_server(node->name);
    uint32_t previous = 0;
    for (uint64_t serial = 0; serial < node->weight * POINTS_PER_WEIGHT; serial++) {
        const unsigned char word[] = {(unsigned char)previous, (unsigned char)(previous >> 8),
                                      (unsigned char)(previous >> 16), (unsigned char)(previous >> 24)};
        previous = crc(server, word, sizeof word);
        made->points[made->count++] = (rmk_made_point){previous, place, (uint32_t)serial};
    }
}

/* Finds what ngx_parse_url refuses: the first colon outside brackets ends the host. */
static const char *node_fault(const rmk_node *node) {
    rmk_bytes name = node->name;
    if (name.data[0] == '[' || (name.length >= 5 && !strncasecmp((const char *)name.data, "unix:", 5)))
        return NULL;
    const unsigned char *colon = memchr(name.data, ':', name.length);
    if (!colon)
        return NULL;
    if (colon == name.data)
        return "there is no host before the colon";
    if (!rmk_is_port((rmk_bytes){colon + 1, name.length - (size_t)(colon + 1 - name.data)}))
        return "what stands behind the colon is not a port from 1 to 65535";
    return NULL;
}

static uint64_t count_ring(const rmk_preset *preset, const rmk_nodes *nodes,
                           const rmk_placement_options *options) {
    (void)preset, (void)options;
    return rmk_points_by_weight(nodes, POINTS_PER_WEIGHT);
}

static rmk_status create_ring(const rmk_preset *preset, const rmk_nodes *nodes,
                              const rmk_placement_options *options, rmk_placement **placement) {
    rmk_made_ring made = {.nodes = nodes,
                          .ties = RMK_TIE_FIRST,
                          .collision = RMK_COLLISION_SKIPPED,
                          .lookup = RMK_LOOKUP_AT_OR_AFTER,
                          .keyless = configured(nodes) == 1};
    uint64_t count = count_ring(preset, nodes, options);
    if (count > RMK_MAX_POINTS)
        return RMK_LIMIT;
    made.capacity = (size_t)count;
    made.points = rmk_allocate(options->ring.allocator, 64, made.capacity, sizeof *made.points);
    if (!made.points)
        return RMK_NO_MEMORY;
    for (size_t i = 0; i < nodes->count; i++)
        make_points(&made, (uint32_t)i);
    return rmk_ring_placement(&made, options, placement);
}

/* Takes 15 of CRC-32's bits, which is compatible with Cache::Memcached. */
static uint64_t crc_15_bits(const void *state, const void *data, size_t length) {
    (void)state;
    return crc(0, data, length) >> 16 & 0x7fff;
}

static const rmk_hash hash_crc_15_bits = {
    .name = "crc32",
    .bits = 15,
    .value_bits = 15,
    .summary = "(CRC-32 >> 16) & 0x7fff",
    .source = "Cache::Memcached; nginx's ngx_http_upstream_hash_module.c",
    .one = crc_15_bits,
};

/* ---- `hash KEY` when a server is down: the key is hashed again behind the number of the try ---- */

typedef struct retrying_placement {
    rmk_placement base;
    uint64_t weights; /* of all servers, those that are down too */
} retrying_placement;

static void destroy_retrying(rmk_placement *placement) {
    rmk_release(placement->allocator, placement, 1, sizeof(retrying_placement));
}

static const rmk_node *server_at(const rmk_nodes *nodes, uint64_t weight) {
    const rmk_node *node = nodes->list;
    for (; weight >= node->weight; node++)
        weight -= node->weight;
    return node;
}

static uint32_t locate_retrying(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    const uint64_t weights = ((const retrying_placement *)placement)->weights;
    for (unsigned retry = 0; retry <= MOST_RETRIES; retry++) {
        if (retry) {
            char number[16];
            int length = snprintf(number, sizeof number, "%u", retry);
            hash += crc(crc(0, number, (size_t)length), key.data, key.length) >> 16 & 0x7fff;
        }
        const rmk_node *node = server_at(placement->nodes, hash % weights);
        if (!node->down)
            return node->id;
    }
    return RMK_NOBODY;
}

static size_t no_hot_bytes(const rmk_placement *placement) {
    (void)placement;
    return 0;
}

static size_t retrying_bytes(const rmk_placement *placement) {
    (void)placement;
    return sizeof(retrying_placement);
}

static const rmk_algorithm algorithm_retrying = {
    .name = "modulo",
    .summary = "hash modulo the sum of weights; keys of servers that are down are hashed again",
    .source = "ngx_http_upstream_hash_module.c",
    .can = RMK_CAN_WEIGHTS | RMK_IS_ORDERED | RMK_NEEDS_KEY,
    .destroy = destroy_retrying,
    .locate = locate_retrying,
    .bytes = retrying_bytes,
    .hot_bytes = no_hot_bytes,
};

static rmk_status create_retrying(const rmk_nodes *nodes, uint64_t weights,
                                  const rmk_placement_options *options, rmk_placement **placement) {
    retrying_placement *self = rmk_allocate(options->ring.allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    self->base = (rmk_placement){.algorithm = &algorithm_retrying,
                                 .nodes = nodes,
                                 .domain = rmk_domain_of(options->key_hash),
                                 .allocator = options->ring.allocator};
    self->weights = weights;
    *placement = &self->base;
    return RMK_OK;
}

static rmk_status create_plain(const rmk_preset *preset, const rmk_nodes *nodes,
                               const rmk_placement_options *options, rmk_placement **placement) {
    bool down = false;
    rmk_u128 weights = 0;
    for (size_t i = 0; i < nodes->count; i++) {
        weights += nodes->list[i].weight;
        down |= nodes->list[i].down && nodes->list[i].weight;
    }
    if (down && rmk_nodes_serving(nodes))
        return weights > INT64_MAX ? RMK_LIMIT
                                   : create_retrying(nodes, (uint64_t)weights, options, placement);
    return rmk_weighted_slots(preset, nodes, NULL, configured(nodes) == 1, options, placement);
}

static const rmk_preset_hash ring_hashes[] = {{"crc32", &rmk_hash_crc32}};
static const rmk_preset_hash plain_hashes[] = {{"crc32", &hash_crc_15_bits}};

const rmk_preset rmk_preset_nginx = {
    .name = "nginx",
    .system = "nginx: hash KEY consistent (as 1.22.1); not ingress-nginx or APISIX, see resty-chash",
    .keys = "CRC-32; an empty key goes round robin",
    .points = "CRC-32, chained: each over the bytes of the one before",
    .labels = "host NUL port previous",
    .weights = "160 points a unit",
    .ties = "the first listed; the others are dropped",
    .lookup = "first point >= hash; a server that is down: the next point",
    .source = "ngx_http_upstream_hash_module.c",
    .checked = "nginx 1.22.1 itself",
    .bits = 32,
    .takes = RMK_TAKES_WEIGHTS | RMK_EMPTY_KEY_ROAMS,
    .down = RMK_DOWN_SKIPS,
    .algorithm = &rmk_algorithm_preset_ring,
    .hashes = ring_hashes,
    .hash_count = 1,
    .node_fault = node_fault,
    .count = count_ring,
    .create = create_ring,
};

const rmk_preset rmk_preset_nginx_plain = {
    .name = "nginx-plain",
    .system = "nginx: hash KEY (as 1.22.1)",
    .keys = "(CRC-32 >> 16) & 0x7fff; an empty key goes round robin",
    .points = "none",
    .labels = "none",
    .weights = "as many slots as the weight",
    .ties = "none",
    .lookup =
        "hash % sum of weights, servers as listed; a server that is down: hashed again with the try before",
    .source = "ngx_http_upstream_hash_module.c",
    .checked = "nginx 1.22.1 itself",
    .bits = 15,
    .takes = RMK_TAKES_WEIGHTS | RMK_EMPTY_KEY_ROAMS,
    .down = RMK_DOWN_SKIPS,
    .algorithm = &rmk_algorithm_preset_modulo,
    .hashes = plain_hashes,
    .hash_count = 1,
    .node_fault = node_fault,
    .create = create_plain,
};
