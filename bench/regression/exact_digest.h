/*
 * exact_digest.h - a whole map as one number: two maps with the same digest place every key alike, as far as
 * 64 bits of XXH3 can tell.
 */
#ifndef RM_EXACT_DIGEST_H
#define RM_EXACT_DIGEST_H

#include "core/analysis/map.h"
#include "core/hash/hash.h"

/* A digest of the kind of the map, of where each entry ends, and of who owns it. */
uint64_t rm_map_digest(const rmk_hasher *digester, const rmk_map *map);

#endif
