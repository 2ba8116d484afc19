/* makers.h - private: each fills in the arms, the checks and the end of one race. */
#ifndef RM_RIVAL_RACE_MAKERS_H
#define RM_RIVAL_RACE_MAKERS_H

#include "race.h"

/* ---- lookup.c: placements on the same keys ---- */
void rm_rival_race_search(rm_rival_race *race, uint64_t points);
void rm_rival_race_jump(rm_rival_race *race, uint64_t nodes);
void rm_rival_race_ketama_md5(rm_rival_race *race, uint64_t nodes);
void rm_rival_race_ketama_fnv(rm_rival_race *race, uint64_t nodes);
/* ---- hash.c: many keys at once ---- */
void rm_rival_race_md5(rm_rival_race *race, uint64_t key_bytes);
void rm_rival_race_fnv(rm_rival_race *race, uint64_t key_bytes);
/* ---- sort.c: points from the order of their labels to that of their positions ---- */
void rm_rival_race_sort(rm_rival_race *race, uint64_t points);

#endif
