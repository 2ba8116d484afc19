/* diff_side.h - private to diff: what its two sides need beyond a placement: one id space, and whether they
 * hash keys alike. */
#ifndef RM_DIFF_SIDE_H
#define RM_DIFF_SIDE_H

#include "side.h"

/* Reads the nodes of a side; ids are places in the list. */
rm_side rm_side_of(const rm_options *options);
/* Gives nodes of the other list the ids that the first has under the same name; new names get ids behind
 * them, and both lists get the limit of all. Names are those by which the system knows a node (an alias),
 * where both sides have one. */
void rm_side_share_ids(rm_side *a, rm_side *b);

typedef enum rm_alike {
    RM_HASHES_DIFFER,
    RM_HASHES_AGREE, /* two functions, the same on all of RM_TEXTS_TRIED texts: evidence, no proof */
    RM_HASHES_SAME,  /* one function */
} rm_alike;

enum { RM_TEXTS_TRIED = 4096 };

/* Do both give every text the same value? The texts tried are of any bytes and lengths. */
rm_alike rm_side_hashes_alike(const rm_side *a, const rm_side *b);
/* True when both hash the same part of a key: else they agree on keys without marks and on no others, and
 * only keys can tell. */
bool rm_side_tags_alike(const rm_side *a, const rm_side *b);

#endif
