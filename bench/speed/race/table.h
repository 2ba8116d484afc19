/* table.h - private: the contests that there are. */
#ifndef RM_BOUT_TABLE_H
#define RM_BOUT_TABLE_H

#include "bout.h"

/* One bout there is: `make` fills in contestants, check and free; what is not installed stays out. */
typedef struct rm_bout_kind {
    const char *contest;
    uint64_t size; /* points, nodes or bytes, as the kind counts */
    bool quick;    /* part of a quick run */
    void (*make)(rm_bout *bout, uint64_t size);
} rm_bout_kind;

const rm_bout_kind *rm_bout_table(size_t *count);

#endif
