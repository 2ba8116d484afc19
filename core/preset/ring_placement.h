/*
 * ring_placement.h - what the rings of presets have in common: points in the system's own order, and how a
 * key finds its point; private to core/preset.
 *
 * Every lookup rule becomes a ring of arc ends with the one rule "first end at or after the hash":
 * nearest-point systems end an arc in the middle, strictly-greater ones one value before the point, those that
 * look back where the next point begins, and a system without an answer past its last point ends there with an
 * arc of nobody. A circle of slots is mapped slot by slot.
 */
#ifndef RMK_RING_PLACEMENT_H
#define RMK_RING_PLACEMENT_H

#include "preset.h"

/* The algorithm of every preset whose points are on a ring. */
extern const rmk_algorithm rmk_algorithm_preset_ring;

/* A point as it is made, in the system's order of making. */
typedef struct rmk_made_point {
    uint64_t value;  /* in the system's own bits; below circle_slots */
    uint32_t place;  /* of its node in the list */
    uint32_t serial; /* of the point among those of its node, from 0: what label() prints */
} rmk_made_point;

typedef struct rmk_made_ring {
    const rmk_nodes *nodes; /* read during the call only; their texts are borrowed */
    rmk_made_point *points; /* allocated for `capacity`; taken over and released by rmk_ring_placement */
    size_t count, capacity;
    rmk_lookup_rule lookup;
    rmk_edge_rule below_first, past_last;
    rmk_tie_rule ties;
    rmk_collision_rule collision; /* stays, or else it is dropped: who made the points has moved the others */
    bool unserved;                /* points of nodes that are down stay, and nobody answers; needs a label */
    uint64_t circle_slots; /* positions are below this number, and key hashes modulo it; 0: by their bits */
    const void *rule;      /* what `label` reads; outlives the placement */
    /*
     * The text that was hashed to a point of the node at `place`: writes at most `room` bytes, returns its whole
     * length. NULL: none.
     */
    size_t (*label)(const void *rule, const rmk_nodes *nodes, uint32_t place, uint32_t serial,
                    unsigned char *out, size_t room);
    bool keyless; /* the system hashes no key here, since one node has them all */
    /* NULL, or the only values that key hashes take, ascending; they outlive every map. */
    const uint64_t *key_values;
    size_t key_value_count;
} rmk_made_ring;

/*
 * Sorts the points, settles ties, leaves out those of nodes that are down, and makes the placement (its
 * algorithm is rmk_algorithm_preset_ring). Points are released in any case. No points at all: nobody owns
 * anything.
 */
rmk_status rmk_ring_placement(rmk_made_ring *made, const rmk_placement_options *options,
                              rmk_placement **placement);

/* The bits of a circle of so many slots: positions below 2^bits. */
static inline unsigned rmk_slot_bits(uint64_t slots) {
    return 64 - (unsigned)__builtin_clzll(slots - 1);
}

#endif
