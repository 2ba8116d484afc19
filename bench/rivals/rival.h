/*
 * rival.h - what ringmark is measured against, behind the interfaces of its own: how rings in the wild are
 * searched (rows name them in `index`), other libraries' hashes (in `hash`) and placements (in `algorithm`).
 */
#ifndef RM_RIVAL_H
#define RM_RIVAL_H

#include "core/placement/placement.h"

/* These search an array of {position, owner}: by bsearch(3), and by the loop of nginx, libmemcached and
 * ketama. */
extern const rmk_index_type rm_rival_bsearch, rm_rival_nginx;
/* This is a red-black tree with a node for each point, as rings over Java's TreeMap or C++'s std::map are. */
extern const rmk_index_type rm_rival_tree;

const rmk_index_type *const *rm_rival_table(size_t *count);
/* Finds one by its name; NULL when there is none. */
const rmk_index_type *rm_rival_find(const char *name);

/* Hashes of other libraries are named after them: "openssl/MD5", "libhashkit/md5". The table leaves out what
 * was not installed when ringmark was built. */
const rmk_hash *const *rm_rival_hash_table(size_t *count);
const rmk_hash *rm_rival_hash_find(const char *name);

/*
 * libmemcached's own placement of `nodes`, by the rules of the preset ("libmemcached",
 * "libmemcached-weighted") and a key hash of the preset: it hashes keys itself and is given none. `ours`, the
 * preset's placement of the same nodes, is its plain reference and outlives it, as the nodes do.
 * RMK_UNSUPPORTED: another preset, or the library is not there.
 */
rmk_status rm_rival_libmemcached(const char *preset, const rmk_hash *hash, const rmk_nodes *nodes,
                                 const rmk_placement *ours, rmk_placement **placement);

#endif
