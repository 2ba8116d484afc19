/*
 * operation.h - private: one operation that `build` times, and the cell that it works on.
 */
#ifndef RM_BUILD_OPERATION_H
#define RM_BUILD_OPERATION_H

#include "bench/cells/cells.h"
#include "bench/output/machine.h"
#include "core/analysis/analysis.h"
#include "core/ring/live/live.h"

/* Counts what is live, and all that was ever taken, as the allocator rounds it. */
typedef struct rm_tally {
    rm_counting counting;
    rmk_allocator inner;
    size_t taken_bytes;
} rm_tally;

/* Points in no order, or in the order of a sort. */
typedef struct rm_point_arrays {
    uint64_t *positions;
    uint32_t *owners;
} rm_point_arrays;

/* A point as a program that calls qsort(3) has it. */
typedef struct rm_point {
    uint64_t position;
    uint32_t owner;
} rm_point;

/* A live ring of `nodes`, and what the last operation changed there. */
typedef struct rm_in_place {
    rmk_live_ring *ring;     /* NULL: not made */
    uint64_t turn;           /* of the operations; each is about another node */
    uint32_t added, removed; /* ids; RMK_NOBODY: it is as `nodes` */
    char name[128];
    rmk_node node; /* the next to be added or removed */
} rm_in_place;

/* A cell with what its operations begin from. What one of them prepares stays until the end of the cell. */
typedef struct rm_build {
    rm_cell cell, changed; /* changed: of `more` and `fewer` */
    rm_tally tally;
    rmk_allocator allocator; /* of all that operations make; counted in `tally` */
    rm_node_list nodes, more,
        fewer; /* more: one node of weight 1 at the end; fewer: without the middle one */
    rmk_node added;
    uint32_t removed;
    rmk_placement *base; /* of `nodes` */
    uint64_t points;     /* of the base; 0: it has none */
    bool incremental;    /* the ring is changed, not built anew */
    rm_point_arrays unsorted, sorted;
    rm_point *pairs;        /* what qsort sorts; NULL: it does not */
    rmk_map map, fewer_map; /* of the base and without the removed node; capacity 0: not made */
    rmk_u128 *shares, nobody;
    rmk_removal *removals;
    rm_in_place live;
    rmk_placement *changing; /* as the base, to be changed in place; NULL: not made */
    uint32_t *picked;        /* the buckets of its last changes */
    size_t picked_count;     /* 0: it is as the base */
    bool adding;             /* they were added */
    uint64_t turn;           /* of the operations there; each is about other buckets */
} rm_build;

/* What an operation made and `undo` destroys. Bytes are its own: what it left live, and all it took. */
typedef struct rm_build_result {
    rmk_placement *placement;
    rmk_ring *ring;
    rmk_map map;
    rmk_movement movement;
    uint64_t points; /* of the result, or that it went over; 0: there are none */
    size_t memory_bytes, allocated_bytes;
    size_t times; /* that it was done in one run: time and bytes are shared among them; 0: once */
} rm_build_result;

typedef struct rm_operation {
    const char *name;
    const char *what;
    bool indexed;  /* it makes an index too: a row for each --index; else one row, with that field empty */
    bool threaded; /* it runs on --threads: a row for each; else one row, on one thread */
    /* Untimed, once a cell. RMK_UNSUPPORTED or RMK_EMPTY: this cell cannot do it. NULL: all can. */
    rmk_status (*prepare)(rm_build *build);
    /* Untimed, before each time; may be NULL. */
    void (*ready)(rm_build *build);
    /* What is timed. RMK_EMPTY: this cell cannot do it. */
    rmk_status (*run)(rm_build *build, rm_build_result *result);
    void (*undo)(rm_build_result *result); /* may be NULL */
    /* Whether the result is right, else why not; `thorough`: also by means that cost as much as making it. */
    bool (*right)(rm_build *build, const rm_build_result *result, bool thorough, const char **reason);
} rm_operation;

/* Builds the base; exit 2 when that cannot be. It must not be moved in memory after. */
void rm_build_make(rm_build *build, const rm_cell *cell, unsigned threads);
void rm_build_free(rm_build *build);

/* Runs it, and says what that took. */
rmk_status rm_build_do(rm_build *build, const rm_operation *operation, rm_build_result *result);
void rm_build_undo(const rm_operation *operation, rm_build_result *result);

/* Points of any placement; count 0: it has none. */
rmk_points rm_build_points(const rmk_placement *placement);
/* The name of the index that the base resolved to; NULL when the algorithm has none. */
const char *rm_build_index_name(const rm_build *build);

#endif
