/*
 * naive.h - the plain model that analysis is compared with: an array that names the owner of every single
 * place of a tiny circle, and arc maps made from such arrays.
 */
#ifndef TEST_ANALYSIS_NAIVE_H
#define TEST_ANALYSIS_NAIVE_H

#include "core/analysis/map.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* splitmix64 */
static inline uint64_t naive_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

enum { NAIVE_MAX_BITS = 12, NAIVE_PLACES = 1 << NAIVE_MAX_BITS };

/* A circle of 2^bits places; of them `values` exist as key hashes (a prefix or a scattered list). */
typedef struct naive_circle {
    unsigned bits;
    size_t places;
    bool exists[NAIVE_PLACES];
    uint64_t list[NAIVE_PLACES];
    rmk_domain domain;
} naive_circle;

enum { NAIVE_FULL, NAIVE_PREFIX, NAIVE_SCATTERED, NAIVE_DOMAINS };

static inline void naive_circle_make(naive_circle *circle, unsigned bits, int kind, uint64_t *random) {
    *circle = (naive_circle){.bits = bits, .places = (size_t)1 << bits};
    unsigned value_bits = kind == NAIVE_PREFIX ? bits / 2 : bits;
    circle->domain = (rmk_domain){.bits = bits, .value_bits = value_bits};
    for (size_t v = 0; v < circle->places; v++) {
        circle->exists[v] = kind == NAIVE_SCATTERED ? naive_random(random) % 5 == 0 : v >> value_bits == 0;
        if (kind == NAIVE_SCATTERED && circle->exists[v])
            circle->list[circle->domain.value_count++] = v;
    }
    if (kind == NAIVE_SCATTERED)
        circle->domain.values = circle->list;
}

/* Runs of random length of random owners, some of them of nobody. */
static inline void naive_owners(const naive_circle *circle, uint32_t nodes, uint32_t longest,
                                uint64_t *random, uint32_t *owners) {
    for (size_t v = 0; v < circle->places;) {
        uint64_t run = 1 + naive_random(random) % longest;
        uint32_t owner = (uint32_t)(naive_random(random) % (nodes + 1));
        for (; run && v < circle->places; run--)
            owners[v++] = owner == nodes ? RMK_NOBODY : owner;
    }
}

/* The same as an arc map. An arc may end anywhere before the next place; sometimes neighbours stay apart. */
static inline void naive_map(const naive_circle *circle, const uint32_t *owners, uint64_t *random,
                             const rmk_allocator *allocator, rmk_map *map) {
    unsigned shift = 64 - circle->bits;
    assert_int_equal(rmk_map_create(RMK_MAP_ARCS, circle->places, circle->domain, allocator, map), RMK_OK);
    for (size_t v = 0; v < circle->places; v++) {
        bool last = v + 1 == circle->places;
        if (!last && owners[v] == owners[v + 1] && naive_random(random) % 8)
            continue;
        uint64_t slack = naive_random(random) >> (64 - shift);
        map->ends[map->count] = last ? UINT64_MAX : ((uint64_t)v << shift) + slack;
        map->owners[map->count++] = owners[v];
    }
}

#endif
