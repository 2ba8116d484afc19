/* table.h - private: all races of `rivals`. */
#ifndef RM_BOUT_TABLE_H
#define RM_BOUT_TABLE_H

#include "bout.h"

/* One race: `make` fills in its arms and how to check and free them, and leaves out what is not installed. */
typedef struct rm_bout_kind {
    const char *contest;
    uint64_t size; /* how many points, nodes or bytes, whichever `make` takes */
    bool quick;    /* part of a quick run */
    void (*make)(rm_bout *bout, uint64_t size);
} rm_bout_kind;

const rm_bout_kind *rm_bout_table(size_t *count);

#endif
