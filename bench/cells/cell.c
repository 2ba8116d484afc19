#include "cell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/plugin/placement.h"
#include "bench/support/fail.h"
#include "bench/support/random.h"

const rmk_index_type *rm_index_resolved(const rmk_index_type *index) {
    return index ? index : &rmk_index_line;
}

bool rm_cell_wanted(const rm_cell *cell) {
    if (!cell->options->filter)
        return true;
    char *name = rm_cell_name(cell);
    bool found = strstr(name, cell->options->filter) != NULL;
    free(name);
    return found;
}

char *rm_cell_name(const rm_cell *cell) {
    char points[64] = "", index[64] = "";
    if (cell->vnodes)
        snprintf(points, sizeof points, " vnodes=%llu", (unsigned long long)cell->vnodes);
    else if (cell->total_points)
        snprintf(points, sizeof points, " total_points=%llu", (unsigned long long)cell->total_points);
    if (cell->index && cell->options->given[RM_OPT_INDEX])
        snprintf(index, sizeof index, " index=%s", cell->index->name);
    const rmk_preset *preset = cell->options->preset;
    const char *scheme = cell->options->scheme;
    return rm_text("%s %s nodes=%llu%s%s%s%s", preset ? preset->name : cell->algorithm->name,
                   rm_cell_hash_name(cell), (unsigned long long)cell->nodes, points, index,
                   scheme ? " scheme=" : "", scheme ? scheme : "");
}

const char *rm_cell_hash_name(const rm_cell *cell) {
    const rmk_preset *preset = cell->options->preset;
    for (size_t i = 0; preset && i < preset->hash_count; i++)
        if (preset->hashes[i].hash == cell->hash)
            return preset->hashes[i].name;
    return cell->hash->name;
}

unsigned rm_cell_point_bits(const rm_cell *cell) {
    const rmk_preset *preset = cell->options->preset;
    if (preset)
        return preset->bits;
    if (cell->node_hash)
        return cell->node_hash->bits;
    return cell->algorithm->point_bits ? cell->algorithm->point_bits : 64;
}

static const char *names_of(const rm_options *options) {
    return options->nodes_file ? options->nodes_file : options->names;
}

static void count_or_empty(rm_row *row, unsigned column, uint64_t count) {
    if (count)
        rm_row_count(row, column, count);
    else
        rm_row_text(row, column, NULL);
}

void rm_cell_columns(const rm_cell *cell, uint64_t points, rm_row *row) {
    const rm_options *o = cell->options;
    const rmk_preset *preset = o->preset;
    const char *label = cell->algorithm->can & RMK_CAN_VNODES && !rm_plugin_is(cell->algorithm) ? o->label
                                                                                                : NULL;
    rm_row_text(row, 0, preset ? preset->name : NULL);
    rm_row_text(row, 1, cell->algorithm->name);
    rm_row_text(row, 2, rm_cell_hash_name(cell));
    rm_row_text(row, 3, cell->node_hash ? cell->node_hash->name : NULL);
    rm_row_text(row, 4, preset ? preset->labels : label);
    rm_row_text(row, 5, names_of(o));
    rm_row_count(row, 6, cell->nodes);
    count_or_empty(row, 7, cell->vnodes);
    count_or_empty(row, 8, cell->total_points);
    count_or_empty(row, RM_COLUMN_POINTS, points);
    rm_row_count(row, RM_COLUMN_POINTS + 1, o->seed);
}

uint64_t rm_cell_seed(const rm_cell *cell, const char *purpose) {
    const rm_options *o = cell->options;
    /* Every field ends in a byte that no name holds, so that different cells never give one text. */
    char *text = rm_text("%s%s\x1f%s\x1f%s\x1f%s\x1f%s\x1f%llu\x1f%llu\x1f%llu\x1f%s",
                         o->preset ? o->preset->name : "", cell->algorithm->name, rm_cell_hash_name(cell),
                         cell->node_hash ? cell->node_hash->name : "",
                         cell->node_hash && o->label ? o->label : "", names_of(o) ? names_of(o) : "",
                         (unsigned long long)cell->nodes, (unsigned long long)cell->vnodes,
                         (unsigned long long)cell->total_points, purpose);
    uint64_t hash = rmk_hash_xxh3.one(NULL, text, strlen(text));
    free(text);
    return rm_mix(o->seed, hash);
}
