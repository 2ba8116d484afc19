/* model.h - a naive ring for tests: a list sorted with qsort by (position, name), searched from its
 * beginning. */
#ifndef TEST_RING_MODEL_H
#define TEST_RING_MODEL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/ring/ring.h"

/* ---- random numbers ---- */

static uint64_t random_state;

static inline uint64_t next_random(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline void start_random(uint64_t seed) {
    print_message("seed %llu\n", (unsigned long long)seed);
    random_state = seed;
}

/* ---- hashes of 64 and of 8 bits: on the small circle ties are plentiful ---- */

static inline uint64_t model_hash(const void *data, size_t length) {
    const unsigned char *p = data;
    uint64_t h = 0x1234567;
    for (size_t i = 0; i < length; i++)
        h = (h + p[i] + 1) * 0x9e3779b97f4a7c15u, h ^= h >> 32;
    return h;
}

static inline uint64_t wide_one(const void *state, const void *data, size_t length) {
    (void)state;
    return model_hash(data, length);
}

static inline uint64_t tiny_one(const void *state, const void *data, size_t length) {
    (void)state;
    return model_hash(data, length) >> 56;
}

static const rmk_hash wide_hash = {.name = "wide", .bits = 64, .value_bits = 64, .one = wide_one};
static const rmk_hash tiny_hash = {.name = "tiny", .bits = 8, .value_bits = 8, .one = tiny_one};

/* ---- the model ---- */

typedef struct model_point {
    uint64_t position;
    const char *name;
    uint32_t id;
} model_point;

typedef struct model {
    model_point *points;
    size_t count;
} model;

static int model_order(const void *left, const void *right) {
    const model_point *a = left, *b = right;
    if (a->position != b->position)
        return a->position < b->position ? -1 : 1;
    return strcmp(a->name, b->name);
}

/* Node names end in NUL in these tests. Labels are name#vnode. */
static inline model model_of(const rmk_nodes *nodes, uint64_t vnodes, const rmk_hash *hash) {
    model m = {NULL, 0};
    size_t room = 0;
    for (size_t i = 0; i < nodes->count; i++)
        room += nodes->list[i].down ? 0 : nodes->list[i].weight * vnodes;
    m.points = malloc((room + 1) * sizeof *m.points);
    for (size_t i = 0; i < nodes->count; i++) {
        const rmk_node *node = &nodes->list[i];
        for (uint64_t v = 0; !node->down && v < node->weight * vnodes; v++) {
            char label[128];
            int n = snprintf(label, sizeof label, "%s#%llu", (const char *)node->name.data,
                             (unsigned long long)v);
            uint64_t position = hash->one(NULL, label, (size_t)n) << (64 - hash->bits);
            m.points[m.count++] = (model_point){position, (const char *)node->name.data, node->id};
        }
    }
    qsort(m.points, m.count, sizeof *m.points, model_order);
    return m;
}

static inline uint32_t model_owner(const model *m, uint64_t position) {
    for (size_t i = 0; i < m->count; i++)
        if (m->points[i].position >= position)
            return m->points[i].id;
    return m->points[0].id;
}

/* The ring is valid and its arrays are those of the model, byte for byte. */
static inline void ring_equals_model(const rmk_ring *ring, const model *m) {
    const char *reason = NULL;
    if (!rmk_ring_validate(ring, &reason))
        fail_msg("%s", reason);
    rmk_points points = rmk_ring_points(ring);
    assert_int_equal(points.count, m->count);
    size_t lost = 0;
    for (size_t i = 0; i < m->count; i++) {
        if (points.positions[i] != m->points[i].position || points.owners[i] != m->points[i].id)
            fail_msg("point %zu differs", i);
        lost += i && m->points[i].position == m->points[i - 1].position;
    }
    assert_int_equal(rmk_ring_points_lost(ring), lost);
}

/* ---- node lists ---- */

typedef struct node_list {
    rmk_nodes nodes;
    rmk_node *list;
    char (*names)[32];
} node_list;

/* Nodes n-0, n-1, ...; ids are not in name order. Weights 1. */
static inline node_list make_nodes(size_t count) {
    node_list l;
    l.list = calloc(count + 1, sizeof *l.list);
    l.names = calloc(count + 1, sizeof *l.names);
    for (size_t i = 0; i < count; i++) {
        int n = snprintf(l.names[i], sizeof *l.names, "n-%zu", i);
        l.list[i] = (rmk_node){.id = (uint32_t)((i * 7 + 3) % count),
                               .weight = 1,
                               .name = {(const unsigned char *)l.names[i], (size_t)n}};
        if (count % 7 == 0)
            l.list[i].id = (uint32_t)(count - 1 - i);
    }
    l.nodes = (rmk_nodes){l.list, count, (uint32_t)count};
    return l;
}

static inline void free_nodes(node_list *l) {
    free(l->list);
    free(l->names);
}

static inline void shuffle(rmk_node *list, size_t count) {
    for (size_t i = count; i > 1; i--) {
        size_t j = next_random() % i;
        rmk_node swap = list[i - 1];
        list[i - 1] = list[j];
        list[j] = swap;
    }
}

static inline void same_arrays(const rmk_ring *a, const rmk_ring *b) {
    rmk_points p = rmk_ring_points(a), q = rmk_ring_points(b);
    assert_int_equal(p.count, q.count);
    assert_memory_equal(p.positions, q.positions, (p.count + 8) * sizeof *p.positions);
    assert_memory_equal(p.owners, q.owners, (p.count + 8) * sizeof *p.owners);
    assert_int_equal(rmk_ring_points_lost(a), rmk_ring_points_lost(b));
}

#endif
