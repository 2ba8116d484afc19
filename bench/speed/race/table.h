/* table.h - private: all races of `rivals`. */
#ifndef RM_RIVAL_RACE_TABLE_H
#define RM_RIVAL_RACE_TABLE_H

#include "race.h"

/* One race: `make` fills in its arms and how to check and free them, and leaves out what is not installed. */
typedef struct rm_rival_race_kind {
    const char *contest;
    uint64_t size; /* how many points, nodes or bytes, whichever `make` takes */
    bool quick;    /* part of a quick run */
    void (*make)(rm_rival_race *race, uint64_t size);
} rm_rival_race_kind;

const rm_rival_race_kind *rm_rival_race_table(size_t *count);

#endif
