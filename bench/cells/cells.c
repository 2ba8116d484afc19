#include "cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/cli/command.h"
#include "bench/cli/names.h"
#include "bench/input/nodes/changes_file.h"
#include "bench/plugin/placement.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"
#include "limits.h"

typedef struct builder {
    const rm_options *options;
    bool with_indexes;
    rm_cells cells;
    size_t capacity;
    const char *refused; /* name of the last cell that was refused, with the reason; NULL: none was */
} builder;

static void add_cell(builder *b, const rm_cell *cell, const rm_nodes_facts *facts) {
    rm_cell_check_limits(cell, facts);
    if (b->cells.count == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 64;
        b->cells.list = rm_realloc(b->cells.list, b->capacity * sizeof *b->cells.list);
    }
    b->cells.list[b->cells.count++] = *cell;
}

static void add_indexes(builder *b, rm_cell cell, const rm_nodes_facts *facts) {
    const rm_options *o = b->options;
    bool has_points = cell.algorithm->can & RMK_HAS_POINTS;
    if (!has_points || !b->with_indexes) {
        /* Without keys nothing is searched, and an index would be built for nothing. */
        bool searched = has_points && o->index_count && (o->keys || o->keys_file || o->given[RM_OPT_INDEX]);
        cell.index = searched ? rm_index_resolved(o->indexes[0]) : NULL;
        add_cell(b, &cell, facts);
        return;
    }
    for (size_t i = 0; i < o->index_count; i++) {
        cell.index = rm_index_resolved(o->indexes[i]);
        add_cell(b, &cell, facts);
    }
}

/* Adds a cell of tokens that a system allocates: their number is fixed, and nothing else about them can be
 * chosen. */
static void add_tokens(builder *b, rm_cell cell, const rm_nodes_facts *facts) {
    const rm_options *o = b->options;
    cell.vnodes = RMK_DEFAULT_TOKENS;
    if (!o->given[RM_OPT_VNODES]) {
        add_indexes(b, cell, facts);
        return;
    }
    for (size_t i = 0; i < o->vnodes.count; i++) {
        cell.vnodes = o->vnodes.items[i];
        add_indexes(b, cell, facts);
    }
}

static void add_points(builder *b, rm_cell cell, const rm_nodes_facts *facts) {
    const rm_options *o = b->options;
    const rm_numbers *axis = o->total_points.count ? &o->total_points : &o->vnodes;
    if (!o->preset && cell.algorithm->can & RMK_CAN_TOKENS) {
        add_tokens(b, cell, facts);
        return;
    }
    bool has_axis = o->preset ? axis->count > 0 : cell.algorithm->can & RMK_CAN_VNODES;
    if (!has_axis) {
        add_indexes(b, cell, facts);
        return;
    }
    if (!o->preset && !rm_plugin_is(cell.algorithm))
        cell.node_hash = o->node_hash ? o->node_hash : cell.hash;
    for (size_t i = 0; i < axis->count; i++) {
        cell.vnodes = axis == &o->vnodes ? axis->items[i] : 0;
        cell.total_points = axis == &o->total_points ? axis->items[i] : 0;
        add_indexes(b, cell, facts);
    }
}

static void add_nodes(builder *b, const rmk_algorithm *algorithm, const rmk_hash *hash,
                      const rm_nodes_facts *facts) {
    rm_cell cell = {.options = b->options, .algorithm = algorithm, .hash = hash, .nodes = facts->count};
    const char *refusal = rm_cell_refusal(&cell, facts);
    if (refusal)
        b->refused = refusal;
    else
        add_points(b, cell, facts);
}

static size_t facts_of_all(const rm_options *options, rm_nodes_facts **facts) {
    size_t count = options->nodes_file ? 1 : options->nodes.count;
    *facts = rm_calloc(count, sizeof **facts);
    for (size_t i = 0; i < count; i++)
        (*facts)[i] = rm_nodes_facts_of(options, options->nodes_file ? 0 : options->nodes.items[i]);
    return count;
}

