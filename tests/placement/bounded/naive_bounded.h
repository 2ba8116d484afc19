/*
 * naive_bounded.h - bounded loads, all over again after every event: nodes, balls in order of arrival, and a
 * walk over sorted points. Shares no code with the sessions but the hash.
 */
#ifndef TEST_PLACEMENT_NAIVE_BOUNDED_H
#define TEST_PLACEMENT_NAIVE_BOUNDED_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash/hash.h"

enum { NAIVE_NODES = 24, NAIVE_BALLS = 600, NAIVE_POINTS = NAIVE_NODES * 8 };

typedef enum naive_rule { NAIVE_PAPER, NAIVE_ONLINE, NAIVE_INTEGER, NAIVE_LAFIKL } naive_rule;

typedef struct naive_node {
    uint32_t id;
    char name[32];
} naive_node;

typedef struct naive_ball {
    uint64_t name, hash; /* the session's name for it */
    uint32_t owner;      /* id */
    unsigned probes;
} naive_ball;

typedef struct naive_point {
    uint64_t position;
    uint32_t id;
    const char *name;
} naive_point;

typedef struct naive {
    naive_rule rule;
    uint64_t numerator, denominator;
    unsigned vnodes;
    naive_node nodes[NAIVE_NODES];
    size_t node_count;
    naive_ball balls[NAIVE_BALLS];
    size_t ball_count, lost;
} naive;

static inline int naive_point_order(const void *a, const void *b) {
    const naive_point *x = a, *y = b;
    if (x->position != y->position)
        return x->position < y->position ? -1 : 1;
    return strcmp(x->name, y->name);
}

static inline size_t naive_points(const naive *n, naive_point *points) {
    size_t count = 0;
    for (size_t i = 0; i < n->node_count; i++)
        for (unsigned v = 0; v < n->vnodes; v++) {
            char label[64];
            int length = snprintf(label, sizeof label, "%s#%u", n->nodes[i].name, v);
            points[count++] = (naive_point){rmk_hash_xxh3.one(NULL, label, (size_t)length), n->nodes[i].id,
                                            n->nodes[i].name};
        }
    qsort(points, count, sizeof *points, naive_point_order);
    return count;
}

static inline size_t naive_place(const naive *n, uint32_t id) {
    size_t place = 0;
    while (n->nodes[place].id != id)
        place++;
    return place;
}

static inline uint64_t naive_divided_up(unsigned __int128 a, unsigned __int128 b) {
    return (uint64_t)(a / b + (a % b != 0));
}

/* What the node at a place may have when there are so many balls. */
static inline uint64_t naive_capacity(const naive *n, size_t place, size_t balls) {
    uint64_t nodes = n->node_count, counted = balls + n->lost;
    uint64_t total = naive_divided_up((unsigned __int128)n->numerator * counted, n->denominator);
    if (n->rule == NAIVE_ONLINE)
        return naive_divided_up((unsigned __int128)n->numerator * counted,
                                (unsigned __int128)n->denominator * nodes);
    if (n->rule != NAIVE_PAPER) {
        uint64_t average = counted / nodes;
        return (uint64_t)ceil((double)(average ? average : 1) *
                              ((double)n->numerator / (double)n->denominator));
    }
    uint64_t low = total / nodes, capacity = low + (place < total - low * nodes);
    return capacity ? capacity : 1;
}

static inline uint64_t naive_load(const naive *n, uint32_t id, size_t among) {
    uint64_t load = 0;
    for (size_t i = 0; i < among; i++)
        load += n->balls[i].owner == id;
    return load;
}

/* The first node from the hash on that has room beside the first `before` balls; capacities of `balls`. */
static inline void naive_walk(const naive *n, const naive_point *points, size_t count, naive_ball *ball,
                              size_t before, size_t balls) {
    bool asked[NAIVE_NODES] = {false};
    size_t at = 0;
    while (at < count && points[at].position < ball->hash)
        at++;
    ball->probes = 0;
    for (;; at++) {
        uint32_t id = points[at % count].id;
        size_t place = naive_place(n, id);
        if (asked[place])
            continue;
        asked[place] = true;
        ball->probes++;
        if (naive_load(n, id, before) >= naive_capacity(n, place, balls))
            continue;
        ball->owner = id;
        return;
    }
}

/* Everybody again, in order of arrival; how many of the balls but the last `fresh` have another owner. */
static inline size_t naive_recompute(naive *n, size_t fresh) {
    naive_point points[NAIVE_POINTS];
    size_t count = naive_points(n, points), moved = 0;
    uint32_t before[NAIVE_BALLS];
    for (size_t i = 0; i < n->ball_count; i++) {
        before[i] = n->balls[i].owner;
        n->balls[i].owner = UINT32_MAX;
    }
    for (size_t i = 0; i < n->ball_count; i++) {
        naive_walk(n, points, count, n->balls + i, i, n->ball_count);
        moved += i + fresh < n->ball_count && before[i] != n->balls[i].owner;
    }
    return moved;
}

static inline size_t naive_arrive(naive *n, uint64_t hash) {
    naive_point points[NAIVE_POINTS];
    n->balls[n->ball_count++] = (naive_ball){.hash = hash, .owner = UINT32_MAX};
    if (n->rule == NAIVE_PAPER)
        return naive_recompute(n, 1);
    naive_walk(n, points, naive_points(n, points), n->balls + n->ball_count - 1, n->ball_count,
               n->ball_count);
    return 0;
}

static inline size_t naive_depart(naive *n, size_t place) {
    memmove(n->balls + place, n->balls + place + 1, (--n->ball_count - place) * sizeof *n->balls);
    return n->rule == NAIVE_PAPER ? naive_recompute(n, 0) : 0;
}

static inline size_t naive_add(naive *n, uint32_t id, const char *name) {
    naive_node *node = n->nodes + n->node_count++;
    node->id = id;
    snprintf(node->name, sizeof node->name, "%s", name);
    return n->rule == NAIVE_PAPER ? naive_recompute(n, 0) : 0;
}

static inline size_t naive_remove(naive *n, size_t place) {
    naive_point points[NAIVE_POINTS];
    uint32_t id = n->nodes[place].id;
    memmove(n->nodes + place, n->nodes + place + 1, (--n->node_count - place) * sizeof *n->nodes);
    if (n->rule == NAIVE_PAPER)
        return naive_recompute(n, 0);
    size_t count = naive_points(n, points), moved = 0;
    if (n->rule == NAIVE_LAFIKL) {
        for (size_t i = 0; i < n->ball_count;)
            if (n->balls[i].owner == id) {
                memmove(n->balls + i, n->balls + i + 1, (--n->ball_count - i) * sizeof *n->balls);
                n->lost++;
                moved++;
            } else {
                i++;
            }
        return moved;
    }
    /* whoever is already somewhere counts wherever it stands in the list */
    for (size_t i = 0; i < n->ball_count; i++)
        if (n->balls[i].owner == id) {
            naive_walk(n, points, count, n->balls + i, n->ball_count, n->ball_count);
            moved++;
        }
    return moved;
}

#endif
