/*
 * hashkit.c - libhashkit's ketama as a plugin: points by MD5 of "name-number", four of a digest, as its
 * continuum is made; keys hashed by its own MD5. Built where libhashkit is: cc -shared ... -lhashkit
 */
#include <libhashkit-1.0/hashkit.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/plugin/plugin.h"

typedef struct point {
    uint32_t position, node;
} point;

typedef struct ring {
    hashkit_st kit;
    size_t count;
    point *points;
} ring;

static int by_position(const void *a, const void *b) {
    const point *p = a, *q = b;
    return p->position < q->position ? -1 : p->position > q->position;
}

static void destroy(void *of) {
    ring *r = of;
    hashkit_free(&r->kit);
    free(r->points);
    free(r);
}

static void *create(const rm_plugin_setup *setup, const char **reason) {
    ring *r = calloc(1, sizeof *r);
    if (!r || !hashkit_create(&r->kit)) {
        free(r);
        *reason = "out of memory";
        return NULL;
    }
    /* setup.detail names the hash: --algorithm hashkit:murmur */
    hashkit_hash_algorithm_t hash = HASHKIT_HASH_MD5;
    if (*setup->detail) {
        for (hash = HASHKIT_HASH_DEFAULT; hash < HASHKIT_HASH_MAX; hash++) {
            char name[32];
            const char *full = libhashkit_string_hash(hash);
            size_t i = 0;
            for (; full[i] && i < sizeof name - 1; i++)
                name[i] = (char)(full[i] >= 'A' && full[i] <= 'Z' ? full[i] + 32 : full[i]);
            name[i] = '\0';
            size_t same = 0;
            while (name[same] && name[same] == setup->detail[same])
                same++;
            if (!name[same] && !setup->detail[same])
                break;
        }
        if (hash == HASHKIT_HASH_MAX) {
            *reason = "libhashkit has no hash of that name, as in hashkit:fnv1a_64";
            destroy(r);
            return NULL;
        }
    }
    if (hashkit_set_function(&r->kit, hash) != HASHKIT_SUCCESS) {
        *reason = "this libhashkit was built without that hash";
        destroy(r);
        return NULL;
    }
    r->points = malloc(setup->node_count * setup->vnodes * sizeof *r->points);
    for (uint32_t n = 0; r->points && n < setup->node_count; n++)
        for (uint64_t v = 0; v < setup->vnodes; v++) {
            char label[512];
            int length = snprintf(label, sizeof label, "%.*s-%llu", (int)setup->nodes[n].name.length,
                                  setup->nodes[n].name.data, (unsigned long long)v);
            r->points[r->count++] = (point){libhashkit_md5(label, (size_t)length), n};
        }
    if (r->points)
        qsort(r->points, r->count, sizeof *r->points, by_position);
    return r;
}

static void locate_batch(const void *of, const rm_plugin_text *keys, const uint64_t *hashes, size_t count,
                         uint32_t *owners) {
    const ring *r = of;
    (void)hashes;
    for (size_t i = 0; i < count; i++) {
        uint32_t value = hashkit_digest(&r->kit, keys[i].data, keys[i].length);
        size_t low = 0, high = r->count;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (r->points[middle].position < value)
                low = middle + 1;
            else
                high = middle;
        }
        owners[i] = r->points[low < r->count ? low : 0].node;
    }
}

static const rm_plugin plugin = {.version = RM_PLUGIN_VERSION,
                                 .name = "hashkit",
                                 .summary = "a ring of libhashkit's hashes: hashkit, hashkit:fnv1a_64, ...",
                                 .takes_vnodes = 1,
                                 .reads_keys = 1,
                                 .create = create,
                                 .locate_batch = locate_batch,
                                 .destroy = destroy};

__attribute__((visibility("default"))) const rm_plugin *rm_plugin_entry(void) {
    return &plugin;
}
