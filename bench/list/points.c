/* points.c - what is on the ring: every point with its label, also those that own nothing. */
#include <stdlib.h>

#include "bench/cells/cells.h"
#include "bench/cli/command.h"
#include "bench/output/output.h"
#include "bench/support/fail.h"
#include "bench/support/interrupt.h"
#include "core/ring/sort.h"

enum { POSITION, NODE, LABEL, COLUMN_COUNT };

static const char *const columns[] = {"position", "node", "label"};

/* Points in the order of nodes' names, each node with its virtual nodes 0, 1 and so on: of equal positions
 * the winner then comes first in a stable sort. */
typedef struct numbered {
    const rmk_nodes *nodes;
    uint32_t *order;  /* places in the list */
    uint64_t *starts; /* number of the first point of node order[i]; one more stands behind the last */
    uint64_t *positions;
    uint32_t *numbers;
    rmk_pattern label;
    unsigned char *text; /* room for one label */
} numbered;

static rmk_ring_options ring_options(const rm_cell *cell) {
    return (rmk_ring_options){
        .hash = cell->node_hash,
        .label = cell->options->label,
        .vnodes = cell->total_points ? 0 : cell->vnodes,
        .total_points = cell->total_points,
        .isa = cell->options->isa,
    };
}

static void number_points(const rm_cell *cell, numbered *n) {
    size_t count = n->nodes->count;
    uint64_t *counts = rm_calloc(count, sizeof *counts);
    n->order = rm_calloc(count, sizeof *n->order);
    n->starts = rm_calloc(count + 1, sizeof *n->starts);
    rmk_ring_options options = ring_options(cell);
    rm_check(rmk_ring_point_counts(n->nodes, &options, counts), "points");
    rm_check(rmk_nodes_name_order(n->nodes, NULL, n->order), "nodes");
    for (size_t i = 0; i < count; i++)
        n->starts[i + 1] = n->starts[i] + counts[n->order[i]];
    free(counts);
}

static void parse_label(const rm_options *options, numbered *n) {
    size_t fault, longest = 0;
    rm_check(rmk_pattern_parse(options->label, RMK_FIELDS_OF_LABELS, &n->label, &fault), "--label");
    for (size_t i = 0; i < n->nodes->count; i++)
        if (n->nodes->list[i].name.length > longest)
            longest = n->nodes->list[i].name.length;
    n->text = rm_alloc(rmk_pattern_bound(&n->label, longest) + 1);
}

static rmk_bytes label_of(const numbered *n, size_t place, uint64_t vnode) {
    rmk_pattern_values values = {.name = n->nodes->list[n->order[place]].name, .vnode = vnode};
    return (rmk_bytes){n->text, rmk_pattern_format(&n->label, &values, n->text)};
}

static void hash_points(const rm_cell *cell, numbered *n) {
    size_t total = (size_t)n->starts[n->nodes->count];
    rmk_ring_options options = ring_options(cell);
    n->positions = rm_calloc(total, sizeof *n->positions);
    n->numbers = rm_calloc(total, sizeof *n->numbers);
    rm_check(rmk_ring_unsorted_points(n->nodes, &options, n->positions, n->numbers), "points");
    for (size_t i = 0; i < total; i++) /* numbers are sorted along with positions, in place of the owners */
        n->numbers[i] = (uint32_t)i;
    rm_check(rmk_sort_points(n->positions, n->numbers, total, 1, NULL), "points");
}

