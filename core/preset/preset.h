/*
 * preset.h - the rules of real systems: one file each, one table of all (table.c).
 *
 * A preset places nodes and keys bit for bit as its system does. It maps the whole node list to points at
 * once, since the number of a node's points may depend on all weights, and gives a placement like any other:
 * shares, movement and the fast index read its arc map or slots, and nothing else of it.
 */
#ifndef RMK_PRESET_H
#define RMK_PRESET_H

#include "../placement/placement.h"
#include "rule.h"

/* What a preset takes beside its nodes; whatever else is given is refused. */
enum {
    RMK_TAKES_VNODES = 1 << 0,       /* options.ring.vnodes */
    RMK_TAKES_TOTAL_POINTS = 1 << 1, /* options.ring.total_points: the fewest points of the ring */
    RMK_TAKES_WEIGHTS = 1 << 2,      /* weights other than 1 */
    RMK_TAKES_HASH_TAG = 1 << 3,     /* keys of which the caller cuts out the part to hash */
    RMK_TAKES_ALIAS = 1 << 4,        /* rmk_node.alias */
    RMK_TAKES_ID = 1 << 5,           /* rmk_node.server_id */
    RMK_TAKES_TABLE_SIZE = 1 << 6,   /* options.table_size */
    RMK_TAKES_WEIGHT_0 = 1 << 7,     /* a weight of 0 is taken as 1 */
    RMK_NUMBERS_ALL = 1 << 8,        /* a node's place is part of it: `create` sees those out or down too */
    RMK_COUNTS_WEIGHT_0 = 1 << 9,    /* a node of weight 0 has no points, but is one of the nodes counted */
    RMK_EMPTY_KEY_ROAMS = 1 << 10,   /* an empty key is not hashed: its node is whose turn it is */
};

/* A hash of keys by the system's own name for it. */
typedef struct rmk_preset_hash {
    const char *name;
    const rmk_hash *hash;
} rmk_preset_hash;

typedef struct rmk_preset rmk_preset;
struct rmk_preset {
    const char *name;
    /* What a user is told of the rules, each a short phrase. */
    const char *system; /* the system and its versions */
    const char *keys, *points, *labels, *weights, *ties, *lookup, *source;
    const char *checked;   /* what its answers were compared with */
    unsigned bits;         /* of positions; a slot number's for tables */
    uint64_t vnodes;       /* by default; 0: has none */
    uint64_t total_points; /* by default; 0: has none */
    unsigned takes;        /* RMK_TAKES_* */
    rmk_down_rule down;
    const rmk_algorithm *algorithm; /* of its placements: what they can do */
    const rmk_preset_hash
        *hashes; /* the first is the default; where there is one alone no other key hash is taken */
    size_t hash_count;
    /* NULL, or: a reason (constant text) why the system cannot take this node; NULL returned: it can. */
    const char *(*node_fault)(const rmk_node *node);
    /* NULL, or: what the system knows a node by, when two of them may not share that (RMK_DUPLICATE). */
    rmk_bytes (*known_by)(const rmk_node *node);
    /* NULL, or: how many points `create` would make of the same arguments; UINT64_MAX: more than can be. */
    uint64_t (*count)(const rmk_preset *preset, const rmk_nodes *nodes, const rmk_placement_options *options);
    /*
     * Makes the placement, as rmk_placement_create does, but is never RMK_EMPTY for lack of points: a ring
     * without points owns nothing. The list has the nodes that the system sees, and lives during the call
     * only; key_hash, vnodes and total_points are filled in.
     */
    rmk_status (*create)(const rmk_preset *preset, const rmk_nodes *nodes,
                         const rmk_placement_options *options, rmk_placement **placement);
    const rmk_rule
        *rule; /* NULL, or what its rings are made by; of its key_hash, vnodes and down 0 is as above */
};

/* All presets, in the order in which they are shown. */
RMK_API const rmk_preset *const *rmk_preset_table(size_t *count);
RMK_API const rmk_preset *rmk_preset_find(const char *name);
/* Finds the key hash by the system's own name for it; NULL when it has none such. */
RMK_API const rmk_hash *rmk_preset_hash_find(const rmk_preset *preset, const char *name);

/*
 * Makes the placement of the nodes as the system does. Of the options key_hash (NULL: the default),
 * ring.vnodes, ring.total_points (0: the defaults), table_size and what holds for all (index, isa, pages,
 * threads, allocator) are read. RMK_UNSUPPORTED: an option or a weight that the system does not have;
 * RMK_BAD_INPUT: node_fault has a reason; RMK_DUPLICATE: two nodes are known by one name; RMK_EMPTY: no node
 * is up; RMK_LIMIT, RMK_NO_MEMORY, RMK_LIBRARY. On failure *placement is NULL.
 */
RMK_API rmk_status rmk_preset_place(const rmk_preset *preset, const rmk_nodes *nodes,
                                    const rmk_placement_options *options, rmk_placement **placement);

/* How many points rmk_preset_place would make, equal ones too, without making them; 0: it cannot be placed,
 * or it makes few. UINT64_MAX: more than can be. Cost: O(nodes); allocates a copy of the list. */
RMK_API uint64_t rmk_preset_points(const rmk_preset *preset, const rmk_nodes *nodes,
                                   const rmk_placement_options *options);

/* The ring that lookups of a preset's placement search (owned by it); NULL: it has a table, no points, or is
 * no preset's. */
RMK_API const rmk_ring *rmk_preset_ring(const rmk_placement *placement);

#endif
