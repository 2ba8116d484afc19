/*
 * slots_placement.h - what presets without a ring have in common: a table of owners that a key's hash is
 * taken modulo of; private to core/preset.
 */
#ifndef RMK_SLOTS_PLACEMENT_H
#define RMK_SLOTS_PLACEMENT_H

#include "preset.h"

#include "../placement/tables/slots.h"

/* The algorithms of such placements: weighted lists, Maglev's table, Redis' slots. */
extern const rmk_algorithm rmk_algorithm_preset_modulo, rmk_algorithm_preset_maglev,
    rmk_algorithm_preset_slots;

/*
 * Places nodes by a list in which every node that is up stands as often as its weight says, in the order of
 * the places in `order` (NULL: as listed). Slots that no value of the key hash reaches are left out.
 * RMK_LIMIT: more than RMK_MAX_POINTS slots; RMK_NO_MEMORY.
 */
rmk_status rmk_weighted_slots(const rmk_preset *preset, const rmk_nodes *nodes, const uint32_t *order,
                              bool keyless, const rmk_placement_options *options, rmk_placement **placement);

#endif
