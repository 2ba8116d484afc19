/*
 * analysis.h - exact shares and exact movement, from maps (map.h), to the last hash value.
 */
#ifndef RMK_ANALYSIS_H
#define RMK_ANALYSIS_H

#include "../nodes.h"
#include "../ring/ring.h"
#include "map.h"

/*
 * values[id] = how many key-hash values node `id` owns, for id < id_limit; *nobody = those without an owner.
 * They add up to rmk_domain_total(). values has room for id_limit and is overwritten. O(entries), allocates
 * nothing, one thread.
 */
RMK_API void rmk_shares(const rmk_map *map, uint32_t id_limit, rmk_u128 *values, rmk_u128 *nobody);

/* Values that changed their owner, for one ordered pair of nodes (RMK_NOBODY where there was or is none). */
typedef struct rmk_transfer {
    uint32_t from, to;
    rmk_u128 values;
} rmk_transfer;

/* All transfers of a movement, sorted by (from, to); from != to. */
typedef struct rmk_movement {
    rmk_u128 total; /* of the domain */
    rmk_u128 moved; /* the sum of all transfers */
    rmk_transfer *transfers;
    size_t count, capacity;
    const rmk_allocator *allocator;
} rmk_movement;

/*
 * What moves between two maps of one domain: one sweep over both, O(entries of both); over the values of a
 * list; or, of two numbers of slots, over their least common multiple or all values, whatever is less.
 * RMK_UNSUPPORTED when the domains differ, arcs meet slots, or that is above 2^22; RMK_NO_MEMORY.
 */
RMK_API rmk_status rmk_movement_between(const rmk_map *before, const rmk_map *after,
                                        const rmk_allocator *allocator, rmk_movement *movement);
RMK_API void rmk_movement_destroy(rmk_movement *movement);

/* Figures of a movement, as fractions of all key-hash values. */
typedef struct rmk_move_figures {
    double moved;
    double ideal;      /* half the sum over nodes of |w'/W' - w/W| */
    double excess;     /* moved - ideal */
    double collateral; /* moved between two nodes whose presence and weight did not change */
    double heirs;      /* nodes that inherited from those that left or shrank */
    double worst_heir; /* the part of what left a node that its heaviest heir took, the worst such node */
} rmk_move_figures;

/*
 * The figures of a movement from placement on `before` to placement on `after` (one id space). With
 * `all_collateral` (vnodes=, hash=, total-points=) ideal is 0 and all that moves is collateral. heirs and
 * worst_heir are NAN when no node left or shrank. `ideal` of a replaced node is its share: its id is new in
 * `after`. RMK_NO_MEMORY.
 */
RMK_API rmk_status rmk_movement_figures(const rmk_movement *movement, const rmk_nodes *before,
                                        const rmk_nodes *after, bool all_collateral,
                                        const rmk_allocator *allocator, rmk_move_figures *figures);

/* What one removal does on a ring, where by construction nothing else moves. */
typedef struct rmk_removal {
    uint32_t id;
    rmk_u128 moved;    /* what the node owned */
    uint32_t heirs;    /* survivors that inherit */
    rmk_u128 heaviest; /* what the heaviest heir gets */
} rmk_removal;

/*
 * The removal of each node in turn in one pass over the ring, O(points) and 16 bytes a point: removals[id]
 * for id < id_limit (nodes without points: zeros). Equal to rmk_movement_between on each reduced ring. With
 * one node alone its heir is nobody: heirs 0. Points may be nobody's (RMK_NOBODY): what falls to them moves
 * and has no heir. RMK_NO_MEMORY.
 */
RMK_API rmk_status rmk_ring_removals(const rmk_ring *ring, const rmk_domain *domain,
                                     const rmk_allocator *allocator, rmk_removal *removals);

#endif
