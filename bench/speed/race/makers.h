/* makers.h - private: each fills in the arms, the checks and the end of one race. */
#ifndef RM_BOUT_MAKERS_H
#define RM_BOUT_MAKERS_H

#include "bout.h"

/* ---- lookup.c: placements on the same keys ---- */
void rm_bout_search(rm_bout *bout, uint64_t points);
void rm_bout_jump(rm_bout *bout, uint64_t nodes);
void rm_bout_ketama_md5(rm_bout *bout, uint64_t nodes);
void rm_bout_ketama_fnv(rm_bout *bout, uint64_t nodes);
/* ---- hash.c: many keys at once ---- */
void rm_bout_md5(rm_bout *bout, uint64_t key_bytes);
void rm_bout_fnv(rm_bout *bout, uint64_t key_bytes);
/* ---- sort.c: points from the order of their labels to that of their positions ---- */
void rm_bout_sort(rm_bout *bout, uint64_t points);

#endif
