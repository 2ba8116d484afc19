/*
 * plugin.h - the interface of a foreign ring: build a shared object that exports `rm_plugin_entry`, and
 * `--plugin FILE.so` makes it one more algorithm of every command. It needs nothing but this header.
 *
 *     cc -O3 -shared -fPIC -o my_ring.so my_ring.c
 *     ringmark lookup --plugin ./my_ring.so --algorithm my-ring,ring
 *
 * Nodes are numbered from 0 as they are listed; an answer is such a number, or RM_PLUGIN_NOBODY. A ring is
 * never changed: another list of nodes makes another one, and both may exist at once. Several threads may
 * call locate_batch of one ring at once; create and destroy are called one at a time. Every call may run in a
 * child process that is ended when it takes too long.
 */
#ifndef RM_PLUGIN_H
#define RM_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RM_PLUGIN_VERSION 1u
#define RM_PLUGIN_NOBODY  UINT32_MAX

typedef struct rm_plugin_text {
    const char *data; /* bytes; need not end in NUL */
    size_t length;
} rm_plugin_text;

typedef struct rm_plugin_node {
    rm_plugin_text name;
    uint64_t weight; /* above 0 */
} rm_plugin_node;

/* Borrowed for the call of create only. */
typedef struct rm_plugin_setup {
    const rm_plugin_node *nodes;
    size_t node_count;
    uint64_t vnodes;    /* points per unit of weight, as --vnodes says */
    const char *detail; /* what stands behind the colon in --algorithm NAME:DETAIL; "" when nothing does */
} rm_plugin_setup;

typedef struct rm_plugin {
    uint32_t version;    /* RM_PLUGIN_VERSION */
    const char *name;    /* as --algorithm names it: lower case letters, digits and -; not one that exists */
    const char *summary; /* one line for `list algorithms` */
    int takes_weights;   /* weights other than 1 mean something to it */
    int takes_vnodes;
    int reads_keys; /* locate_batch reads the keys' bytes; else keys may be NULL */
    /* A ring of these nodes, or NULL: then *reason may be set to a constant text that says why not. */
    void *(*create)(const rm_plugin_setup *setup, const char **reason);
    /* owners[i] = the node of key i. hashes[i] is the value of --hash of that key, in its own bits. */
    void (*locate_batch)(const void *ring, const rm_plugin_text *keys, const uint64_t *hashes, size_t count,
                         uint32_t *owners);
    void (*destroy)(void *ring);
    /* Bytes that the ring holds; NULL or 0: not known. */
    size_t (*bytes)(const void *ring);
} rm_plugin;

/* What the object exports: constant data that lives as long as it is loaded. */
const rm_plugin *rm_plugin_entry(void);

#ifdef __cplusplus
}
#endif

#endif
