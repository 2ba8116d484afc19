/*
 * shim.c - the cases of `ringmark duet`. Not a part of the command: it is compiled against the library
 * of each of two revisions and linked with it into a shared object (the target duet-object of the Makefile).
 * So it uses little of the library, and finds by name what a revision may lack.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ringmark.h"
#include "object.h"

typedef enum kind { LOOP, BATCH, HASH, BUILD, SHARES } kind;

/* What a case times. An isa of AUTO is the best that the CPU has. */
typedef struct recipe {
    const char *name;
    kind kind;
    const char *algorithm, *index, *hash;
    unsigned nodes, vnodes;
    rmk_isa isa;
    int quick;
} recipe;

static const recipe recipes[] = {
    {"ring xxh3 nodes=10 vnodes=160 loop", LOOP, "ring", "line", "xxh3", 10, 160, RMK_ISA_AUTO, 0},
    {"ring xxh3 nodes=100 vnodes=160 loop", LOOP, "ring", "line", "xxh3", 100, 160, RMK_ISA_AUTO, 1},
    {"ring xxh3 nodes=10 vnodes=160 batch", BATCH, "ring", "line", "xxh3", 10, 160, RMK_ISA_AUTO, 1},
    {"ring xxh3 nodes=1000 vnodes=160 batch", BATCH, "ring", "line", "xxh3", 1000, 160, RMK_ISA_AUTO, 0},
    {"ring xxh3 nodes=1000 vnodes=160 batch avx2", BATCH, "ring", "line", "xxh3", 1000, 160, RMK_ISA_AVX2, 0},
    {"ring xxh3 nodes=1000 vnodes=160 batch scalar", BATCH, "ring", "line", "xxh3", 1000, 160, RMK_ISA_SCALAR,
     0},
    {"ring xxh3 nodes=100 vnodes=160 plain", LOOP, "ring", "plain", "xxh3", 100, 160, RMK_ISA_AUTO, 0},
    {"jump xxh3 nodes=1000 loop", LOOP, "jump", NULL, "xxh3", 1000, 0, RMK_ISA_AUTO, 0},
    {"jump xxh3 nodes=1000 batch", BATCH, "jump", NULL, "xxh3", 1000, 0, RMK_ISA_AUTO, 1},
    {"hash xxh3 16 bytes", HASH, NULL, NULL, "xxh3", 0, 0, RMK_ISA_AUTO, 0},
    {"hash fnv1a-64 16 bytes", HASH, NULL, NULL, "fnv1a-64", 0, 0, RMK_ISA_AUTO, 0},
    {"hash md5 16 bytes", HASH, NULL, NULL, "md5", 0, 0, RMK_ISA_AUTO, 0},
    {"ring xxh3 nodes=20 vnodes=160 build", BUILD, "ring", "line", "xxh3", 20, 160, RMK_ISA_AUTO, 1},
    {"ring xxh3 nodes=100 vnodes=160 shares", SHARES, "ring", NULL, "xxh3", 100, 160, RMK_ISA_AUTO, 0},
};

enum { NAME_BYTES = 24, PIECE = 1024 };

typedef struct state {
    const recipe *recipe;
    const rm_duet_input *input;
    rmk_nodes nodes;
    rmk_node *list;
    char (*names)[NAME_BYTES];
    rmk_placement_options options;
    rmk_placement *placement;
    rmk_map map;
    rmk_u128 *shares;
    rmk_hasher hasher;
} state;

_Static_assert(sizeof(rm_duet_text) == sizeof(rmk_bytes) &&
                   offsetof(rm_duet_text, length) == offsetof(rmk_bytes, length),
               "keys are handed on as they are");

static const char *name(const rm_duet_object *self, size_t number) {
    (void)self;
    return recipes[number].name;
}

static int is_quick(const rm_duet_object *self, size_t number) {
    (void)self;
    return recipes[number].quick;
}

static void close_case(void *of) {
    state *s = of;
    rmk_hasher_close(&s->hasher);
    rmk_map_destroy(&s->map);
    rmk_placement_destroy(s->placement);
    free(s->shares);
    free(s->names);
    free(s->list);
    free(s);
}

static int name_nodes(state *s) {
    unsigned count = s->recipe->nodes;
    s->list = calloc(count, sizeof *s->list);
    s->names = calloc(count, sizeof *s->names);
    if (!s->list || !s->names)
        return 0;
    for (unsigned i = 0; i < count; i++) {
        int length = snprintf(s->names[i], NAME_BYTES, "node-0-%u", i);
        rmk_bytes text = {(const unsigned char *)s->names[i], (size_t)length};
        s->list[i] = (rmk_node){.id = i, .weight = 1, .name = text};
    }
    s->nodes = (rmk_nodes){s->list, count, count};
    return 1;
}

