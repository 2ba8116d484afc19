#include "plugin.h"

#include <stdio.h>
#include <stdlib.h>

#include "bench/cli/command.h"
#include "bench/cli/modes.h"
#include "bench/support/fail.h"

typedef enum kind { LOOP, BATCH, BUILD } kind;

static const struct {
    const char *name;
    kind kind;
    unsigned nodes;
    int quick;
} recipes[] = {
    {"nodes=10 vnodes=160 loop", LOOP, 10, 0},   {"nodes=1000 vnodes=160 loop", LOOP, 1000, 1},
    {"nodes=10 vnodes=160 batch", BATCH, 10, 1}, {"nodes=1000 vnodes=160 batch", BATCH, 1000, 1},
    {"nodes=10 vnodes=160 build", BUILD, 10, 1},
};
enum { CASES = sizeof recipes / sizeof *recipes, VNODES = 160, NAME_BYTES = 24 };

typedef struct adapter {
    rm_duet_object object;
    const rm_plugin *plugin;
    char *names[CASES];
} adapter;

typedef struct state {
    const rm_plugin *plugin;
    const rm_duet_input *input;
    kind kind;
    rm_plugin_setup setup;
    rm_plugin_node *nodes;
    char (*names)[NAME_BYTES];
    void *ring;
} state;

_Static_assert(sizeof(rm_plugin_text) == sizeof(rm_duet_text) &&
                   offsetof(rm_plugin_text, length) == offsetof(rm_duet_text, length),
               "keys are handed on as they are");

static const char *name(const rm_duet_object *self, size_t number) {
    return ((const adapter *)self)->names[number];
}

static int is_quick(const rm_duet_object *self, size_t number) {
    (void)self;
    return recipes[number].quick;
}

static void *make_ring(const state *s) {
    const char *reason = NULL;
    /* the ring borrows the setup for this call only; cppcheck believes that it keeps it */
    /* cppcheck-suppress returnDanglingLifetime */
    return s->plugin->create(&s->setup, &reason);
}

static void close_case(void *of) {
    state *s = of;
    if (s->ring)
        s->plugin->destroy(s->ring);
    free(s->nodes);
    free(s->names);
    free(s);
}

/* Ends the launch, with a line, when an answer is no node: the time of wrong answers is worth nothing. */
static void check_answers(const state *s) {
    uint32_t owners[RM_BATCH];
    const rm_plugin_text *keys = (const rm_plugin_text *)(const void *)s->input->keys;
    s->plugin->locate_batch(s->ring, keys, s->input->values, RM_BATCH, owners);
    for (size_t i = 0; i < RM_BATCH; i++)
        if (owners[i] >= s->setup.node_count && owners[i] != RM_PLUGIN_NOBODY)
            rm_fail_with(RM_FAILED, "%s: locate_batch answers node %u, and there are %zu", s->plugin->name,
                         owners[i], s->setup.node_count);
}

static void *open_case(const rm_duet_object *self, size_t number, const rm_duet_input *input) {
    unsigned count = recipes[number].nodes;
    state *s = rm_calloc(1, sizeof *s);
    *s = (state){.plugin = ((const adapter *)self)->plugin, .input = input, .kind = recipes[number].kind};
    s->nodes = rm_calloc(count, sizeof *s->nodes);
    s->names = rm_calloc(count, sizeof *s->names);
    for (unsigned i = 0; i < count; i++) {
        int length = snprintf(s->names[i], NAME_BYTES, "node-0-%u", i);
        s->nodes[i] = (rm_plugin_node){{s->names[i], (size_t)length}, 1};
    }
    s->setup = (rm_plugin_setup){s->nodes, count, VNODES, ""};
    s->ring = make_ring(s);
    if (s->ring) {
        check_answers(s);
        return s;
    }
    close_case(s);
    return NULL;
}

static uint64_t locate(const state *s, size_t start, size_t count) {
    uint32_t owners[RM_BATCH];
    const rm_plugin_text *keys = (const rm_plugin_text *)(const void *)s->input->keys;
    size_t piece = s->kind == LOOP ? 1 : RM_BATCH;
    uint64_t sum = 0;
    for (size_t i = start; i < start + count; i += piece) {
        size_t n = start + count - i < piece ? start + count - i : piece;
        s->plugin->locate_batch(s->ring, keys + i, s->input->values + i, n, owners);
        for (size_t k = 0; k < n; k++)
            sum += owners[k];
    }
    return sum;
}

static uint64_t run(void *of, size_t start, size_t count) {
    const state *s = of;
    uint64_t sum = 0;
    if (s->kind != BUILD)
        return locate(s, start, count);
    for (size_t i = 0; i < count; i++) {
        void *ring = make_ring(s);
        sum += ring != NULL;
        if (ring)
            s->plugin->destroy(ring);
    }
    return sum;
}

const rm_duet_object *rm_duet_of_plugin(const rm_plugin *plugin) {
    adapter *made = rm_calloc(1, sizeof *made);
    made->plugin = plugin;
    for (size_t i = 0; i < CASES; i++)
        made->names[i] = rm_text("%s %s", plugin->name, recipes[i].name);
    made->object = (rm_duet_object){.version = RM_DUET_VERSION,
                                    .case_count = CASES,
                                    .name = name,
                                    .is_quick = is_quick,
                                    .open = open_case,
                                    .run = run,
                                    .close = close_case};
    return &made->object;
}
