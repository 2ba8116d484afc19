#include "side.h"

#include <stdlib.h>

#include "bench/support/fail.h"

void rm_side_place(rm_side *side, uint64_t set) {
    side->placement = rm_cell_place_list(&side->cell, &side->list, set);
    rmk_status status = rmk_placement_map(side->placement, &side->map);
    side->mapped = status == RMK_OK;
    side->map.isa = side->cell.options->isa;
    if (status != RMK_UNSUPPORTED)
        rm_check(status, "%s", side->cell.algorithm->name);
}

void rm_side_open_hasher(rm_side *side) {
    if (side->hashes)
        return;
    rm_check(rmk_hasher_open(&side->hasher, side->cell.hash, side->cell.options->isa, NULL), "hash %s",
             side->cell.hash->name);
    side->hashes = true;
}

void rm_side_locate(rm_side *side, const rm_options *options, const rm_key_block *block, uint64_t number) {
    if (block->count > side->capacity) {
        side->capacity = block->count;
        side->values = rm_realloc(side->values, side->capacity * sizeof *side->values);
        side->owners = rm_realloc(side->owners, side->capacity * sizeof *side->owners);
    }
    rm_keys_hash(options, &side->hasher, block, number, side->values);
    rmk_placement_locate_batch(side->placement, block->keys, side->values, block->count, side->owners);
}

void rm_side_free(rm_side *side) {
    if (side->mapped)
        rmk_map_destroy(&side->map);
    if (side->hashes)
        rmk_hasher_close(&side->hasher);
    rmk_placement_destroy(side->placement);
    rm_nodes_free(&side->list);
    free(side->values);
    free(side->owners);
}
