/* lookup.c - races of lookups: ways to search one ring, ring against jump, and ketama from key to server. */
#include <stdlib.h>

#include "bench/rivals/rival.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "makers.h"
#include "race.h"

enum { KEYS = 1 << 20, SEARCHED_NODES = 100, VNODES = 160, KEY_BYTES = 16 };

typedef struct lookups {
    rm_node_list nodes;
    rm_options options[RM_RIVAL_ARMS]; /* an arm's own: it may have a preset, or another instruction set */
    rm_subject subjects[RM_RIVAL_ARMS];
    /* all arms share their keys, and those that must answer alike their known answers */
    rm_lane lanes[RM_RIVAL_ARMS];
    rm_lookup_arm arms[RM_RIVAL_ARMS];
} lookups;

static lookups *begin(rm_rival_race *race, const rmk_hash *hash, uint64_t nodes) {
    lookups *l = rm_calloc(1, sizeof *l);
    race->state = l;
    race->nodes = nodes;
    l->nodes = rm_nodes_of(race->options, nodes, 0);
    rm_lane *lane = &l->lanes[0];
    rm_check(rmk_hasher_open(&lane->hasher, hash, race->options->isa, NULL), "%s", hash->name);
    uint64_t seed = rm_mix(race->options->seed, rm_mix(nodes, hash->bits));
    if (!rm_key_pool_make(&lane->pool, race->options, &lane->hasher, KEY_BYTES, KEYS, seed))
        rm_fail("%s takes no keys of %d bytes", hash->name, KEY_BYTES);
    for (size_t i = 0; i < RM_RIVAL_ARMS; i++) {
        l->lanes[i] = *lane;
        l->options[i] = *race->options;
    }
    return l;
}

/* Gives an arm known answers of its own, none of which is filled in yet. */
static void know_nothing(rm_lane *lane) {
    lane->owners = rm_calloc(lane->pool.count, sizeof *lane->owners);
    lane->known = rm_calloc(lane->pool.count, 1);
}

/* Adds an arm, which frees `placement`. `alike`: it has to answer as the first arm does. */
static void add(rm_rival_race *race, const char *name, rmk_placement *placement, rm_stage stage, rm_mode mode,
                bool alike) {
    lookups *l = race->state;
    size_t i = race->count++;
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
    race->names[i] = name;
}

static uint64_t check(rm_rival_race *race, size_t i, bool all) {
    lookups *l = race->state;
    return rm_lookup_check(&l->arms[i], &l->lanes[i], all ? SIZE_MAX : RM_CHECKED);
}

static void check_blocks(rm_rival_race *race, size_t i) {
    lookups *l = race->state;
    rm_lookup_check_blocks(&l->arms[i], &race->timed[i], 1);
}

static void release(rm_rival_race *race) {
    lookups *l = race->state;
    for (size_t i = race->count; i-- > 0;) { /* backwards, since a rival's reference comes before it */
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

static void finish(rm_rival_race *race) {
    lookups *l = race->state;
    for (size_t i = 0; i < race->count; i++)
        race->timed[i] = rm_lookup_arm_timed(&l->arms[i]);
    race->check = check;
    race->check_blocks = check_blocks;
    race->free = release;
}

static rmk_placement *place(rm_rival_race *race, rm_cell cell) {
    lookups *l = race->state;
    cell.options = &l->options[race->count];
    cell.nodes = race->nodes;
    return rm_cell_place(&cell, &l->nodes.nodes, 0);
}

/* All ways to search, each as fast as it can be, on hash values that are known already. */
void rm_rival_race_search(rm_rival_race *race, uint64_t points) {
    const rmk_index_type *const indexes[] = {&rmk_index_line, &rm_rival_tree,   &rm_rival_bsearch,
                                             &rm_rival_nginx, &rmk_index_plain, &rmk_index_eytzinger,
                                             &rmk_index_btree};
    const rmk_hash *hash = &rmk_hash_xxh3;
    begin(race, hash, SEARCHED_NODES);
    race->points = points;
    for (size_t i = 0; i < sizeof indexes / sizeof *indexes; i++) {
        rm_cell cell = {.algorithm = &rmk_algorithm_ring,
                        .hash = hash,
                        .node_hash = hash,
                        .total_points = points,
                        .index = indexes[i]};
        add(race, indexes[i]->name, place(race, cell), RM_STAGE_SEARCH, RM_MODE_BATCH, true);
    }
    finish(race);
}

/* Our ring against jump without vector instructions: as published, one key after the other, and with eight
 * keys at once. */
void rm_rival_race_jump(rm_rival_race *race, uint64_t nodes) {
    const rmk_hash *hash = &rmk_hash_xxh3;
    lookups *l = begin(race, hash, nodes);
    race->points = nodes * VNODES;
    rm_cell ring = {.algorithm = &rmk_algorithm_ring,
                    .hash = hash,
                    .node_hash = hash,
                    .vnodes = VNODES,
                    .index = &rmk_index_line};
    add(race, "line", place(race, ring), RM_STAGE_SEARCH, RM_MODE_BATCH, true);
    rm_cell jump = {.algorithm = &rmk_algorithm_jump, .hash = hash};
    l->options[1].isa = l->options[2].isa = RMK_ISA_SCALAR;
    add(race, "jump", place(race, jump), RM_STAGE_SEARCH, RM_MODE_LOOP, false);
    add(race, "jump interleaved", place(race, jump), RM_STAGE_SEARCH, RM_MODE_BATCH, false);
    finish(race);
}

static void ketama(rm_rival_race *race, const char *name, const char *hash_name, uint64_t nodes) {
    const rmk_preset *preset = rmk_preset_find(name);
    const rmk_hash *hash = rmk_preset_hash_find(preset, hash_name);
    lookups *l = begin(race, hash, nodes);
    race->hash = hash_name;
    race->key_bytes = KEY_BYTES;
    l->options[0].preset = preset;
    l->options[0].label = NULL;
    rm_cell cell = {
        .algorithm = preset->algorithm, .hash = hash, .vnodes = preset->vnodes, .index = &rmk_index_line};
    rmk_placement *ours = place(race, cell), *theirs;
    race->points = ours->algorithm->points(ours).count;
    add(race, preset->name, ours, RM_STAGE_TOTAL, RM_MODE_BATCH, true);
    rmk_status status = rm_rival_libmemcached(preset->name, hash, &l->nodes.nodes, ours, &theirs);
    if (status == RMK_OK) {
        add(race, "libmemcached", theirs, RM_STAGE_TOTAL, RM_MODE_BATCH, true);
        l->subjects[1].own_hash = true;
    } else if (status != RMK_UNSUPPORTED) {
        rm_check(status, "libmemcached");
    }
    finish(race);
}

void rm_rival_race_ketama_md5(rm_rival_race *race, uint64_t nodes) {
    ketama(race, "libmemcached-weighted", "md5", nodes);
}

void rm_rival_race_ketama_fnv(rm_rival_race *race, uint64_t nodes) {
    ketama(race, "libmemcached", "fnv1a_64", nodes);
}
