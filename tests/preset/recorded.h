/*
 * recorded.h - for the tests of presets: node lists, placements of presets, and the recorded answers below
 * tests/vectors: nodes.tsv (name, weight, alias or id), keys.tsv (key, hash, node), ring.tsv (position,
 * node), the latter two a part of what was recorded.
 */
#ifndef TEST_PRESET_RECORDED_H
#define TEST_PRESET_RECORDED_H

#include "core/analysis/analysis.h"
#include "core/preset/preset.h"
#include "tests/support/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_NODES = 1024 };

typedef struct node_table {
    rmk_node list[MOST_NODES];
    char texts[MOST_NODES][128];
    rmk_nodes nodes;
} node_table;

static inline rmk_bytes bytes_of(const char *text) {
    return (rmk_bytes){(const unsigned char *)text, strlen(text)};
}

/* Ids are places; the text is copied. */
static inline rmk_node *add_node(node_table *t, const char *name, uint64_t weight) {
    size_t i = t->nodes.count++;
    assert_in_range(i, 0, MOST_NODES - 1);
    snprintf(t->texts[i], sizeof t->texts[i], "%s", name);
    t->list[i] = (rmk_node){.id = (uint32_t)i, .weight = weight, .name = bytes_of(t->texts[i])};
    t->nodes.list = t->list;
    t->nodes.id_limit = MOST_NODES;
    return t->list + i;
}

/* 10.0.0.0:80, 10.0.0.1:80, ... of weight 1. */
static inline void add_nodes(node_table *t, size_t count) {
    char name[32];
    for (size_t i = 0; i < count; i++) {
        snprintf(name, sizeof name, "10.0.%zu.%zu:80", i / 256, i % 256);
        add_node(t, name, 1);
    }
}

static inline rmk_status try_place(const char *preset, const char *hash, const node_table *t,
                                   rmk_placement_options options, rmk_placement **placement) {
    const rmk_preset *p = rmk_preset_find(preset);
    assert_non_null(p);
    options.key_hash = hash ? rmk_preset_hash_find(p, hash) : NULL;
    if (hash)
        assert_non_null(options.key_hash);
    return rmk_preset_place(p, &t->nodes, &options, placement);
}

static inline rmk_placement *place(const char *preset, const char *hash, const node_table *t) {
    rmk_placement *placement = NULL;
    assert_int_equal(try_place(preset, hash, t, (rmk_placement_options){0}, &placement), RMK_OK);
    assert_non_null(placement);
    return placement;
}

static inline uint64_t key_hash(const char *preset, const char *hash, rmk_bytes key) {
    const rmk_preset *p = rmk_preset_find(preset);
    rmk_hasher hasher;
    const rmk_hash *h = hash ? rmk_preset_hash_find(p, hash) : p->hashes[0].hash;
    assert_int_equal(rmk_hasher_open(&hasher, h, RMK_ISA_AUTO, NULL), RMK_OK);
    uint64_t value = rmk_hash_one(&hasher, key.data, key.length);
    rmk_hasher_close(&hasher);
    return value;
}

/* splitmix64 */
static inline uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Map, single, plain and batch answers agree on random hash values and on both ends, and shares sum to the
 * whole. */
static inline void assert_consistent(const rmk_placement *placement, uint64_t seed) {
    enum { KEYS = 3000 };
    static uint64_t hashes[KEYS];
    static uint32_t owners[KEYS];
    rmk_map map;
    assert_int_equal(rmk_placement_map(placement, &map), RMK_OK);
    const char *reason = "";
    if (!rmk_map_validate(&map, placement->nodes->id_limit, &reason))
        fail_msg("%s", reason);
    for (size_t i = 0; i < KEYS; i++)
        hashes[i] = next_random(&seed) >> (64 - placement->domain.value_bits);
    hashes[0] = 0;
    hashes[1] = UINT64_MAX >> (64 - placement->domain.value_bits);
    rmk_placement_locate_batch(placement, NULL, hashes, KEYS, owners);
    for (size_t i = 0; i < KEYS; i++) {
        rmk_bytes none = {NULL, 0};
        assert_int_equal(owners[i], rmk_placement_locate(placement, none, hashes[i]));
        assert_int_equal(owners[i], rmk_placement_locate_plain(placement, none, hashes[i]));
        assert_int_equal(owners[i], rmk_map_owner(&map, hashes[i]));
    }
    rmk_u128 sum = 0;
    for (size_t i = 0; i < map.count; i++)
        sum += rmk_map_values(&map, i);
    assert_true(sum == rmk_domain_total(&map.domain));
    rmk_map_destroy(&map);
}

/* --- recorded sets */