/* Finds the node, as a place in name order, of the point with this number. */
static size_t place_of(const numbered *n, uint64_t number) {
    size_t low = 0, high = n->nodes->count - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (number < n->starts[middle + 1])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void write_rows(const rm_cell *cell, const numbered *n) {
    rm_output *output = rm_output_open(cell->options, columns, COLUMN_COUNT);
    unsigned bits = cell->node_hash->bits;
    for (size_t i = 0; i < n->starts[n->nodes->count] && !rm_interrupted(); i++) {
        size_t place = place_of(n, n->numbers[i]);
        rm_row row = {0};
        rm_row_hex(&row, POSITION, n->positions[i] >> (64 - bits), bits);
        rm_row_bytes(&row, NODE, n->nodes->list[n->order[place]].name);
        rm_row_bytes(&row, LABEL, label_of(n, place, n->numbers[i] - n->starts[place]));
        rm_output_row(output, &row);
    }
    rm_output_close(output);
}

/* A label longer than this is cut; no name of a real system is near it. */
enum { LABEL_ROOM = 1 << 16 };

static rmk_bytes kept_label(const rmk_placement *placement, size_t point, unsigned char *text) {
    const rmk_algorithm *algorithm = placement->algorithm;
    size_t length = algorithm->label ? algorithm->label(placement, point, text, LABEL_ROOM) : 0;
    return (rmk_bytes){text, length < LABEL_ROOM ? length : LABEL_ROOM};
}

/* Writes a preset's points: those that its system keeps, in its order. */
static void write_kept_rows(const rm_cell *cell, const rm_node_list *list) {
    rm_cell plain = *cell;
    plain.index = &rmk_index_plain;
    rmk_placement *placement = rm_cell_place(&plain, &list->nodes, 0);
    rmk_points points = placement->algorithm->points(placement);
    rmk_bytes *names = rm_calloc(list->nodes.id_limit, sizeof *names);
    for (size_t i = 0; i < list->nodes.count; i++)
        names[list->list[i].id] = rm_node_shown(cell->options, &list->list[i]);
    unsigned char *text = rm_alloc(LABEL_ROOM);
    rm_interrupts_watch();
    rm_output *output = rm_output_open(cell->options, columns, COLUMN_COUNT);
    unsigned bits = rm_cell_point_bits(cell);
    for (size_t i = 0; i < points.count && !rm_interrupted(); i++) {
        rm_row row = {0};
        rm_row_hex(&row, POSITION, points.positions[i] >> (64 - bits), bits);
        rm_row_bytes(&row, NODE, names[points.owners[i]]);
        rmk_bytes label = kept_label(placement, i, text);
        if (label.length) /* otherwise its label is no text */
            rm_row_bytes(&row, LABEL, label);
        rm_output_row(output, &row);
    }
    rm_output_close(output);
    free(text);
    free(names);
    rmk_placement_destroy(placement);
}

/* Builds the ring itself too: it knows what cannot be one, and says so. */
static void check_ring(const rm_cell *cell, const rmk_nodes *nodes) {
    rm_cell plain = *cell;
    plain.index = &rmk_index_plain;
    rmk_placement_destroy(rm_cell_place(&plain, nodes, 0));
}

static void write_ring_rows(const rm_cell *cell, const rm_node_list *list) {
    check_ring(cell, &list->nodes);
    numbered n = {.nodes = &list->nodes};
    number_points(cell, &n);
    parse_label(cell->options, &n);
    hash_points(cell, &n);
    rm_interrupts_watch();
    write_rows(cell, &n);
    free(n.order);
    free(n.starts);
    free(n.positions);
    free(n.numbers);
    free(n.text);
}

static int points(const rm_options *options) {
    rm_cells cells = rm_cells_of(options, false);
    const rm_cell *cell = cells.list;
    bool has_points = cell->algorithm->can & RMK_HAS_POINTS;
    if (!has_points && options->preset)
        rm_fail("--preset %s has no points: its keys fall into the slots of a table", options->preset->name);
    if (!has_points)
        rm_fail("%s has no points; --algorithm ring has", cell->algorithm->name);
    rm_node_list list = rm_cell_nodes(cell, 0);
    if (!(cell->algorithm->can & RMK_CAN_VNODES) || options->preset)
        write_kept_rows(cell, &list);
    else
        write_ring_rows(cell, &list);
    rm_nodes_free(&list);
    rm_cells_free(&cells);
    return RM_GOOD;
}

static const rm_option_id takes[] = {RM_OPT_PRESET,   RM_OPT_RULE,     RM_OPT_ALGORITHM,
                                     RM_NODE_OPTIONS, RM_PAST_OPTIONS, RM_POINT_OPTIONS,
                                     RM_SIZE_OPTIONS, RM_OPT_HASH_TAG, RM_OPTION_END};

const rm_command rm_command_points = {
    .name = "points",
    .question = "What is on the ring?",
    .example = "ringmark points --nodes 3 --vnodes 4",
    .options = takes,
    .run = points,
};
