/* zones.h - --group-by: nodes that belong together, by zone or by the host in their name. */
#ifndef RM_ZONES_H
#define RM_ZONES_H

#include "nodes.h"

/* The zones or hosts of a list, in the order in which it first names them. */
typedef struct rm_groups {
    size_t count;
    rmk_bytes *names; /* their texts belong to the nodes */
    size_t *of;       /* the group of the node at each place of the list */
} rm_groups;

/* Returns the host in a name: what stands before its last colon (`10.0.0.1:11211` is on `10.0.0.1`); of an
 * IPv6 address in brackets all up to the closing one (`[::1]:11211` is on `[::1]`); a name without a colon
 * is a host of its own. */
rmk_bytes rm_host_of(rmk_bytes name);

/* Finds the zones or hosts of a list; freed by rm_groups_free, outlived by the list. With RM_GROUP_ZONE
 * every node has to have a zone: else one line and exit 2, since those without would look like a zone of
 * their own. O(count), any thread. */
rm_groups rm_groups_of(rm_grouping by, const rmk_nodes *nodes);
void rm_groups_free(rm_groups *groups);

/* Names what nodes are grouped by, "zone" or "host"; NULL for RM_GROUP_NONE. */
const char *rm_grouping_name(rm_grouping by);

#endif
