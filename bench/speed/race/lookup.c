/* lookup.c - races of lookups: ways to search one ring, ring against jump, and ketama from key to server. */
#include <stdlib.h>

#include "bench/rivals/rival.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "bout.h"
#include "makers.h"

enum { KEYS = 1 << 20, SEARCHED_NODES = 100, VNODES = 160, KEY_BYTES = 16 };

typedef struct lookups {
    rm_node_list nodes;
    rm_options options[RM_BOUT_MOST]; /* an arm's own: it may have a preset, or another instruction set */
    rm_subject subjects[RM_BOUT_MOST];
    /* all arms share their keys, and those that must answer alike their known answers */
    rm_lane lanes[RM_BOUT_MOST];
    rm_lookup_arm arms[RM_BOUT_MOST];
} lookups;

static lookups *begin(rm_bout *bout, const rmk_hash *hash, uint64_t nodes) {
    lookups *l = rm_calloc(1, sizeof *l);
    bout->state = l;
    bout->nodes = nodes;
    l->nodes = rm_nodes_of(bout->options, nodes, 0);
    rm_lane *lane = &l->lanes[0];
    rm_check(rmk_hasher_open(&lane->hasher, hash, bout->options->isa, NULL), "%s", hash->name);
    uint64_t seed = rm_mix(bout->options->seed, rm_mix(nodes, hash->bits));
    if (!rm_key_pool_make(&lane->pool, bout->options, &lane->hasher, KEY_BYTES, KEYS, seed))
        rm_fail("%s takes no keys of %d bytes", hash->name, KEY_BYTES);
    for (size_t i = 0; i < RM_BOUT_MOST; i++) {
        l->lanes[i] = *lane;
        l->options[i] = *bout->options;
    }
    return l;
}

/* Gives an arm known answers of its own, none of which is filled in yet. */
static void know_nothing(rm_lane *lane) {
    lane->owners = rm_calloc(lane->pool.count, sizeof *lane->owners);
    lane->known = rm_calloc(lane->pool.count, 1);
}

/* Adds an arm, which frees `placement`. `alike`: it has to answer as the first arm does. */
static void add(rm_bout *bout, const char *name, rmk_placement *placement, rm_stage stage, rm_mode mode,
                bool alike) {
    lookups *l = bout->state;
    size_t i = bout->count++;
    const rmk_algorithm *algorithm = placement->algorithm;
    rm_subject *subject = &l->subjects[i];
    subject->placement = placement;
    subject->hot_bytes = algorithm->hot_bytes ? algorithm->hot_bytes(placement) : 0;
    subject->needs_keys = algorithm->can & RMK_NEEDS_KEY;
    if (alike && i) {
        l->lanes[i].owners = l->lanes[0].owners;
        l->lanes[i].known = l->lanes[0].known;
    } else {
        know_nothing(&l->lanes[i]);
    }
    l->arms[i] = (rm_lookup_arm){subject, &l->lanes[i], stage, mode};
    bout->names[i] = name;
}

static uint64_t check(rm_bout *bout, size_t i, bool all) {
    lookups *l = bout->state;
    return rm_lookup_check(&l->arms[i], &l->lanes[i], all ? SIZE_MAX : RM_CHECKED);
}

static void check_blocks(rm_bout *bout, size_t i) {
    lookups *l = bout->state;
    rm_lookup_check_blocks(&l->arms[i], &bout->timed[i], 1);
}

static void release(rm_bout *bout) {
    lookups *l = bout->state;
    for (size_t i = bout->count; i-- > 0;) { /* backwards, since a rival's reference comes before it */
        rmk_placement_destroy(l->subjects[i].placement);
        if (i && l->lanes[i].owners == l->lanes[0].owners)
            continue;
        free(l->lanes[i].owners);
        free(l->lanes[i].known);
    }
    rmk_hasher_close(&l->lanes[0].hasher);
    rm_key_pool_free(&l->lanes[0].pool);
    rm_nodes_free(&l->nodes);
    free(l);
}

