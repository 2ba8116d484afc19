/*
 * columns.h - private: the columns of `lookup` and of its samples, and those that all rows fill alike.
 */
#ifndef RM_LOOKUP_COLUMNS_H
#define RM_LOOKUP_COLUMNS_H

#include "bench/cells/cells.h"
#include "bench/output/output.h"
#include "bench/stats/samples.h"

enum {
    COLUMN_INDEX = RM_CELL_COLUMN_COUNT,
    COLUMN_ISA,
    COLUMN_MODE,
    COLUMN_STAGE,
    COLUMN_KEY_BYTES,
    COLUMN_KEY_DIST,
    COLUMN_THREADS,
    COLUMN_SAMPLES,
    COLUMN_MEDIAN,
    COLUMN_MIN,
    COLUMN_P95,
    COLUMN_CI_LOW,
    COLUMN_CI_HIGH,
    COLUMN_PER_SECOND,
    COLUMN_LIMIT,
    COLUMN_LIMIT_RATIO,
    COLUMN_MEMORY,
    COLUMN_CHECKSUM,
    COLUMN_CHANGE_EVERY,
    COLUMN_CHANGES,
    COLUMN_LIVE_NODES,
    COLUMN_COUNT
};

enum { SAMPLE_INDEX = RM_CELL_COLUMN_COUNT, SAMPLE_MODE, SAMPLE_STAGE, SAMPLE_KEY_BYTES, SAMPLE_THREADS };
enum {
    SAMPLE_THREAD = SAMPLE_THREADS + 1,
    SAMPLE_BLOCK,
    SAMPLE_LOOKUPS,
    SAMPLE_NS,
    SAMPLE_CHANGE_EVERY,
    SAMPLE_COUNT
};

/* How many points a placement has; 0 when it has none. */
uint64_t rm_lookup_points(const rmk_placement *placement);
/* Fills the columns of times from `ns`, the nanoseconds of one lookup of one thread. */
void rm_lookup_times(const rm_summary *ns, unsigned threads, rm_row *row);

#endif
