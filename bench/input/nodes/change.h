/* change.h - one item of --change, and what it does to a node list. */
#ifndef RM_CHANGE_H
#define RM_CHANGE_H

#include "nodes.h"

typedef enum rm_change_kind {
    RM_CHANGE_ADD,
    RM_CHANGE_REMOVE_EACH, /* each node that can own something leaves in turn, and figures are averaged */
    RM_CHANGE_RETURN,      /* a node that --past or --removed took away is there again */
    RM_CHANGE_REMOVE,
    RM_CHANGE_REMOVE_SOME, /* nodes drawn at random leave: one, or a part */
    RM_CHANGE_DOWN,
    RM_CHANGE_REPLACE, /* a new node takes the place and weight of the first one */
    RM_CHANGE_RENAME,  /* the first node gets a new name */
    RM_CHANGE_WEIGHT,
    RM_CHANGE_VNODES, /* changes from here on leave the nodes as they are */
    RM_CHANGE_HASH,
    RM_CHANGE_TOTAL_POINTS,
} rm_change_kind;

typedef struct rm_change {
    rm_change_kind kind;
    const char *text; /* as written; borrowed */
    char *node; /* the node that changes: "first", "middle", "last" or a name; NULL: none is named; owned */
    uint64_t number;      /* the weight, virtual nodes or points */
    double percent;       /* part of the nodes; 0: one node */
    const rmk_hash *hash; /* borrowed */
} rm_change;

/* Parses a text that the option parser accepted (which names mistakes); the text outlives the change.
 * hash=H is a name of the preset's system, or of the general table when preset is NULL. Freed by
 * rm_change_free. */
rm_change rm_change_parse(const char *text, const rmk_preset *preset);
void rm_change_free(rm_change *change);

/* Finds the place of the node that changes: of `first` (0), `middle` (n/2), `last` or the name, among the
 * nodes that are there; the first for replace and rename; SIZE_MAX when there is no node of that name, or
 * the change concerns none that is there. */
size_t rm_change_place(const rm_change *change, const rm_node_list *list);

/* Applies the change to a list: the node at `place` (from rm_change_place, or the one in turn) is removed,
 * goes down, and so on. A new node has the id after all others, weight 1 when it is added (at the end),
 * and the next generated name; with --nodes-file, or when that is taken, "new-node", "new-node-2" and so
 * on. With --spread zone it is of the zone with the fewest nodes. Changes of something else than nodes
 * leave the list as it is. What is drawn at random depends on --seed and the set. */
void rm_change_apply(const rm_change *change, const rm_options *options, uint64_t set, size_t place,
                     rm_node_list *list);

/* Tells whether RM_CHANGE_RETURN finds its node among those that are gone. */
bool rm_change_can_return(const rm_change *change, const rm_node_list *list);

/* Tells whether the ideal movement of a change is none, so that all that moves is collateral. */
bool rm_change_is_of_placement(const rm_change *change);

#endif