static void finish(rm_bout *bout) {
    lookups *l = bout->state;
    for (size_t i = 0; i < bout->count; i++)
        bout->timed[i] = rm_lookup_arm_timed(&l->arms[i]);
    bout->check = check;
    bout->check_blocks = check_blocks;
    bout->free = release;
}

static rmk_placement *place(rm_bout *bout, rm_cell cell) {
    lookups *l = bout->state;
    cell.options = &l->options[bout->count];
    cell.nodes = bout->nodes;
    return rm_cell_place(&cell, &l->nodes.nodes, 0);
}

/* All ways to search, each as fast as it can be, on hash values that are known already. */
void rm_bout_search(rm_bout *bout, uint64_t points) {
    const rmk_index_type *const indexes[] = {&rmk_index_line, &rm_rival_tree,   &rm_rival_bsearch,
                                             &rm_rival_nginx, &rmk_index_plain, &rmk_index_eytzinger,
                                             &rmk_index_btree};
    const rmk_hash *hash = &rmk_hash_xxh3;
    begin(bout, hash, SEARCHED_NODES);
    bout->points = points;
    for (size_t i = 0; i < sizeof indexes / sizeof *indexes; i++) {
        rm_cell cell = {.algorithm = &rmk_algorithm_ring,
                        .hash = hash,
                        .node_hash = hash,
                        .total_points = points,
                        .index = indexes[i]};
        add(bout, indexes[i]->name, place(bout, cell), RM_STAGE_SEARCH, RM_MODE_BATCH, true);
    }
    finish(bout);
}

/* Our ring against jump without vector instructions: as published, one key after the other, and with eight
 * keys at once. */
void rm_bout_jump(rm_bout *bout, uint64_t nodes) {
    const rmk_hash *hash = &rmk_hash_xxh3;
    lookups *l = begin(bout, hash, nodes);
    bout->points = nodes * VNODES;
    rm_cell ring = {.algorithm = &rmk_algorithm_ring,
                    .hash = hash,
                    .node_hash = hash,
                    .vnodes = VNODES,
                    .index = &rmk_index_line};
    add(bout, "line", place(bout, ring), RM_STAGE_SEARCH, RM_MODE_BATCH, true);
    rm_cell jump = {.algorithm = &rmk_algorithm_jump, .hash = hash};
    l->options[1].isa = l->options[2].isa = RMK_ISA_SCALAR;
    add(bout, "jump", place(bout, jump), RM_STAGE_SEARCH, RM_MODE_LOOP, false);
    add(bout, "jump interleaved", place(bout, jump), RM_STAGE_SEARCH, RM_MODE_BATCH, false);
    finish(bout);
}

static void ketama(rm_bout *bout, const char *name, const char *hash_name, uint64_t nodes) {
    const rmk_preset *preset = rmk_preset_find(name);
    const rmk_hash *hash = rmk_preset_hash_find(preset, hash_name);
    lookups *l = begin(bout, hash, nodes);
    bout->hash = hash_name;
    bout->key_bytes = KEY_BYTES;
    l->options[0].preset = preset;
    l->options[0].label = NULL;
    rm_cell cell = {
        .algorithm = preset->algorithm, .hash = hash, .vnodes = preset->vnodes, .index = &rmk_index_line};
    rmk_placement *ours = place(bout, cell), *theirs;
    bout->points = ours->algorithm->points(ours).count;
    add(bout, preset->name, ours, RM_STAGE_TOTAL, RM_MODE_BATCH, true);
    rmk_status status = rm_rival_libmemcached(preset->name, hash, &l->nodes.nodes, ours, &theirs);
    if (status == RMK_OK) {
        add(bout, "libmemcached", theirs, RM_STAGE_TOTAL, RM_MODE_BATCH, true);
        l->subjects[1].own_hash = true;
    } else if (status != RMK_UNSUPPORTED) {
        rm_check(status, "libmemcached");
    }
    finish(bout);
}

void rm_bout_ketama_md5(rm_bout *bout, uint64_t nodes) {
    ketama(bout, "libmemcached-weighted", "md5", nodes);
}

void rm_bout_ketama_fnv(rm_bout *bout, uint64_t nodes) {
    ketama(bout, "libmemcached", "fnv1a_64", nodes);
}
