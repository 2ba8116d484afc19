/* placement.c - a plugin's ring behind the interface of placements. */
#include "placement.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "bench/support/fail.h"
#include "core/placement/serving.h"
#include "watch.h"

typedef struct foreign_placement {
    rmk_placement base;
    const rm_plugin *plugin;
    void *ring;
    rmk_serving live; /* from its numbers to ids */
} foreign_placement;

_Static_assert(sizeof(rm_plugin_text) == sizeof(rmk_bytes) &&
                   offsetof(rm_plugin_text, length) == offsetof(rmk_bytes, length),
               "keys are handed on as they are");
_Static_assert(RM_PLUGIN_NOBODY == RMK_NOBODY, "answers are handed on as they are");

/* create and destroy are never called side by side: not everybody's are made for that. */
static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;

static const foreign_placement *foreign_of(const rmk_placement *placement) {
    return (const foreign_placement *)placement;
}

static void destroy(rmk_placement *placement) {
    foreign_placement *self = (foreign_placement *)placement;
    rm_watch_slot *slot = rm_watch_mine();
    pthread_mutex_lock(&making);
    rm_watch_begin(slot, RM_CALL_DESTROY);
    self->plugin->destroy(self->ring);
    rm_watch_end(slot);
    pthread_mutex_unlock(&making);
    rmk_serving_destroy(&self->live, placement->allocator);
    rmk_release(placement->allocator, self, 1, sizeof *self);
}

/* The largest answer that is not nobody, plus one: one test a batch. */
static uint32_t answers_below(const uint32_t *owners, size_t count) {
    uint32_t limit = 0;
    for (size_t i = 0; i < count; i++)
        limit = owners[i] + 1 > limit ? owners[i] + 1 : limit; /* nobody becomes 0 */
    return limit;
}

static void locate_batch(const rmk_placement *placement, const rmk_bytes *keys, const uint64_t *hashes,
                         size_t count, uint32_t *owners) {
    const foreign_placement *self = foreign_of(placement);
    rm_watch_slot *slot = rm_watch_mine();
    rm_watch_begin(slot, RM_CALL_LOCATE);
    self->plugin->locate_batch(self->ring, (const rm_plugin_text *)(const void *)keys, hashes, count, owners);
    rm_watch_end(slot);
    uint32_t limit = answers_below(owners, count);
    if (limit > self->live.count)
        rm_watch_wrong(limit - 1, self->live.count);
    for (size_t i = 0; self->live.ids && i < count; i++)
        if (owners[i] != RMK_NOBODY)
            owners[i] = self->live.ids[owners[i]];
}

static uint32_t locate(const rmk_placement *placement, rmk_bytes key, uint64_t hash) {
    uint32_t owner = RMK_NOBODY;
    locate_batch(placement, &key, &hash, 1, &owner);
    return owner;
}

static size_t bytes(const rmk_placement *placement) {
    const foreign_placement *self = foreign_of(placement);
    if (!self->plugin->bytes)
        return 0;
    rm_watch_slot *slot = rm_watch_mine();
    rm_watch_begin(slot, RM_CALL_BYTES);
    size_t held = self->plugin->bytes(self->ring);
    rm_watch_end(slot);
    return held;
}

rm_foreign *rm_foreign_make(const rm_plugin *plugin, const char *text) {
    rm_foreign *foreign = rm_calloc(1, sizeof *foreign);
    char *name = rm_text("%s", text);
    const char *colon = strchr(name, ':');
    foreign->plugin = plugin;
    foreign->detail = colon ? colon + 1 : "";
    foreign->algorithm = (rmk_algorithm){
        .name = name,
        .summary = plugin->summary,
        .source = "--plugin",
        .can = RMK_CAN_REMOVE_ANY | (plugin->takes_weights ? RMK_CAN_WEIGHTS : 0u) |
               (plugin->takes_vnodes ? RMK_CAN_VNODES : 0u) | (plugin->reads_keys ? RMK_NEEDS_KEY : 0u),
        .destroy = destroy,
        .locate = locate,
        .locate_batch = locate_batch,
        .bytes = bytes,
    };
    return foreign;
}

bool rm_plugin_is(const rmk_algorithm *algorithm) {
    return algorithm->destroy == destroy;
}

uint64_t rm_plugin_bytes(const rmk_placement *placement, uint64_t counted) {
    return rm_plugin_is(placement->algorithm) ? bytes(placement) : counted;
}

/* ---- making one ---- */

static rm_plugin_node *nodes_for(const rmk_nodes *nodes, size_t live) {
    rm_plugin_node *list = rm_calloc(live, sizeof *list);
    for (size_t i = 0, at = 0; i < nodes->count; i++) {
        const rmk_node *node = nodes->list + i;
        if (rmk_node_serves(node))
            list[at++] = (rm_plugin_node){{(const char *)node->name.data, node->name.length}, node->weight};
    }
    return list;
}

static void *make_ring(const rm_foreign *foreign, const rmk_nodes *nodes, size_t live, uint64_t vnodes) {
    rm_plugin_node *list = nodes_for(nodes, live);
    rm_plugin_setup setup = {list, live, vnodes, foreign->detail};
    const char *reason = NULL;
    rm_watch_slot *slot = rm_watch_mine();
    pthread_mutex_lock(&making);
    rm_watch_begin(slot, RM_CALL_CREATE);
    void *ring = foreign->plugin->create(&setup, &reason);
    rm_watch_end(slot);
    pthread_mutex_unlock(&making);
    free(list);
    if (!ring)
        rm_fail("--algorithm %s: the plugin makes no ring of %zu nodes%s%s", foreign->algorithm.name, live,
                reason ? ": " : "", reason ? reason : "");
    /* what create is given is borrowed for the call; cppcheck takes it for a part of the ring */
    /* cppcheck-suppress returnDanglingLifetime */
    return ring;
}

static bool weights_are_plain(const rmk_nodes *nodes) {
    for (size_t i = 0; i < nodes->count; i++)
        if (nodes->list[i].weight > 1)
            return false;
    return true;
}

rmk_status rm_plugin_place(const rmk_algorithm *algorithm, const rmk_nodes *nodes,
                           const rmk_placement_options *options, rmk_placement **placement) {
    const rm_foreign *foreign = (const rm_foreign *)algorithm;
    const rmk_allocator *allocator = options->ring.allocator;
    *placement = NULL;
    if (!(algorithm->can & RMK_CAN_WEIGHTS) && !weights_are_plain(nodes))
        return RMK_UNSUPPORTED;
    size_t live = rmk_nodes_serving(nodes);
    if (!live)
        return RMK_EMPTY;
    foreign_placement *self = rmk_allocate(allocator, 64, 1, sizeof *self);
    if (!self)
        return RMK_NO_MEMORY;
    *self = (foreign_placement){.base = {.algorithm = algorithm,
                                         .nodes = nodes,
                                         .domain = rmk_domain_of(options->key_hash),
                                         .allocator = allocator},
                                .plugin = foreign->plugin};
    rmk_status status = rmk_serving_create(nodes, allocator, &self->live);
    if (status) {
        rmk_release(allocator, self, 1, sizeof *self);
        return status;
    }
    self->ring = make_ring(foreign, nodes, live, options->ring.vnodes);
    *placement = &self->base;
    return RMK_OK;
}
