/* cell.h - one cell of a sweep: an algorithm with its hashes and sizes, its name, and the columns that
 * name it. */
#ifndef RM_CELL_H
#define RM_CELL_H

#include "bench/cli/options.h"
#include "bench/output/row.h"

typedef struct rm_cell {
    const rm_options *options;
    const rmk_algorithm *algorithm;
    const rmk_hash *hash;        /* hash of keys */
    const rmk_hash *node_hash;   /* NULL where the algorithm has no points */
    uint64_t nodes;              /* nodes of the file, or generated ones */
    uint64_t vnodes;             /* 0 leaves the field empty */
    uint64_t total_points;       /* 0 leaves the field empty */
    const rmk_index_type *index; /* NULL when none is built and the arrays are searched; never `auto` */
    unsigned build_threads;      /* threads that build the placement; 0 is 1 */
    uint64_t table_size;         /* slots where --table-size says none; 0: the algorithm's default */
} rm_cell;

/* Tells whether --filter leaves the cell. */
bool rm_cell_wanted(const rm_cell *cell);

/* Names the cell ("ring xxh3 nodes=10 vnodes=160"), as --filter searches and messages show it. Any thread;
 * freed by the caller. */
char *rm_cell_name(const rm_cell *cell);

/* Returns the key hash's name: under a preset the system's own. */
const char *rm_cell_hash_name(const rm_cell *cell);
/* Returns the bits that positions of its points are shown in. */
unsigned rm_cell_point_bits(const rm_cell *cell);

/* The columns that skew, move, lookup, build and quality begin with:
 * preset,algorithm,hash,node_hash,label,names,nodes,vnodes,total_points,points,seed */
#define RM_CELL_COLUMNS                                                                                      \
    "preset", "algorithm", "hash", "node_hash", "label", "names", "nodes", "vnodes", "total_points",         \
        "points", "seed"
enum { RM_CELL_COLUMN_COUNT = 11, RM_COLUMN_POINTS = 9 };
/* Fills these columns; points 0 leaves the field empty. */
void rm_cell_columns(const rm_cell *cell, uint64_t points, rm_row *row);

/* Returns a seed from --seed, the cell's columns that name it and `purpose`: never from the order of the
 * run. */
uint64_t rm_cell_seed(const rm_cell *cell, const char *purpose);

/* Returns the index that an entry of options->indexes stands for: NULL (auto) is the fastest there is, any
 * other is itself. */
const rmk_index_type *rm_index_resolved(const rmk_index_type *index);

#endif
