/*
 * cells.h - the cells of a sweep: the product of all lists, in one fixed order (algorithm, hash, nodes,
 * vnodes or total_points), and the columns that name a cell. Cells that an algorithm cannot serve are skipped
 * and named in a sweep over lists, refused when they are the only one.
 */
#ifndef RM_CELLS_H
#define RM_CELLS_H

#include "nodes.h"
#include "output.h"

typedef struct rm_cell {
    const rm_options *options;
    const rmk_algorithm *algorithm;
    const rmk_hash *hash;        /* of keys */
    const rmk_hash *node_hash;   /* NULL where the algorithm has no points */
    uint64_t nodes;              /* of the file or generated */
    uint64_t vnodes;             /* 0: empty field */
    uint64_t total_points;       /* 0: empty field */
    const rmk_index_type *index; /* NULL: none is built, the arrays are searched; never `auto` */
    unsigned build_threads;      /* for building the placement; 0 is 1 */
    uint64_t table_size;         /* where --table-size says none; 0: the algorithm's default */
} rm_cell;

typedef struct rm_cells {
    rm_cell *list;
    size_t count;
} rm_cells;

/* All cells, after --filter and --shard. `with_indexes`: the product over --index too. Empty when the
 * shard is, with a note; when --filter leaves nothing: one line, exit 2. */
rm_cells rm_cells_of(const rm_options *options, bool with_indexes);
/* The two steps of it, for a command that has cells of several options: all, then those that are wanted. */
rm_cells rm_cells_all(const rm_options *options, bool with_indexes);
void rm_cells_select(rm_cells *cells, const rm_options *options);
void rm_cells_free(rm_cells *cells);

/* --filter leaves it. */
bool rm_cell_wanted(const rm_cell *cell);

/* What an entry of options->indexes stands for: NULL (auto) is the fastest there is, any other is itself. */
const rmk_index_type *rm_index_resolved(const rmk_index_type *index);

/* The nodes of a set of the cell. */
rm_node_list rm_cell_nodes(const rm_cell *cell, uint64_t set);

/* "ring xxh3 nodes=10 vnodes=160": what --filter searches and messages name. Thread-safe; freed by the
 * caller. */
char *rm_cell_name(const rm_cell *cell);

/* The key hash's name: the system's own under a preset. */
const char *rm_cell_hash_name(const rm_cell *cell);
/* The bits that positions of its points are shown in. */
unsigned rm_cell_point_bits(const rm_cell *cell);

/* The ring that lookups of the placement search, also of a preset's; NULL: there is none. */
const rmk_ring *rm_placement_ring(const rmk_placement *placement);
/* Points that own nothing because an equal position comes before them. */
uint64_t rm_points_lost(const rmk_points *points);

/* The columns that skew, move, lookup, build and quality begin with:
 * preset,algorithm,hash,node_hash,label,names,nodes,vnodes,total_points,points,seed */
#define RM_CELL_COLUMNS                                                                                      \
    "preset", "algorithm", "hash", "node_hash", "label", "names", "nodes", "vnodes", "total_points",         \
        "points", "seed"
enum { RM_CELL_COLUMN_COUNT = 11, RM_COLUMN_POINTS = 9 };
/* Fills them; points 0: an empty field. */
void rm_cell_columns(const rm_cell *cell, uint64_t points, rm_row *row);

/* Builds the cell's placement of a node list, name set `set` ({set} in labels); one line and exit 2 when it
 * cannot be. The list outlives it. */
rmk_placement *rm_cell_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set);
/* The same of a list, with its past. */
rmk_placement *rm_cell_place_list(const rm_cell *cell, const rm_node_list *list, uint64_t set);
rmk_status rm_cell_try_place_list(const rm_cell *cell, const rm_node_list *list, uint64_t set,
                                  const rmk_allocator *allocator, rmk_placement **placement);
/* The cell of what a change of `before` leaves: the table keeps its size, unless --table-size says one or the
 * nodes outgrow it. */
rm_cell rm_cell_keeping(const rm_cell *cell, const rmk_placement *before, const rmk_nodes *after);
/* The same, with failure as a status. `allocator`: NULL for the default. */
rmk_status rm_cell_try_place(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set,
                             const rmk_allocator *allocator, rmk_placement **placement);

/* Says why the cell's placement of a list cannot be made, in one line, and ends. Whoever tried with an
 * allocator of its own calls this and does not try again: memory that was short once may be there the second
 * time, uncounted. */
_Noreturn void rm_cell_fail(const rm_cell *cell, const rmk_nodes *nodes, rmk_status status);

/* An empty session of the cell's algorithm over a node list; the same failures as rm_cell_place. */
rmk_session *rm_cell_session(const rm_cell *cell, const rmk_nodes *nodes, uint64_t set);

/* The points of the placement and those that a preset made and dropped, as they fell on another. */
uint64_t rm_cell_points_made(const rm_cell *cell, const rmk_placement *placement, uint64_t set);

/* False where no map exists. */
bool rm_placement_map(const rmk_placement *placement, rmk_map *map);

/* Warns of a preset's nodes without points; rm_cell_place does. */
void rm_cell_warn(const rm_cell *cell, const rmk_placement *placement);

/* Zeroed memory for a result of `item` bytes of every set of `count` cells; when the machine has less, one
 * line and exit 2. Freed by the caller. */
void *rm_results_of_sets(const rm_options *options, size_t count, size_t item);

/* A seed from (--seed, the cell's key columns, `purpose`): never from the order of the run. */
uint64_t rm_cell_seed(const rm_cell *cell, const char *purpose);

#endif