/* False when this revision or CPU has no such thing. */
static int place(state *s, const rmk_hash *hash, rmk_isa isa) {
    const recipe *r = s->recipe;
    const rmk_algorithm *algorithm = rmk_algorithm_find(r->algorithm);
    const rmk_index_type *index = r->index ? rmk_index_find(r->index) : NULL;
    if (!algorithm || (r->index && !index) || !name_nodes(s))
        return 0;
    /* no side may have huge pages: there may be too few for all, and the first one would get them */
    s->options = (rmk_placement_options){
        .key_hash = hash,
        .ring = {.hash = hash, .vnodes = r->vnodes, .index = index, .isa = isa, .pages = RMK_PAGES_NORMAL}};
    if (rmk_placement_create(algorithm, &s->nodes, &s->options, &s->placement))
        return 0;
    if (r->kind != SHARES)
        return 1;
    s->shares = calloc(r->nodes, sizeof *s->shares);
    return s->shares && !rmk_placement_map(s->placement, &s->map);
}

static void *open_case(const rm_duet_object *self, size_t number, const rm_duet_input *input) {
    (void)self;
    const recipe *r = &recipes[number];
    const rmk_hash *hash = rmk_hash_find(r->hash);
    state *s = calloc(1, sizeof *s);
    rmk_isa isa;
    if (!s)
        return NULL;
    s->recipe = r;
    s->input = input;
    if (hash && !rmk_isa_resolve(r->isa, &isa) &&
        (r->kind == HASH ? !rmk_hasher_open(&s->hasher, hash, isa, NULL) : place(s, hash, isa)))
        return s;
    close_case(s);
    return NULL;
}

static uint64_t loop(const state *s, size_t start, size_t count) {
    const rmk_bytes none = {NULL, 0};
    uint64_t sum = 0;
    for (size_t i = start; i < start + count; i++)
        sum += rmk_placement_locate(s->placement, none, s->input->values[i]);
    return sum;
}

static uint64_t batch(const state *s, size_t start, size_t count) {
    uint32_t owners[PIECE];
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i += PIECE) {
        size_t n = count - i < PIECE ? count - i : PIECE;
        rmk_placement_locate_batch(s->placement, NULL, s->input->values + start + i, n, owners);
        for (size_t k = 0; k < n; k++)
            sum += owners[k];
    }
    return sum;
}

static uint64_t hash(const state *s, size_t start, size_t count) {
    uint64_t values[PIECE], sum = 0;
    for (size_t i = 0; i < count; i += PIECE) {
        size_t n = count - i < PIECE ? count - i : PIECE;
        rmk_hash_batch(&s->hasher, (const rmk_bytes *)(const void *)(s->input->keys + start + i), n, values);
        for (size_t k = 0; k < n; k++)
            sum += values[k];
    }
    return sum;
}

static uint64_t build(const state *s, size_t count) {
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        rmk_placement *placement;
        if (rmk_placement_create(s->placement->algorithm, &s->nodes, &s->options, &placement))
            return 0;
        sum += rmk_placement_locate(placement, (rmk_bytes){NULL, 0}, s->input->values[0]);
        rmk_placement_destroy(placement);
    }
    return sum;
}

static uint64_t shares(const state *s, size_t count) {
    rmk_u128 nobody;
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        rmk_shares(&s->map, s->recipe->nodes, s->shares, &nobody);
        sum += (uint64_t)s->shares[i % s->recipe->nodes];
    }
    return sum;
}

static uint64_t run(void *of, size_t start, size_t count) {
    const state *s = of;
    switch (s->recipe->kind) {
    case LOOP:
        return loop(s, start, count);
    case BATCH:
        return batch(s, start, count);
    case HASH:
        return hash(s, start, count);
    case BUILD:
        return build(s, count);
    case SHARES:
        return shares(s, count);
    }
    return 0;
}

static const void *own(void) {
    const char *(*inside)(rmk_status) = rmk_status_text;
    return *(const void **)&inside;
}

RMK_API const rm_duet_object *rm_duet_entry(void) {
    static const rm_duet_object object = {.version = RM_DUET_VERSION,
                                          .case_count = sizeof recipes / sizeof *recipes,
                                          .name = name,
                                          .is_quick = is_quick,
                                          .open = open_case,
                                          .run = run,
                                          .close = close_case,
                                          .own = own};
    return &object;
}