/* Calls `check` with the fields (at most 3, missing ones "") of every line; returns how many lines. */
static inline size_t for_each_row(const char *set, const char *file,
                                  void (*check)(void *state, char *fields[3]), void *state) {
    const char *top = getenv("RINGMARK_SRCDIR");
    char path[4096], *line = NULL, none[1] = "";
    size_t room = 0, lines = 0;
    snprintf(path, sizeof path, "%s/tests/vectors/%s/%s", top ? top : ".", set, file);
    FILE *f = fopen(path, "r");
    if (!f)
        fail_msg("cannot read %s: run from the top of the sources, or set RINGMARK_SRCDIR", path);
    for (; getline(&line, &room, f) >= 0; lines++) {
        line[strcspn(line, "\n")] = '\0';
        char *fields[3] = {line, none, none};
        for (size_t i = 1; i < 3; i++) {
            char *tab = strchr(fields[i - 1], '\t');
            if (!tab)
                break;
            *tab = '\0';
            fields[i] = tab + 1;
        }
        check(state, fields);
    }
    free(line);
    fclose(f);
    return lines;
}

typedef struct recorded_set {
    const char *folder, *preset, *hash; /* hash NULL: the default */
    enum { NO_EXTRA, EXTRA_ID, EXTRA_ALIAS } extra;
    size_t points; /* of the whole ring; 0: none */
} recorded_set;

typedef struct recorded_state {
    const recorded_set *set;
    node_table *table;
    rmk_placement *placement;
    rmk_points points;
    size_t next_point;
    char aliases[16][32];
} recorded_state;

static inline void read_node(void *state, char *fields[3]) {
    recorded_state *s = state;
    rmk_node *node = add_node(s->table, fields[0], strtoull(fields[1], NULL, 10));
    if (s->set->extra == EXTRA_ID)
        node->server_id = strtoull(fields[2], NULL, 10);
    if (s->set->extra == EXTRA_ALIAS && *fields[2]) {
        assert_in_range(node->id, 0, 15);
        snprintf(s->aliases[node->id], sizeof s->aliases[0], "%s", fields[2]);
        node->alias = bytes_of(s->aliases[node->id]);
    }
}

/* The alias if there is one, as in the recorded answers. */
static inline bool is_called(const rmk_node *node, const char *name) {
    rmk_bytes shown = node->alias.length ? node->alias : node->name;
    return rmk_bytes_compare(shown, bytes_of(name)) == 0;
}

static inline void check_recorded_key(void *state, char *fields[3]) {
    recorded_state *s = state;
    uint64_t hash = key_hash(s->set->preset, s->set->hash, bytes_of(fields[0]));
    if (strcmp(fields[1], "-") != 0)
        assert_true(hash == strtoull(fields[1], NULL, 10));
    uint32_t owner = rmk_placement_locate(s->placement, bytes_of(fields[0]), hash);
    assert_in_range(owner, 0, s->table->nodes.count - 1);
    if (!is_called(s->table->list + owner, fields[2]))
        fail_msg("%s: key \"%s\" belongs to %s", s->set->folder, fields[0], fields[2]);
}

static inline void check_recorded_point(void *state, char *fields[3]) {
    recorded_state *s = state;
    const uint64_t position = strtoull(fields[0], NULL, 10) << (64 - s->placement->domain.bits);
    while (s->next_point < s->points.count &&
           (s->points.positions[s->next_point] != position ||
            !is_called(s->table->list + s->points.owners[s->next_point], fields[1])))
        s->next_point++;
    if (s->next_point++ >= s->points.count)
        fail_msg("%s: no point %s of %s where it should be", s->set->folder, fields[0], fields[1]);
}

static inline void assert_recorded(const recorded_set *set) {
    static node_table table;
    table = (node_table){0};
    recorded_state s = {.set = set, .table = &table};
    assert_in_range(for_each_row(set->folder, "nodes.tsv", read_node, &s), 1, MOST_NODES);
    s.placement = place(set->preset, set->hash, &table);
    assert_in_range(for_each_row(set->folder, "keys.tsv", check_recorded_key, &s), 100, SIZE_MAX);
    if (set->points) {
        s.points = s.placement->algorithm->points(s.placement);
        assert_int_equal(s.points.count, set->points);
        assert_in_range(for_each_row(set->folder, "ring.tsv", check_recorded_point, &s), 10, SIZE_MAX);
    }
    assert_consistent(s.placement, 11);
    rmk_placement_destroy(s.placement);
}

/* A failure of every n-th allocation is RMK_NO_MEMORY and leaks nothing. */
static inline void assert_failures_leak_nothing(const char *preset, const node_table *t) {
    rmk_status status = RMK_NO_MEMORY;
    for (size_t n = 1; status; n++) {
        test_memory memory = {.fail_at = n};
        rmk_allocator allocator = test_allocator(&memory);
        rmk_placement *placement = NULL;
        status = try_place(preset, NULL, t, (rmk_placement_options){.ring = {.allocator = &allocator}},
                           &placement);
        if (status) {
            assert_int_equal(status, RMK_NO_MEMORY);
            assert_null(placement);
        } else {
            assert_in_range(n, 2, 1000);
            assert_int_equal(memory.live_bytes, placement->algorithm->bytes(placement));
        }
        rmk_placement_destroy(placement);
        assert_int_equal(memory.live_blocks, 0);
    }
}

#endif