/* Names the first line of --past that gives a weight ("FILE:LINE: add NAME: "); empty when none does. */
static char *weighing_line(const rm_options *o) {
    const rm_changes *changes = o->past ? rm_changes_of(o->past) : NULL;
    for (size_t i = 0; changes && i < changes->count; i++) {
        const rm_changes_line *line = changes->lines + i;
        if (line->weighted && line->weight > 1)
            return rm_text("%s:%llu: add %.*s: ", changes->path, (unsigned long long)line->line,
                           RM_SHOWN(line->name));
    }
    return rm_text("%s", "");
}

static void add_algorithm(builder *b, const rmk_algorithm *algorithm, const rm_nodes_facts *facts,
                          size_t count) {
    const rm_options *o = b->options;
    b->refused = NULL;
    for (size_t h = 0; h < o->hash_count; h++)
        for (size_t n = 0; n < count; n++)
            add_nodes(b, algorithm, o->hashes[h], &facts[n]);
    if (!b->refused)
        return;
    if (o->preset)
        rm_fail("--preset %s %s; it takes %s", o->preset->name, b->refused, rm_preset_takes(o->preset));
    bool loads = o->command->by_load;
    if (o->algorithm_count == 1 && loads && algorithm->session)
        rm_fail("--algorithm %s %s; none that ringmark loads measures can", algorithm->name, b->refused);
    bool weights = facts->weighted && !(algorithm->can & RMK_CAN_WEIGHTS);
    if (o->algorithm_count == 1)
        rm_fail("%s--algorithm %s %s; --algorithm %s can", weights ? weighing_line(o) : "", algorithm->name,
                b->refused, loads ? "bounded" : "ring");
    rm_note("--algorithm %s is skipped: it %s", algorithm->name, b->refused);
}

/* Filtered first, then dealt out one by one to the shards, so that each gets cells of every size. */
void rm_cells_select(rm_cells *cells, const rm_options *options) {
    uint64_t shards = options->shards ? options->shards : 1, shard = options->shard ? options->shard : 1;
    size_t kept = 0, passed = 0;
    for (size_t i = 0; i < cells->count; i++) {
        if (!rm_cell_wanted(&cells->list[i]))
            continue;
        if (passed++ % shards == shard - 1)
            cells->list[kept++] = cells->list[i];
    }
    char *example = cells->count ? rm_cell_name(&cells->list[0]) : NULL;
    if (passed == 0 && example)
        rm_fail("--filter %s: no cell has that in its name; names are like '%s'", options->filter, example);
    if (passed == 0)
        rm_fail("no algorithm of the list can do that; --algorithm ring can");
    if (options->only_cell) {
        size_t only = (size_t)options->only_cell - 1;
        if (only < kept)
            cells->list[0] = cells->list[only];
        kept = only < kept;
    }
    if (kept == 0) /* no mistake: a loop over all shards goes on */
        rm_note("--shard %llu/%llu is empty: there are only %zu cells", (unsigned long long)shard,
                (unsigned long long)shards, passed);
    free(example);
    cells->count = kept;
}

rm_cells rm_cells_all(const rm_options *options, bool with_indexes) {
    builder b = {.options = options, .with_indexes = with_indexes};
    rm_nodes_facts *facts;
    size_t count = facts_of_all(options, &facts);
    for (size_t a = 0; a < options->algorithm_count; a++)
        add_algorithm(&b, options->algorithms[a], facts, count);
    free(facts);
    return b.cells;
}

rm_cells rm_cells_of(const rm_options *options, bool with_indexes) {
    rm_cells cells = rm_cells_all(options, with_indexes);
    rm_cells_select(&cells, options);
    return cells;
}

void rm_cells_free(rm_cells *cells) {
    free(cells->list);
    *cells = (rm_cells){0};
}
