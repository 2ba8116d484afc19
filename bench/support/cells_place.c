#include "cells.h"
#include "fail.h"

rmk_status rm_cell_try_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set,
                             const rmk_allocator *allocator, rmk_placement **placement) {
    const rm_options *o = cell->options;
    rmk_placement_options options = {
        .key_hash = cell->hash,
        .ring =
            {
                .hash = cell->node_hash ? cell->node_hash : cell->hash,
                .label = o->label,
                .vnodes = cell->vnodes,
                .total_points = cell->total_points,
                .set = set,
                .index = cell->index,
                .isa = o->isa,
                .pages = o->pages,
                .threads = cell->build_threads,
                .allocator = allocator,
            },
    };
    return rmk_placement_create(cell->algorithm, nodes, &options, placement);
}

static const char *label_of(const rm_cell *cell) {
    return cell->options->label ? cell->options->label : RMK_DEFAULT_LABEL;
}

static _Noreturn void fail_place(const rm_cell *cell, const rmk_nodes *nodes, rmk_status status) {
    char *name = rm_cell_name(cell);
    bool picky = cell->node_hash && cell->node_hash->accepts;
    if (status == RMK_BAD_INPUT && picky)
        rm_fail(
            "%s: --label %s gives a text that is not a decimal number, which %s needs; name another "
            "--node-hash",
            name, label_of(cell), cell->node_hash->name);
    if (status == RMK_BAD_INPUT)
        rm_fail("%s: --label %s cannot be used", name, label_of(cell));
    if (status == RMK_EMPTY)
        rm_fail("%s: no node can own keys: all are down or of weight 0", name);
    if (status == RMK_LIMIT)
        rm_fail("%s: %zu nodes make more than %llu points; lower --vnodes or the weights", name, nodes->count,
                (unsigned long long)RMK_MAX_POINTS);
    if (status == RMK_UNSUPPORTED)
        rm_fail("%s: --algorithm %s cannot weight nodes; --algorithm ring can", name, cell->algorithm->name);
    if (status == RMK_NO_MEMORY)
        rm_fail("%s: out of memory; fewer nodes or points are needed", name);
    rm_fail("%s: %s", name, rmk_status_text(status));
}

rmk_placement *rm_cell_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set) {
    rmk_placement *placement;
    rmk_status status = rm_cell_try_place(cell, nodes, set, NULL, &placement);
    if (status != RMK_OK)
        fail_place(cell, nodes, status);
    return placement;
}
