/*
 * broken.c - plugins that do what they must not, by -DBROKEN_<WHAT>: CRASH, HANG, RANGE, EXIT, STOPS (in
 * locate_batch), FORK, NOISE, CREATE_CRASH, NO_RING, LOAD_CRASH, LOAD_HANG, VERSION, NAME, TAKEN, FIELD,
 * SYMBOL, NULL_ENTRY, ENTRY_EXIT, WILD_ENTRY. One of them is broken only with ten nodes or more, so that
 * other cells of a sweep are sound.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/plugin/plugin.h"

typedef struct ring {
    uint32_t nodes;
} ring;

static void crash(void) {
    abort();
}

static void *create(const rm_plugin_setup *setup, const char **reason) {
#ifdef BROKEN_NO_RING
    *reason = "this one never does";
    return NULL;
#endif
#ifdef BROKEN_CREATE_CRASH
    crash();
#endif
#ifdef BROKEN_FORK
    if (fork() == 0) { /* it holds whatever its parent had open, and outlives it */
        sleep(20);
        _exit(0);
    }
#endif
#ifdef BROKEN_NOISE
    puts("end 0 1 1 0 0 1 9 9 0");
    printf("noise,without,an,end");
#endif
    (void)reason, (void)crash;
    ring *made = malloc(sizeof *made);
    made->nodes = (uint32_t)setup->node_count;
    return made;
}

static void locate_batch(const void *of, const rm_plugin_text *keys, const uint64_t *hashes, size_t count,
                         uint32_t *owners) {
    const ring *r = of;
    (void)keys;
#ifdef BROKEN_CRASH
    if (r->nodes >= 10)
        crash();
#endif
#ifdef BROKEN_EXIT
    if (r->nodes >= 10)
        exit(BROKEN_EXIT);
#endif
#ifdef BROKEN_STOPS
    if (r->nodes >= 10)
        raise(SIGINT);
#endif
#ifdef BROKEN_HANG
    while (r->nodes >= 10)
        sleep(1);
#endif
    for (size_t i = 0; i < count; i++)
        owners[i] = (uint32_t)(hashes[i] % r->nodes);
#ifdef BROKEN_RANGE
    if (r->nodes >= 10)
        owners[count - 1] = r->nodes;
#endif
}

#ifdef BROKEN_LOAD_CRASH
__attribute__((constructor)) static void at_load(void) {
    crash();
}
#endif
#ifdef BROKEN_LOAD_HANG
__attribute__((constructor)) static void at_load(void) {
    for (;;)
        sleep(1);
}
#endif

static const rm_plugin plugin = {
#ifdef BROKEN_VERSION
    .version = RM_PLUGIN_VERSION + 1,
#else
    .version = RM_PLUGIN_VERSION,
#endif
#ifdef BROKEN_NAME
    .name = "Not a name",
#elif defined BROKEN_TAKEN
    .name = "jump",
#else
    .name = "broken",
#endif
    .summary = "does what it must not",
    .create = create,
#ifndef BROKEN_FIELD
    .locate_batch = locate_batch,
#endif
    .destroy = free,
};

#ifdef BROKEN_SYMBOL
#define rm_plugin_entry another_entry
const rm_plugin *rm_plugin_entry(void);
#endif

__attribute__((visibility("default"))) const rm_plugin *rm_plugin_entry(void) {
    (void)locate_batch, (void)plugin;
#ifdef BROKEN_ENTRY_EXIT
    exit(0);
#elif defined BROKEN_WILD_ENTRY
    return (const rm_plugin *)64;
#elif defined BROKEN_NULL_ENTRY
    return NULL;
#else
    return &plugin;
#endif
}
