/*
 * toy.c - a ring in forty lines, as a plugin: points are FNV-1a hashes of name and number, stirred. With
 * -DSLOW every third key is looked up twice, for tests of what finds slowdowns.
 */
#include <stdlib.h>
#include <string.h>

#include "bench/plugin/plugin.h"

typedef struct point {
    uint64_t position;
    uint32_t node;
} point;

typedef struct ring {
    size_t count;
    point points[];
} ring;

static uint64_t position_of(const rm_plugin_text *name, uint64_t number) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < name->length; i++)
        hash = (hash ^ (unsigned char)name->data[i]) * UINT64_C(0x100000001b3);
    hash = (hash ^ number) * UINT64_C(0x9e3779b97f4a7c15);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 32;
}

static int by_position(const void *a, const void *b) {
    const point *p = a, *q = b;
    return p->position < q->position ? -1 : p->position > q->position;
}

static void *create(const rm_plugin_setup *setup, const char **reason) {
    uint64_t count = 0, at = 0;
    for (size_t i = 0; i < setup->node_count; i++)
        count += setup->nodes[i].weight * setup->vnodes;
    ring *made = malloc(sizeof *made + count * sizeof(point));
    if (!made) {
        *reason = "out of memory";
        return NULL;
    }
    for (uint32_t i = 0; i < setup->node_count; i++)
        for (uint64_t v = 0; v < setup->nodes[i].weight * setup->vnodes; v++)
            made->points[at++] = (point){position_of(&setup->nodes[i].name, v), i};
    made->count = (size_t)count;
    qsort(made->points, made->count, sizeof(point), by_position);
    return made;
}

static uint32_t owner_of(const ring *r, uint64_t hash) {
    size_t low = 0, high = r->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->points[middle].position < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return r->points[low < r->count ? low : 0].node;
}

static void locate_batch(const void *of, const rm_plugin_text *keys, const uint64_t *hashes, size_t count,
                         uint32_t *owners) {
    (void)keys;
    for (size_t i = 0; i < count; i++)
        owners[i] = owner_of(of, hashes[i]);
#ifdef SLOW
    for (size_t i = 0; i < count; i += 3)
        owners[i] = owner_of(of, hashes[i] ^ (owners[i] & 0));
#endif
}

static size_t bytes(const void *of) {
    const ring *r = of;
    return sizeof *r + r->count * sizeof(point);
}

static const rm_plugin plugin = {.version = RM_PLUGIN_VERSION,
                                 .name = "toy",
                                 .summary = "a ring of forty lines: binary search in sorted points",
                                 .takes_weights = 1,
                                 .takes_vnodes = 1,
                                 .create = create,
                                 .locate_batch = locate_batch,
                                 .destroy = free,
                                 .bytes = bytes};

__attribute__((visibility("default"))) const rm_plugin *rm_plugin_entry(void) {
    return &plugin;
}
