/*
 * libmemcached.c - libmemcached's own ketama, from a key to the number of its server: memcached_generate_hash
 * on a memcached_st with our node list. The presets libmemcached* place bit for bit as it does, and are its
 * plain reference.
 */
#include "rival.h"

#ifdef RM_LIBMEMCACHED
#include <libmemcached-1.0/memcached.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/preset/hashes.h"

typedef struct memcached_placement {
    rmk_placement base;
    const rmk_placement *ours;
    memcached_st *servers;
    uint32_t *ids; /* of our nodes, in the order in which libmemcached numbers its servers */
    size_t count;
} memcached_placement;

static const struct {
    const rmk_hash *hash;
    memcached_hash_t number;
} hashes[] = {
    {&rmk_hash_mc_one_at_a_time, MEMCACHED_HASH_DEFAULT},
    {&rmk_hash_md5_word, MEMCACHED_HASH_MD5},
    {&rmk_hash_mc_crc, MEMCACHED_HASH_CRC},
    {&rmk_hash_mc_fnv1_64, MEMCACHED_HASH_FNV1_64},
    {&rmk_hash_mc_fnv1a_64, MEMCACHED_HASH_FNV1A_64},
    {&rmk_hash_mc_fnv1_32, MEMCACHED_HASH_FNV1_32},
    {&rmk_hash_mc_fnv1a_32, MEMCACHED_HASH_FNV1A_32},
    {&rmk_hash_mc_murmur, MEMCACHED_HASH_MURMUR},
    {&rmk_hash_mc_jenkins, MEMCACHED_HASH_JENKINS},
    {&rmk_hash_mc_murmur3, MEMCACHED_HASH_MURMUR3},
};

static bool set_rules(memcached_st *servers, bool weighted, const rmk_hash *hash) {
    memcached_behavior_t rule =
        weighted ? MEMCACHED_BEHAVIOR_KETAMA_WEIGHTED
                 : MEMCACHED_BEHAVIOR_KETAMA; /* this sets a hash too, which is replaced below */
    if (memcached_behavior_set(servers, rule, 1) != MEMCACHED_SUCCESS)
        return false;
    for (size_t i = 0; i < sizeof hashes / sizeof *hashes; i++)
        if (hashes[i].hash == hash)
            return memcached_behavior_set(servers, MEMCACHED_BEHAVIOR_HASH, hashes[i].number) ==
                   MEMCACHED_SUCCESS;
    return false;
}

/* A node is named "host:port", or "host" for a server at memcached's usual port. */
static memcached_server_list_st append(memcached_server_list_st list, const rmk_node *node) {
    char *host = strndup((const char *)node->name.data, node->name.length), *end = NULL;
    memcached_return_t status;
    if (!host)
        return NULL;
    char *colon = strrchr(host, ':');
    unsigned long port = colon ? strtoul(colon + 1, &end, 10) : 11211;
    if (colon && end != colon + 1 && !*end && port <= UINT16_MAX)
        *colon = '\0';
    else
        port = 11211;
    list = memcached_server_list_append_with_weight(list, host, (in_port_t)port, node->weight, &status);
    free(host);
    return status == MEMCACHED_SUCCESS ? list : NULL;
}

static rmk_status add_servers(memcached_placement *self, const rmk_nodes *nodes) {
    memcached_server_list_st list = NULL;
    for (size_t i = 0; i < nodes->count; i++) {
        if (nodes->list[i].down)
            continue;
        list = append(list, &nodes->list[i]);
        if (!list)
            return RMK_LIBRARY;
        self->ids[self->count++] = nodes->list[i].id;
    }
    memcached_return_t status = list ? memcached_server_push(self->servers, list) : MEMCACHED_NO_SERVERS;
    memcached_server_list_free(list);
    return status == MEMCACHED_SUCCESS ? RMK_OK : RMK_LIBRARY;
}

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    (void)hash;
    const memcached_placement *self = (const memcached_placement *)placement;
    return self->ids[memcached_generate_hash(self->servers, (const char *)key.data, key.length)];
}

static uint32_t locate_plain(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    return rmk_placement_locate_plain(((const memcached_placement *)placement)->ours, key, hash);
}

static void destroy(rmk_placement *placement) {
    memcached_placement *self = (memcached_placement *)placement;
    const rmk_allocator *allocator = placement->allocator;
    memcached_free(self->servers);
    rmk_release(allocator, self->ids, placement->nodes->count, sizeof *self->ids);
    rmk_release(allocator, self, 1, sizeof *self);
}

static const rmk_algorithm libmemcached = {
    .name = "libmemcached",
    .summary = "rival: libmemcached's ketama, from key to server",
    .source = "libmemcached 1.1, memcached_generate_hash()",
    .can = RMK_CAN_WEIGHTS | RMK_NEEDS_KEY,
    .destroy = destroy,
    .locate = locate,
    .locate_plain = locate_plain,
};

rmk_status rm_rival_libmemcached(const char *preset, const rmk_hash *hash, const rmk_nodes *nodes,
                                 const rmk_placement *ours, rmk_placement **placement) {
    bool weighted = !strcmp(preset, "libmemcached-weighted");
    *placement = NULL;
    if (!weighted && strcmp(preset, "libmemcached") != 0)
        return RMK_UNSUPPORTED;
    memcached_placement *self = rmk_allocate(NULL, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    *self = (memcached_placement){.base = {.algorithm = &libmemcached, .nodes = nodes}, .ours = ours};
    self->base.domain = ours->domain;
    self->ids = rmk_allocate(NULL, 64, nodes->count, sizeof *self->ids);
    self->servers = memcached_create(NULL);
    rmk_status status = !self->ids || !self->servers                ? RMK_NO_MEMORY
                        : !set_rules(self->servers, weighted, hash) ? RMK_UNSUPPORTED
                                                                    : add_servers(self, nodes);
    if (status != RMK_OK)
        destroy(&self->base);
    else
        *placement = &self->base;
    return status;
}

#else

rmk_status rm_rival_libmemcached(const char *preset, const rmk_hash *hash, const rmk_nodes *nodes,
                                 const rmk_placement *ours, rmk_placement **placement) {
    (void)preset, (void)hash, (void)nodes, (void)ours;
    *placement = NULL;
    return RMK_UNSUPPORTED;
}

#endif
