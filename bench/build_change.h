/*
 * build_change.h - the operations that `build` times, on one cell. Private to build*.c.
 */
#ifndef RM_BUILD_CHANGE_H
#define RM_BUILD_CHANGE_H

#include "support/cells.h"
#include "support/machine.h"

/* build: names to index. add, remove: one node of weight 1 more, the middle one less. A ring with vnodes is
 * changed from the arrays it has; whatever has no change of its own is built anew from the changed list. */
typedef enum rm_operation {
    RM_OPERATION_BUILD,
    RM_OPERATION_ADD,
    RM_OPERATION_REMOVE,
    RM_OPERATION_COUNT
} rm_operation;

const char *rm_operation_name(rm_operation operation);

/* Counts what is live, and all that was ever taken, as the allocator rounds it. */
typedef struct rm_tally {
    rm_counting counting;
    rmk_allocator inner;
    size_t taken_bytes;
} rm_tally;

typedef struct rm_build {
    rm_cell cell;
    rm_tally tally;
    rmk_allocator allocator;
    rm_node_list nodes[RM_OPERATION_COUNT]; /* what the result of each operation is made of */
    rmk_node added;
    uint32_t removed;
    rmk_placement *base; /* of nodes[RM_OPERATION_BUILD] */
    bool incremental;    /* the ring is changed, not built anew */
} rm_build;

/* What an operation made. Bytes are its own: what it left live, and all it took on the way. */
typedef struct rm_build_result {
    rmk_placement *placement; /* or */
    rmk_ring *ring;
    uint64_t points; /* 0: it has none */
    size_t memory_bytes, allocated_bytes;
} rm_build_result;

/* Builds the base; exit 2 when that cannot be. It must not be moved in memory after. */
void rm_build_make(rm_build *build, const rm_cell *cell, unsigned threads);
void rm_build_free(rm_build *build);

/* What is timed. RMK_EMPTY: the last node cannot go. */
rmk_status rm_build_do(rm_build *build, rm_operation operation, rm_build_result *result);
/* Destroys what it made. */
void rm_build_undo(rm_build *build, rm_build_result *result);
/* Validates the result and its lookups; `thorough`: against a fresh build, point by point. */
bool rm_build_right(rm_build *build, rm_operation operation, const rm_build_result *result, bool thorough,
                    const char **reason);

/* The resolved name of the index; NULL when the algorithm has none. */
const char *rm_build_index_name(const rm_build *build);

#endif
