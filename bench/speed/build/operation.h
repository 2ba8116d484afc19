/*
 * operation.h - private: one operation that `build` times, and the cell that it works on.
 */
#ifndef RM_BUILD_OPERATION_H
#define RM_BUILD_OPERATION_H

#include "bench/cells/cells.h"
#include "bench/output/machine.h"
#include "core/analysis/analysis.h"
#include "core/ring/live/live.h"

/* Counts bytes: those that are live, and all that were ever allocated, as malloc rounds them. */
typedef struct rm_tally {
    rm_counting counting;
    rmk_allocator inner;
    size_t taken_bytes;
} rm_tally;

/* The positions of points and their owners, in two arrays of one order. */
typedef struct rm_point_arrays {
    uint64_t *positions;
    uint32_t *owners;
} rm_point_arrays;

/* A point as programs have it that call qsort(3). */
typedef struct rm_point {
    uint64_t position;
    uint32_t owner;
} rm_point;

/* A live ring of `nodes`, and what the last operation changed there. */
typedef struct rm_in_place {
    rmk_live_ring *ring;     /* NULL: not made */
    uint64_t turn;           /* counts changes, so that each takes another node */
    uint32_t added, removed; /* ids of what the last change left; RMK_NOBODY when none did */
    char name[128];
    rmk_node node; /* the next to be added or removed */
} rm_in_place;

/* A cell and what its operations begin from. What one operation prepares stays for those after it. */
typedef struct rm_build {
    rm_cell cell, changed; /* changed: the same for the lists `more` and `fewer` */
    rm_tally tally;
    rmk_allocator allocator; /* for all that operations make; counted in `tally` */
    rm_node_list nodes;
    rm_node_list more;  /* `nodes` and one of weight 1 at the end */
    rm_node_list fewer; /* `nodes` without the middle one */
    rmk_node added;
    uint32_t removed;
    rmk_placement *base; /* the placement of `nodes` */
    uint64_t points;     /* how many the base has, or 0 */
    bool incremental;    /* it is a ring that can be changed without building it anew */
    rm_point_arrays unsorted, sorted;
    rm_point *pairs;        /* what qsort sorts; NULL when it is not asked to */
    rmk_map map, fewer_map; /* maps of the base and of `fewer`; capacity 0: not made */
    rmk_u128 *shares, nobody;
    rmk_removal *removals;
    rm_in_place live;
    rmk_placement *changing; /* like the base, to be changed in place; NULL: not made */
    uint32_t *picked;        /* the buckets of its last changes */
    size_t picked_count;     /* 0: there were none */
    bool adding;             /* whether they were added, or removed */
    uint64_t turn;           /* counts changes, so that each takes other buckets */
} rm_build;

/* What one run of an operation made, which `undo` destroys, and the bytes that it took. */
typedef struct rm_build_result {
    rmk_placement *placement;
    rmk_ring *ring;
    rmk_map map;
    rmk_movement movement;
    uint64_t points;        /* how many the result has, or the run read; 0: none */
    size_t memory_bytes;    /* live after the run and not before */
    size_t allocated_bytes; /* all that it allocated, also what it freed again */
    size_t times;           /* how often the run did it: time and bytes are divided by this; 0 counts as 1 */
} rm_build_result;

typedef struct rm_operation {
    const char *name;
    const char *what; /* it does, for messages */
    bool indexed;     /* it makes an index: a row for each --index; else one row, with that field empty */
    bool threaded;    /* it runs on --threads: a row for each; else one row, on one thread */
    /* Called untimed, once for a cell. RMK_UNSUPPORTED or RMK_EMPTY: this cell cannot do it. May be NULL. */
    rmk_status (*prepare)(rm_build *build);
    /* Called untimed before each run; may be NULL. */
    void (*ready)(rm_build *build);
    /* The run that is timed. RMK_EMPTY: this cell cannot do it. */
    rmk_status (*run)(rm_build *build, rm_build_result *result);
    void (*undo)(rm_build_result *result); /* may be NULL */
    /* Says whether the result is right, and the reason when not; `thorough`: also by checks that take as long
     * as the operation does. */
    bool (*right)(rm_build *build, const rm_build_result *result, bool thorough, const char **reason);
} rm_operation;

/* Builds the base; exit 2 when that cannot be. It must not be moved in memory after. */
void rm_build_make(rm_build *build, const rm_cell *cell, unsigned threads);
void rm_build_free(rm_build *build);

/* Runs it once, and fills in the result with the bytes that it took. */
rmk_status rm_build_do(rm_build *build, const rm_operation *operation, rm_build_result *result);
void rm_build_undo(const rm_operation *operation, rm_build_result *result);

/* The points of a placement; none when it is no ring. */
rmk_points rm_build_points(const rmk_placement *placement);
/* The name of the index that the base resolved to; NULL when the algorithm has none. */
const char *rm_build_index_name(const rm_build *build);

#endif
