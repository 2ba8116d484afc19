/*
 * rival.h - what the ring's own indexes are measured against, as indexes of the same interface: how rings in
 * the wild are searched. One file each; rows name them in `index`.
 */
#ifndef RM_RIVAL_H
#define RM_RIVAL_H

#include "core/ring/index.h"

/* Binary search over an array of {position, owner}: by bsearch(3), and by the loop of nginx, libmemcached and
 * ketama. */
extern const rmk_index_type rm_rival_bsearch, rm_rival_nginx;
/* A red-black tree with a node a point, as rings over Java's TreeMap or C++'s std::map are. */
extern const rmk_index_type rm_rival_tree;

const rmk_index_type *const *rm_rival_table(size_t *count);
/* By name; NULL when there is none. */
const rmk_index_type *rm_rival_find(const char *name);

#endif
