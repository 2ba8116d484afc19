/*
 * spread_tokens.c - dskit's SpreadMinimizingTokenGenerator: a new instance takes an equal piece, a multiple
 * of 8 values, from the largest range of whichever instance owns most. Zones use the same ring shifted by
 * their number.
 */
#include "spread_tokens.h"

#include <string.h>

enum { TOKENS = RMK_SPREAD_TOKENS, ZONES = RMK_SPREAD_ZONES, STEP = 8388608 /* 2^32 / 512 */ };
#define CIRCLE UINT64_C(0x100000000)

/* A range of an instance, (previous, token]. */
typedef struct range {
    uint64_t owned;
    uint32_t token, previous;
} range;

/* An instance: a heap of its ranges, the largest first, of equal ones the greater token. */
typedef struct instance {
    range ranges[TOKENS];
    uint64_t owned;
} instance;

typedef struct generator {
    instance *instances;
    uint32_t *heap; /* a heap of instances, those that own most first, of equal ones the greater id */
    uint32_t count;
    uint32_t *ignored;
} generator;

static uint64_t distance(uint32_t a, uint32_t b) {
    return a < b ? b - a : CIRCLE - a + b;
}

static bool is_larger(const range *a, const range *b) {
    return a->owned != b->owned ? a->owned > b->owned : a->token > b->token;
}

static void sink_range(range *ranges, uint32_t count, uint32_t at) {
    range moved = ranges[at];
    while (2 * at + 1 < count) {
        uint32_t child = 2 * at + 1;
        child += child + 1 < count && is_larger(ranges + child + 1, ranges + child);
        if (!is_larger(ranges + child, &moved))
            break;
        ranges[at] = ranges[child];
        at = child;
    }
    ranges[at] = moved;
}

static void heapify(range *ranges) {
    for (uint32_t at = TOKENS / 2; at--;)
        sink_range(ranges, TOKENS, at);
}

static bool owns_more(const generator *g, uint32_t a, uint32_t b) {
    uint64_t of_a = g->instances[a].owned, of_b = g->instances[b].owned;
    return of_a != of_b ? of_a > of_b : a > b;
}

static void sink(generator *g, uint32_t at) {
    uint32_t moved = g->heap[at];
    while (2 * at + 1 < g->count) {
        uint32_t child = 2 * at + 1;
        child += child + 1 < g->count && owns_more(g, g->heap[child + 1], g->heap[child]);
        if (!owns_more(g, g->heap[child], moved))
            break;
        g->heap[at] = g->heap[child];
        at = child;
    }
    g->heap[at] = moved;
}

static void push(generator *g, uint32_t id) {
    uint32_t at = g->count++;
    while (at && owns_more(g, id, g->heap[(at - 1) / 2])) {
        g->heap[at] = g->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    g->heap[at] = id;
}

static void pop(generator *g) {
    g->heap[0] = g->heap[--g->count];
    if (g->count)
        sink(g, 0);
}

/* Computes the piece that each of the tokens still to come should own. */
static uint32_t wanted(uint64_t instances, uint64_t owned, uint32_t added) {
    double missing = (double)CIRCLE / (double)instances - (double)owned;
    return (uint32_t)missing / (TOKENS - added) / ZONES * ZONES;
}

/* Finds the top instance's largest range, to be cut; NULL: no range is large enough. */
static range *next_range(generator *g, uint32_t piece, uint32_t *ignored) {
    while (g->count && g->instances[g->heap[0]].owned > piece) {
        range *top = g->instances[g->heap[0]].ranges;
        if (top->owned > piece)
            return top;
        g->ignored[(*ignored)++] = g->heap[0];
        pop(g);
    }
    return NULL;
}

static rmk_status add_instance(generator *g, uint32_t id, uint32_t *tokens) {
    instance *made = g->instances + id;
    uint32_t ignored = 0;
    made->owned = 0;
    for (uint32_t added = 0; added < TOKENS; added++) {
        uint32_t piece = wanted((uint64_t)id + 1, made->owned, added);
        range *top = next_range(g, piece, &ignored);
        if (!top)
            return RMK_LIMIT;
        uint32_t room = (uint32_t)(CIRCLE - ZONES) - top->previous;
        uint32_t token = room < piece ? piece - room : top->previous + piece;
        uint64_t before = top->owned;
        tokens[added] = token;
        made->ranges[added] = (range){distance(top->previous, token), token, top->previous};
        top->previous = token;
        top->owned = distance(token, top->token);
        made->owned += before - top->owned;
        g->instances[g->heap[0]].owned -= before - top->owned;
        sink_range(top, TOKENS, 0);
        sink(g, 0);
    }
    while (ignored)
        push(g, g->ignored[--ignored]);
    heapify(made->ranges);
    push(g, id);
    return RMK_OK;
}

static void add_first(generator *g, uint32_t zone, uint32_t *tokens) {
    instance *first = g->instances;
    for (uint32_t i = 0; i < TOKENS; i++)
        tokens[i] = i * STEP + zone;
    for (uint32_t i = 0; i < TOKENS; i++) {
        uint32_t previous = tokens[(i + TOKENS - 1) % TOKENS];
        first->ranges[i] = (range){distance(previous, tokens[i]), tokens[i], previous};
    }
    first->owned = CIRCLE;
    heapify(first->ranges);
    push(g, 0);
}

rmk_status rmk_spread_tokens(uint32_t zone, uint32_t last, const rmk_allocator *allocator, uint32_t *tokens) {
    if (last > RMK_SPREAD_MOST_ID || zone >= ZONES)
        return RMK_LIMIT;
    const size_t count = (size_t)last + 1;
    generator g = {.instances = rmk_allocate(allocator, 64, count, sizeof *g.instances),
                   .heap = rmk_allocate(allocator, 64, count, sizeof *g.heap),
                   .ignored = rmk_allocate(allocator, 64, count, sizeof *g.ignored)};
    rmk_status status = g.instances && g.heap && g.ignored ? RMK_OK : RMK_NO_MEMORY;
    if (!status)
        add_first(&g, zone, tokens);
    for (uint32_t id = 1; !status && id <= last; id++)
        status = add_instance(&g, id, tokens + (size_t)id * TOKENS);
    rmk_release(allocator, g.instances, count, sizeof *g.instances);
    rmk_release(allocator, g.heap, count, sizeof *g.heap);
    rmk_release(allocator, g.ignored, count, sizeof *g.ignored);
    return status;
}
