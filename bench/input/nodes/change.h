/*
 * change.h - one item of --change, and what it does to a node list.
 */
#ifndef RM_CHANGE_H
#define RM_CHANGE_H

#include "nodes.h"

typedef enum rm_change_kind {
    RM_CHANGE_ADD,
    RM_CHANGE_REMOVE_EACH, /* every node that can own something in turn, averaged */
    RM_CHANGE_RETURN,      /* a node that the history removed is there again */
    RM_CHANGE_REMOVE,
    RM_CHANGE_REMOVE_SOME, /* at random: one, or a part */
    RM_CHANGE_DOWN,
    RM_CHANGE_REPLACE, /* a new node takes the place and weight of the first one */
    RM_CHANGE_RENAME,  /* the first node under a new name */
    RM_CHANGE_WEIGHT,
    RM_CHANGE_VNODES, /* from here on the nodes stay as they are */
    RM_CHANGE_HASH,
    RM_CHANGE_TOTAL_POINTS,
} rm_change_kind;

typedef struct rm_change {
    rm_change_kind kind;
    const char *text;     /* as written; borrowed */
    char *node;           /* which one: "first", "middle", "last" or a name; NULL: none is named; owned */
    uint64_t number;      /* the weight, virtual nodes or points */
    double percent;       /* of the nodes; 0: one node */
    const rmk_hash *hash; /* borrowed */
} rm_change;

/* Of a text that the option parser accepted (it names mistakes); it outlives the change. hash=H is a name of
 * the preset's system, or of the general table when preset is NULL. Freed by rm_change_free. */
rm_change rm_change_parse(const char *text, const rmk_preset *preset);
void rm_change_free(rm_change *change);

/*
 * The place in the list of the node that changes: of `first` (0), `middle` (n/2), `last` or the name, among
 * the nodes that are there; the first for replace and rename; SIZE_MAX when there is no node of that name, or
 * the change concerns none that is there.
 */
size_t rm_change_place(const rm_change *change, const rm_node_list *list);

/*
 * Applies it to a list: the node at `place` (rm_change_place, or the one in turn) is removed, goes down, ...
 * A new one has the id after all others, weight 1 when it is added (appended), and the next generated name;
 * with --nodes-file, or when that is taken, "new-node", "new-node-2", ... With --spread zone it is of the
 * zone with the fewest nodes. Changes of more than nodes leave the list as it is. What is drawn at random
 * depends on --seed and the set.
 */
void rm_change_apply(const rm_change *change, const rm_options *options, uint64_t set, size_t place,
                     rm_node_list *list);

/* Whether RM_CHANGE_RETURN finds its node among those that are gone. */
bool rm_change_can_return(const rm_change *change, const rm_node_list *list);

/* True for the changes whose ideal movement is none: all that moves is collateral. */
bool rm_change_is_of_placement(const rm_change *change);

#endif
