/*
 * ring_placement.h - what the rings of presets have in common: points in the system's own order, and how a
 * key finds its point; private to core/preset.
 *
 * Every lookup rule becomes a ring of arc ends with the one rule "first end at or after the hash":
 * nearest-point systems end an arc in the middle, strictly-greater ones one value before the point, and a
 * system without an answer past its last point ends there with an arc of nobody.
 */
#ifndef RMK_RING_PLACEMENT_H
#define RMK_RING_PLACEMENT_H

#include "preset.h"

/* The algorithm of every preset whose points are on a ring. */
extern const rmk_algorithm rmk_algorithm_preset_ring;

typedef enum rmk_lookup_rule {
    RMK_LOOKUP_AT_OR_AFTER, /* first point >= hash, wrapping to the first */
    RMK_LOOKUP_AFTER,       /* first point > hash */
    RMK_LOOKUP_NEAREST,     /* the nearer of the neighbours, the one before when equally far */
    RMK_LOOKUP_NO_WRAP,     /* first point >= hash; nobody past the last point */
} rmk_lookup_rule;

typedef enum rmk_tie_rule {
    RMK_TIE_FIRST_BOTH,  /* the first made owns; both are on the ring */
    RMK_TIE_FIRST_ALONE, /* the first made owns; the others are dropped */
    RMK_TIE_LAST_ALONE,  /* the last made replaces the one before, as a map does */
} rmk_tie_rule;

/* A point as it is made, in the system's order of making. */
typedef struct rmk_made_point {
    uint64_t value;  /* in the system's own bits */
    uint32_t place;  /* the place of its node in the list */
    uint32_t serial; /* its number among the points of its node, from 0: what label() prints */
} rmk_made_point;

typedef struct rmk_made_ring {
    const rmk_preset *preset;
    const rmk_nodes *nodes; /* read during the call only; their texts are borrowed */
    rmk_made_point *points; /* allocated for `capacity`; taken over and released by rmk_ring_placement */
    size_t count, capacity;
    rmk_tie_rule ties;
    rmk_lookup_rule lookup;
    /* The text that was hashed to a point: writes at most `room` bytes, returns its whole length. NULL: none. */
    size_t (*label)(const rmk_preset *preset, const rmk_node *node, uint32_t serial, unsigned char *out,
                    size_t room);
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

#endif
