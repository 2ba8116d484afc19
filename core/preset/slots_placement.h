/*
 * slots_placement.h - what presets without a ring have in common: a table of owners that a key's hash is
 * taken modulo of; private to core/preset.
 */
#ifndef RMK_SLOTS_PLACEMENT_H
#define RMK_SLOTS_PLACEMENT_H

#include "preset.h"

/* What their placements can do: weighted lists, Maglev's table, Redis' slots. */
extern const rmk_algorithm rmk_algorithm_preset_modulo, rmk_algorithm_preset_maglev,
    rmk_algorithm_preset_slots;

typedef struct rmk_made_slots {
    const rmk_preset *preset;
    const rmk_nodes *nodes;
    uint32_t
        *owners;  /* ids or RMK_NOBODY; of `count`, from rmk_allocate; taken over by rmk_slots_placement */
    size_t count; /* at least 1 */
    bool keyless; /* the system hashes no key here, since one node has them all */
} rmk_made_slots;

/* The placement of value v on owners[v % count]. The owners are released in any case. RMK_NO_MEMORY. */
rmk_status rmk_slots_placement(rmk_made_slots *made, const rmk_placement_options *options,
                               rmk_placement **placement);

/*
 * The list in which every node that is up stands as often as its weight says, in the order of the places in
 * `order` (NULL: as listed). Slots that no value of the key hash reaches are left out. RMK_LIMIT: more than
 * RMK_MAX_POINTS slots; RMK_NO_MEMORY.
 */
rmk_status rmk_weighted_slots(const rmk_preset *preset, const rmk_nodes *nodes, const uint32_t *order,
                              bool keyless, const rmk_placement_options *options, rmk_placement **placement);

#endif
