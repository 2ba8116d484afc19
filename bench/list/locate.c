/* locate.c - which node owns each key, and by which point. Streams. */
#include <stdlib.h>

#include "bench/balance/ownership.h"
#include "bench/balance/replicas/sets.h"
#include "bench/cli/command.h"
#include "bench/input/keys/keys.h"
#include "bench/output/output.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"

enum { KEY, HASH, POINT, NODE };

typedef struct finder {
    const rm_cell *cell;
    const rmk_placement *placement;
    const rmk_nodes *nodes;
    size_t *places; /* places in the list, by id */
    rmk_points points;
    rm_replica_sets sets;
    uint32_t *owners; /* nodes that hold one key */
    rm_output *output;
    const char **columns;
    char **names; /* names of the columns node_2 and on */
    bool warned;  /* the warning of empty keys was given */
} finder;

static void name_columns(finder *f) {
    uint64_t replicas = f->cell->options->replicas;
    if (NODE + replicas > RM_MAX_COLUMNS)
        rm_fail("--replicas %llu: locate shows %d at most", (unsigned long long)replicas,
                RM_MAX_COLUMNS - NODE);
    f->columns = rm_calloc(RM_MAX_COLUMNS, sizeof *f->columns);
    f->names = rm_calloc(RM_MAX_COLUMNS, sizeof *f->names);
    f->columns[KEY] = "key";
    f->columns[HASH] = "hash";
    f->columns[POINT] = "point";
    f->columns[NODE] = "node";
    for (unsigned r = 1; r < replicas; r++)
        f->columns[NODE + r] = f->names[r] = rm_text("node_%u", r + 1);
}

static void number_nodes(finder *f) {
    f->places = rm_calloc(f->nodes->id_limit, sizeof *f->places);
    for (size_t i = 0; i < f->nodes->count; i++)
        f->places[f->nodes->list[i].id] = i;
}

/* Shows the position of the point that owns a hash value, in the node hash's own bits. */
static void put_point(const finder *f, uint64_t value, rm_row *row) {
    if (!f->points.count)
        return;
    size_t place = rmk_placement_point_of(f->placement, value);
    if (place == SIZE_MAX)
        return;
    uint64_t position = f->points.positions[place];
    unsigned bits = rm_cell_point_bits(f->cell);
    rm_row_hex(row, POINT, position >> (64 - bits), bits);
}

static void put_owner(const finder *f, unsigned column, uint32_t id, rm_row *row) {
    if (id != RMK_NOBODY)
        rm_row_bytes(row, column, rm_node_shown(f->cell->options, &f->nodes->list[f->places[id]]));
}

static void put_owners(const finder *f, rmk_bytes key, uint64_t value, rm_row *row) {
    size_t count = 1;
    if (f->sets.wanted == 1)
        *f->owners = rmk_placement_locate(f->placement, key, value);
    else
        count = rm_replica_set(&f->sets, key, value, f->owners);
    for (unsigned r = 0; r < count; r++)
        put_owner(f, NODE + r, f->owners[r], row);
}

/* Tells whether the system hashes nothing of this key and gives it to the node whose turn it is. */
static bool roams(finder *f, rmk_bytes key) {
    const rmk_preset *preset = f->cell->options->preset;
    if (key.length || f->placement->keyless || !preset || !(preset->takes & RMK_EMPTY_KEY_ROAMS))
        return false;
    if (!f->warned)
        rm_warn("--preset %s: an empty key goes round robin, so it has no hash and no node", preset->name);
    f->warned = true;
    return true;
}

static void write_block(finder *f, const rm_key_block *block, const uint64_t *values) {
    for (size_t i = 0; i < block->count; i++) {
        rm_row row = {0};
        rm_row_bytes(&row, KEY, block->keys[i]);
        if (roams(f, block->keys[i])) {
            rm_output_row(f->output, &row);
            continue;
        }
        if (!f->placement->keyless) {
            rm_row_hex(&row, HASH, values[i], f->cell->hash->bits);
            put_point(f, values[i], &row);
        }
        put_owners(f, rm_key_tagged(f->cell->options, block->keys[i]), values[i], &row);
        rm_output_row(f->output, &row);
    }
}

static void write_rows(finder *f) {
    const rm_options *options = f->cell->options;
    rmk_hasher hasher;
    rm_check(rmk_hasher_open(&hasher, f->cell->hash, options->isa, NULL), "hash %s", f->cell->hash->name);
    rm_keys *keys = rm_keys_open(options, options->key_bytes.items[0], rm_keys_seed(f->cell, 0), true);
    uint64_t *values = NULL, number = 1;
    size_t capacity = 0;
    for (rm_key_block block; !rm_interrupted() && rm_keys_next(keys, &block); number += block.count) {
        if (block.count > capacity)
            values = rm_realloc(values, (capacity = block.count) * sizeof *values);
        if (!f->output)
            f->output = rm_output_open(options, f->columns, NODE + (unsigned)options->replicas);
        rm_keys_hash(options, &hasher, &block, number, values);
        write_block(f, &block, values);
    }
    rm_check_counted(options, number > 1);
    if (f->output)
        rm_output_close(f->output);
    rm_keys_close(keys);
    rmk_hasher_close(&hasher);
    free(values);
}

static void finder_free(finder *f) {
    for (unsigned i = 0; i < RM_MAX_COLUMNS; i++)
        free(f->names[i]);
    free(f->names);
    free(f->columns);
    free(f->places);
    rm_replica_sets_close(&f->sets);
    free(f->owners);
}

static int locate(const rm_options *options) {
    rm_cells cells = rm_cells_of(options, false);
    rm_node_list list = rm_cell_nodes(cells.list, 0);
    rm_check_keys(options, 1);
    finder f = {.cell = cells.list, .nodes = &list.nodes};
    name_columns(&f);
    number_nodes(&f);
    f.owners = rm_calloc((size_t)options->replicas, sizeof *f.owners);
    rmk_placement *placement = rm_cell_place_list(f.cell, &list, 0);
    f.placement = placement;
    f.sets = rm_replica_sets_open(placement, options->replicas, options->zone_aware);
    if (placement->algorithm->can & RMK_HAS_POINTS)
        f.points = placement->algorithm->points(placement);
    rm_interrupts_watch();
    write_rows(&f);
    finder_free(&f);
    rmk_placement_destroy(placement);
    rm_nodes_free(&list);
    rm_cells_free(&cells);
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_PLACEMENT_OPTIONS, RM_OPT_HASH_TAG, RM_REPLICA_OPTIONS,
                                     RM_KEY_OPTIONS, RM_OPTION_END};

const rm_command rm_command_locate = {
    .name = "locate",
    .question = "Which node owns each key, and why?",
    .example = "echo user:42 | ringmark locate --nodes 5",
    .options = takes,
    .run = locate,
    .keys_from_stdin = true,
};
